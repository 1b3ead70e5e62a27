"""One connection to a server under test together with its contract: all a check gets to see.

What is learned over a connection is kept, so that many checks can look at one answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from .facts import Facts, Mode
from .live.running import Live
from .outcome import Unreachable
from .samples import Samples
from .servers import Target
from .surfaces import summary_of
from .values import JsonObject, canonical
from .wire import Answer, Client, Era, HttpClient

# A list that has not ended after this many pages does not end.
PAGES = 50

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Key:
    """What tells one connection of a run from another."""

    transport: str
    era: Era
    flags: tuple[str, ...]


class Connections(Protocol):
    """What a stage needs of the pool it belongs to."""

    @property
    def facts(self) -> Facts:
        """Return the contract."""

    @property
    def target(self) -> Target:
        """Return what is under test."""

    @property
    def samples(self) -> Samples:
        """Return the source of valid arguments."""

    @property
    def live(self) -> Live:
        """Return upstreams that are played, and the servers that ask them."""

    def stage(self, transport: str, era: Era, flags: tuple[str, ...] = ()) -> Stage:
        """Return another stage."""

    def client(self, key: Key) -> Client:
        """Return an open connection."""

    def open(self, key: Key) -> Client:
        """Open a connection of its own."""

    def connection(self, key: Key) -> Client:
        """Make a connection on which nothing was said yet."""


class Stage:
    """One connection to a server under test."""

    def __init__(self, pool: Connections, key: Key) -> None:
        self._pool = pool
        self._key = key
        self._known: dict[str, Any] = {}

    @property
    def facts(self) -> Facts:
        """Return the contract."""
        return self._pool.facts

    @property
    def samples(self) -> Samples:
        """Return the source of valid arguments."""
        return self._pool.samples

    @property
    def target(self) -> Target:
        """Return what is under test."""
        return self._pool.target

    @property
    def live(self) -> Live:
        """Return upstreams that are played, and the servers that ask them."""
        return self._pool.live

    @property
    def era(self) -> Era:
        """Return the era this connection speaks."""
        return self._key.era

    @property
    def transport(self) -> str:
        """Return the name of the transport."""
        return self._key.transport

    @property
    def client(self) -> Client:
        """Return the connection; one that broke is opened anew, so that one fault is not reported everywhere."""
        return self._pool.client(self._key)

    @property
    def http(self) -> HttpClient:
        """Return the connection of an HTTP stage."""
        client = self.client
        assert isinstance(client, HttpClient), "the check is declared for HTTP"
        return client

    def once(self, name: str, find: Callable[[Stage], Found]) -> Found:
        """Return what `find` finds out, found out once under `name` and kept."""
        if name not in self._known:
            self._known[name] = find(self)
        found: Found = self._known[name]
        return found

    def listing(self, method: str, member: str) -> list[JsonObject]:
        """Return all items of a list method, asked for once and kept."""
        return self.once(method, lambda stage: list(pages(stage.client, method, member)))

    def called(self, tool: str, arguments: JsonObject) -> Answer:
        """Return the answer of a tool call, made once and kept. Raises Unreachable for writes a run does not allow."""
        self.may_call(tool)
        return self._asked("tools/call", {"name": tool, "arguments": arguments})

    def may_call(self, tool: str) -> None:
        """Raise Unreachable when a call of `tool` could change something that this run must leave alone."""
        known = self.facts.tool(tool)
        if known is not None and known.writes and not (self.target.examples or self.target.writes):
            raise Unreachable(f"{tool} writes, and this run only reads")

    def read(self, uri: str) -> Answer:
        """Return the answer to reading a resource, read once and kept."""
        return self._asked("resources/read", {"uri": uri})

    def fingerprint(self) -> str | None:
        """Return the fingerprint the capability summary states, where the contract has a surface for it."""
        whole = summary_of(self)
        return None if whole is None else whole.get("server", {}).get("fingerprint")

    def in_mode(self, mode: Mode) -> Stage:
        """Return a stage on a server started in a mode. Raises Unreachable for servers this run does not start."""
        if not self.target.starts:
            raise Unreachable("the server is not started by this run, so no mode can be chosen")
        return self._pool.stage(self.transport, self.era, (*self._key.flags, mode.flag))

    @contextmanager
    def fresh(self) -> Iterator[Client]:
        """Open a connection of its own, on stdio to a process of its own, and close it again."""
        client = self._pool.open(self._key)
        try:
            yield client
        finally:
            client.close()

    @contextmanager
    def unconnected(self, era: Era) -> Iterator[Client]:
        """Make a connection on which nothing was said yet, for a client of any era, and close it again."""
        client = self._pool.connection(Key(self.transport, era, self._key.flags))
        try:
            yield client
        finally:
            client.close()

    def _asked(self, method: str, params: JsonObject) -> Answer:
        return self.once(f"{method} {canonical(params)}", lambda stage: stage.client.ask(method, params))


def pages(client: Client, method: str, member: str) -> Iterator[JsonObject]:
    """Yield the items of every page of a list method. Raises Unreachable when the pages do not end."""
    cursor: str | None = None
    for _ in range(PAGES):
        result = client.ask(method, {"cursor": cursor} if cursor else None).result
        yield from result.get(member, ())
        cursor = result.get("nextCursor")
        if not cursor:
            return
    raise Unreachable(f"{method} does not end after {PAGES} pages")
