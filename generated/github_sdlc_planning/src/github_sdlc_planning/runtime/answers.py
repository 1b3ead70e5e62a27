"""Finished wire data for the methods of a process, in the form of the era that asks.

Lists are built once per era; results of calls are put into their frame here, so that nothing behind this module knows
of eras and nothing before it re-serialises what is already plain JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp.server import ServerRequestContext
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

from .calling import Answer, Caller
from .definitions import (
    prompt_definitions,
    resource_definitions,
    template_definitions,
    tool_definitions,
)
from .process import Process
from .reading import Reader
from .refusals import BadCursor

Wire = dict[str, Any]
Context = ServerRequestContext[Any, Any]

# Who answered is stamped into every result since 2026-07-28.
SERVER_INFO = "io.modelcontextprotocol/serverInfo"

LISTS = frozenset({"tools/list", "resources/list", "resources/templates/list", "prompts/list"})
CALLS = frozenset({"tools/call", "resources/read", "prompts/get", "completion/complete"})


class Answers:
    """Answers requests of one process with finished wire data."""

    methods = LISTS | CALLS

    def __init__(self, process: Process) -> None:
        self._process = process
        self._caller = Caller(process)
        self._reader = Reader(process, self._caller)
        self._structured = process.contract.dialect.get("results", "structured") == "structured"
        self._lists = _lists(process)
        self._modern_lists: dict[str, Wire] = {}
        self._meta: Wire = {}

    @property
    def server_info(self) -> Wire:
        """The identity stamped into modern results."""
        info: Wire = self._meta[SERVER_INFO]
        return info

    @server_info.setter
    def server_info(self, info: Wire) -> None:
        self._meta = {SERVER_INFO: info}
        self._modern_lists = {method: self._modern(method, wire) for method, wire in self._lists.items()}

    async def answer(self, ctx: Context) -> Wire:
        """The result of the request. Raises what Refusals words."""
        params = ctx.params or {}
        modern = ctx.protocol_version in MODERN_PROTOCOL_VERSIONS
        if ctx.method in LISTS:
            if params.get("cursor") is not None:
                raise BadCursor
            return (self._modern_lists if modern else self._lists)[ctx.method]
        if ctx.method == "tools/call":
            given = params.get("arguments") or {}
            wire = self._framed(await self._caller.answer(params["name"], given, principal=principal(ctx)))
        else:
            wire = await self._read(ctx, params)
        return self._modern(ctx.method, wire) if modern else wire

    async def _read(self, ctx: Context, params: Mapping[str, Any]) -> Wire:
        who, number = principal(ctx), str(ctx.request_id)
        if ctx.method == "resources/read":
            return await self._reader.resource(params["uri"], principal=who, request_id=number)
        if ctx.method == "prompts/get":
            given = params.get("arguments") or {}
            return await self._reader.prompt(params["name"], given, principal=who, request_id=number)
        call = self._process.call("completion/complete", {}, principal=who, request_id=number)
        argument = params["argument"]
        chosen = (params.get("context") or {}).get("arguments") or {}
        return await self._reader.complete(params["ref"], argument["name"], argument["value"], chosen, call=call)

    def _framed(self, answer: Answer) -> Wire:
        wire: Wire = {"content": answer.content}
        if answer.structured is not None and (self._structured or answer.failed):
            wire["structuredContent"] = answer.structured
        wire["isError"] = answer.failed
        if answer.meta is not None:
            wire["_meta"] = answer.meta
        return wire

    def _modern(self, method: str, wire: Wire) -> Wire:
        framed = {**wire, "resultType": "complete", "_meta": {**wire.get("_meta", {}), **self._meta}}
        if method in LISTS or method == "resources/read":
            hint = self._process.contract.server.get("cache", {}).get(method, {})
            framed["ttlMs"] = hint.get("ttl_ms", 0)
            framed["cacheScope"] = hint.get("scope", "private")
        return framed


def principal(ctx: Context) -> str:
    """Who calls: the subject of the verified token, empty where nobody has to identify themselves."""
    scope = getattr(ctx.request, "scope", None) or {}
    token = getattr(scope.get("user"), "access_token", None)
    return "" if token is None else str(token.subject or token.client_id)


def _lists(process: Process) -> dict[str, Wire]:
    data = process.contract.data
    return {
        "tools/list": {"tools": tool_definitions(data, modes=process.modes)},
        "resources/list": {"resources": resource_definitions(data)},
        "resources/templates/list": {"resourceTemplates": template_definitions(data, modes=process.modes)},
        "prompts/list": {"prompts": prompt_definitions(data)},
    }
