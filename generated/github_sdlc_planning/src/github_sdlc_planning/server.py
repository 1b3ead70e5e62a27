# Code generated from specs/github_sdlc_planning/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""GitHub SDLC planning: Plan work on GitHub: issues with MIF identities, sub-issues,
milestones, Projects v2 boards and discussions.
"""

from __future__ import annotations

from .errors import CATALOGUE
from .runtime import Service, run
from .runtime.layers import Ancestors, File
from .tools import TOOLBOX

SERVICE = Service(
    package=__package__ or "",
    toolbox=TOOLBOX,
    catalogue=CATALOGUE,
    layers=lambda env: (
        File(
            f"{env['XDG_CONFIG_HOME'] if 'XDG_CONFIG_HOME' in env else env.get('HOME', '') + '/.config'}/gdlc/config.yml"
        ),
        Ancestors(".config/gdlc/config.yml"),
    ),
)


def main() -> None:
    """Run the server as the command line says."""
    run(SERVICE)
