# Code generated from specs/github_issues/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""GitHub Issues: Find, read, create, edit, comment on, and lock/unlock GitHub issues in
repositories the configured token can see.
"""

from __future__ import annotations

from .completions import COMPLETIONS
from .errors import CATALOGUE
from .resources import RESOURCES
from .runtime import Service, run
from .runtime.expressions import ABSENT
from .tools import TOOLBOX
from .views import VERSIONS

SERVICE = Service(
    package=__package__ or "",
    toolbox=TOOLBOX,
    catalogue=CATALOGUE,
    resources=RESOURCES,
    completions=COMPLETIONS,
    versions=VERSIONS,
    state_store=lambda config: config.get("state_store", ABSENT),
    state_keys=lambda config: config.get("state_keys", ABSENT),
)


def main() -> None:
    """Run the server as the command line says."""
    run(SERVICE)
