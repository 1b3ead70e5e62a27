"""Runs the fuzzing; see the package."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "generated" / "github_issues" / "src"
SHOWN = 10


def main() -> int:
    """Print what came out; return 1 when something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--answers", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sys.path.insert(0, str(PACKAGE))
    from .run import Run

    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        run = Run(given.seed, Path(folder))
        outcome = asyncio.run(run.answers(given.answers))
    print(f"{outcome.answers} answers, {outcome.calls} calls, {time.monotonic() - began:.0f} s")
    for code, count in outcome.codes.most_common():
        print(f"{count:7} {code}")
    missing = sorted(run.caused() - set(outcome.codes))
    if missing:
        print(f"never reached: {', '.join(missing)}")
    enough = outcome.codes["ok"] * 10 >= outcome.calls
    if not enough:
        print("fewer than one in ten calls succeeded")
    for text in outcome.wrong[:SHOWN]:
        print(f"WRONG {text}", file=sys.stderr)
    print(f"{len(outcome.wrong)} wrong")
    return int(bool(outcome.wrong or missing or not enough))


if __name__ == "__main__":
    sys.exit(main())
