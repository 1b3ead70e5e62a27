"""Stores of records: SQLite and Redis do the same, and say plainly when they cannot."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pactwright.runtime import redis_store, sqlite_store
from pactwright.runtime.redis_store import RedisStore
from pactwright.runtime.sqlite_store import SqliteStore
from pactwright.runtime.store import Claim, Standing, StateUnavailable, Store
from places import Place, redis_server

ARGS = (b"arguments",)


def claimed(
    store: Store,
    owner: str,
    *,
    now: float = 0.0,
    keys: tuple[str, ...] = ("k",),
    arguments: tuple[bytes, ...] = ARGS,
    lease: float = 600.0,
    expires: float = 100_000.0,
) -> Any:
    return store.claim(keys, arguments=arguments, owner=owner, now=now, lease=lease, expires=expires)


def case(work: Callable[[Store], Awaitable[None]]) -> Callable[[Place], None]:
    """A test of one store, on either kind."""

    def test(place: Place) -> None:
        async def run() -> None:
            await work(place.open())

        place.run(run())

    return test


@case
async def test_the_first_claim_wins(store: Store) -> None:
    assert await claimed(store, "a", now=5.0) == Claim(Standing.MINE, "k", 5.0)
    assert await claimed(store, "b", now=6.0) == Claim(Standing.BUSY, "k", 5.0)
    assert await claimed(store, "b", now=6.0, keys=("other",)) == Claim(Standing.MINE, "other", 6.0)


@case
async def test_a_result_is_given_out_for_the_window(store: Store) -> None:
    await claimed(store, "a")
    assert await store.finish("k", "a", b"\x00result\xff")
    for now in (0.0, 700.0, 99_999.0):
        assert await claimed(store, "b", now=now) == Claim(Standing.DONE, "k", 0.0, b"\x00result\xff")
    assert await claimed(store, "b", now=100_000.0) == Claim(Standing.MINE, "k", 100_000.0)


@case
async def test_other_arguments_are_refused_for_the_window(store: Store) -> None:
    await claimed(store, "a")
    for now in (0.0, 700.0):
        assert (await claimed(store, "b", arguments=(b"others",), now=now)).standing is Standing.REUSED
    await store.finish("k", "a", b"result")
    found = await claimed(store, "b", arguments=(b"others",))
    assert found == Claim(Standing.REUSED, "k", 0.0), "the result of other arguments is not given out"
    assert (await claimed(store, "b", arguments=(b"others",), now=100_000.0)).standing is Standing.MINE


@case
async def test_a_lease_lapses_and_its_holder_has_lost(store: Store) -> None:
    await claimed(store, "a", now=3.0)
    assert (await claimed(store, "b", now=602.5)).standing is Standing.BUSY
    assert await claimed(store, "b", now=603.0) == Claim(Standing.ORPHANED, "k", 3.0)
    assert (await claimed(store, "c", now=603.0)).standing is Standing.BUSY, "one finds out at a time"
    assert not await store.finish("k", "a", b"late")
    assert not await store.renew("k", "a", now=604.0, lease=600.0)
    assert not await store.free("k", "a")
    assert not await store.doubt("k", "a")
    assert await claimed(store, "c", now=1203.0) == Claim(Standing.ORPHANED, "k", 3.0)
    assert await store.finish("k", "c", b"result")
    assert (await claimed(store, "d", now=1203.0)).result == b"result"


@case
async def test_a_lease_is_renewed(store: Store) -> None:
    await claimed(store, "a")
    assert await store.renew("k", "a", now=500.0, lease=600.0)
    assert (await claimed(store, "b", now=1099.0)).standing is Standing.BUSY
    assert (await claimed(store, "b", now=1100.0)).standing is Standing.ORPHANED


@case
async def test_a_doubted_record_is_taken_over_at_once(store: Store) -> None:
    await claimed(store, "a", now=7.0)
    assert await store.doubt("k", "a")
    assert not await store.renew("k", "a", now=8.0, lease=600.0)
    assert await claimed(store, "b", now=8.0) == Claim(Standing.ORPHANED, "k", 7.0)
    assert await store.doubt("k", "b")
    assert await claimed(store, "c", now=9.0) == Claim(Standing.ORPHANED, "k", 7.0)


@case
async def test_a_freed_key_is_new(store: Store) -> None:
    await claimed(store, "a")
    assert not await store.free("k", "b")
    assert await store.free("k", "a")
    assert await claimed(store, "b", now=9.0, arguments=(b"mended",)) == Claim(Standing.MINE, "k", 9.0)


@case
async def test_a_result_stays(store: Store) -> None:
    await claimed(store, "a")
    await store.finish("k", "a", b"result")
    assert not await store.free("k", "a")
    assert not await store.doubt("k", "a")
    assert not await store.renew("k", "a", now=1.0, lease=600.0)
    assert (await claimed(store, "b")).result == b"result"


@case
async def test_requests_may_be_repeated(store: Store) -> None:
    # As when an answer of the store was lost and its client asked again.
    assert (await claimed(store, "a")).standing is (await claimed(store, "a")).standing is Standing.MINE
    await store.doubt("k", "a")
    assert (await claimed(store, "b")).standing is (await claimed(store, "b")).standing is Standing.ORPHANED
    assert await store.finish("k", "b", b"result")
    assert await store.finish("k", "b", b"result")


@case
async def test_records_are_found_under_older_names(store: Store) -> None:
    # The secrets were changed: what was filed under the old one is still found, by the digests of either.
    await claimed(store, "a", keys=("old",), arguments=(b"args by old",))
    found = await claimed(store, "b", keys=("new", "old"), arguments=(b"args by new", b"args by old"))
    assert found == Claim(Standing.BUSY, "old", 0.0)
    again = await claimed(store, "b", keys=("old", "new"), arguments=(b"args by old", b"args by new"), now=700.0)
    assert again == Claim(Standing.ORPHANED, "old", 0.0)
    assert (await claimed(store, "c", keys=("old", "new"), arguments=(b"x", b"y"))).standing is Standing.REUSED


@case
async def test_whoever_acts_is_waited_for_beyond_the_window(store: Store) -> None:
    # Somebody still acts when the window is over.
    await claimed(store, "a", expires=100.0)
    assert (await claimed(store, "b", now=500.0)).standing is Standing.BUSY
    assert (await claimed(store, "b", now=600.0)).standing is Standing.MINE


def test_one_of_many_claimants_wins(place: Place) -> None:
    async def race() -> list[Claim]:
        stores = [place.open() for _ in range(4)]
        claims = [claimed(stores[number % 4], f"owner {number}") for number in range(40)]
        return await asyncio.gather(*claims)

    standings = [claim.standing for claim in place.run(race())]
    assert sorted(standings) == [Standing.BUSY] * 39 + [Standing.MINE]


# --- against a model


@dataclass
class Model:
    """What a store does, in the plainest words."""

    records: dict[str, dict[str, Any]] = field(default_factory=dict)

    def claim(self, key: str, arguments: bytes, owner: str, now: float, lease: float, expires: float) -> Claim:
        found = self.records.get(key)
        if found is None or max(found["expires"], found["lease"]) <= now:
            self.records[key] = {
                "state": "pending", "args": arguments, "owner": owner, "lease": now + lease, "first": now,
                "expires": expires, "result": None,
            }  # fmt: skip
            return Claim(Standing.MINE, key, now)
        if found["args"] != arguments:
            return Claim(Standing.REUSED, key, found["first"])
        if found["state"] == "done":
            return Claim(Standing.DONE, key, found["first"], found["result"])
        if found["owner"] == owner and found["state"] == "pending":
            return Claim(Standing.MINE, key, found["first"])
        if found["owner"] != owner and found["lease"] > now:
            return Claim(Standing.BUSY, key, found["first"])
        found.update(state="unknown", owner=owner, lease=now + lease)
        return Claim(Standing.ORPHANED, key, found["first"])

    def change(self, what: str, key: str, owner: str, now: float, lease: float) -> bool:
        found = self.records.get(key)
        if found is None or found["owner"] != owner or (found["state"] == "done" and what != "finish"):
            return False
        match what:
            case "renew":
                found["lease"] = now + lease
            case "finish":
                found.update(state="done", lease=0.0, result=owner.encode())
            case "doubt":
                found.update(state="unknown", lease=0.0, owner="")
            case "free":
                del self.records[key]
        return True


# Redis removes what has run out by its own clock: the steps are far longer than the test takes.
times = st.integers(0, 6).map(lambda number: number * 1000.0)
steps = st.lists(
    st.tuples(
        st.sampled_from(["claim", "claim", "claim", "renew", "finish", "doubt", "free"]),
        st.sampled_from(["x", "y"]),
        st.sampled_from([b"one", b"one", b"two"]),
        st.sampled_from(["a", "b", "c"]),
        times,
        times.map(lambda lease: lease + 1000.0),
        times.map(lambda window: window + 1000.0),
    ),
    max_size=25,
)


@given(steps)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_store_does_what_the_model_does(place: Place, steps: list[Any]) -> None:
    async def compare() -> None:
        store, model, now = shared(place), Model(), 0.0
        prefix = uuid.uuid4().hex
        for what, name, arguments, owner, step, lease, window in steps:
            # Time goes on, and now and then stands still.
            now += step
            key = prefix + name
            if what == "claim":
                found = await store.claim(
                    [key], arguments=[arguments], owner=owner, now=now, lease=lease, expires=now + window
                )
                assert found == model.claim(key, arguments, owner, now, lease, now + window)
                continue
            if (
                max((model.records.get(key) or {"expires": 0, "lease": 0})[part] for part in ("expires", "lease"))
                <= now
            ):
                # When exactly a record that counts as none is removed is up to the store.
                continue
            match what:
                case "renew":
                    found = await store.renew(key, owner, now=now, lease=lease)
                case "finish":
                    found = await store.finish(key, owner, owner.encode())
                case "doubt":
                    found = await store.doubt(key, owner)
                case _:
                    found = await store.free(key, owner)
            assert found == model.change(what, key, owner, now, lease)

    place.run(compare())


def shared(place: Place) -> Store:
    """One store for all examples of a test."""
    if not hasattr(place, "store"):
        place.store = place.open()
    return place.store


# --- SQLite


def rows(path: Path) -> int:
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT count(*) FROM idempotency").fetchone()[0]


def test_records_that_ran_out_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_store, "SWEEP", 4)
    path = tmp_path / "folder" / "records"

    async def use() -> None:
        store = SqliteStore(path)
        for number in range(10):
            await claimed(store, "a", keys=(f"k{number}",), expires=10.0, lease=1.0)
        assert rows(path) == 10
        for number in range(4):
            await claimed(store, "a", keys=(f"n{number}",), now=20.0)
        assert rows(path) == 4
        await store.close()

    asyncio.run(use())


def test_the_files_are_for_their_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "records"

    async def use() -> None:
        store = SqliteStore(path)
        await claimed(store, "a")
        files = list(path.parent.iterdir())
        assert len(files) == 3
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
        await store.close()
        await store.close()

    before = os.umask(0)
    try:
        asyncio.run(use())
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def reason(make: Callable[[], Store]) -> str:
    """Why a claim in a store cannot be made."""

    async def use() -> None:
        store = make()
        try:
            await claimed(store, "a")
        finally:
            await store.close()

    with pytest.raises(StateUnavailable) as raised:
        asyncio.run(use())
    return raised.value.reason


def failure_of(path: Path) -> str:
    """Why a claim in the file cannot be made."""
    told = reason(lambda: SqliteStore(path))
    assert str(path.parent) not in told
    return told


def test_a_damaged_file_is_said_to_be_damaged(tmp_path: Path) -> None:
    path = tmp_path / "records"
    path.write_bytes(b"not a database, " * 400)
    assert failure_of(path) == "The state file is damaged."

    async def fill() -> None:
        store = SqliteStore(tmp_path / "full")
        for number in range(300):
            await claimed(store, "a", keys=(f"k{number}",), arguments=(b"x" * 100,))
        await store.close()

    asyncio.run(fill())
    whole = (tmp_path / "full").read_bytes()
    (tmp_path / "full").write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])
    assert failure_of(tmp_path / "full") == "The state file is damaged."


def test_a_place_that_cannot_be_written_is_said_to_be_closed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert failure_of(tmp_path / "file" / "records") == "The state file cannot be opened."
    assert failure_of(tmp_path) == "The state file cannot be opened."


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "records"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert failure_of(path) == "The state file was made by a newer version of this server."


def test_a_file_that_stays_locked_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_store, "BUSY_SECONDS", 0.2)
    path = tmp_path / "records"
    asyncio.run(_nothing(path))
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        assert failure_of(path) == "The state file is locked by another process."


def test_a_file_that_others_set_up_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "records"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    other.execute("CREATE TABLE another (a)")
    end = threading.Timer(0.3, other.rollback)
    end.start()
    asyncio.run(_nothing(path))
    end.join()
    other.close()


def test_a_failure_in_the_middle_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "records"

    async def use() -> None:
        store = SqliteStore(path)
        await claimed(store, "a")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("ALTER TABLE idempotency RENAME TO elsewhere")
            with pytest.raises(StateUnavailable):
                await claimed(store, "b")
            other.execute("ALTER TABLE elsewhere RENAME TO idempotency")
        assert (await claimed(store, "b")).standing is Standing.BUSY
        await store.close()

    asyncio.run(use())


async def _nothing(path: Path) -> None:
    store = SqliteStore(path)
    await store.free("k", "a")
    await store.close()


FULL = """
import asyncio, resource, sys
from pathlib import Path
from pactwright.runtime.sqlite_store import SqliteStore
from pactwright.runtime.store import StateUnavailable

