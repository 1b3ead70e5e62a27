"""Upstreams on loopback: real HTTP services in threads of the test process, with a log of what was asked.

Connections are closed after each answer, so that every request of the server under test has to connect; a port stays
taken while its service takes no connections, so that nobody else answers there.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import BinaryIO
from urllib.parse import parse_qsl, urlsplit

from ..services import Operation, Upstream
from ..values import Json
from .apps import App, private_key
from .operators import Underivable
from .replies import Answered, Asked, Lost, Reply, Script, Unusable
from .requests import prefix_of
from .usual import Usual, text_of

UNAUTHORIZED = 401

_POLL_SECONDS = 0.02
_PATIENCE_SECONDS = 10.0


class Stand:
    """All upstreams of a contract, behaving as the script of the call at hand says."""

    def __init__(self, upstreams: Mapping[str, Upstream], usual: Usual, apps: Mapping[str, App]) -> None:
        self._usual = usual
        self._apps = apps
        self._script = Script()
        self._turn = threading.Lock()
        self.log: list[Asked] = []
        self._services = {name: _Service(upstream, self) for name, upstream in upstreams.items()}
        self._open()

    def origin(self, upstream: str) -> str:
        """Return scheme, host and port of a service."""
        return self._services[upstream].origin

    @contextmanager
    def playing(self, script: Script) -> Iterator[list[Asked]]:
        """Behave as `script` says, and give what is asked meanwhile."""
        with self._turn:
            self.log, self._script = [], script
            for app in self._apps.values():
                app.begin()
        if script.gone == 0:
            self._refuse()
        try:
            yield self.log
        finally:
            self._open()
            with self._turn:
                self._script = Script()

    def reply(self, asked: Asked, operations: tuple[Operation, ...]) -> Reply:
        """Take note of a request and return what is done with it; those about an app itself are noted apart."""
        app = self._apps.get(asked.upstream)
        with self._turn:
            mine = None if app is None else app.reply(asked, self._script.auth, time.time())
            if mine is not None:
                return mine
            asked = replace(asked, installation="" if app is None else app.installation_of(asked), at=time.monotonic())
            number = len(self.log)
            self.log.append(asked)
            script = self._script
        if script.gone == number + 1:
            self._refuse()
        planned = script.planned(number)
        if planned is not None:
            if app is not None and isinstance(planned, Answered) and planned.status == UNAUTHORIZED:
                app.revoke(asked)
            return planned
        fitting = [item for item in operations if item.matches(asked.method, asked.path, asked.body)]
        if not fitting:
            return Answered(501, {"message": "the contract declares no such operation"})
        try:
            return self._usual.reply(max(fitting, key=lambda item: item.fixed), asked, script)
        except (Underivable, ValueError) as reason:
            return Answered(501, {"message": str(reason)})

    def auth_asked(self) -> list[str]:
        """Return what apps asked for themselves while the last script was played."""
        return [what for app in self._apps.values() for what in app.asked]

    def secrets(self) -> list[str]:
        """Return the tokens that were given to apps, and a line of the key that they sign with."""
        return [text for app in self._apps.values() for text in (*app.tokens(), private_key().splitlines()[1])]

    def set_ahead(self, seconds: float) -> None:
        """Say by how much the clock of the server under test is ahead."""
        for app in self._apps.values():
            app.ahead = seconds

    def close(self) -> None:
        """Stop all services."""
        for service in self._services.values():
            service.close()

    def _open(self) -> None:
        for service in self._services.values():
            service.open()

    def _refuse(self) -> None:
        for service in self._services.values():
            service.refuse()


class _Service:
    """One upstream at one port."""

    def __init__(self, upstream: Upstream, stand: Stand) -> None:
        self._upstream = upstream
        self._stand = stand
        self._prefix = prefix_of(upstream)
        self._socket = _bound(0)
        self._port = self._socket.getsockname()[1]
        self._accepting: threading.Thread | None = None
        self._open = False

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def open(self) -> None:
        """Take connections."""
        if not self._open:
            self._socket.listen(64)
            self._socket.settimeout(_POLL_SECONDS)
            self._open = True
            self._accepting = threading.Thread(target=self._accept, daemon=True)
            self._accepting.start()

    def refuse(self) -> None:
        """Take no more connections: the port is bound but nobody listens, so that they are refused."""
        self.close()
        self._socket = _bound(self._port)

    def close(self) -> None:
        """Give up the port."""
        self._open = False
        if self._accepting is not None:
            self._accepting.join()
        self._socket.close()

    def _accept(self) -> None:
        while self._open:
            try:
                connection, _ = self._socket.accept()
            except TimeoutError:
                continue
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        connection.settimeout(_PATIENCE_SECONDS)
        with connection, suppress(OSError, ValueError):
            with connection.makefile("rb") as stream:
                asked = self._read(stream)
            reply = self._stand.reply(asked, self._upstream.operations)
            if isinstance(reply, Lost):
                if reply.reset:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return
            connection.sendall(_written(reply))
            connection.shutdown(socket.SHUT_WR)

    def _read(self, stream: BinaryIO) -> Asked:
        method, target, _ = stream.readline().decode("latin-1").split(" ", 2)
        headers: dict[str, str] = {}
        while line := stream.readline().decode("latin-1").strip():
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        content = stream.read(int(headers.get("content-length", 0)))
        parts = urlsplit(target)
        return Asked(
            upstream=self._upstream.name,
            method=method,
            path=parts.path.removeprefix(self._prefix),
            query=tuple(parse_qsl(parts.query, keep_blank_values=True)),
            body=_json(content),
            has_body=bool(content),
            headers=headers,
        )


def _bound(port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("127.0.0.1", port))
    return made


def _json(content: bytes) -> Json:
    try:
        return json.loads(content) if content else None
    except ValueError:
        return content.decode("latin-1")


def _written(reply: Answered | Unusable) -> bytes:
    if isinstance(reply, Unusable):
        content, length, kind, status, extra = reply.text.encode(), reply.length, reply.content_type, 200, {}
    else:
        content, kind, status, extra = text_of(reply).encode(), "application/json", reply.status, dict(reply.headers)
        length = len(content)
    headers = {"content-type": kind, "content-length": str(length), "connection": "close", **extra}
    if status == 204:
        del headers["content-length"]
    lines = [f"HTTP/1.1 {status} Played", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + content
