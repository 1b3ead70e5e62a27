"""JSON-RPC messages of both eras of MCP.

MCP 2026-07-28 has no handshake: every request carries the protocol version and the client's capabilities in
`params._meta` (basic, "Per-request protocol fields"). Revisions up to 2025-11-25 begin with `initialize`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..values import Json, JsonObject

PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion"
CLIENT_INFO = "io.modelcontextprotocol/clientInfo"
CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
SERVER_INFO = "io.modelcontextprotocol/serverInfo"

CLIENT = {"name": "conformance", "version": "1"}


@dataclass(frozen=True, slots=True)
class Era:
    """One revision of the protocol as a client speaks it; `modern` ones have no handshake."""

    revision: str
    modern: bool


MODERN = Era("2026-07-28", True)
LEGACY = Era("2025-11-25", False)


def era_of(revision: str) -> Era:
    """Return the era of a revision."""
    return Era(revision, revision >= MODERN.revision)


def request(era: Era, number: int | str, method: str, params: JsonObject | None) -> JsonObject:
    """Return the request `method` as a client of `era` sends it; a `_meta` in `params` is kept and completed."""
    message: JsonObject = {"jsonrpc": "2.0", "id": number, "method": method}
    if era.modern:
        given = dict(params or {})
        message["params"] = given | {"_meta": envelope(era) | given.get("_meta", {})}
    elif params is not None:
        message["params"] = params
    return message


def envelope(era: Era) -> JsonObject:
    """Return the `_meta` every request of the modern era carries."""
    return {PROTOCOL_VERSION: era.revision, CLIENT_INFO: CLIENT, CLIENT_CAPABILITIES: {}}


def notification(method: str, params: JsonObject | None = None) -> JsonObject:
    """Return a notification."""
    message: JsonObject = {"jsonrpc": "2.0", "method": method}
    return message if params is None else message | {"params": params}


def initialize(era: Era) -> JsonObject:
    """Return the params of the legacy handshake (MCP 2025-11-25, lifecycle)."""
    return {"protocolVersion": era.revision, "capabilities": {}, "clientInfo": CLIENT}


def fault(message: Json) -> str | None:
    """Say why `message` is not a JSON-RPC 2.0 message a server may send; None when it is one."""
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return "not a JSON-RPC 2.0 object"
    if "method" in message:
        return None if isinstance(message["method"], str) else "a method that is not text"
    if "id" not in message or ("result" in message) == ("error" in message):
        return "neither a request nor an answer with an id and exactly one of result and error"
    if "result" in message:
        return None if isinstance(message["result"], dict) else "a result that is not an object"
    error = message["error"]
    known = isinstance(error, dict) and isinstance(error.get("code"), int) and isinstance(error.get("message"), str)
    return None if known else "an error without an integer code and a text"
