"""The connections of a run: opened when first needed, kept, opened anew when broken, and closed at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .facts import Facts
from .live.running import Live
from .samples import Samples
from .servers import STDIO, Target
from .stage import Key, Stage
from .subjects import samples_of
from .wire import Client, Era, HttpClient, ServerProcess, StdioClient, era_of


@dataclass(slots=True)
class Pool:
    """The connections of one run over a contract and a target."""

    facts: Facts
    target: Target
    _clients: dict[Key, Client] = field(default_factory=dict)
    _stages: dict[Key, Stage] = field(default_factory=dict)
    _servers: dict[tuple[str, ...], ServerProcess] = field(default_factory=dict)
    _addresses: dict[tuple[str, ...], str] = field(default_factory=dict)
    _lives: list[Live] = field(default_factory=list)
    _others: list[Pool] = field(default_factory=list)

    @property
    def samples(self) -> Samples:
        """Return the source of valid arguments."""
        return samples_of(self.facts)

    @property
    def live(self) -> Live:
        """Return upstreams that are played, and the servers that ask them."""
        if not self._lives:
            self._lives.append(Live(self.facts, self.target, self._another))
        return self._lives[0]

    def _another(self, target: Target) -> Callable[[], Client]:
        """Return how to reach another server of the same contract, over a transport it has."""
        pool = Pool(self.facts, target)
        self._others.append(pool)
        transport = STDIO if STDIO in self.facts.transports else self.facts.transports[0]
        key = Key(transport, era_of(self.facts.revisions[0]), ())
        return lambda: pool.client(key)

    def stage(self, transport: str, era: Era, flags: tuple[str, ...] = ()) -> Stage:
        """Return the stage for a transport, an era and start flags."""
        key = Key(transport, era, flags)
        if key not in self._stages:
            self._stages[key] = Stage(self, key)
        return self._stages[key]

    def client(self, key: Key) -> Client:
        """Return the open connection of a stage, opening it when there is none that works."""
        client = self._clients.get(key)
        if client is not None and not (client.alive and self._is_up(key)):
            client.close()
            client = None
        if client is None:
            client = self._clients[key] = self.open(key)
        return client

    def _is_up(self, key: Key) -> bool:
        server = self._servers.get(key.flags)
        return key.transport == STDIO or server is None or server.running

    def open(self, key: Key) -> Client:
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
        for other in self._others:
            other.close()
        for live in self._lives:
            live.close()
        self._others.clear()
        self._lives.clear()

    def connection(self, key: Key) -> Client:
        """Make a connection on which nothing was said yet. Raises Broken, Unreachable."""
        if key.transport == STDIO:
            return StdioClient(key.era, self.target.start_stdio(key.flags))
        return HttpClient(key.era, self.address(key.flags), token=self.target.token)
