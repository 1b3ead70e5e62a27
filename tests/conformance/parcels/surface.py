"""What the server says of itself: its lists, its capability summary and the fingerprint over both."""

from __future__ import annotations

import hashlib
import itertools
import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]

MODERN = "2026-07-28"
LEGACY = "2025-11-25"

ENVELOPE: Json = {
    "title": "Error",
    "type": "object",
    "required": ["code", "message", "temporary", "retry_after_ms", "request_id", "fingerprint"],
    "properties": {
        "code": {"type": "string"},
        "message": {"type": "string"},
        "details": {"type": "object"},
        "completed": {"type": "array"},
        "temporary": {"type": "boolean"},
        "retry_after_ms": {"type": ["integer", "null"]},
        "repair": {"type": "object"},
        "rate_limit_remaining": {"type": "integer"},
        "resource_uri": {"type": "string"},
        "request_id": {"type": "string"},
        "fingerprint": {"type": "string"},
    },
    "additionalProperties": False,
}

CAPABILITIES: Json = {"tools": {}, "resources": {}, "prompts": {}, "completions": {}}


class Surface:
    """Everything that is published."""

    def __init__(self, contract: Path, *, read_only: bool = False) -> None:
        self.contract: Json = json.loads(contract.read_text())
        self.head: Json = self.contract["server"]
        self.structured = self.head["dialect"]["results"] == "structured"
        self.read_only = read_only
        self.modern = True
        self.ids = itertools.count(1)
        self.fingerprint = ""
        self.fingerprint = self.computed()

    def hints(self, method: str) -> Json:
        """Return the cache hints of a method."""
        if not method.endswith("/list") and method not in ("resources/read", "server/discover"):
            return {}
        hint = self.head["cache"].get(method, {"ttl_ms": 0, "scope": "private"})
        return {"ttlMs": hint["ttl_ms"], "cacheScope": hint["scope"]}

    def identity(self) -> Json:
        return {"name": self.head["name"], "version": self.head["version"], "title": self.head["title"]}

    def instructions(self) -> str:
        lines = [self.head["summary"], *(f"- {line}" for line in [*self.head["does"], *self.head["does_not"]])]
        return "\n".join([*lines, "More: the tool parcels_capabilities."])

    def capabilities(self) -> Json:
        return CAPABILITIES

    def tools(self) -> list[Json]:
        tools = sorted(self.contract["tools"], key=lambda tool: str(tool["name"]))
        return [tool for tool in tools if not self.read_only or tool["annotations"]["readOnlyHint"]]

    def entry(self, tool: Json) -> Json:
        entry = {key: tool[key] for key in ("name", "title", "description", "annotations")}
        entry["inputSchema"] = tool["input"]
        if self.structured and tool["output"] is not None:
            entry["outputSchema"] = self.union(tool["output"])
        return entry | ({"_meta": tool["meta"]} if "meta" in tool else {})

    def union(self, output: Json) -> Json:
        success = {key: value for key, value in output.items() if key not in ("$schema", "$defs")}
        union: Json = {"$schema": output["$schema"], "type": "object"}
        union["oneOf"] = [{"title": "Success", **success}, ENVELOPE]
        return union | ({"$defs": output["$defs"]} if "$defs" in output else {})

    def list_tools(self, params: Json, number: Any) -> Json:
        return {"tools": [self.entry(tool) for tool in self.tools()]}

    def list_resources(self, params: Json, number: Any) -> Json:
        keys = {"uri": "uri", "name": "name", "title": "title", "description": "description", "mime_type": "mimeType"}
        return {"resources": [{keys[key]: item[key] for key in keys} for item in self.contract["resources"]]}

    def list_templates(self, params: Json, number: Any) -> Json:
        keys = {"uri": "uriTemplate", "name": "name", "title": "title", "description": "description"}
        keys["mime_type"] = "mimeType"
        return {
            "resourceTemplates": [
                {keys[key]: item[key] for key in keys} for item in self.contract["resource_templates"]
            ]
        }

    def list_prompts(self, params: Json, number: Any) -> Json:
        prompts = []
        for prompt in self.contract["prompts"]:
            arguments = [
                {key: part[key] for key in ("name", "description", "required")} for part in prompt["arguments"]
            ]
            prompts.append({**prompt, "arguments": arguments})
        return {"prompts": prompts}

    def summary(self) -> Json:
        return {**self.unsigned(), "server": {**self.unsigned()["server"], "fingerprint": self.fingerprint}}

    def unsigned(self) -> Json:
        covers = ["tools", "resources", "resource_templates", "prompts", "completions", "error_codes", "summary"]
        return {
            "server": {
                "name": self.head["name"],
                "version": self.head["version"],
                "covers": covers,
                "transport": self.head["transports"],
                "protocol_target": {"revision": MODERN},
                "summary": self.head["summary"],
            },
            "does": self.head["does"],
            "does_not": self.head["does_not"],
            "error_catalog": {code: self.catalogued(code, item) for code, item in self.contract["errors"].items()},
            "prerequisites": {**self.head["prerequisites"], "failure_codes": {"missing_credential": "no token"}},
        }

    def catalogued(self, code: str, item: Json) -> Json:
        places = ["any tool"] if item["common"] else [tool["name"] for tool in self.tools() if code in tool["errors"]]
        if not item["common"] and code == "parcel_not_found":
            places.append("parcels://parcels/{parcel_id}{?view}")
        entry = {"temporary": item["temporary"], "says": item["says"], "occurs_on": places}
        repair = {key: value for key, value in item.get("repair", {}).items() if key != "arguments"}
        return entry | ({"repair": repair} if repair else {})

    def computed(self) -> str:
        """Return the fingerprint of what this server shows."""
        parts = {
            "tools": self.list_tools({}, 0)["tools"],
            "resources": self.list_resources({}, 0)["resources"],
            "resource_templates": self.list_templates({}, 0)["resourceTemplates"],
            "prompts": self.list_prompts({}, 0)["prompts"],
            "summary": self.unsigned(),
        }
        text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return f"{self.head['name']}@{self.head['version']}+{hashlib.sha256(text.encode()).hexdigest()[:7]}"
