"""Requests as bytes, made ready before anything is timed: the same for every server."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

CLIENT = {"name": "benchmark", "version": "1"}
PREFIX = "io.modelcontextprotocol/"
MARK = 1234567890


@dataclass(frozen=True, slots=True)
class Era:
    """A revision of the protocol; the modern one has no handshake and repeats who calls in every request."""

    name: str
    revision: str
    modern: bool


MODERN = Era("2026", "2026-07-28", True)
LEGACY = Era("2025", "2025-11-25", False)


def request(era: Era, method: str, params: dict[str, Any] | None = None) -> bytes:
    """Return a request as JSON whose id is `%d`, to be filled in."""
    given = dict(params or {})
    if era.modern:
        given["_meta"] = {
            f"{PREFIX}protocolVersion": era.revision,
            f"{PREFIX}clientInfo": CLIENT,
            f"{PREFIX}clientCapabilities": {},
        }
    text = json.dumps({"jsonrpc": "2.0", "id": MARK, "method": method, "params": given})
    return text.encode().replace(b"%", b"%%").replace(str(MARK).encode(), b"%d")


def initialize() -> bytes:
    """Return the first message of a legacy client."""
    params = {"protocolVersion": LEGACY.revision, "capabilities": {}, "clientInfo": CLIENT}
    return request(LEGACY, "initialize", params) % 0


INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'


def headers(era: Era, method: str, params: dict[str, Any] | None = None) -> dict[str, str]:
    """Return the HTTP headers that mirror a request, as its revision asks."""
    if not era.modern:
        return {} if method == "initialize" else {"mcp-protocol-version": era.revision}
    mirrored = {"mcp-protocol-version": era.revision, "mcp-method": method}
    return mirrored | ({"mcp-name": params["name"]} if params and "name" in params else {})
