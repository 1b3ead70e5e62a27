"""Calls with one idempotency key act once, whatever becomes of them."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import anyio
import pytest
from pactwright.runtime import idempotency
from pactwright.runtime.calls import Call
from pactwright.runtime.envelope import ToolError
from pactwright.runtime.idempotency import Idempotency, KeyReused, KeyUnsettled
from pactwright.runtime.logs import Log
from pactwright.runtime.sealing import Keys
from pactwright.runtime.sqlite_store import SqliteStore
from pactwright.runtime.store import StateUnavailable, Store
from places import Place

OLD, NEW = "old-" * 8, "new-" * 8
DAY = 86_400_000


class Clock:
    """The time, and what tests add to it."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


class Service:
    """What is acted upon: counts, and fails as it is told."""

    def __init__(self) -> None:
        self.acts = 0
        self.asked: list[float] = []
        self.failure: BaseException | None = None
        self.takes = 0.0
        self.begun = asyncio.Event()
        self.may_end = asyncio.Event()
        self.may_end.set()
        self.found: Callable[[], Any] = lambda: {"number": self.acts} if self.acts else None

    async def act(self) -> Any:
        self.acts += 1
        self.begun.set()
        await anyio.sleep(self.takes)
        await self.may_end.wait()
        if self.failure is not None:
            raise self.failure
        return {"number": self.acts}

    async def find(self, first_started: float) -> Any:
        self.asked.append(first_started)
        return self.found()


class Server:
    """A server with one tool that acts on a service."""

    def __init__(
        self, store: Store, service: Service | None = None, keys: list[str] | None = None, name: str = "demo"
    ) -> None:
        self.clock = Clock()
        self.service = service or Service()
        self.lines = io.StringIO()
        log = Log("info", self.lines)
        self.idempotency = Idempotency(store, Keys(keys or [NEW]), server=name, log=log, clock=self.clock)

    @property
    def events(self) -> list[str]:
        """What was logged."""
        return [json.loads(line)["event"] for line in self.lines.getvalue().splitlines()]

    async def once(self, **other: Any) -> Any:
        call = other.pop("call", None) or Call(tool="create", args={}, principal=other.pop("principal", "ada"))
        given = {
            "tool": "create",
            "key": "k",
            "scope": {"repo": "octo/hello"},
            "arguments": {"title": "Crash", "labels": []},
            "window_ms": DAY,
            "act": self.service.act,
            "find": self.service.find,
        }
        return await self.idempotency.once(call, **(given | other))


def error(*, unknown: bool = False, completed: Any = None) -> ToolError:
    """A failure of a tool."""
    failure = ToolError(code="failed", message="It failed.", completed=completed)
    failure.unknown = unknown
    return failure


def case(work: Callable[[Server], Any]) -> Callable[[Place], None]:
    """A test of one server, on either kind of store."""

    def test(place: Place) -> None:
        async def run() -> None:
            await work(Server(place.open()))

        place.run(run())

    return test


@case
async def test_a_repeated_call_gives_the_first_result(server: Server) -> None:
    assert [await server.once() for _ in range(3)] == [{"number": 1}] * 3
    assert server.service.acts == 1
    assert server.service.asked == []


@case
async def test_the_window_ends(server: Server) -> None:
    await server.once()
    server.clock.ahead = DAY / 1000 - 5
    assert await server.once() == {"number": 1}
    server.clock.ahead = DAY / 1000 + 5
    assert await server.once() == {"number": 2}


@case
async def test_a_key_stands_for_its_arguments(server: Server) -> None:
    await server.once()
    with pytest.raises(KeyReused):
        await server.once(arguments={"title": "Other", "labels": []})
    assert await server.once(arguments={"labels": [], "title": "Crash"}) == {"number": 1}
    assert server.service.acts == 1


@pytest.mark.parametrize(
    "other", [{"principal": "eve"}, {"tool": "comment"}, {"scope": {"repo": "octo/other"}}, {"key": "K"}]
)
def test_a_key_is_known_per_caller_tool_and_scope(place: Place, other: dict[str, Any]) -> None:
    async def run() -> None:
        server = Server(place.open())
        await server.once()
        assert await server.once(**other) == {"number": 2}

    place.run(run())


