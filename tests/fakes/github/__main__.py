"""The fake as a process: it prints its URL, then the URL of its control endpoint, and runs until it is told to stop."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from pathlib import Path

from .clock import Clock, SettableClock, read, real_time
from .fake import FakeGithub


def clock_of(text: str | None) -> Clock:
    """Return the real clock, or one that stands still at a moment."""
    if text == "real":
        return real_time
    moment = read(text) if text else None
    return SettableClock(moment) if moment else SettableClock()


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fakes.github", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes any free one")
    parser.add_argument("--control-port", type=int, default=0, help="0 takes any free one")
    parser.add_argument("--seed", type=int, default=0, help="ids follow from it")
    parser.add_argument("--clock", help="`real`, or the moment at which it stands still")
    parser.add_argument("--state", type=Path, help="a JSON file with what POST /_fake/seed takes")
    given = parser.parse_args(arguments)
    # Signals are waited for, and must be blocked before the thread of the server begins.
    stops = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, stops)
    with FakeGithub(clock_of(given.clock), given.seed, given.port, given.control_port) as github:
        if given.state:
            github.fill(json.loads(given.state.read_text(encoding="utf-8")))
        print(github.url, github.control_url, sep="\n", flush=True)
        signal.sigwait(stops)


if __name__ == "__main__":
    main(sys.argv[1:])
