"""HTTP as bytes: requests a well-behaved client does not send."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from serving import MODERN, request


@dataclass(frozen=True)
class Answer:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON; of an event stream, its last message."""
        if self.headers.get("content-type", "").startswith("text/event-stream"):
            data = [line for line in self.body.splitlines() if line.startswith(b"data: {")]
            return json.loads(data[-1][len(b"data: ") :])
        return json.loads(self.body)


def exchange(url: str, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> Answer:
    """One request on a connection of its own; `Host` can be given, else it is the server's own."""
    return finish(begin(url, method, path, headers, body))


def begin(url: str, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> socket.socket:
    """Send a request without waiting for its answer."""
    parts = urlsplit(url)
    length = {} if "Transfer-Encoding" in headers else {"Content-Length": str(len(body))}
    given = {"Host": parts.netloc, "Connection": "close", **length, **headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
    connection = socket.create_connection((parts.hostname or "", parts.port or 0), timeout=60)
    connection.sendall(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + body)
    return connection


def finish(connection: socket.socket) -> Answer:
    """The answer on a connection."""
    received = b""
    with connection:
        while chunk := connection.recv(65536):
            received += chunk
    head, _, body = received.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if headers.get("transfer-encoding") == "chunked":
        body = _joined(body)
    return Answer(int(status.split()[1]), headers, body)


def modern(name: str, /, **more: str) -> dict[str, str]:
    """The headers of a modern request; `name` is `method` or `method:tool`."""
    method, _, target = name.partition(":")
    routing = {"Mcp-Method": method, "MCP-Protocol-Version": MODERN} | ({"Mcp-Name": target} if target else {})
    return {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **routing, **more}


def listing(url: str, **headers: str) -> Answer:
    """`tools/list` with extra headers (`Host`, `Origin`, `Authorization`)."""
    return exchange(url, "POST", "/mcp", modern("tools/list", **headers), json.dumps(request(1, "tools/list")).encode())


def trying(what: str, seconds: float = 0.0) -> tuple[dict[str, str], bytes]:
    """Headers and body of a call of the tool that misbehaves."""
    body = request(7, "tools/call", name="notes_try", arguments={"what": what, "seconds": seconds})
    return modern("tools/call:notes_try"), json.dumps(body).encode()


def _joined(body: bytes) -> bytes:
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        length = int(size, 16)
        whole, body = whole + body[:length], body[length + 2 :]
        if not length:
            break
    return whole
