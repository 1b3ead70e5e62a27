"""MCP over standard input and output.

Every line is answered, broken ones too; requests that were read are finished, within a bound, when the input ends or
the process is told to stop. A second signal stops at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Any

import anyio
import mcp_types as types
from mcp.server import Server
from mcp.shared.message import SessionMessage
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

from .frames import Reply, message_of, too_large
from .logs import Log
from .pipes import Sink, Source, claim
from .process import Process

PROTOCOL_VERSION_KEY = "io.modelcontextprotocol/protocolVersion"


def serve(server: Server[Any], process: Process, *, grace_seconds: float) -> None:
    """Serve one client until its input ends or the process is told to stop."""
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(_serve(server, process, grace_seconds))
    process.log.event("info", "stopped")


async def _serve(server: Server[Any], process: Process, grace_seconds: float) -> None:
    incoming, outgoing = claim()
    output = Output(Sink(outgoing), process.log)
    stream = Input(output, limit=process.body_bytes, grace_seconds=grace_seconds, refuse=_refused_era(process))
    source = Source(incoming, stream.deliver)
    task = asyncio.current_task()

    def stop() -> None:
        if stream.ended and task is not None:
            task.cancel()
        source.stop()
        stream.end()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Where the loop cannot take signals (Windows), the interpreter's own handling remains.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop)
    source.start()
    process.log.event("info", "serving", transport="stdio", mock=process.mock, fingerprint=process.fingerprint)
    await server.run(stream, output, server.create_initialization_options())
    await process.close()
    with anyio.move_on_after(grace_seconds):
        await output.sink.close()


class _Stream:
    """What the SDK expects of both ends."""

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        await self.aclose()
        return None

    async def aclose(self) -> None:
        """Nothing has to be closed: the descriptors live as long as the process."""


class Output(_Stream):
    """Messages of the server, one per line; knows which requests are still to be answered."""

    def __init__(self, sink: Sink, log: Log) -> None:
        self.sink = sink
        self.pending: set[str | int] = set()
        self.settled = asyncio.Event()
        self._log = log

    async def send(self, item: SessionMessage, /) -> None:
        """Write one message. Raises BrokenResourceError when nobody reads any more."""
        message = item.message
        self.sink.write(self._line(message))
        if isinstance(message, types.JSONRPCResponse | types.JSONRPCError) and message.id is not None:
            self.settle(message.id)
        if self.sink.broken:
            raise anyio.BrokenResourceError
        await self.sink.drain()

    def settle(self, request_id: str | int) -> None:
        """The request needs no answer any more."""
        self.pending.discard(request_id)
        self.settled.set()

    def _line(self, message: types.JSONRPCMessage) -> bytes:
        try:
            return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
        except Exception as failure:
            # One message that cannot be written must not end the connection.
            self._log.failure("unwritable_message", failure)
            identity = getattr(message, "id", None)
            return Reply(types.INTERNAL_ERROR, "Internal error", identity).line() if identity is not None else b""


class Input(_Stream):
    """Messages of the client. Broken lines are answered on the way and never reach the server."""

    def __init__(
        self,
        output: Output,
        *,
        limit: int,
        grace_seconds: float,
        refuse: Callable[[SessionMessage], Reply | None],
    ) -> None:
        self.ended = False
        self._output = output
        self._limit = limit
        self._grace = grace_seconds
        self._refuse = refuse
        self._begun = False
        self._lines: deque[bytes] = deque()
        self._partial = bytearray()
        self._skipping = False
        self._arrived = asyncio.Event()

    def deliver(self, chunk: bytes) -> None:
        """Take what was read; nothing means the end."""
        if not chunk:
            if self._partial and not self._skipping:
                self._lines.append(bytes(self._partial))
            self.end()
            return
        *complete, rest = chunk.split(b"\n")
        for part in complete:
            self._line(part)
        self._partial += rest
        if len(self._partial) > self._limit and not self._skipping:
            self._too_large()
        if self._skipping:
            self._partial.clear()
        self._arrived.set()

    def end(self) -> None:
        """Nothing more will be read; what was read is still answered."""
        self.ended = True
        self._arrived.set()

    async def receive(self) -> SessionMessage | Exception:
        """The next message."""
        try:
            return await self.__anext__()
        except StopAsyncIteration:
            raise anyio.EndOfStream from None

    def __aiter__(self) -> Input:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while True:
            if self._lines:
                message = self._message(self._lines.popleft())
                if message is not None:
                    return message
            elif self.ended:
                await self._finish()
                raise StopAsyncIteration
            else:
                self._arrived.clear()
                await self._arrived.wait()

    def _line(self, part: bytes) -> None:
        if self._skipping:
            self._skipping = False
            return
        line = bytes(self._partial) + part
        self._partial.clear()
        if len(line) > self._limit:
            self._output.sink.write(too_large().line())
        else:
            self._lines.append(line)

    def _too_large(self) -> None:
        self._skipping = True
        self._output.sink.write(too_large().line())

    def _message(self, line: bytes) -> SessionMessage | None:
        read = message_of(line)
        if isinstance(read, SessionMessage):
            read = self._too_early(read) or self._refuse(read) or read
        match read:
            case Reply():
                self._output.sink.write(read.line())
                return None
            case SessionMessage(message=types.JSONRPCRequest(id=number)):
                self._output.pending.add(number)
            case SessionMessage(message=types.JSONRPCNotification(method="notifications/cancelled", params=params)):
                self._cancelled((params or {}).get("requestId"))
            case _:
                pass
        return read

    def _too_early(self, item: SessionMessage) -> Reply | None:
        """What a request is told that comes before it is known which era the client is of.

        The SDK would take the first request as the beginning of one era or the other, whatever it is.
        """
        message = item.message
        if self._begun or not isinstance(message, types.JSONRPCRequest):
            return None
        if message.method in ("initialize", "ping") or _is_modern(message):
            self._begun = message.method != "ping"
            return None
        text = f"Begin with initialize, or give every request a _meta object with {PROTOCOL_VERSION_KEY}"
        return Reply(types.INVALID_REQUEST, text, message.id)

    def _cancelled(self, number: Any) -> None:
        if isinstance(number, str | int):
            self._output.settle(number)

    async def _finish(self) -> None:
        with anyio.move_on_after(self._grace):
            while self._output.pending:
                self._output.settled.clear()
                await self._output.settled.wait()


def _refused_era(process: Process) -> Callable[[SessionMessage], Reply | None]:
    revisions = process.contract.server.get("revisions", MODERN_PROTOCOL_VERSIONS)
    if any(revision in MODERN_PROTOCOL_VERSIONS for revision in revisions):
        return lambda message: None
    return _refuse_modern


def _refuse_modern(item: SessionMessage) -> Reply | None:
    # The first request decides the era of a connection: a modern one has to be refused before the SDK sees it, so that
    # the client can fall back to the handshake.
    message = item.message
    if isinstance(message, types.JSONRPCRequest) and _is_modern(message):
        return Reply(types.METHOD_NOT_FOUND, "Method not found", message.id)
    return None


def _is_modern(request: types.JSONRPCRequest) -> bool:
    meta = (request.params or {}).get("_meta")
    return isinstance(meta, dict) and PROTOCOL_VERSION_KEY in meta
