"""The generated server as tests start it: its clock is read from a file, and its patience is given.

The shipped entry has no such switches; everything else is the same.
"""

from __future__ import annotations

import functools
import os
from pathlib import Path

from github_issues_mcp.runtime import connections, run
from github_issues_mcp.server import SERVICE

CLOCK = Path(os.environ["TEST_CLOCK"])


def main() -> None:
    """Run the server as the command line says."""
    seconds = float(os.environ["TEST_PATIENCE"])
    patient = functools.partial(connections.Connection, timeout_seconds=seconds, connect_seconds=seconds)
    vars(connections)["Connection"] = patient
    run(SERVICE, clock=lambda: float(CLOCK.read_text(encoding="ascii")))


if __name__ == "__main__":
    main()
