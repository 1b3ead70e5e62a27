"""How an answer reaches the client, or does not: whole, piece by piece, cut off, never."""

from __future__ import annotations

import asyncio
import gzip
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .wire import Answer

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
PIECE = 65536


@dataclass(frozen=True)
class Line:
    """The connection of one request: what ASGI gives, and the transport below it."""

    transport: asyncio.Transport
    receive: Receive
    send: Send

    async def start(self, answer: Answer, length: int | None = None) -> None:
        """Send the head of an answer; without a length the body is sent in chunks."""
        headers = dict(answer.headers)
        if length is not None:
            headers["content-length"] = str(length)
        pairs = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers.items()]
        await self.send({"type": "http.response.start", "status": answer.status, "headers": pairs})

    async def body(self, piece: bytes, more: bool = False) -> None:
        await self.send({"type": "http.response.body", "body": piece, "more_body": more})

    async def close(self) -> None:
        """End the connection as a process that exits does: what was sent arrives, then comes the end."""
        self.transport.close()
        await self.gone()

    async def reset(self) -> None:
        """Break the connection: with nothing lingering, the kernel sends a reset in place of the end."""
        raw = self.transport.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()
        await self.gone()

    async def gone(self) -> None:
        """Wait until the connection is no more."""
        while (await self.receive())["type"] != "http.disconnect":
            pass


Delivery = Callable[[Line, Answer], Awaitable[None]]


async def whole(line: Line, answer: Answer) -> None:
    # An answer without content has no length either, unless it says so itself.
    await line.start(answer, None if answer.status in (204, 304) else len(answer.body))
    await line.body(answer.body)


async def nothing_then_close(line: Line, answer: Answer) -> None:
    await line.close()


async def nothing_then_reset(line: Line, answer: Answer) -> None:
    await line.reset()


async def never(line: Line, answer: Answer) -> None:
    """Keep the client waiting until it goes away."""
    await line.gone()


def cut(keep: float, reset: bool) -> Delivery:
    """Announce the whole body, send the first part of it, and end the connection."""

    async def deliver(line: Line, answer: Answer) -> None:
        await line.start(answer, len(answer.body))
        await line.body(answer.body[: int(len(answer.body) * keep)], more=True)
        await (line.reset() if reset else line.close())

    return deliver


def stalled(keep: float) -> Delivery:
    """Send the first part of the body, and then nothing more."""

    async def deliver(line: Line, answer: Answer) -> None:
        await line.start(answer, len(answer.body))
        await line.body(answer.body[: int(len(answer.body) * keep)], more=True)
        await line.gone()

    return deliver


def pieces(size: int, pause: float, chunked: bool) -> Delivery:
    """Send the body in pieces with pauses between them."""

    async def deliver(line: Line, answer: Answer) -> None:
        await line.start(answer, None if chunked else len(answer.body))
        for start in range(0, len(answer.body), size):
            if line.transport.is_closing():
                await line.gone()
                return
            await line.body(answer.body[start : start + size], more=True)
            await asyncio.sleep(pause)
        await line.body(b"")

    return deliver


def repeated(size: int) -> Delivery:
    """Send a JSON body of about this many bytes, which is never held in memory as a whole."""

    async def deliver(line: Line, answer: Answer) -> None:
        start, end = b'{"padding":"', b'"}'
        filling = max(0, size - len(start) - len(end))
        await line.start(answer, len(start) + filling + len(end))
        await line.body(start, more=True)
        for sent in range(0, filling, PIECE):
            await line.body(b"x" * min(PIECE, filling - sent), more=True)
        await line.body(end)

    return deliver


def raw(data: bytes) -> Delivery:
    """Send bytes that need not be HTTP, and end the connection."""

    async def deliver(line: Line, answer: Answer) -> None:
        line.transport.write(data)
        await line.close()

    return deliver


def compressed(answer: Answer) -> Answer:
    # With a fixed time, so that the same body becomes the same bytes.
    return Answer(answer.status, gzip.compress(answer.body, mtime=0), {**answer.headers, "content-encoding": "gzip"})
