# Code generated from specs/unit_converter/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""Unit converter: Convert lengths and temperatures between metric and imperial units."""

from __future__ import annotations

from .errors import CATALOGUE
from .prompts import PROMPTS
from .resources import RESOURCES
from .runtime import Service, run
from .tools import TOOLBOX

SERVICE = Service(
    package=__package__ or "",
    toolbox=TOOLBOX,
    catalogue=CATALOGUE,
    resources=RESOURCES,
    prompts=PROMPTS,
)


def main() -> None:
    """Run the server as the command line says."""
    run(SERVICE)
