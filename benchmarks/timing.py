"""Fresh processes, timed: how long they take, and how much memory they and their children hold."""

from __future__ import annotations

import os
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

SAMPLING_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Run:
    """One process from its start to its end.

    Attributes:
        wall: Seconds.
        largest: Bytes that its largest process held at most.
    """

    wall: float
    largest: int


class CommandFailed(Exception):
    """A measured command did not end as it should."""


def run(command: Sequence[str], *, cwd: Path) -> Run:
    """Run a command to its end.

    Raises:
        CommandFailed: It ended with something other than 0; the text is what it said.
    """
    started = time.perf_counter()
    process = _start(command, cwd)
    output = process.stdout.read() if process.stdout else b""
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise CommandFailed(f"{' '.join(command)}: {output.decode(errors='replace')}")
    return Run(wall, usage.ru_maxrss * 1024)


def peak_memory(command: Sequence[str], *, cwd: Path) -> int:
    """Return the bytes that a command and its children hold together at most, shared pages counted once.

    Where the system does not tell (no /proc), what its largest process holds.
    """
    process = _start(command, cwd)
    peaks = [0]
    done = threading.Event()
    sampler = threading.Thread(target=_sample, args=(process.pid, peaks, done))
    sampler.start()
    process.communicate()
    done.set()
    sampler.join()
    return max(peaks) or run(command, cwd=cwd).largest


def interleaved(rounds: int, contestants: dict[str, Callable[[], float]]) -> dict[str, float]:
    """Return each contestant's median; in every round each has its turn, so that a slow moment meets all."""
    found: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, measure in contestants.items():
            found[name].append(measure())
    return {name: statistics.median(values) for name, values in found.items()}


def environment(**more: str) -> dict[str, str]:
    """Return the environment of measured processes: they keep byte code, as installed packages have it."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | more


def _start(command: Sequence[str], cwd: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=cwd,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def _sample(root: int, peaks: list[int], done: threading.Event) -> None:
    while not done.wait(SAMPLING_SECONDS):
        peaks.append(sum(map(_proportional, _family(root))))


def _family(root: int) -> list[int]:
    found = [root]
    for pid in found:
        try:
            text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        except OSError:
            continue
        found += map(int, text.split())
    return found


def _proportional(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith("Pss:")), 0)
