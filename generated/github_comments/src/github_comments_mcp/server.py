# Code generated from specs/github_comments/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""GitHub comments: Comment on GitHub issues and pull requests as a GitHub App, and say
honestly when a write may have been lost.
"""

from __future__ import annotations

from .errors import CATALOGUE
from .ledgers import LEDGERS
from .runtime import Service, run
from .runtime.expressions import ABSENT
from .texts import TEXTS
from .tools import TOOLBOX

SERVICE = Service(
    package=__package__ or "",
    toolbox=TOOLBOX,
    catalogue=CATALOGUE,
    texts=TEXTS,
    ledgers=LEDGERS,
    state_store=lambda config: config.get("state_store", ABSENT),
    state_keys=lambda config: config.get("state_keys", ABSENT),
)


def main() -> None:
    """Run the server as the command line says."""
    run(SERVICE)
