# Code generated from specs/github_issues/contract.yaml. DO NOT EDIT.
# Change the contract, then run: make generate
"""GitHub Issues: Find, read, create, edit, comment on, and lock/unlock GitHub issues in
repositories the configured token can see.
"""

from __future__ import annotations

from .errors import CATALOGUE
from .runtime import Service, run
from .tools import TOOLBOX

SERVICE = Service(
    package=__package__ or "",
    toolbox=TOOLBOX,
    catalogue=CATALOGUE,
)


def main() -> None:
    """Run the server as the command line says."""
    run(SERVICE)
