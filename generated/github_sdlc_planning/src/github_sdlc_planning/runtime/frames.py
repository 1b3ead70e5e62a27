"""Lines of stdin to messages, and the answers broken lines are owed.

JSON-RPC gives every request an answer, also the malformed one: -32700 for what is no JSON, -32600 for what is JSON but
no request. The SDK's stdio transport stays silent there, which leaves a client waiting.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import mcp_types as types
from mcp.shared.message import SessionMessage

PARSE_ERROR = "Parse error: the line is no JSON in UTF-8"
BATCH = "Batches are not supported: send one message per line"
NOT_A_MESSAGE = "The line is no JSON-RPC 2.0 request or notification"
NOT_TEXT = "The message holds text that is not valid Unicode"
NO_OBJECT = "params must be an object"
BAD_ID = "id must be a string or an integer"
TOO_LARGE = "The message is larger than this server reads"


@dataclass(frozen=True, slots=True)
class Reply:
    """A JSON-RPC error owed to the client. Without an id it answers a message that could not be told apart."""

    code: int
    message: str
    id: str | int | None = None

    def line(self) -> bytes:
        """The answer as it is written."""
        error = {"code": self.code, "message": self.message}
        return json.dumps({"jsonrpc": "2.0", "id": self.id, "error": error}).encode() + b"\n"


def message_of(line: bytes) -> SessionMessage | Reply | None:
    """The message on `line`, the answer it is owed when it is broken, or nothing when it deserves none."""
    if not line.strip():
        return None
    try:
        message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        return _broken(line)
    if isinstance(message, types.JSONRPCNotification) and b'"id"' in line and "id" in json.loads(line):
        # Members it does not know are ignored by the model: this is a request whose id is malformed.
        return Reply(types.INVALID_REQUEST, BAD_ID)
    return SessionMessage(message)


def too_large() -> Reply:
    """The answer to a line beyond the size limit."""
    return Reply(types.INVALID_REQUEST, TOO_LARGE)


def _broken(line: bytes) -> Reply | None:
    try:
        decoded = json.loads(line)
    except (ValueError, RecursionError):
        return Reply(types.PARSE_ERROR, PARSE_ERROR)
    if isinstance(decoded, list):
        return Reply(types.INVALID_REQUEST, BATCH)
    if not isinstance(decoded, dict):
        return Reply(types.INVALID_REQUEST, NOT_A_MESSAGE)
    if "method" not in decoded and ("result" in decoded or "error" in decoded):
        # A response, however broken, is never answered.
        return None
    return Reply(types.INVALID_REQUEST, _fault(decoded), _id(decoded))


def _fault(decoded: dict[str, Any]) -> str:
    if decoded.get("jsonrpc") != "2.0" or not isinstance(decoded.get("method"), str):
        return NOT_A_MESSAGE
    if "params" in decoded and not isinstance(decoded["params"], dict):
        return NO_OBJECT
    if "id" in decoded and _id(decoded) is None:
        return BAD_ID
    return NOT_TEXT


def _id(decoded: dict[str, Any]) -> str | int | None:
    value = decoded.get("id")
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    if isinstance(value, str) and any("\ud800" <= sign <= "\udfff" for sign in value):
        return None
    return value
