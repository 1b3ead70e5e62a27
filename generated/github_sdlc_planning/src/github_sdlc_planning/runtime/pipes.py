"""The standard streams as byte pipes of the event loop.

Standard output belongs to the protocol: while serving, descriptor 1 leads to stderr and descriptor 0 to nothing, so
whatever a library prints or a child reads cannot touch it. Pipes are polled instead of read by worker threads; what
cannot be polled (a file, Windows) is read by one thread.
"""

from __future__ import annotations

import asyncio
import os
import select
import sys
import threading
from collections.abc import Callable

CHUNK = 65_536

# A pipe that polls writable takes this much without blocking (POSIX PIPE_BUF); a descriptor may be shared with the
# parent, so its mode is not ours to change.
ATOMIC = 4096 if sys.platform == "linux" else 512

HIGH_WATER = 1 << 20


def claim() -> tuple[int, int]:
    """Take over stdin and stdout: descriptors that only the transport uses."""
    sys.stdout.flush()
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        # Started without a stderr: stray output then goes nowhere.
        os.dup2(nothing, 1)
    os.close(nothing)
    return incoming, outgoing


class Source:
    """Delivers what arrives on a descriptor, and an empty chunk once at its end."""

    def __init__(self, descriptor: int, deliver: Callable[[bytes], None]) -> None:
        self._descriptor = descriptor
        self._deliver = deliver
        self._polled = False

    def start(self) -> None:
        """Begin to deliver."""
        try:
            asyncio.get_running_loop().add_reader(self._descriptor, self._ready)
            self._polled = True
        except (NotImplementedError, PermissionError):
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._read_all, args=(loop,), name="stdin", daemon=True).start()

    def stop(self) -> None:
        """Deliver nothing more."""
        if self._polled:
            asyncio.get_running_loop().remove_reader(self._descriptor)
            self._polled = False

    def _ready(self) -> None:
        chunk = _read(self._descriptor)
        if not chunk:
            self.stop()
        self._deliver(chunk)

    def _read_all(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            chunk = _read(self._descriptor)
            try:
                loop.call_soon_threadsafe(self._deliver, chunk)
            except RuntimeError:
                # The loop was closed in the meantime: nobody is served any more.
                return
            if not chunk:
                return


class Sink:
    """Writes bytes in order without blocking the loop."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting = bytearray()
        self._watching = False
        self._drained = asyncio.Event()
        self._drained.set()
        self._poll = _poller(descriptor)
        self.broken = False

    def write(self, data: bytes) -> None:
        """Write `data`, now or when the reader has room again."""
        if self.broken:
            return
        self._waiting += data
        if not self._watching:
            self._flush()

    async def drain(self) -> None:
        """Wait until not too much is waiting."""
        if len(self._waiting) > HIGH_WATER:
            await self._drained.wait()

    async def close(self) -> None:
        """Wait until everything is written."""
        await self._drained.wait()

    def _flush(self) -> None:
        try:
            while self._waiting and self._poll():
                written = os.write(self._descriptor, bytes(self._waiting[:ATOMIC]))
                del self._waiting[:written]
        except BlockingIOError:
            # A descriptor that was handed to us in non-blocking mode; watched below.
            pass
        except OSError:
            self.broken = True
            self._waiting.clear()
        self._watch()

    def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        if self._waiting and not self._watching:
            loop.add_writer(self._descriptor, self._flush)
            self._watching = True
            self._drained.clear()
        elif not self._waiting and self._watching:
            loop.remove_writer(self._descriptor)
            self._watching = False
        if not self._waiting:
            self._drained.set()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, CHUNK)
    except OSError:
        return b""


def _poller(descriptor: int) -> Callable[[], bool]:
    if not hasattr(select, "poll"):
        return lambda: True
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    return lambda: bool(poll.poll(0))
