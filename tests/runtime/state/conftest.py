"""Stores to test with, of either kind."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from pactwright.runtime.redis_store import RedisStore
from pactwright.runtime.sqlite_store import SqliteStore
from pactwright.runtime.store import Store
from places import Place, redis_server


@pytest.fixture(scope="session")
def redis_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a Redis server."""
    server, port = redis_server(tmp_path_factory.mktemp("redis"))
    yield port
    server.terminate()
    server.wait()


@pytest.fixture
def redis_url(redis_port: int) -> str:
    """An empty database."""
    with socket.create_connection(("127.0.0.1", redis_port)) as connection:
        connection.sendall(b"FLUSHALL\r\n")
        assert connection.recv(100) == b"+OK\r\n"
    return f"redis://127.0.0.1:{redis_port}/0"


@pytest.fixture(params=["sqlite", "redis"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """An empty place for records, of either kind."""
    opened: list[Store] = []
    address = str(tmp_path / "records.sqlite3")
    if request.param == "redis":
        address = request.getfixturevalue("redis_url")

    def open_another() -> Store:
        opened.append(RedisStore(address) if request.param == "redis" else SqliteStore(Path(address)))
        return opened[-1]

    with asyncio.Runner() as runner:
        yield Place(request.param, address, runner, open_another)
        for store in opened:
            runner.run(store.close())