def test_a_key_is_known_per_server(place: Place) -> None:
    async def run() -> None:
        store, service = place.open(), Service()
        one, other = Server(store, service), Server(store, service, name="other")
        assert [await one.once(), await other.once(), await one.once()] == [{"number": 1}, {"number": 2}, {"number": 1}]

    place.run(run())


@case
async def test_calls_at_once_act_once(server: Server) -> None:
    server.service.takes = 0.2
    assert await asyncio.gather(*(server.once() for _ in range(20))) == [{"number": 1}] * 20


@case
async def test_a_refused_call_frees_its_key(server: Server) -> None:
    server.service.failure = error()
    for _ in range(2):
        with pytest.raises(ToolError):
            await server.once()
    server.service.failure = None
    assert await server.once(arguments={"title": "Mended"}) == {"number": 3}
    assert server.service.asked == []


@case
async def test_each_of_many_refused_calls_gets_its_own_refusal(server: Server) -> None:
    server.service.failure = error()
    ends = await asyncio.gather(*(server.once() for _ in range(5)), return_exceptions=True)
    assert all(isinstance(end, ToolError) for end in ends)


@pytest.mark.parametrize(
    "failure",
    [error(unknown=True), error(completed=["half of it"]), ValueError("a fault of ours"), KeyboardInterrupt()],
)
def test_an_unknown_outcome_is_found_out_before_acting(place: Place, failure: BaseException) -> None:
    async def run() -> None:
        server = Server(place.open())
        before = time.time()
        server.service.failure = failure
        with pytest.raises(type(failure)):
            await server.once()
        between = time.time()
        server.service.failure = None
        call = Call(tool="create", args={}, principal="ada")
        assert await server.once(call=call) == {"number": 1}
        assert server.service.acts == 1
        (asked,) = server.service.asked
        assert before - 60 <= asked <= between - 60
        assert call.first_started == pytest.approx(asked + 60)
        with pytest.raises(KeyReused):
            await server.once(arguments={"title": "Other"})
        assert await server.once() == {"number": 1}
        assert len(server.service.asked) == 1

    if isinstance(failure, KeyboardInterrupt):
        # asyncio lets it through, past everything: our part of it must have been done by then.
        failure = type("Interrupted", (BaseException,), {})()
    place.run(run())


@case
async def test_what_did_not_take_effect_is_done_again(server: Server) -> None:
    server.service.failure = error(unknown=True)
    with pytest.raises(ToolError):
        await server.once()
    server.service.found, server.service.failure = lambda: None, None
    assert await server.once() == {"number": 2}
    assert await server.once() == {"number": 2}


@case
async def test_a_call_whose_later_part_was_refused_is_not_repeated(server: Server) -> None:
    call = Call(tool="create", args={}, principal="ada")

    async def act() -> Any:
        call.completed.append("The issue was created.")
        raise error()

    with pytest.raises(ToolError):
        await server.once(call=call, act=act)
    server.service.found = lambda: {"number": 99}
    assert await server.once() == {"number": 99}


@case
async def test_a_refusal_does_not_hide_a_doubt(server: Server) -> None:
    call = Call(tool="create", args={}, principal="ada")

    async def act() -> Any:
        call.doubts.append(error(unknown=True))
        raise error()

    with pytest.raises(ToolError):
        await server.once(call=call, act=act)
    server.service.found = lambda: {"number": 99}
    assert await server.once() == {"number": 99}


@case
async def test_a_search_that_fails_leaves_the_outcome_unknown(server: Server) -> None:
    server.service.failure = error(unknown=True)
    with pytest.raises(ToolError):
        await server.once()

    def fails() -> Any:
        raise error()

    found, server.service.found = server.service.found, fails
    with pytest.raises(ToolError):
        await server.once()
    server.service.found = found
    assert await server.once() == {"number": 1}
    first, second = server.service.asked
    assert first == second