async def use():
    store = SqliteStore(Path(sys.argv[1]))
    async def one(number):
        return await store.claim([f"k{number}"], arguments=[b"x" * 5000], owner="a", now=0.0, lease=9.0, expires=9.0)
    await one(0)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    try:
        for number in range(1, 200):
            await one(number)
    except StateUnavailable as failure:
        print(number > 1, failure.reason)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print((await one(number)).standing)
    await store.close()

asyncio.run(use())
"""


def test_a_full_disk_is_an_error_until_there_is_room(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "records")], capture_output=True, text=True, check=True
    )
    first, second = done.stdout.splitlines()
    assert first in ("True The state file is full.", "True The state file cannot be read or written.")
    assert second == "mine"


def test_a_mended_file_is_used_again(tmp_path: Path) -> None:
    path = tmp_path / "records"

    async def use() -> None:
        store = SqliteStore(path)
        path.write_bytes(b"not a database, " * 400)
        with pytest.raises(StateUnavailable):
            await claimed(store, "a")
        path.unlink()
        assert (await claimed(store, "a")).standing is Standing.MINE
        await store.close()
        with pytest.raises(StateUnavailable):
            await claimed(store, "a")

    asyncio.run(use())


def test_a_cancelled_claim_leaves_the_store_usable(place: Place) -> None:
    async def use() -> None:
        store = place.open()
        for number in range(20):
            task = asyncio.create_task(claimed(store, f"owner {number}"))
            await asyncio.sleep(0.0005 * (number % 5))
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        assert (await claimed(store, "a", keys=("another",))).standing is Standing.MINE

    place.run(use())


# --- Redis


def reason_of(url: str) -> str:
    """Why a claim in the database cannot be made."""
    return reason(lambda: RedisStore(url))


def test_a_database_that_cannot_be_reached_is_said_to_be_away() -> None:
    begun = time.monotonic()
    assert reason_of("redis://127.0.0.1:1/0") == "The state store cannot be reached."
    assert time.monotonic() - begun < 5.0


def test_an_address_with_impossible_options_is_not_shown() -> None:
    assert reason_of("redis://:secret@h/0?socket_timeout=x") == "The address of the state store cannot be used."


def test_a_silent_database_is_given_up(monkeypatch: pytest.MonkeyPatch, redis_port: int) -> None:
    monkeypatch.setattr(redis_store, "ANSWER_SECONDS", 0.2)

    async def use() -> None:
        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            store = RedisStore(f"redis://127.0.0.1:{port}/0")
            with pytest.raises(StateUnavailable) as raised:
                await claimed(store, "a")
            await store.close()
        assert raised.value.reason == "The state store cannot be reached."

    asyncio.run(use())


def test_a_full_or_locked_database_is_said_to_be_so(tmp_path: Path) -> None:
    server, port = redis_server(tmp_path, "--maxmemory", "1", "--requirepass", "secret-word")
    try:
        assert reason_of(f"redis://127.0.0.1:{port}/0") == "The state store refuses this server."
        assert reason_of(f"redis://:wrong@127.0.0.1:{port}/0") == "The state store refuses this server."
        assert reason_of(f"redis://:secret-word@127.0.0.1:{port}/0") == "The state store is full."
    finally:
        server.kill()
        server.wait()


def test_a_database_that_was_restarted_is_used_again(tmp_path: Path, redis_url: str) -> None:
    from redis.asyncio import Redis

    async def use() -> None:
        store = RedisStore(redis_url)
        await claimed(store, "a")
        other = Redis.from_url(redis_url)
        await other.script_flush()
        await other.client_kill_filter(_type="normal", skipme=True)
        assert (await claimed(store, "b")).standing is Standing.BUSY
        await other.aclose()
        await store.close()

    asyncio.run(use())


def test_what_ran_out_is_removed_by_the_database(redis_url: str) -> None:
    from redis.asyncio import Redis

    async def use() -> None:
        store, other = RedisStore(redis_url), Redis.from_url(redis_url)
        await claimed(store, "a", expires=2.0, lease=0.1)
        assert await store.finish("k", "a", b"result")
        assert await other.dbsize() == 1
        async with asyncio.timeout(60):
            while await other.dbsize():
                await asyncio.sleep(0.1)
        assert not await store.finish("k", "a", b"result")
        await other.aclose()
        await store.close()

    asyncio.run(use())


def test_what_is_held_beyond_the_window_is_kept_by_the_database(redis_url: str) -> None:
    async def use() -> None:
        store = RedisStore(redis_url)
        await claimed(store, "a", expires=0.05, lease=60.0)
        await asyncio.sleep(0.3)
        assert (await claimed(store, "b", now=1.0)).standing is Standing.BUSY
        assert await store.renew("k", "a", now=2.0, lease=60.0)
        assert await store.finish("k", "a", b"result")
        await store.close()

    asyncio.run(use())


@pytest.mark.parametrize("skew", [-3600.0, -30.0, 30.0, 3600.0])
def test_clocks_of_replicas_may_differ_by_more_than_a_lease(redis_url: str, skew: float) -> None:
    def skewed() -> float:
        return time.time() + skew

    async def use() -> None:
        right, wrong = RedisStore(redis_url), RedisStore(redis_url, clock=skewed)
        for first, second, clocks in ((right, wrong, (time.time, skewed)), (wrong, right, (skewed, time.time))):
            key = (f"k{clocks[0] is skewed}",)
            one, other = clocks[0](), clocks[1]()
            made = await claimed(first, "a", keys=key, now=one, lease=6.0, expires=one + 900)
            assert made.standing is Standing.MINE
            found = await claimed(second, "b", keys=key, now=other + 4, lease=6.0, expires=other + 900)
            assert found.standing is Standing.BUSY
            found = await claimed(second, "b", keys=key, now=other + 8, lease=6.0, expires=other + 900)
            assert found.standing is Standing.ORPHANED
            assert await second.finish(key[0], "b", b"x")
            assert (await claimed(first, "c", keys=key, now=one + 890)).standing is Standing.DONE
            assert (await claimed(first, "c", keys=key, now=one + 902, expires=one + 2000)).standing is Standing.MINE
        await right.close()
        await wrong.close()

    asyncio.run(use())
