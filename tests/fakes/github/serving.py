"""Listening on loopback, in a thread with an event loop of its own.

HTTP is uvicorn's: its protocol class does all the parsing. Only the listening is ours, for two reasons. Faults need the
transport below a request to end or reset its connection, which ASGI does not give: a subclass of the protocol passes it
on. And a port that refuses connections must be closed and opened again while the process lives, which uvicorn's server
never does. A proxy in front would also do, at the price of parsing HTTP twice to know which request it is spoiling.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from threading import Thread
from typing import Any, TypeVar, cast

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

HOST = "127.0.0.1"
PATIENCE = 10
T = TypeVar("T")
App = Callable[..., Awaitable[None]]
"""An ASGI application that gets the transport as `transport`."""


class Connection(H11Protocol):
    """A connection that tells the application its transport."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        self.app = cast(Any, partial(self.app, transport=transport))


class Listener:
    """One port, and the connections that came in through it."""

    def __init__(self, app: App, port: int) -> None:
        self._config = Config(
            app,
            log_config=None,
            interface="asgi3",
            ws="none",
            lifespan="off",
            # A middleware would not pass the transport on.
            proxy_headers=False,
            # A connection that ends by itself would look like a fault.
            timeout_keep_alive=3600,
        )
        self._config.load()
        self._state = ServerState()
        self._port = port
        self._server: asyncio.Server | None = None
        self._kept: socket.socket | None = None

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._port}"

    def _connection(self) -> Connection:
        return Connection(self._config, self._state, {})

    async def listen(self) -> None:
        """Accept connections, at the same port as before."""
        if self._server is not None:
            return
        sock, self._kept = self._kept or _bound(self._port), None
        self._port = sock.getsockname()[1]
        self._server = await asyncio.get_running_loop().create_server(self._connection, sock=sock)

    def close_door(self) -> None:
        """Accept nothing more; connections that are there go on. `listen` accepts again."""
        if self._server is not None:
            self._server.close()
            self._server = None
            self._kept = _bound(self._port)

    async def refuse(self) -> None:
        """Accept nothing more, and drop every connection. The port stays ours: bound, but not listening."""
        self.close_door()
        for connection in list(self._state.connections):
            connection.transport.abort()

    async def stop(self) -> None:
        await self.refuse()
        if self._kept is not None:
            self._kept.close()
        # Aborted connections end the requests that were waiting on them.
        while self._state.tasks:
            await asyncio.sleep(0.001)


def _bound(port: int) -> socket.socket:
    # asyncio switches off the waiting for more data only where the protocol is named.
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind((HOST, port))
    return sock


class LoopThread:
    """An event loop that runs beside the caller."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="fake-github", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the loop, and return what it returns."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()