@case
async def test_without_a_search_an_unknown_outcome_stays_unknown(server: Server) -> None:
    server.service.failure = error(unknown=True)
    with pytest.raises(ToolError):
        await server.once(find=None)
    for _ in range(2):
        with pytest.raises(KeyUnsettled):
            await server.once(find=None)
    assert server.service.acts == 1


@case
async def test_those_who_wait_find_out_when_the_actor_does_not_know(server: Server) -> None:
    server.service.failure, server.service.takes = error(unknown=True), 0.1
    ends = await asyncio.gather(*(server.once() for _ in range(10)), return_exceptions=True)
    assert sum(isinstance(end, ToolError) for end in ends) == 1
    assert [end for end in ends if not isinstance(end, ToolError)] == [{"number": 1}] * 9
    assert server.service.acts == len(server.service.asked) == 1


@case
async def test_a_cancelled_call_counts_as_unknown_at_once(server: Server) -> None:
    server.service.takes = 60.0
    with anyio.move_on_after(0.1):
        await server.once()
    server.service.takes = 0.0
    with anyio.fail_after(idempotency.LEASE_SECONDS / 2):
        assert await server.once() == {"number": 1}
    assert len(server.service.asked) == 1


def test_a_call_that_is_cancelled_while_it_claims_lets_go(place: Place) -> None:
    class Slow(Broken):
        async def claim(self, *args: Any, **more: Any) -> Any:
            found = await self._store.claim(*args, **more)
            await anyio.sleep(0.2)
            return found

    async def run() -> None:
        store = place.open()
        server = Server(Slow(store))
        with anyio.move_on_after(0.1):
            await server.once()
        with anyio.fail_after(idempotency.LEASE_SECONDS / 2):
            assert await Server(store, server.service).once() == {"number": 1}

    place.run(run())


@case
async def test_a_call_that_waits_can_be_cancelled(server: Server) -> None:
    server.service.may_end.clear()
    acting = asyncio.create_task(server.once())
    await server.service.begun.wait()
    with anyio.move_on_after(0.1) as scope:
        await server.once()
    assert scope.cancelled_caught
    server.service.may_end.set()
    assert await acting == {"number": 1}


def test_a_lease_is_kept_as_long_as_the_call_takes(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "LEASE_SECONDS", 1.5)
    monkeypatch.setattr(idempotency, "RENEW_SECONDS", 0.2)

    async def run() -> None:
        one = Server(place.open())
        other = Server(place.open(), one.service)
        one.service.takes = 2.5
        assert await asyncio.gather(one.once(), other.once()) == [{"number": 1}] * 2
        assert one.service.asked == []

    place.run(run())


def test_who_lost_its_lease_changes_nothing(place: Place) -> None:
    async def run() -> None:
        one = Server(place.open())
        other = Server(place.open(), one.service)
        other.clock.ahead = 10.0
        one.service.may_end.clear()
        one.service.found = lambda: {"number": 50}
        acting = asyncio.create_task(one.once())
        await one.service.begun.wait()
        assert await other.once() == {"number": 50}
        one.service.may_end.set()
        assert await acting == {"number": 1}
        assert "idempotency_not_recorded" in one.events
        assert await other.once() == {"number": 50}

    place.run(run())


def test_keys_are_changed_without_forgetting(place: Place) -> None:
    async def run() -> None:
        store = place.open()
        service = Service()
        before, during, changed = (Server(store, service, keys) for keys in ([OLD], [OLD, NEW], [NEW, OLD]))
        assert await before.once() == {"number": 1}
        assert await during.once() == await changed.once() == {"number": 1}
        service.takes = 0.1
        ends = await asyncio.gather(*(server.once(key="new") for server in (during, changed) for _ in range(5)))
        assert ends == [{"number": 2}] * 10
        with pytest.raises(KeyReused):
            await changed.once(arguments={})

    place.run(run())


