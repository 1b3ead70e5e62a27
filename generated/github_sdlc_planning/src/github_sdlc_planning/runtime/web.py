"""Streamable HTTP: the socket, the HTTP server and its stop.

On the first signal the process stops taking calls, finishes those in flight within a bound, then closes; a second
signal closes at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from types import FrameType
from typing import Any

import uvicorn
from mcp.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from .hosts import LOOPBACK, Hosts
from .options import Address, Options
from .process import Process
from .site import MCP_PATH, Site

EXIT_CONFIGURATION = 1

CLOSE_SECONDS = 2


def serve(server: Server[Any], process: Process, options: Options) -> None:
    """Serve until the process is told to stop. Exits with 1 when it cannot listen or its keys are misconfigured."""
    try:
        asyncio.run(_serve(server, process, options))
    except (OSError, ValueError) as failure:
        process.log.event("error", "cannot_serve", problem=_problem(failure))
        sys.exit(EXIT_CONFIGURATION)
    process.log.event("info", "stopped")


async def _serve(server: Server[Any], process: Process, options: Options) -> None:
    address = options.http or Address("127.0.0.1", 0)
    site = _site(server, process, options, address)
    listener = _listen(address)
    config = uvicorn.Config(
        site,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=CLOSE_SECONDS,
    )
    port = listener.getsockname()[1]
    shown = f"[{address.host}]" if ":" in address.host else address.host
    process.log.event(
        "info",
        "serving",
        transport="streamable-http",
        url=f"http://{shown}:{port}{MCP_PATH}",
        mock=process.mock,
        fingerprint=process.fingerprint,
    )
    await _Stoppable(config, site, grace_seconds=options.grace_seconds).serve(sockets=[listener])
    await process.close()


class _Stoppable(uvicorn.Server):
    """The HTTP server, stopping in two steps."""

    def __init__(self, config: uvicorn.Config, site: Site, *, grace_seconds: float) -> None:
        super().__init__(config)
        self._site = site
        self._grace = grace_seconds
        self._loop = asyncio.get_running_loop()
        self._stop: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take a signal; the server's own handling would cut streams that carry answers."""
        self._loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        if self._stop is not None:
            self.should_exit = self.force_exit = True
            return
        self._site.stopping.set()
        self._stop = self._loop.create_task(self._finish())

    async def _finish(self) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._site.idle(), self._grace)
        self.should_exit = True


def _site(server: Server[Any], process: Process, options: Options, address: Address) -> Site:
    http = process.contract.server.get("http", {})
    manager = StreamableHTTPSessionManager(
        app=server, json_response=options.json_response, max_request_body_size=process.body_bytes
    )
    guard = None
    if "authorization" in http:
        from .bearer import Guard
        from .keys import keys_from

        keys = keys_from(os.environ, issuer=http["authorization"]["issuer"])
        guard = Guard(http["authorization"], url=http.get("url"), keys=keys, log=process.log)
    elif address.host not in LOOPBACK:
        process.log.event("warning", "no_authorization", host=address.host)
    hosts = Hosts(address.host, url=http.get("url"), extra=options.allowed_hosts)
    return Site(manager, hosts=hosts, guard=guard, log=process.log)


def _listen(address: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    listener = socket.create_server((address.host, address.port), family=family, backlog=2048)
    # Connections inherit it. Head and body of an answer are two writes: without it the second one waits for the client
    # to acknowledge the first, which costs every call 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _problem(failure: Exception) -> str:
    # An OSError names the address, a ValueError an environment variable; neither holds a secret.
    return failure.strerror or "cannot listen" if isinstance(failure, OSError) else str(failure)
