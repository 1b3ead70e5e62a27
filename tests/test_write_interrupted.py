"""Runs that are killed, and runs that meet: every file is old or new, and the next run finishes."""

from __future__ import annotations

import multiprocessing
import os
import random
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pactwright.emit.output import OutputFile
from pactwright.write import Kind, Plan, apply, locked, plan

CONTEXT = multiprocessing.get_context("fork")
WHOLE = re.compile(rb"(version \d+\n)\1{999}")


def files(version: int) -> tuple[OutputFile, ...]:
    """A package whose every file differs from version to version; every third is in every second version only."""
    text = f"version {version}\n" * 1000
    names = [f"src/part{number % 3}/file{number}.txt" for number in range(9) if number % 3 or version % 2]
    return tuple(OutputFile(name, text) for name in names)


def planned(root: Path, version: int) -> Plan:
    return plan(files(version), root / "generated" / "weather", root=root)


def generate(root: Path, version: int) -> None:
    with locked(root, "weather", waiting=lambda: None) as problem:
        assert problem is None
        assert apply(planned(root, version)).problems == ()


def generate_on_and_on(root: Path, version: int) -> None:
    while True:
        generate(root, version)
        version += 1


def assert_whole_and_mendable(root: Path, version: int) -> None:
    """Every file is one version or another, all of it ours, and a run for yet another version leaves nothing behind."""
    package = root / "generated" / "weather"
    for path in package.rglob("*.txt"):
        assert WHOLE.fullmatch(path.read_bytes()), path
    found = planned(root, version)
    assert found.problems == ()
    assert {change.kind for change in found.changes} <= {Kind.ADDED, Kind.CHANGED, Kind.MISSING, Kind.ORPHANED}
    generate(root, version)
    assert planned(root, version).is_clean
    on_disk = {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}
    assert on_disk == {"MANIFEST.json", *(file.path for file in files(version))}
    assert list((root / ".pactwright").glob("*journal*")) == []


def test_killed_at_random_moments(tmp_path: Path) -> None:
    moments = random.Random(20260728)
    for turn in range(40):
        process = CONTEXT.Process(target=generate_on_and_on, args=(tmp_path, turn * 1000))
        process.start()
        time.sleep(moments.uniform(0.005, 0.08))
        os.kill(process.pid or 0, signal.SIGKILL)
        process.join()
        assert process.exitcode == -signal.SIGKILL
        assert_whole_and_mendable(tmp_path, turn * 1000 + 999)


def generate_until(root: Path, version: int, calls: int) -> None:
    """Die in the place of the system call number `calls` that would have touched the disk."""
    left = calls

    def dying(call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **keywords: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*args, **keywords)

        return wrapped

    for name in ("open", "mkdir", "fchmod", "fsync", "replace", "unlink", "rmdir"):
        setattr(os, name, dying(getattr(os, name)))
    generate(root, version)


def test_killed_at_every_single_step(tmp_path: Path) -> None:
    survived = False
    calls = 0
    while not survived:
        calls += 1
        process = CONTEXT.Process(target=generate_until, args=(tmp_path, calls * 2, calls))
        process.start()
        process.join()
        survived = process.exitcode == 0
        if calls % 7 == 0 or survived:  # In between, what several dead runs left adds up.
            assert_whole_and_mendable(tmp_path, calls * 2 + 1)
    assert calls > 50


def alternate(root: Path, first: int, rounds: int) -> None:
    for number in range(rounds):
        version = first + 2 * number
        with locked(root, "weather", waiting=lambda: None) as problem:
            assert problem is None
            assert apply(planned(root, version)).problems == ()
            assert planned(root, version).is_clean


def test_concurrent_runs_do_not_interleave(tmp_path: Path) -> None:
    runs = [CONTEXT.Process(target=alternate, args=(tmp_path, first, 15)) for first in (0, 1, 1000)]
    for process in runs:
        process.start()
    for process in runs:
        process.join()
    assert [process.exitcode for process in runs] == [0, 0, 0]
    assert_whole_and_mendable(tmp_path, 5000)


def hold(root: Path, shared: bool, ready: Any, until: Any) -> None:
    with locked(root, "weather", waiting=lambda: None, shared=shared):
        ready.set()
        until.wait()


@pytest.fixture
def holder(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    ready, until = CONTEXT.Event(), CONTEXT.Event()
    process = CONTEXT.Process(target=hold, args=(tmp_path, request.param, ready, until))
    process.start()
    ready.wait()
    yield process, until
    if process.is_alive():  # an event waits for all who wait for it, and one that was killed never answers
        until.set()
    process.join()


@pytest.mark.parametrize("holder", [False], indirect=True)
def test_a_run_that_has_to_wait_says_so_once_and_goes_on(tmp_path: Path, holder: Any) -> None:
    _, until = holder
    said: list[float] = []

    def waiting() -> None:
        said.append(time.monotonic() - started)
        until.set()

    started = time.monotonic()
    with locked(tmp_path, "weather", waiting=waiting) as problem:
        assert problem is None
    assert len(said) == 1
    assert said[0] >= 1


@pytest.mark.parametrize("holder", [False], indirect=True)
def test_a_dead_holder_holds_nothing(tmp_path: Path, holder: Any) -> None:
    process, _ = holder
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    with locked(tmp_path, "weather", waiting=lambda: pytest.fail("waited")) as problem:
        assert problem is None


@pytest.mark.parametrize("holder", [True], indirect=True)
def test_those_that_only_compare_do_not_wait_for_each_other(tmp_path: Path, holder: Any) -> None:
    with locked(tmp_path, "weather", waiting=lambda: pytest.fail("waited"), shared=True) as problem:
        assert problem is None


def test_packages_do_not_wait_for_each_other(tmp_path: Path) -> None:
    with (
        locked(tmp_path, "weather", waiting=lambda: None),
        locked(tmp_path, "tides", waiting=lambda: pytest.fail("waited")) as problem,
    ):
        assert problem is None


def test_the_state_folder_keeps_itself_out_of_commits(tmp_path: Path) -> None:
    generate(tmp_path, 1)
    assert (tmp_path / ".pactwright" / ".gitignore").read_text() == "*\n"
