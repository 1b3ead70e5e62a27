"""The HTTP surface of a server: MCP at `/mcp`, two health endpoints, and who may reach what.

Host and Origin are checked first, then the bearer token, then the body size; only then is a request read. While the
process stops, calls in flight are finished and new ones are sent away.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from .bearer import Bearer, Denied, Guard
from .hosts import Hosts
from .logs import Log

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MCP_PATH = "/mcp"


class Site:
    """The ASGI application."""

    def __init__(self, manager: StreamableHTTPSessionManager, *, hosts: Hosts, guard: Guard | None, log: Log) -> None:
        self._manager = manager
        self._hosts = hosts
        self._guard = guard
        self._log = log
        self.in_flight = 0
        self.stopping = asyncio.Event()
        self._idle = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI scope."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)

    async def idle(self) -> None:
        """Wait until no request is in flight; streams that only wait for news do not count."""
        while self.in_flight:
            self._idle.clear()
            await self._idle.wait()

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        async with self._manager.run():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path == MCP_PATH:
            await self._mcp(scope, receive, send)
        elif path == "/healthz":
            await _json(send, 200, {"status": "ok"})
        elif path == "/readyz":
            await _json(send, *((503, {"status": "stopping"}) if self.stopping.is_set() else (200, {"status": "ok"})))
        elif self._guard is not None and path == self._guard.metadata_path:
            # Browsers read this from other origins; it holds nothing but public addresses.
            await _json(send, 200, self._guard.metadata, (b"access-control-allow-origin", b"*"))
        else:
            await _json(send, 404, {"error": "not_found"})

    async def _mcp(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        if not self._hosts.owns(headers.get(b"host")):
            await self._refused(send, 421, "foreign_host", "This server does not answer under this Host.")
        elif not self._hosts.trusts(headers.get(b"origin")):
            await self._refused(send, 403, "foreign_origin", "Pages of this Origin may not call this server.")
        elif self.stopping.is_set():
            await _json(send, 503, {"error": "stopping"}, (b"connection", b"close"), (b"retry-after", b"1"))
        elif await self._admitted(scope, headers.get(b"authorization"), send):
            await self._forward(scope, receive, send)

    async def _admitted(self, scope: Scope, authorization: str | None, send: Send) -> bool:
        if self._guard is None:
            return True
        match await self._guard.admit(authorization):
            case Denied() as denied:
                self._log.event("info", "denied", status=denied.status, error=denied.error)
                challenge = [] if denied.challenge is None else [(b"www-authenticate", denied.challenge.encode())]
                body = {"error": denied.error, "error_description": denied.description}
                await _json(send, denied.status, body, *challenge)
                return False
            case Bearer() as bearer:
                scope["user"] = _user(bearer, self._guard.resource)
                return True

    async def _forward(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "GET":
            # A stream that waits for news would hold up a stop: it ends with it.
            await self._manager.handle_request(scope, self._until_stopping(receive), send)
            return
        self.in_flight += 1
        try:
            await self._manager.handle_request(scope, receive, send)
        finally:
            self.in_flight -= 1
            if not self.in_flight:
                self._idle.set()

    def _until_stopping(self, receive: Receive) -> Receive:
        async def next_message() -> Message:
            arriving = asyncio.ensure_future(receive())
            stopping = asyncio.ensure_future(self.stopping.wait())
            try:
                await asyncio.wait((arriving, stopping), return_when=asyncio.FIRST_COMPLETED)
                return arriving.result() if arriving.done() else {"type": "http.disconnect"}
            finally:
                arriving.cancel()
                stopping.cancel()

        return next_message

    async def _refused(self, send: Send, status: int, error: str, description: str) -> None:
        self._log.event("warning", error, status=status)
        await _json(send, status, {"error": error, "error_description": description})


def _user(bearer: Bearer, resource: str) -> AuthenticatedUser:
    # The SDK binds a session to this identity: another caller cannot continue it.
    return AuthenticatedUser(
        AccessToken(
            token=bearer.token,
            client_id=bearer.client_id,
            scopes=list(bearer.scopes),
            expires_at=bearer.expires_at,
            resource=resource,
            subject=bearer.subject,
        )
    )


def _headers(scope: Scope) -> dict[bytes, str]:
    headers: dict[bytes, str] = {}
    for name, value in scope["headers"]:
        # A repeated header is not ours to choose from; joined, it matches nothing.
        text = value.decode("latin-1")
        headers[name] = f"{headers[name]}, {text}" if name in headers else text
    return headers


async def _json(send: Send, status: int, body: dict[str, Any], *headers: tuple[bytes, bytes]) -> None:
    data = json.dumps(body).encode()
    fixed = [(b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*fixed, *headers]})
    await send({"type": "http.response.body", "body": data})
