"""A contract beside an editor: from a save to the findings that `pactwright check --watch` prints."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import synthetic
from benchmarks.generation import PART, SERVICE, Project
from benchmarks.report import Row, at_most
from benchmarks.timing import CommandFailed

_TOOLS = 50


def measure(workplace: Path, *, rounds: int) -> Iterator[Row]:
    """Yield the row about one save of a contract of fifty tools."""
    project = Project(workplace / "watched", _TOOLS)
    project.write()
    command = [str(Path(sys.executable).parent / "pactwright"), "check", "--watch"]
    process = subprocess.Popen(command, cwd=project.root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        _await_check(process)
        # The first cycle after the start still fills caches, so its time does not count.
        cycles = [_cycle(project, process, f"edited_{number}") for number in range(rounds + 1)]
    finally:
        process.terminate()
        process.wait()
    cycle = statistics.median(cycles[1:])
    yield Row(PART, f"one save of {_TOOLS} tools, until check --watch tells", cycle, "s", target=at_most(0.3))


def _cycle(project: Project, process: subprocess.Popen[str], edited: str) -> float:
    """Save the file of the first tool, as an editor saves; return the seconds until the check has told."""
    name, text = list(synthetic.contract_files(_TOOLS, edited=edited).items())[1]
    beside = project.root / name
    beside.write_text(text, encoding="utf-8")
    started = time.perf_counter()
    beside.replace(project.root / "specs" / SERVICE / name)
    _await_check(process)
    return time.perf_counter() - started


def _await_check(process: subprocess.Popen[str]) -> None:
    assert process.stderr is not None
    line = process.stderr.readline()
    if not line.endswith("no findings\n"):
        raise CommandFailed(f"check --watch said {line!r}")