def test_a_result_that_cannot_be_read_is_looked_for(place: Place) -> None:
    async def run() -> None:
        store = place.open()
        service = Service()
        # Filed by the old secret, sealed with the new one, read when that was taken back.
        during, changed, back = (Server(store, service, keys) for keys in ([OLD, NEW], [NEW, OLD], [OLD]))
        service.failure = error(unknown=True)
        with pytest.raises(ToolError):
            await during.once()
        service.failure = None
        assert await changed.once() == {"number": 1}
        assert await back.once() == {"number": 1}
        assert "idempotency_result_unreadable" in back.events
        with pytest.raises(KeyUnsettled):
            await back.once(find=None)
        service.found = lambda: None
        with pytest.raises(KeyUnsettled):
            await back.once()
        assert service.acts == 1

    place.run(run())


def test_a_result_that_was_put_elsewhere_is_not_given_out(tmp_path: Path) -> None:
    path = tmp_path / "records"

    async def run() -> None:
        store = SqliteStore(path)
        server = Server(store)
        await server.once(key="a")
        await server.once(key="b")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("UPDATE idempotency SET result = (SELECT min(result) FROM idempotency)")
        calls = [server.once(key=key, find=None) for key in "ab"]
        ends = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(isinstance(end, KeyUnsettled) for end in ends) == 1
        await store.close()

    asyncio.run(run())


# --- when the store fails


class Broken:
    """A store some of whose methods fail."""

    def __init__(self, store: Store, *names: str, failure: Exception | None = None) -> None:
        self._store = store
        self.names = set(names)
        self.failure = failure or StateUnavailable("The state file is full.")

    def __getattr__(self, name: str) -> Any:
        return self._fail if name in self.names else getattr(self._store, name)

    async def _fail(self, *_: Any, **__: Any) -> Any:
        raise self.failure


def test_without_a_store_nothing_is_done(place: Place) -> None:
    async def run() -> None:
        server = Server(Broken(place.open(), "claim"))
        with pytest.raises(StateUnavailable):
            await server.once()
        assert server.service.acts == 0

    place.run(run())


def test_a_store_that_does_not_answer_is_given_up(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "CLAIM_SECONDS", 0.1)

    class Silent:
        async def claim(self, *_: Any, **__: Any) -> Any:
            await anyio.sleep_forever()

    async def run() -> None:
        server = Server(Silent())
        with pytest.raises(StateUnavailable):
            await server.once()
        assert server.service.acts == 0

    place.run(run())


@pytest.mark.parametrize("failure", [StateUnavailable("The state file is full."), RuntimeError("closed")])
def test_a_store_that_fails_afterwards_does_not_take_the_result_away(
    place: Place, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    monkeypatch.setattr(idempotency, "LEASE_SECONDS", 0.3)
    monkeypatch.setattr(idempotency, "RENEW_SECONDS", 0.1)

    async def run() -> None:
        broken = Broken(place.open(), "finish", "renew", failure=failure)
        server = Server(broken)
        server.service.takes = 0.25
        assert await server.once() == {"number": 1}
        assert server.events.count("state_unavailable") >= 2
        assert "idempotency_not_recorded" in server.events
        broken.names.clear()
        # It lapsed into not known, and is found.
        assert await server.once() == {"number": 1}
        assert server.service.acts == 1
        assert len(server.service.asked) == 1

    place.run(run())


@pytest.mark.parametrize("failure", [error(), error(unknown=True), ValueError("x")])
def test_a_store_that_fails_afterwards_does_not_change_the_error(place: Place, failure: Exception) -> None:
    async def run() -> None:
        server = Server(Broken(place.open(), "free", "doubt"))
        server.service.failure = failure
        with pytest.raises(type(failure)):
            await server.once()
        assert "The state file" not in server.lines.getvalue()

    place.run(run())


def test_a_result_that_is_not_json_is_still_given(place: Place) -> None:
    async def run() -> None:
        server = Server(place.open())

        async def act() -> Any:
            return {"odd": object()}

        assert "odd" in await server.once(act=act)
        assert "idempotency_not_recorded" in server.events

    place.run(run())
