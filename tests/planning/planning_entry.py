"""The planning server as these tests start it: its time is that of a file, and each wait is told in another one.

The server that is shipped has no such switches: only the entry differs, `run` is the same.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import anyio
from github_sdlc_planning.runtime import run
from github_sdlc_planning.server import SERVICE

CLOCK = "PLANNING_CLOCK"
WAITS = "PLANNING_WAITS"
GLANCE_SECONDS = 0.004


def main() -> None:
    """Run the server by the clock of the file that the environment names: its loop, too, knows no other time."""
    clock, waits = Path(os.environ[CLOCK]), Path(os.environ[WAITS])

    def now() -> float:
        return float(clock.read_text(encoding="ascii"))

    begun, really = now(), anyio.sleep

    async def told(delay: float) -> None:
        if delay > 0:
            with waits.open("a", encoding="ascii") as file:
                file.write(f"{delay:.3f}\n")
        await really(delay)

    # Time that stands still wakes nobody, so the loop looks at the clock every few milliseconds.
    asyncio.base_events.MAXIMUM_SELECT_TIMEOUT = GLANCE_SECONDS
    asyncio.base_events.BaseEventLoop.time = lambda loop: now() - begun
    anyio.sleep = told
    run(SERVICE, clock=now)


if __name__ == "__main__":
    main()
