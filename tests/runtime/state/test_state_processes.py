"""Several processes share a store, and some of them die."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import acting
import pytest
from pactwright.runtime import idempotency
from pactwright.runtime.logs import Log
from pactwright.runtime.state import State
from places import Place

WAIT_SECONDS = 120.0
ACTING = str(Path(acting.__file__))


def started(*words: str | Path) -> subprocess.Popen[str]:
    """A Python process that prints something."""
    return subprocess.Popen([sys.executable, *map(str, words)], stdout=subprocess.PIPE, text=True)


def said(process: subprocess.Popen[str]) -> Any:
    """What it printed."""
    out, _ = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 0
    return json.loads(out)


def test_calls_in_two_processes_act_once(place: Place, tmp_path: Path) -> None:
    # They open the store at the same moment, too.
    processes = [started(ACTING, place.address, tmp_path, "well", "10", "30") for _ in range(2)]
    results = [result for process in processes for result in said(process)]
    assert len(results) == 20
    (actor,) = (tmp_path / "acts").read_text().split()
    assert all(result == {"number": int(actor)} for result in results)


def test_what_a_killed_process_did_is_found_out(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "LEASE_SECONDS", 1.0)
    before = time.time()
    process = started(ACTING, place.address, tmp_path, "dying", "1", "1.0")
    deadline = time.monotonic() + WAIT_SECONDS
    while not (tmp_path / "acted").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.communicate()
    killed = time.time()

    async def after() -> tuple[Any, Any, float]:
        state = State(acting.KEYS, store=place.address, server="demo", log=Log("error", io.StringIO()))
        asked: list[float] = []

        async def act() -> Any:
            raise AssertionError("it had acted already")

        async def find(first_started: float) -> Any:
            asked.append(first_started)
            return {"number": 7}

        results = await asyncio.gather(*(acting.once(state, act, find) for _ in range(5)))
        await state.close()
        (first_started,) = asked
        return results, first_started, time.time()

    results, first_started, ended = place.run(after())
    assert results == [{"number": 7}] * 5
    assert before - 60 <= first_started <= killed - 60
    assert ended - killed < WAIT_SECONDS
    assert len((tmp_path / "acts").read_text().split()) == 1


CLAIMS = """
import asyncio, os, sys
from pathlib import Path
from pactwright.runtime.sqlite_store import SqliteStore

async def use():
    store = SqliteStore(Path(sys.argv[1]))
    number = 0
    while True:
        number += 1
        key = f"{os.getpid()} {number}"
        await store.claim([key], arguments=[b"x" * 500], owner="a", now=0.0, lease=9.0, expires=9.0 + number % 50)
        await store.finish(key, "a", b"x" * 2000)
        Path(sys.argv[2]).touch()

asyncio.run(use())
"""


def test_processes_that_are_killed_while_they_write_leave_a_sound_file(tmp_path: Path) -> None:
    path = tmp_path / "records"
    for number in range(6):
        sign = tmp_path / f"writes {number}"
        process = started("-c", CLAIMS, path, sign)
        deadline = time.monotonic() + WAIT_SECONDS
        while not sign.exists():
            assert time.monotonic() < deadline
            time.sleep(0.005)
        time.sleep(0.013 * number)
        process.kill()
        process.communicate()
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        left = connection.execute("SELECT key FROM idempotency WHERE state = 'done'").fetchall()
    assert len({key.partition(" ")[0] for (key,) in left}) == 6, "what each had finished is there"


MAKE_KEY = """
import json, sys
from pathlib import Path
from pactwright.runtime.state import key_in
while not Path(sys.argv[2]).exists():
    pass
print(json.dumps(key_in(Path(sys.argv[1]))))
"""


def test_processes_that_start_together_use_one_key(tmp_path: Path) -> None:
    path, go = tmp_path / "folder" / "state.key", tmp_path / "go"
    processes = [started("-c", MAKE_KEY, path, go) for _ in range(6)]
    time.sleep(0.5)
    go.touch()
    keys = {said(process) for process in processes}
    assert keys == {path.read_text().strip()}
    assert len(keys.pop()) >= 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


IMPORTS = """
import json, sys
import pactwright.runtime.state
heavy = {"cryptography", "redis", "sqlite3"}
print(json.dumps(sorted(heavy & {name.partition(".")[0] for name in sys.modules})))
"""


def test_libraries_are_loaded_when_they_are_used() -> None:
    assert said(started("-c", IMPORTS)) == []
