"""Stores to test with: a SQLite file, and a database in a Redis server that the tests start themselves."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest
from pactwright.runtime.store import Store

T = TypeVar("T")

START_SECONDS = 60.0


@dataclass
class Place:
    """Where records are: `address` as a server is given it; `open` gives another user of it, as in another process."""

    kind: str
    address: str
    runner: asyncio.Runner
    open: Callable[[], Store]

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The outcome of `work`, on one event loop for the whole test."""
        return self.runner.run(work)


def redis_server(folder: Path, *options: str) -> tuple[subprocess.Popen[bytes], int]:
    """A Redis server of our own, and its port."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.fail("redis-server is missing: make test-services (Debian: apt-get install redis-server)")
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    where = ("--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder))
    server = subprocess.Popen([program, *where, "--save", "", *options], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return server, port
    server.kill()
    return pytest.fail("redis-server did not start")
