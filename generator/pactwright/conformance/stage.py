"""Where checks meet a server: connections that are opened when first needed and kept, and what was learned over them.

A `Pool` owns every process and connection of a run; a `Stage` is one of its connections together with the contract,
which is all a check gets to see.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from .facts import Facts, Mode
from .outcome import Unreachable
from .samples import Samples
from .servers import HTTP, STDIO, Target
from .surfaces import summary_of
from .values import JsonObject, canonical
from .wire import Answer, Client, Era, HttpClient, ServerProcess, StdioClient

PAGES = 50

__all__ = ["HTTP", "STDIO", "Pool", "Stage"]


@dataclass(frozen=True, slots=True)
class _Key:
    transport: str
    era: Era
    flags: tuple[str, ...]


class Stage:
    """One connection to a server under test."""

    def __init__(self, pool: Pool, key: _Key) -> None:
        self._pool = pool
        self._key = key
        self._known: dict[str, list[JsonObject]] = {}
        self._answers: dict[tuple[str, str], Answer] = {}

    @property
    def facts(self) -> Facts:
        """Return the contract."""
        return self._pool.facts

    @property
    def samples(self) -> Samples:
        """Return the source of valid arguments."""
        return self._pool.samples

    @property
    def era(self) -> Era:
        """Return the era this connection speaks."""
        return self._key.era

    @property
    def transport(self) -> str:
        """Return the name of the transport."""
        return self._key.transport

    @property
    def target(self) -> Target:
        """Return what is under test."""
        return self._pool.target

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

    def listing(self, method: str, member: str) -> list[JsonObject]:
        """Return all items of a list method, asked for once and kept."""
        if method not in self._known:
            self._known[method] = list(pages(self.client, method, member))
        return self._known[method]

    def called(self, tool: str, arguments: JsonObject) -> Answer:
        """Return the answer of a tool call, made once and kept. Raises Unreachable for writes a run does not allow."""
        known = self.facts.tool(tool)
        if known is not None and known.writes and not (self.target.examples or self.target.writes):
            raise Unreachable(f"{tool} writes, and this run only reads")
        return self._once("tools/call", {"name": tool, "arguments": arguments})

    def read(self, uri: str) -> Answer:
        """Return the answer to reading a resource, read once and kept."""
        return self._once("resources/read", {"uri": uri})

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
    def unconnected(self, era: Era) -> Iterator[Client]:
        """Open a connection on which nothing was said yet, for a client of any era, and close it again."""
        client = self._pool.connection(_Key(self.transport, era, self._key.flags))
        try:
            yield client
        finally:
            client.close()

    def _once(self, method: str, params: JsonObject) -> Answer:
        key = (method, canonical(params))
        if key not in self._answers:
            self._answers[key] = self.client.ask(method, params)
        return self._answers[key]

    @contextmanager
    def fresh(self) -> Iterator[Client]:
        """Open a connection of its own, on stdio to a process of its own, and close it again."""
        client = self._pool.open(self._key)
        try:
            yield client
        finally:
            client.close()


def pages(client: Client, method: str, member: str) -> Iterator[JsonObject]:
    """Yield the items of every page of a list method. Raises Unreachable when the pages do not end."""
    cursor: str | None = None
    for _ in range(PAGES):
        result = client.ask(method, {"cursor": cursor} if cursor else {}).result
        yield from result.get(member, ())
        cursor = result.get("nextCursor")
        if cursor is None:
            return
    raise Unreachable(f"{method} does not end after {PAGES} pages")


@dataclass(slots=True)
class Pool:
    """The connections of one run over a contract and a target."""

    facts: Facts
    target: Target
    _clients: dict[_Key, Client] = field(default_factory=dict)
    _stages: dict[_Key, Stage] = field(default_factory=dict)
    _servers: dict[tuple[str, ...], ServerProcess] = field(default_factory=dict)
    _addresses: dict[tuple[str, ...], str] = field(default_factory=dict)
    _samples: list[Samples] = field(default_factory=list)

    @property
    def samples(self) -> Samples:
        """Return the source of valid arguments."""
        if not self._samples:
            self._samples.append(Samples(self.facts))
        return self._samples[0]

    def stage(self, transport: str, era: Era, flags: tuple[str, ...] = ()) -> Stage:
        """Return the stage for a transport, an era and start flags."""
        key = _Key(transport, era, flags)
        if key not in self._stages:
            self._stages[key] = Stage(self, key)
        return self._stages[key]

    def client(self, key: _Key) -> Client:
        """Return the open connection of a stage, opening it when there is none that works."""
        client = self._clients.get(key)
        if client is not None and not client.alive:
            client.close()
            client = None
        if client is None:
            client = self._clients[key] = self.open(key)
        return client

    def open(self, key: _Key) -> Client:
        """Open a connection. Raises Broken when the server does not come up, Unreachable without such a transport."""
        client = self.connection(key)
        try:
            client.connect()
        except BaseException:
            client.close()
            raise
        client.schemas.update({tool.name: tool.input for tool in self.facts.tools})
        return client

    def address(self, flags: tuple[str, ...]) -> str:
        """Return the URL of the HTTP server with these flags, started when first needed or when it has ended."""
        server = self._servers.get(flags)
        if server is not None and not server.running:
            server.stop()
            del self._addresses[flags]
        if flags not in self._addresses:
            self._addresses[flags], server = self.target.serve_http(flags)
            if server is not None:
                self._servers[flags] = server
        return self._addresses[flags]

    def close(self) -> None:
        """Close every connection and end every process this pool started."""
        for client in self._clients.values():
            client.close()
        for server in self._servers.values():
            server.interrupt()
        for server in self._servers.values():
            server.stop()
        self._clients.clear()
        self._servers.clear()
        self._addresses.clear()

    def connection(self, key: _Key) -> Client:
        """Make a connection on which nothing was said yet. Raises Broken, Unreachable."""
        if key.transport == STDIO:
            return StdioClient(key.era, self.target.start_stdio(key.flags))
        return HttpClient(key.era, self.address(key.flags), token=self.target.token)
