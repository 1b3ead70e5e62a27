"""Measures a server object alone: requests go straight to the SDK's kernel, and no transport is involved.

Usage: kernel.py (ours PACKAGE | bare TOOLS.json | fastmcp FOLDER). Reads one JSON request per line, {"method": …,
"params": …, "seconds": …}, and answers with {"result": …, "rate": …}: the first result, and how many came a second.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from mcp.server import Server
from mcp.server.connection import Connection
from mcp.server.runner import serve_one
from mcp.shared.transport_context import TransportContext

REVISION = "2026-07-28"
CLIENT = {"name": "benchmark", "version": "1"}
PREFIX = "io.modelcontextprotocol/"
META = {f"{PREFIX}protocolVersion": REVISION, f"{PREFIX}clientInfo": CLIENT, f"{PREFIX}clientCapabilities": {}}


@dataclass(slots=True)
class Exchange:
    """What the kernel asks of a transport, for one request."""

    request_id: int
    transport: TransportContext = field(default_factory=lambda: TransportContext(kind="none", can_send_request=False))
    message_metadata: None = None
    progress_token: None = None
    can_send_request: bool = False
    cancel_requested: anyio.Event = field(default_factory=anyio.Event)

    async def send_raw_request(self, method: str, params: Mapping[str, Any] | None, opts: Any = None) -> dict[str, Any]:
        """Refuse: there is no way back."""
        raise RuntimeError(method)

    async def notify(self, method: str, params: Mapping[str, Any] | None, opts: Any = None) -> None:
        """Drop."""

    async def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Drop."""


@asynccontextmanager
async def _ours(package: str) -> AsyncIterator[tuple[Server[Any], Any]]:
    module = importlib.import_module(f"{package}.server")
    yield module.SERVICE.server(), {}


@asynccontextmanager
async def _bare(tools: str) -> AsyncIterator[tuple[Server[Any], Any]]:
    sys.path.insert(0, str(Path(__file__).parent))
    module = importlib.import_module("bare")
    yield module.build(json.loads(Path(tools).read_text())), {}


@asynccontextmanager
async def _fastmcp(folder: str) -> AsyncIterator[tuple[Server[Any], Any]]:
    sys.path.insert(0, folder)
    whole = importlib.import_module("tools_module").server
    async with whole._lifespan_manager():
        yield whole._mcp_server, {}


KINDS = {"ours": _ours, "bare": _bare, "fastmcp": _fastmcp}


async def _measure(kind: str, where: str) -> None:
    async with KINDS[kind](where) as (server, state):
        for line in sys.stdin:
            asked = json.loads(line)
            params = {**asked["params"], "_meta": META}
            first = await _one(server, asked["method"], params, state, 0)
            started, number = time.perf_counter(), 0
            while time.perf_counter() < started + asked["seconds"] or not number:
                number += 1
                await _one(server, asked["method"], params, state, number)
            rate = number / (time.perf_counter() - started)
            print(json.dumps({"result": first, "rate": rate}), flush=True)


async def _one(server: Server[Any], method: str, params: dict[str, Any], state: Any, number: int) -> dict[str, Any]:
    connection = Connection.from_envelope(REVISION, CLIENT, {})
    return await serve_one(server, Exchange(number), method, params, connection=connection, lifespan_state=state)


if __name__ == "__main__":
    anyio.run(_measure, sys.argv[1], sys.argv[2])
