"""The server: one method per thing it answers, so that a broken variant can replace just that."""

from __future__ import annotations

import json
import re
from typing import Any

from .judging import contradictions, problems
from .surface import LEGACY, MODERN, Json, Surface

REPAIRS: dict[str, Json] = {
    "parcel_not_found": {
        "next_step": "search",
        "tool": "parcels_find",
        "arguments": {"state": "open"},
        "alternative": "Ask for the number.",
    },
    "outcome_unknown": {"next_step": "look_first", "tool": "parcels_get", "arguments": {"parcel_id": 502}},
}


class Refused(Exception):
    """A JSON-RPC error."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


class Server(Surface):
    """Answers decoded requests, in the era each of them is sent in."""

    def handle(self, message: Json, *, modern: bool | None = None) -> Json:
        """Return the answer to a request; HTTP knows the era from a header."""
        meta = (message.get("params") or {}).get("_meta", {})
        self.modern = any(key.startswith("io.modelcontextprotocol/") for key in meta) if modern is None else modern
        reply: Json = {"jsonrpc": "2.0", "id": message["id"]}
        try:
            reply["result"] = self.framed(message["method"], self.result(message, meta))
        except Refused as refused:
            reply["error"] = {"code": refused.code, "message": refused.message}
            if refused.data is not None:
                reply["error"]["data"] = refused.data
        return reply

    def result(self, message: Json, meta: Json) -> Json:
        """Return the result of a request. Raises Refused."""
        if (MODERN if self.modern else LEGACY) not in self.head["revisions"]:
            raise Refused(-32022 if message["method"] == "initialize" else -32601, "Another era")
        self.check_envelope(meta)
        method = {
            "initialize": self.initialize,
            "ping": self.ping,
            "server/discover": self.discover,
            "tools/list": self.list_tools,
            "tools/call": self.call_tool,
            "resources/list": self.list_resources,
            "resources/templates/list": self.list_templates,
            "resources/read": self.read,
            "prompts/list": self.list_prompts,
            "prompts/get": self.prompt,
            "completion/complete": self.complete,
        }.get(message["method"])
        other_era = {"initialize", "ping"} if self.modern else {"server/discover"}
        if method is None or message["method"] in other_era:
            raise Refused(-32601, "Method not found", message["method"])
        params = message.get("params") or {}
        if message["method"].endswith("/list") and "cursor" in params:
            raise self.refusal("invalid_cursor", message["id"], field="cursor")
        return method(params, message["id"])

    def check_envelope(self, meta: Json) -> None:
        needed = ("io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities")
        if self.modern and any(key not in meta for key in needed):
            raise Refused(-32602, "_meta lacks a protocol field")
        if self.modern and meta[needed[0]] != MODERN:
            raise Refused(-32022, "Unsupported protocol version", {"supported": [MODERN]})

    def framed(self, method: str, result: Json) -> Json:
        """Return a result as its era sends it."""
        if not self.modern:
            return result
        meta = {"io.modelcontextprotocol/serverInfo": self.identity()}
        return {**result, "resultType": "complete", "_meta": meta, **self.hints(method)}

    def initialize(self, params: Json, number: Any) -> Json:
        return {
            "protocolVersion": LEGACY,
            "capabilities": self.capabilities(),
            "serverInfo": self.identity(),
            "instructions": self.instructions(),
        }

    def ping(self, params: Json, number: Any) -> Json:
        return {}

    def discover(self, params: Json, number: Any) -> Json:
        return {
            "supportedVersions": [MODERN],
            "capabilities": self.capabilities(),
            "instructions": self.instructions(),
        }

    def call_tool(self, params: Json, number: Any) -> Json:
        tool = next((tool for tool in self.tools() if tool["name"] == params["name"]), None)
        if tool is None:
            raise self.refusal("unknown_tool", number, field="name")
        arguments = params.get("arguments", {})
        if not isinstance(arguments, dict):
            raise self.refusal("invalid_request", number, field="arguments")
        wrong = self.wrong(tool, arguments)
        if wrong:
            fields = list(dict.fromkeys(field for field, _ in wrong))
            place: Json = {"field": fields[0]} if len(fields) == 1 else {"fields": fields}
            reason = "; ".join(f"{field} {reason}" for field, reason in wrong)
            return self.failed(self.envelope("invalid_field", details={**place, "reason": reason}))
        if tool.get("answer") == "capabilities":
            return self.succeeded(self.summary())
        return self.played(tool, self.example(tool, arguments))

    def wrong(self, tool: Json, arguments: Json) -> list[tuple[str, str]]:
        """Return what is wrong with the arguments."""
        if self.head["dialect"]["unknown_arguments"] == "strip":
            arguments = {key: value for key, value in arguments.items() if key in tool["input"]["properties"]}
        found = problems(tool["input"], arguments)
        return found or (contradictions(arguments) if tool["name"] == "parcels_send" else [])

    def example(self, tool: Json, arguments: Json) -> Json:
        """Return the example that shares most arguments."""
        examples: list[Json] = tool["examples"]

        def shared(example: Json) -> tuple[bool, int]:
            equal = sum(arguments.get(key) == value for key, value in example["arguments"].items())
            return example["arguments"] == arguments, equal

        return max(examples, key=shared)

    def played(self, tool: Json, example: Json) -> Json:
        if "result" in example and tool["output"] is None:
            return {"content": self.shown(example["result"])}
        if "result" in example:
            return self.succeeded(example["result"])
        given = example.get("with", {})
        details = {key: value for key, value in given.items() if key not in ("retry_after_ms", "remaining")}
        code = example["error"]
        if code == "parcel_not_found":
            details["field"] = "parcel_id"
        return self.failed(
            self.envelope(code, details=details, delay=given.get("retry_after_ms"), left=given.get("remaining"))
        )

    def shown(self, blocks: list[Json]) -> list[Json]:
        return blocks

    def succeeded(self, value: Json) -> Json:
        result: Json = {"content": [{"type": "text", "text": json.dumps(value, ensure_ascii=False)}], "isError": False}
        return result | ({"structuredContent": value} if self.structured else {})

    def failed(self, envelope: Json) -> Json:
        text = self.told(envelope)
        return {"content": [{"type": "text", "text": text}], "structuredContent": envelope, "isError": True}

    def told(self, envelope: Json) -> str:
        return f"{envelope['message']} Code {envelope['code']}. {json.dumps(envelope, ensure_ascii=False)}"

    def envelope(self, code: str, *, details: Json, delay: int | None = None, left: int | None = None) -> Json:
        spec = self.contract["errors"].get(code, {"temporary": False, "says": "This is not served."})
        envelope: Json = {
            "code": code,
            "message": spec["says"],
            "temporary": spec["temporary"],
            "retry_after_ms": delay if spec["temporary"] else None,
            "request_id": f"req_{next(self.ids)}",
            "fingerprint": self.fingerprint,
        }
        if details:
            envelope["details"] = details
        if left is not None:
            envelope["rate_limit_remaining"] = left
        repair = self.repair(code)
        return envelope | ({"repair": repair} if repair else {})

    def repair(self, code: str) -> Json | None:
        repair = REPAIRS.get(code)
        names = {tool["name"] for tool in self.tools()}
        return repair if repair is None or repair["tool"] in names else None

    def refusal(self, code: str, number: Any, *, uri: str | None = None, field: str = "", rpc: int = -32602) -> Refused:
        envelope = self.envelope(code, details={"field": field} if field else {})
        envelope |= {"request_id": str(number)} | ({"resource_uri": uri} if uri else {})
        names = {"code": "machine_code", "message": "human_message"}
        return Refused(rpc, "Refused", {names.get(key, key): value for key, value in envelope.items()})

    def read(self, params: Json, number: Any) -> Json:
        uri = params["uri"]
        if uri == "parcels://capabilities":
            return self.contents(uri, self.summary())
        match = re.fullmatch(r"parcels://parcels/([^?/]+)(?:\?view=(.*))?", uri)
        if match is None:
            raise self.refusal("no_such_resource", number)
        if not match[1].isdecimal() or int(match[1]) < 1:
            raise self.refusal("invalid_field", number, field="parcel_id")
        if match[2] not in (None, "short", "long"):
            raise self.refusal("invalid_field", number, field="view")
        if int(match[1]) != 7:
            raise self.refusal("parcel_not_found", number, uri=uri)
        return self.contents(uri, {"parcel_id": 7, "label": "Books"})

    def contents(self, uri: str, value: Json) -> Json:
        return {"contents": [{"uri": uri, "mimeType": "application/json", "text": json.dumps(value)}]}

    def prompt(self, params: Json, number: Any) -> Json:
        if params["name"] != "explain":
            raise self.refusal("unknown_prompt", number, field="name")
        if "number" not in params.get("arguments", {}):
            raise self.refusal("invalid_field", number, field="number")
        return {"messages": [{"role": "user", "content": {"type": "text", "text": "Explain the parcel."}}]}

    def complete(self, params: Json, number: Any) -> Json:
        source = {"parcels://parcels/{parcel_id}{?view}": "views", "explain": "numbers"}.get(
            params["ref"].get("uri", params["ref"].get("name"))
        )
        if source is None or params["ref"]["type"] == "ref/tool":
            raise self.refusal("unknown_reference", number, field="ref")
        sourced = params["argument"]["name"] in ("view", "number")
        known = self.contract["completions"][source]["values"] if sourced else []
        values = [value for value in known if value.startswith(params["argument"]["value"])]
        return {"completion": self.offered(values)}

    def offered(self, values: list[str]) -> Json:
        return {"values": values[:100], "total": len(values), "hasMore": len(values) > 100}
