"""A service at the other end of requests, as bytes: it answers, or does what services do instead."""

from __future__ import annotations

import json
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

import anyio
from pactwright.runtime.catalogue import Catalogue
from pactwright.runtime.connections import Connection, Request
from pactwright.runtime.contract import parse
from pactwright.runtime.logs import Log
from pactwright.runtime.outcomes import Answer, Failed
from pactwright.runtime.process import Parts, Process, assemble
from pactwright.runtime.settings import Settings
from pactwright.runtime.tools import Completions, Prompts, Resources, Toolbox

TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ"
CREDENTIALS = {"Authorization": f"Bearer {TOKEN}"}


@dataclass(frozen=True)
class Asked:
    """A request as it arrived."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes
    connection: int
    at: float = field(default_factory=time.monotonic)

    @property
    def query(self) -> list[tuple[str, str]]:
        """The decoded query."""
        return parse_qsl(urlsplit(self.target).query, keep_blank_values=True)


@dataclass(frozen=True)
class Reply:
    """Bytes to send, and what becomes of the connection; with `every`, one byte in so many seconds."""

    data: bytes = b""
    then: Literal["keep", "close", "reset", "hang"] = "keep"
    every: float = 0.0


def answer(status: int, body: Any = b"", then: Literal["keep", "close"] = "keep", /, **headers: str) -> Reply:
    """A well-formed answer; what is not bytes is sent as JSON."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    given = {"Content-Length": str(len(content)), **{name.replace("_", "-"): value for name, value in headers.items()}}
    lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
    return Reply(f"HTTP/1.1 {status} Said\r\n{lines}\r\n".encode("latin-1") + content, then)


def in_turn(*replies: Reply) -> Callable[[Asked], Reply]:
    """One reply after the other; the last one from then on."""
    left = list(replies)
    lock = threading.Lock()

    def reply(asked: Asked) -> Reply:
        with lock:
            return left.pop(0) if len(left) > 1 else left[0]

    return reply


class Service:
    """Answers on a port of its own and remembers what it was asked."""

    def __init__(self, reply: Callable[[Asked], Reply], tls: ssl.SSLContext | None, greeting: bytes | None) -> None:
        self._reply = reply
        self._tls = tls
        self._greeting = greeting
        self._ended = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.asked: list[Asked] = []
        self.connections = 0
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        """Stop answering."""
        self._ended.set()
        # Wakes the thread that accepts, which closing alone does not.
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                self.connections += 1
                threading.Thread(target=self._serve, args=(connection, self.connections), daemon=True).start()

    def _serve(self, connection: socket.socket, number: int) -> None:
        with suppress(OSError), connection:
            if self._greeting is not None:
                connection.sendall(self._greeting)
                return
            if self._tls is not None:
                connection = self._tls.wrap_socket(connection, server_side=True)
            with connection:
                self._converse(connection, number)

    def _converse(self, connection: socket.socket, number: int) -> None:
        while (asked := _read(connection, number)) is not None:
            reply = self._reply(asked)
            self.asked.append(asked)
            for part in [reply.data[at : at + 1] for at in range(len(reply.data))] if reply.every else [reply.data]:
                connection.sendall(part)
                if reply.every and self._ended.wait(reply.every):
                    return
            if reply.then == "hang":
                self._ended.wait(60)
            if reply.then == "reset":
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if reply.then != "keep":
                return


@contextmanager
def service(
    *replies: Reply | Callable[[Asked], Reply], tls: ssl.SSLContext | None = None, greeting: bytes | None = None
) -> Iterator[Service]:
    """A service for the length of a block, with replies in turn or a function that gives them.

    With a greeting, that is all it says, before it hangs up without having read anything.
    """
    given = replies[0] if replies and callable(replies[0]) else None
    reply = given or in_turn(*(item for item in replies if isinstance(item, Reply)))
    started = Service(reply, tls, greeting)
    try:
        yield started
    finally:
        started.close()


def asking(
    contract: Mapping[str, Any], settings: Mapping[str, Any], *, clock: Callable[[], float] = time.time
) -> Process:
    """A process without tools, for calls that only ask upstreams."""
    parts = Parts(Toolbox(), Catalogue(), Resources(), Prompts(), Completions())
    return assemble(
        parse(contract), parts, modes=(), mock=False, settings=Settings(settings), log=Log("error"), clock=clock
    )


def connection(url: str, **options: Any) -> Connection:
    """A connection with bounds that suit tests."""
    given = {"base_url": url, "user_agent": "tests/1", "log": Log("error"), "timeout_seconds": 20.0, **options}
    return Connection(**given)


def reading(path: str = "/things", **more: Any) -> Request:
    """A request that can only read."""
    return Request(**{"operation": "list_things", "method": "GET", "path": path, "reads": True, **more})


def writing(path: str = "/things", **more: Any) -> Request:
    """A request that may write."""
    given = {"operation": "add_thing", "method": "POST", "path": path, "reads": False, "body": {"name": "a"}}
    return Request(**{**given, **more})


def ends(url: str, *requests: Request, **options: Any) -> list[Answer | Failed]:
    """How requests end that are made one after the other on one connection."""

    async def use() -> list[Answer | Failed]:
        made = connection(url, **options)
        try:
            return [await outcome(made, request) for request in requests]
        finally:
            await made.close()

    return anyio.run(use)


async def outcome(made: Connection, request: Request, **more: Any) -> Answer | Failed:
    """How one request ends."""
    try:
        return await made.send(request, credentials=CREDENTIALS, **more)
    except Failed as failed:
        return failed


def _read(connection: socket.socket, number: int) -> Asked | None:
    received = b""
    while b"\r\n\r\n" not in received:
        part = connection.recv(65536)
        if not part:
            return None
        received += part
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("utf-8").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers.get("content-length", 0)):
        body += connection.recv(65536)
    method, target, _ = first.split(" ")
    return Asked(method, target, headers, body, number)
