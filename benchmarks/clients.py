"""Load generators: bytes out, bytes in, and next to nothing in between, so that servers are what is measured.

A lane is one way to a server. Answers are read as a whole and only looked at for failures; what they say is compared
once, before anything is timed.
"""

from __future__ import annotations

import json
import os
import re
import select
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from benchmarks.wire import INITIALIZED, Era, headers, initialize, request

CHUNK = 1 << 18
PATIENCE = 60.0
FAILURES = (b'"isError":true', b'"isError": true', b'"error":{', b'"error": {')


class BadAnswer(Exception):
    """A server answered with something other than the expected success."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request that is sent again and again."""

    method: str
    params: dict[str, Any] | None = None


class Lane(Protocol):
    """One way to a server, on which a request can be sent before the answer to the last one is there."""

    def fileno(self) -> int:
        """Return the descriptor that becomes readable."""

    def prepare(self, ask: Ask) -> None:
        """Make a request ready to be sent."""

    def send(self, number: int) -> None:
        """Send the request under an id."""

    def arrived(self) -> list[bytes]:
        """Wait for answers and return those that are complete."""


def per_second(lanes: Sequence[Lane], ask: Ask, *, in_flight: int, seconds: float) -> float:
    """Return how many answers a second come back while so many requests are in flight.

    Raises:
        BadAnswer: An answer is a failure, or none comes.
    """
    window = max(1, in_flight // len(lanes))
    number = 0
    for lane in lanes:
        lane.prepare(ask)
    started = time.perf_counter()
    for lane in lanes:
        for _ in range(window):
            number += 1
            lane.send(number)
    answered, waiting, until = 0, number, started + seconds
    poll = select.poll()
    for lane in lanes:
        poll.register(lane.fileno(), select.POLLIN)
    by_descriptor = {lane.fileno(): lane for lane in lanes}
    while waiting:
        ready = list(by_descriptor) if len(lanes) == 1 else [descriptor for descriptor, _ in _ready(poll)]
        for lane in map(by_descriptor.__getitem__, ready):
            for answer in lane.arrived():
                _look_at(answer)
                answered, waiting = answered + 1, waiting - 1
                if time.perf_counter() < until:
                    number, waiting = number + 1, waiting + 1
                    lane.send(number)
    return answered / (time.perf_counter() - started)


def once(lane: Lane, ask: Ask) -> Any:
    """Return the result of one request.

    Raises:
        BadAnswer: It is an error.
    """
    lane.prepare(ask)
    lane.send(1)
    return result(lane.arrived()[0])


def result(answer: bytes) -> Any:
    """Return what an answer says; events are unwrapped.

    Raises:
        BadAnswer: It is an error.
    """
    text = answer[answer.index(b"{") : answer.rindex(b"}") + 1]
    message = json.loads(text)
    if "result" not in message or message["result"].get("isError"):
        raise BadAnswer(text[:500].decode(errors="replace"))
    return message["result"]


def _ready(poll: select.poll) -> list[tuple[int, int]]:
    found = poll.poll(PATIENCE * 1000)
    if not found:
        raise BadAnswer(f"no answer within {PATIENCE:.0f} s")
    return found


def _look_at(answer: bytes) -> None:
    head = answer[-400:] if len(answer) > 4000 else answer
    if any(failure in head for failure in FAILURES):
        raise BadAnswer(answer[:500].decode(errors="replace"))


class StdioLane:
    """A server on two pipes, a message per line."""

    def __init__(self, reading: int, writing: int, era: Era) -> None:
        self._reading = reading
        self._writing = writing
        self._era = era
        self._rest = b""
        self._body = b""

    def open(self) -> None:
        """Make the handshake, where the era has one."""
        if not self._era.modern:
            self._write(initialize())
            result(self.arrived()[0])
            self._write(INITIALIZED)

    def fileno(self) -> int:
        """Return the descriptor of the server's output."""
        return self._reading

    def prepare(self, ask: Ask) -> None:
        """Make a request ready to be sent."""
        self._body = request(self._era, ask.method, ask.params)

    def send(self, number: int) -> None:
        """Send the request under an id."""
        self._write(self._body % number)

    def arrived(self) -> list[bytes]:
        """Wait for answers and return those that are complete."""
        parts = [self._rest]
        while True:
            chunk = os.read(self._reading, CHUNK)
            if not chunk:
                raise BadAnswer("the server closed its output")
            parts.append(chunk)
            if b"\n" in chunk:
                *lines, self._rest = b"".join(parts).split(b"\n")
                return lines

    def _write(self, message: bytes) -> None:
        os.write(self._writing, message + b"\n")


class HttpLane:
    """A kept connection to an HTTP server; one request at a time."""

    def __init__(self, port: int, era: Era) -> None:
        self.session = ""
        self._era = era
        self._port = port
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = bytearray()
        self._head = b""
        self._body = b""

    def open(self) -> None:
        """Make the handshake, where the era has one."""
        if not self._era.modern:
            self._post(initialize(), headers(self._era, "initialize"))
            answer = self._answer()
            result(answer)
            found = re.search(rb"mcp-session-id: (\S+)", answer[: answer.index(b"\r\n\r\n")], re.IGNORECASE)
            self.session = found[1].decode() if found else ""
            self._post(INITIALIZED, headers(self._era, "notifications/initialized"))
            self._answer(status=b"202")

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def fileno(self) -> int:
        """Return the descriptor of the connection."""
        return self._socket.fileno()

    def prepare(self, ask: Ask) -> None:
        """Make a request ready to be sent."""
        self._body = request(self._era, ask.method, ask.params)
        self._head = self._header_lines(headers(self._era, ask.method, ask.params))

    def send(self, number: int) -> None:
        """Send the request under an id."""
        body = self._body % number
        self._socket.sendall(self._head % len(body) + body)

    def arrived(self) -> list[bytes]:
        """Wait for the answer and return it."""
        return [self._answer()]

    def _post(self, body: bytes, fields: dict[str, str]) -> None:
        self._socket.sendall(self._header_lines(fields) % len(body) + body)

    def _header_lines(self, fields: dict[str, str]) -> bytes:
        session = {"mcp-session-id": self.session} if self.session else {}
        lines = [f"{name}: {value}\r\n".replace("%", "%%") for name, value in (fields | session).items()]
        return (
            f"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1:{self._port}\r\ncontent-type: application/json\r\n"
            f"accept: application/json, text/event-stream\r\ncontent-length: %d\r\n{''.join(lines)}\r\n"
        ).encode()

    def _answer(self, *, status: bytes = b"200") -> bytes:
        self._buffer.clear()
        while not self._is_complete():
            chunk = self._socket.recv(CHUNK)
            if not chunk:
                raise BadAnswer("the server closed the connection")
            self._buffer += chunk
        if self._buffer[9:12] != status:
            raise BadAnswer(self._buffer[:500].decode(errors="replace"))
        return bytes(self._buffer)

    def _is_complete(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = self._buffer[:end].lower()
        at = head.find(b"content-length: ")
        if at < 0:
            return self._buffer.endswith(b"\r\n0\r\n\r\n")
        length = int(head[at + 16 :].split(b"\r\n", 1)[0])
        return len(self._buffer) >= end + 4 + length
