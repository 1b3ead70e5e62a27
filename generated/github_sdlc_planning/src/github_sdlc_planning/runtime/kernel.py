"""The MCP server of a process: the low-level `mcp` server with the contract behind it.

Finished wire data leaves through one middleware, which also is the boundary no exception passes; the SDK's handlers
stay registered for everything unusual and for the capabilities they imply. Both eras are served by one object.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mcp_types as types
from mcp import MCPError
from mcp.server import CacheHint, Server, ServerRequestContext
from mcp.server.context import CallNext, HandlerResult
from mcp.types import methods
from mcp.types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel, ValidationError

from .answers import Answers, Wire
from .process import Process
from .refusals import Refusals
from .summary import instructions

Context = ServerRequestContext[Any, Any]

MODERN = frozenset(MODERN_PROTOCOL_VERSIONS)


def build(process: Process) -> Server[Any]:
    """The server object for `process`; transports run it."""
    contract = process.contract
    answers = Answers(process)
    server: Server[Any] = Server(
        contract.name,
        version=contract.version,
        title=contract.server.get("title"),
        description=contract.server.get("summary"),
        instructions=instructions(contract.data, modes=process.modes),
        cache_hints={method: CacheHint(hint["ttl_ms"], hint["scope"]) for method, hint in _hints(process).items()},
        get_tool_input_schema=_mirrored(process).get,
    )
    answers.server_info = server.server_info_stamp
    for method, params in _params_types(process).items():
        server.add_request_handler(method, params, _handler(answers, method))
    server.extensions.update(contract.data.get("extensions", {}))
    server.middleware[:] = [*_tracing(server), Boundary(process, answers)]
    return server


class Boundary:
    """Serves finished wire data and lets no exception through but protocol errors.

    Without it a legacy client would receive the text of an exception, and a validation error inside a handler would
    blame the client.
    """

    def __init__(self, process: Process, answers: Answers) -> None:
        self._answers = answers
        self._refusals = Refusals(process)
        self._log = process.log
        revisions = set(process.contract.server.get("revisions", (*HANDSHAKE_PROTOCOL_VERSIONS, *MODERN)))
        self._serves_modern = bool(revisions & MODERN)
        self._handshakes = sorted(revisions - MODERN)

    async def __call__(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Answer one message."""
        if ctx.request_id is None:
            return await call_next(ctx)
        try:
            self._gate_era(ctx)
            if ctx.method in self._answers.methods and _opened(ctx):
                methods.validate_client_request(ctx.method, ctx.protocol_version, ctx.params)
                return await self._answers.answer(ctx)
            return await call_next(ctx)
        except MCPError:
            raise
        except ValidationError as failure:
            raise self._refusals.malformed(failure, ctx.request_id) from None
        except Exception as failure:
            raise self._refusals.refused(failure, ctx.method, ctx.request_id) from None

    def _gate_era(self, ctx: Context) -> None:
        if ctx.method == "initialize":
            if not self._handshakes:
                raise self._refusals.unsupported_revision(ctx.params, MODERN_PROTOCOL_VERSIONS)
            # The SDK would agree on every revision that it knows; a server agrees on those of its contract, and offers
            # the newest of them instead of any other (MCP 2025-11-25, "Version Negotiation").
            if isinstance(ctx.params, dict) and ctx.params.get("protocolVersion") not in self._handshakes:
                ctx.params["protocolVersion"] = self._handshakes[-1]
        elif not self._serves_modern and ctx.protocol_version in MODERN:
            # A client that negotiates falls back to the handshake on this answer, and only on this one.
            raise MCPError(types.METHOD_NOT_FOUND, "Method not found", ctx.method)


def _opened(ctx: Context) -> bool:
    # The handshake gate of legacy connections stays with the SDK.
    return ctx.protocol_version in MODERN or ctx.session.client_params is not None


def _handler(answers: Answers, method: str) -> Any:
    async def handle(ctx: Context, params: BaseModel) -> Wire:
        return await answers.answer(ctx)

    return handle


def _params_types(process: Process) -> dict[str, type[BaseModel]]:
    contract = process.contract
    served: dict[str, type[BaseModel]] = {}
    if contract.tools:
        served |= {"tools/list": types.PaginatedRequestParams, "tools/call": types.CallToolRequestParams}
    if contract.resources or contract.templates:
        served |= {
            "resources/list": types.PaginatedRequestParams,
            "resources/templates/list": types.PaginatedRequestParams,
            "resources/read": types.ReadResourceRequestParams,
        }
    if contract.prompts:
        served |= {"prompts/list": types.PaginatedRequestParams, "prompts/get": types.GetPromptRequestParams}
    if contract.completions:
        served["completion/complete"] = types.CompleteRequestParams
    return served


def _hints(process: Process) -> Mapping[Any, Any]:
    cache: Mapping[Any, Any] = process.contract.server.get("cache", {})
    return cache


def _mirrored(process: Process) -> Mapping[str, Mapping[str, Any]]:
    # Only schemas that mirror arguments into headers have anything to check before a call; without this answer the SDK
    # would list all tools for every call.
    return {
        name: tool["input"]
        for name, tool in process.tools.items()
        if any("x-mcp-header" in part for part in _parts(tool["input"]))
    }


def _parts(schema: Any) -> list[Mapping[str, Any]]:
    if isinstance(schema, Mapping):
        return [schema, *(part for value in schema.values() for part in _parts(value))]
    if isinstance(schema, list):
        return [part for value in schema for part in _parts(value)]
    return []


def _tracing(server: Server[Any]) -> list[Any]:
    # The SDK's tracing costs a fifth of a call even when nothing records the spans.
    from opentelemetry import trace

    recorded = not isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider)
    return list(server.middleware) if recorded else []
