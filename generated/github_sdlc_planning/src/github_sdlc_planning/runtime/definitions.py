"""Wire definitions: what the list methods publish, derived from the contract for an era and the modes in force.

These are pure functions of the contract document; the compiler uses them for byte budgets and published schemas, the
server to build its lists once. The modern era is MCP 2026-07-28, the legacy era every handshake revision before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal

Era = Literal["modern", "legacy"]
Wire = dict[str, Any]

SCHEMA = "https://json-schema.org/draft/2020-12/schema"

# Widely used clients check `structuredContent` of failures against the tool's output schema too, so what is published
# is the union of the success shape and this one.
ENVELOPE: Mapping[str, Any] = {
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


def output_schema(success: Mapping[str, Any], *, errors: str = "house") -> Wire:
    """The published output schema for results of the shape `success`: an object-rooted union with the envelope.

    Where the dialect of `errors` keeps failures out of `structuredContent`, it is the shape itself.
    """
    if errors != "house":
        return {"$schema": SCHEMA, **success}
    shape = {key: value for key, value in success.items() if key not in ("$schema", "$defs")}
    schema: Wire = {
        "$schema": SCHEMA,
        "type": "object",
        "oneOf": [{"title": "Success", **shape, "type": shape.get("type", "object")}, dict(ENVELOPE)],
    }
    if "$defs" in success:
        schema["$defs"] = success["$defs"]
    return schema


def tool_definition(tool: Mapping[str, Any], *, structured: bool = True, errors: str = "house") -> Wire:
    """One entry of `tools/list`; the same in both eras, because every published root is an object."""
    wire: Wire = {"name": tool["name"]}
    _copy(tool, wire, {"title": "title", "description": "description"})
    wire["inputSchema"] = tool["input"]
    if structured and tool.get("output") is not None:
        wire["outputSchema"] = output_schema(tool["output"], errors=errors)
    _copy(tool, wire, {"annotations": "annotations", "meta": "_meta"})
    return wire


def tool_definitions(contract: Mapping[str, Any], *, era: Era = "modern", modes: Collection[str] = ()) -> list[Wire]:
    """The `tools` member of `tools/list` for a contract document.

    `era` is accepted for symmetry with what a client asks: the definitions of both eras are equal (outputSchema roots
    are objects, which 2025-11-25 requires of every list entry).
    """
    dialect = contract["server"].get("dialect", {})
    structured = dialect.get("results", "structured") == "structured"
    errors = dialect.get("errors", "house")
    listed = in_order(contract, active_tools(contract, modes))
    return [tool_definition(tool, structured=structured, errors=errors) for tool in listed]


def active_tools(contract: Mapping[str, Any], modes: Collection[str]) -> list[Mapping[str, Any]]:
    """The tools that are there while `modes` are in force, in contract order."""
    chosen = [contract.get("modes", {})[mode] for mode in modes]
    return [tool for tool in contract.get("tools", ()) if all(_kept(tool, mode) for mode in chosen)]


def resource_definitions(contract: Mapping[str, Any]) -> list[Wire]:
    """The `resources` member of `resources/list`."""
    names = {"title": "title", "description": "description", "mime_type": "mimeType", "meta": "_meta"}
    wires = []
    for item in in_order(contract, contract.get("resources", ())):
        wire: Wire = {"uri": item["uri"], "name": item["name"]}
        _copy(item, wire, names)
        wires.append(wire)
    return wires


def template_definitions(contract: Mapping[str, Any], *, modes: Collection[str] = ()) -> list[Wire]:
    """The `resourceTemplates` member of `resources/templates/list`."""
    names = {"title": "title", "description": "description", "mime_type": "mimeType", "meta": "_meta"}
    wires = []
    for item in in_order(contract, active_templates(contract, modes)):
        wire: Wire = {"uriTemplate": item["uri"], "name": item["name"]}
        _copy(item, wire, names)
        wires.append(wire)
    return wires


def active_templates(contract: Mapping[str, Any], modes: Collection[str]) -> list[Mapping[str, Any]]:
    """The resource templates whose source is there while `modes` are in force."""
    tools = {tool["name"] for tool in active_tools(contract, modes)}
    return [
        item
        for item in contract.get("resource_templates", ())
        if "from_tool" not in item or item["from_tool"]["tool"] in tools
    ]


def prompt_definitions(contract: Mapping[str, Any]) -> list[Wire]:
    """The `prompts` member of `prompts/list`."""
    wires = []
    for item in in_order(contract, contract.get("prompts", ())):
        wire: Wire = {"name": item["name"]}
        _copy(item, wire, {"title": "title", "description": "description"})
        arguments = [_prompt_argument(argument) for argument in item.get("arguments", ())]
        if arguments:
            wire["arguments"] = arguments
        wires.append(wire)
    return wires


def in_order(contract: Mapping[str, Any], items: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """`items` in the order every list of this server has: as in the contract, or by name."""
    if contract["server"].get("order", "contract") == "name":
        return sorted(items, key=lambda item: str(item["name"]))
    return list(items)


def _prompt_argument(argument: Mapping[str, Any]) -> Wire:
    wire: Wire = {"name": argument["name"]}
    _copy(argument, wire, {"title": "title", "description": "description", "required": "required"})
    return wire


def _kept(tool: Mapping[str, Any], mode: Mapping[str, Any]) -> bool:
    if mode.get("keeps") == "read_only_hint":
        return bool(tool.get("annotations", {}).get("readOnlyHint", False))
    effects = tool.get("effects", {})
    return not any(effects.get(capability) for capability in mode.get("omits", ()))


def _copy(source: Mapping[str, Any], wire: Wire, names: Mapping[str, str]) -> None:
    for key, name in names.items():
        value = source.get(key)
        if value is not None and value != {}:
            wire[name] = value
