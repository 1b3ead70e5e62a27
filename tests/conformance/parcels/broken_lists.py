"""Faults in the lists, the handshake and the cache hints."""

from __future__ import annotations

from typing import Any

from .server import Server
from .surface import Json
from .variant import broken


@broken("hint-flipped", "tools.annotations")
class HintFlipped(Server):
    def entry(self, tool: Json) -> Json:
        entry = super().entry(tool)
        if tool["name"] == "parcels_get":
            entry["annotations"] = {**entry["annotations"], "openWorldHint": True}
        return entry


@broken("hint-as-number", "tools.annotations", "schemas.official", "official.client")
class HintAsNumber(Server):
    def entry(self, tool: Json) -> Json:
        entry = super().entry(tool)
        return {**entry, "annotations": {**entry["annotations"], "openWorldHint": 7}}


@broken("hint-added", "tools.annotations")
class HintAdded(Server):
    def entry(self, tool: Json) -> Json:
        entry = super().entry(tool)
        return {**entry, "annotations": {"idempotentHint": True, **entry["annotations"]}}


@broken("list-reordered", "tools.order", "modes.catalogue")
class ListReordered(Server):
    def tools(self) -> list[Json]:
        return super().tools()[::-1]


@broken("tool-added", "tools.order", "modes.catalogue", "official.client")
class ToolAdded(Server):
    def list_tools(self, params: Json, number: Any) -> Json:
        tools = super().list_tools(params, number)["tools"]
        return {"tools": [*tools, {**tools[0], "name": "zz_more"}]}


@broken("description-changed", "tools.texts")
class DescriptionChanged(Server):
    def entry(self, tool: Json) -> Json:
        entry = super().entry(tool)
        return {**entry, "description": entry["description"] + " "}


@broken("title-missing", "tools.texts")
class TitleMissing(Server):
    def entry(self, tool: Json) -> Json:
        entry = super().entry(tool)
        del entry["title"]
        return entry


@broken("input-looser", "tools.input-schema")
class InputLooser(Server):
    def entry(self, tool: Json) -> Json:
        entry = super().entry(tool)
        return {**entry, "inputSchema": {**entry["inputSchema"], "additionalProperties": True}}


@broken("output-without-envelope", "tools.output-schema")
class OutputWithoutEnvelope(Server):
    def entry(self, tool: Json) -> Json:
        return {**super().entry(tool), **({"outputSchema": tool["output"]} if tool["output"] else {})}


@broken("schema-invalid", "tools.input-schema", "schemas.valid")
class SchemaInvalid(Server):
    def entry(self, tool: Json) -> Json:
        entry = super().entry(tool)
        return {**entry, "inputSchema": {**entry["inputSchema"], "required": "all"}}


@broken("reference-outside", "tools.input-schema", "schemas.valid")
class ReferenceOutside(Server):
    def entry(self, tool: Json) -> Json:
        entry = super().entry(tool)
        return {**entry, "inputSchema": {**entry["inputSchema"], "allOf": [{"$ref": "https://example.com/x.json"}]}}


@broken("meta-missing", "tools.meta")
class MetaMissing(Server):
    def entry(self, tool: Json) -> Json:
        entry = super().entry(tool)
        entry.pop("_meta", None)
        return entry


@broken("member-added", "tools.members")
class MemberAdded(Server):
    def entry(self, tool: Json) -> Json:
        return {**super().entry(tool), "icons": []}


@broken("list-unstable", "tools.repeat")
class ListUnstable(Server):
    def list_tools(self, params: Json, number: Any) -> Json:
        tools = super().list_tools(params, number)["tools"]
        turn = next(self.ids) % 2
        return {"tools": [dict(reversed(tool.items())) if turn else tool for tool in tools]}


@broken("cursor-empty", "tools.last-page")
class CursorEmpty(Server):
    def list_tools(self, params: Json, number: Any) -> Json:
        return {**super().list_tools(params, number), "nextCursor": ""}


@broken("cursor-ignored", "tools.cursor", "fingerprint.refusals")
class CursorIgnored(Server):
    def result(self, message: Json, meta: Json) -> Json:
        params = {key: value for key, value in message.get("params", {}).items() if key != "cursor"}
        return super().result({**message, "params": params}, meta)


@broken("list-too-long", "tools.budget")
class ListTooLong(Server):
    def framed(self, method: str, result: Json) -> Json:
        framed = super().framed(method, result)
        padding = {"com.example/padding": "x" * 9000} if method == "tools/list" else {}
        return {**framed, "_meta": {**framed["_meta"], **padding}}


@broken("identity-wrong", "handshake.identity")
class IdentityWrong(Server):
    def identity(self) -> Json:
        return {**super().identity(), "version": "0"}


@broken("identity-wrong-legacy", "handshake.initialize", revision="2025-11-25")
class IdentityWrongLegacy(Server):
    def identity(self) -> Json:
        return {**super().identity(), "name": "another"}


@broken("capability-missing", "handshake.discover")
class CapabilityMissing(Server):
    def capabilities(self) -> Json:
        return {"tools": {}, "resources": {}, "prompts": {}}


@broken("capability-missing-legacy", "handshake.initialize", revision="2025-11-25")
class CapabilityMissingLegacy(Server):
    def capabilities(self) -> Json:
        return {"tools": {}, "resources": {}, "completions": {}}


@broken("ping-with-content", "handshake.ping", revision="2025-11-25")
class PingWithContent(Server):
    def ping(self, params: Json, number: Any) -> Json:
        return {"pong": True}


@broken("any-version", "handshake.version", "handshake.envelope")
class AnyVersion(Server):
    def check_envelope(self, meta: Json) -> None:
        """Take every envelope."""


@broken("hint-missing", "caching.hints", "schemas.official", "official.client")
class CacheHintMissing(Server):
    def hints(self, method: str) -> Json:
        return {} if method == "tools/list" else super().hints(method)


@broken("cache-time-wrong", "caching.hints")
class CacheTimeWrong(Server):
    def hints(self, method: str) -> Json:
        hints = super().hints(method)
        return {**hints, "ttlMs": 5} if method == "resources/read" else hints


@broken("cache-scope-wrong", "caching.hints")
class CacheScopeWrong(Server):
    def hints(self, method: str) -> Json:
        hints = super().hints(method)
        return {**hints, "cacheScope": "private"} if method == "tools/list" else hints


@broken("cache-hints-legacy", "caching.absent", revision="2025-11-25")
class CacheHintsLegacy(Server):
    def framed(self, method: str, result: Json) -> Json:
        return {**result, **self.hints(method)}


@broken("cache-hints-on-calls", "caching.calls")
class CacheHintsOnCalls(Server):
    def hints(self, method: str) -> Json:
        return {"ttlMs": 1, "cacheScope": "public"} if method == "tools/call" else super().hints(method)
