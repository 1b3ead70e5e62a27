"""JSON-RPC errors: what is wrong with a request rather than with a call.

Each carries the error envelope in `error.data`, with `code` and `message` renamed, so that an agent finds the same
facts in the same places whichever way a request fails.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import mcp_types as types
from mcp import MCPError
from pydantic import ValidationError

from .calling import UnknownTool
from .catalogue import Unanswered
from .envelope import Repair, ToolError, envelope, renamed
from .limits import Overloaded, TimedOut
from .process import Process
from .reading import UnknownPrompt, UnknownReference, UnknownResource
from .results import plain
from .tools import NotLive


class BadCursor(Exception):
    """A native list was asked to continue at a cursor this server never gave."""


class Refusals:
    """Turns what went wrong with a request into the JSON-RPC error that says so."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def refused(self, failure: Exception, method: str, request_id: Any) -> MCPError:
        """The error for an exception that ended the request `method`; nothing of its text is shown."""
        match failure:
            case ToolError():
                code = types.INTERNAL_ERROR if failure.temporary else types.INVALID_PARAMS
                return self._error(code, _HEADS.get(method, "Request refused"), failure, request_id)
            case UnknownTool() | UnknownPrompt() | UnknownResource() | UnknownReference() | BadCursor():
                return self._unknown(failure, request_id)
            case NotLive(name=name):
                return self._not_live(name, request_id)
            case Overloaded() | TimedOut():
                condition = "overloaded" if isinstance(failure, Overloaded) else "timeout"
                self._process.log.event("warning", condition, method=method)
                return self._met(condition, method, request_id)
            case Unanswered(condition=condition, error=error):
                return self._error(
                    types.INTERNAL_ERROR, _CONDITIONS.get(condition, "Request failed"), error, request_id
                )
            case _:
                self._process.log.failure("request_failed", failure, method=method)
                return self._met("internal", method, request_id)

    def malformed(self, failure: ValidationError, request_id: Any) -> MCPError:
        """The error for params that do not have the shape the protocol gives them."""
        found = failure.errors(include_url=False, include_context=False, include_input=False)
        fields = list(dict.fromkeys(".".join(str(part) for part in error["loc"]) for error in found))[:20]
        kinds = ", ".join(dict.fromkeys(error["type"] for error in found))
        error = ToolError(
            code="invalid_request",
            message="The request does not have the shape the protocol requires.",
            details={"fields": fields, "reason": f"Malformed parameters ({kinds})."},
        )
        return self._error(types.INVALID_PARAMS, "Invalid request parameters", error, request_id)

    def unsupported_revision(self, params: Mapping[str, Any] | None, served: Sequence[str]) -> MCPError:
        """The error for a handshake with a server that does not serve the handshake revisions."""
        requested = (params or {}).get("protocolVersion")
        data = {"supported": list(served), "requested": requested if isinstance(requested, str) else ""}
        return MCPError(types.UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version", data)

    def _met(self, condition: str, method: str, request_id: Any) -> MCPError:
        try:
            error = self._process.errors.condition(condition, self._process.call(method, {}, principal=""))
        except Unanswered as unanswered:
            error = unanswered.error
        return self._error(types.INTERNAL_ERROR, _CONDITIONS[condition], error, request_id)

    def _unknown(self, failure: Exception, request_id: Any) -> MCPError:
        if isinstance(failure, UnknownResource):
            error = self._missing_resource()
            return self._error(types.INVALID_PARAMS, "Resource not found", error, request_id)
        head, code, field, reason, step = _UNKNOWN[type(failure)]
        if isinstance(failure, UnknownTool):
            head = f"{head}: {str(failure)[:64]}"
        error = ToolError(code=code, message=reason, details={"field": field, "reason": reason}, repair=Repair(step))
        return self._error(types.INVALID_PARAMS, head, error, request_id)

    def _missing_resource(self) -> ToolError:
        reason = "Nothing is served under this URI."
        if "not_found" in self._process.contract.conditions:
            call = self._process.call("resources/read", {}, principal="")
            return self._process.errors.condition("not_found", call, fields=["uri"], reason=reason)
        return ToolError(
            code="not_found",
            message=reason,
            details={"field": "uri", "reason": "It is no listed resource and matches no resource template."},
            repair=Repair("list_resources_and_templates"),
        )

    def _not_live(self, name: str, request_id: Any) -> MCPError:
        self._process.log.event("warning", "not_live", name=name)
        text = (
            f"{name} is not available without --mock in this version: answering it takes requests to an upstream, "
            "which this version does not make."
        )
        error = ToolError(code="not_available", message=text)
        return self._error(types.INTERNAL_ERROR, text, error, request_id)

    def _error(self, code: int, head: str, error: ToolError, request_id: Any) -> MCPError:
        error = self._process.errors.reachable(error)
        data = envelope(error, request_id=str(request_id), fingerprint=self._process.fingerprint)
        return MCPError(code, plain(head)[0], plain(renamed(data))[0])


_CONDITIONS = {"internal": "Internal error", "overloaded": "Too many calls in progress", "timeout": "Call timed out"}

_HEADS = {
    "resources/read": "Resource not available",
    "prompts/get": "Prompt not available",
    "completion/complete": "Completion not available",
}

_UNKNOWN: Mapping[type[Exception], tuple[str, str, str, str, str]] = {
    UnknownTool: ("Unknown tool", "unknown_tool", "name", "No tool of this server has this name.", "list_tools"),
    UnknownPrompt: ("Unknown prompt", "unknown_prompt", "name", "No prompt has this name.", "list_prompts"),
    UnknownReference: (
        "Unknown completion reference",
        "unknown_reference",
        "ref",
        "This server publishes no such template, prompt or argument.",
        "list_resource_templates_and_prompts",
    ),
    BadCursor: (
        "Invalid cursor",
        "invalid_cursor",
        "cursor",
        "This server gave no such cursor: its lists have one page.",
        "list_without_cursor",
    ),
}
