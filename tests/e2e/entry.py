"""The GitHub issues server as these tests start it: what time it is stands in a file, and its process id is told.

The server that is shipped has no such switches: only the entry differs, `run` is the same.
"""

from __future__ import annotations

import os
from pathlib import Path

from github_issues_mcp.runtime import run
from github_issues_mcp.server import SERVICE

CLOCK = "E2E_CLOCK"
PROCESS = "E2E_PROCESS"


def main() -> None:
    """Run the server by the clock of the file that the environment names."""
    clock = Path(os.environ[CLOCK])
    Path(os.environ[PROCESS]).write_text(str(os.getpid()), encoding="ascii")
    run(SERVICE, clock=lambda: float(clock.read_text(encoding="ascii")))


if __name__ == "__main__":
    main()
