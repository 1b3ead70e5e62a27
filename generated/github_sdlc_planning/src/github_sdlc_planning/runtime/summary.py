"""The capability summary: what a server does and does not do, how it fails and what it needs, as one plain object.

The same object is served as a resource and by a tool; `instructions` tells the short form. Both are functions of the
contract document and the modes in force, and so is the closed JSON Schema the tool publishes for it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from .carriers import error_carriers, failed_calls
from .definitions import (
    SCHEMA,
    active_templates,
    active_tools,
    in_order,
    prompt_definitions,
    resource_definitions,
    template_definitions,
    tool_definitions,
)
from .fingerprint import COVERS, fingerprint

Document = Mapping[str, Any]

READ_ONLY_READING = {
    "observable": "observable-scope: readOnlyHint tracks whether a call changes state outliving the response; "
    "applied consistently across tools",
    "strict": "strict: readOnlyHint is true only for tools that change nothing at all, caches and records included",
}

VALUE_POLICY = (
    "details.value is emitted only for server-minted tokens, published enum members, and numeric domain ids; omitted "
    "for all free-form string parameters (this blanket omission is the disclosed policy)."
)

CREDENTIAL_CONDITIONS = ("credential_missing", "auth_failed", "scope_missing")

ANY_TOOL = "any tool"


def summary(contract: Document, *, modes: Collection[str] = ()) -> dict[str, Any]:
    """The capability summary of a contract document while `modes` are in force, fingerprint included."""
    whole = _unsigned(contract, modes)
    parts = {
        "tools": tool_definitions(contract, modes=modes),
        "resources": resource_definitions(contract),
        "resource_templates": template_definitions(contract, modes=modes),
        "prompts": prompt_definitions(contract),
        "summary": whole,
    }
    server = contract["server"]
    mark = fingerprint(name=server["name"], version=server.get("version", ""), parts=parts)
    head = whole["server"]
    signed = {"name": head["name"], "version": head["version"], "fingerprint": mark}
    return {**whole, "server": {**signed, **{key: value for key, value in head.items() if key not in signed}}}


def instructions(contract: Document, *, modes: Collection[str] = ()) -> str:
    """The short form of the summary for `instructions`: advice for a model, complete only in the long form."""
    server = contract["server"]
    lines = [str(server.get("summary", server.get("title", server["name"])))]
    lines += _sentences("It does", server.get("does", ())) + _sentences("It does not", server.get("does_not", ()))
    where = _where(contract, modes)
    if where:
        lines.append(f"The full capability summary with every error code: {where}.")
    lines.append(failed_calls(contract))
    return "\n".join(lines)


def summary_schema(contract: Document) -> dict[str, Any]:
    """A closed JSON Schema of the summary of `contract`, whatever the modes in force."""
    schema = _shape(summary(contract, modes=()))
    properties = schema["properties"]
    properties["error_catalog"] = {"type": "object", "additionalProperties": _CATALOG_ENTRY}
    if "modes" in properties:
        properties["modes"] = {"type": "object", "additionalProperties": _MODE}
    return {"$schema": SCHEMA, **schema}


_CATALOG_ENTRY = {
    "type": "object",
    "required": ["temporary", "occurs_on", "says"],
    "properties": {
        "temporary": {"type": "boolean"},
        "occurs_on": {"type": "array", "items": {"type": "string"}},
        "says": {"type": "string"},
        "repair": {
            "type": "object",
            "required": ["next_step"],
            "properties": {
                "next_step": {"type": "string"},
                "tool": {"type": "string"},
                "alternative": {"type": "string"},
            },
            "additionalProperties": False,
        },
        "reserved": {"type": "string"},
    },
    "additionalProperties": False,
}

_MODE = {
    "type": "object",
    "required": ["flag", "says", "active"],
    "properties": {"flag": {"type": "string"}, "says": {"type": "string"}, "active": {"type": "boolean"}},
    "additionalProperties": False,
}


def _unsigned(contract: Document, modes: Collection[str]) -> dict[str, Any]:
    server = contract["server"]
    whole: dict[str, Any] = {
        "server": {
            "name": server["name"],
            "version": server.get("version", ""),
            "covers": list(COVERS),
            "transport": list(server.get("transports", ())),
            "protocol_target": _target(contract),
            "summary": server.get("summary", ""),
        },
        "does": list(server.get("does", ())),
        "does_not": list(server.get("does_not", ())),
        "readonly_hint_reading": READ_ONLY_READING[server.get("read_only_hint", "observable")],
        "error_carriers": error_carriers(contract),
        "error_value_policy": VALUE_POLICY,
        "error_catalog": error_catalog(contract, modes=modes),
        "prerequisites": _prerequisites(contract),
    }
    if contract.get("modes"):
        whole["modes"] = {
            name: {"flag": mode["flag"], "says": mode.get("says", ""), "active": name in modes}
            for name, mode in contract["modes"].items()
        }
    return whole


def error_catalog(contract: Document, *, modes: Collection[str] = ()) -> dict[str, Any]:
    """Each code with whether it is temporary, where it occurs and the direction of its repair."""
    tools = in_order(contract, active_tools(contract, modes))
    names = {tool["name"] for tool in tools}
    others = [*contract.get("resources", ()), *active_templates(contract, modes)]
    catalog = {}
    for code, spec in contract.get("errors", {}).items():
        where = [ANY_TOOL] if spec.get("common") else [tool["name"] for tool in tools if code in tool.get("errors", ())]
        where += [item["uri"] for item in others if code in item.get("errors", ())]
        entry: dict[str, Any] = {"temporary": spec["temporary"], "occurs_on": where, "says": spec.get("says", "")}
        repair = spec.get("repair")
        if repair:
            kept = {key: repair[key] for key in ("next_step", "tool", "alternative") if repair.get(key) is not None}
            if kept.get("tool") not in names:
                kept.pop("tool", None)
            entry["repair"] = kept
        if spec.get("reserved"):
            entry["reserved"] = spec["reserved"]
        catalog[code] = entry
    return catalog


def _target(contract: Document) -> dict[str, Any]:
    revisions = list(contract["server"].get("revisions", ()))
    target: dict[str, Any] = {
        "revision": max(revisions, default=""),
        "extensions": sorted(contract.get("extensions", {})),
    }
    others = sorted((revision for revision in revisions if revision != target["revision"]), reverse=True)
    if others:
        target["also_serves"] = others
    return target


def _prerequisites(contract: Document) -> dict[str, Any]:
    given = contract["server"].get("prerequisites", {})
    errors, conditions = contract.get("errors", {}), contract.get("conditions", {})
    codes = [conditions[name] for name in CREDENTIAL_CONDITIONS if conditions.get(name) in errors]
    out = {key: given[key] for key in ("auth",) if given.get(key) is not None}
    out["failure_codes"] = {code: errors[code].get("says", "") for code in codes}
    out |= {key: given[key] for key in ("rate_limits", "notes") if given.get(key)}
    handles = _state_handles(contract)
    if handles:
        out["state_handles"] = handles
    out["negotiated_capabilities"] = _negotiated(contract)
    return out


def _state_handles(contract: Document) -> dict[str, str]:
    tools = contract.get("tools", ())
    handles = {}
    cursors = [block["cursor"] for block in contract.get("pagination", {}).values() if "cursor" in block]
    if cursors:
        shortest = _duration(min(cursor["ttl_ms"] for cursor in cursors))
        code = contract.get("conditions", {}).get("cursor_expired", "cursor_expired")
        handles["cursors"] = (
            f"opaque, integrity-protected, {shortest} lifetime; expiry returns {code} with restart guidance; "
            "authorization re-checked on every continuation"
        )
    if any("precondition" in tool for tool in tools):
        handles["version_tokens"] = (
            "opaque content-derived tokens; never expire, compared on write; the check comes before the write and is "
            "not atomic with it"
        )
    windows = [tool["idempotency"]["window_ms"] for tool in tools if "idempotency" in tool]
    if windows:
        handles["idempotency_keys"] = f"remembered for {_duration(min(windows))}; refused with other arguments"
    return handles


def _negotiated(contract: Document) -> dict[str, Any]:
    completable = [
        f"{item['name']}.{variable}"
        for item in contract.get("resource_templates", ())
        for variable in item.get("complete", {})
    ] + [
        f"{item['name']}.{argument['name']}"
        for item in contract.get("prompts", ())
        for argument in item.get("arguments", ())
        if "complete" in argument
    ]
    out: dict[str, Any] = {"server": ["capabilities.completions"] if completable else [], "client": []}
    fallbacks = {}
    if completable:
        out["completions"] = completable
        fallbacks["no_completions"] = "errors about a value name the argument and carry allowed values or a repair"
    tool = _summary_tool(contract, ())
    if tool is not None and contract.get("resources"):
        fallbacks["no_resources"] = f"{tool} returns this summary"
    if fallbacks:
        out["fallbacks"] = fallbacks
    return out


def _summary_tool(contract: Document, modes: Collection[str]) -> str | None:
    tools = active_tools(contract, modes)
    return next((tool["name"] for tool in tools if tool.get("answer") == "capabilities"), None)


def _where(contract: Document, modes: Collection[str]) -> str:
    tool = _summary_tool(contract, modes)
    uris = [item["uri"] for item in contract.get("resources", ()) if item.get("answer") == "capabilities"]
    places = ([f"the tool {tool}"] if tool else []) + [f"the resource {uri}" for uri in uris]
    return " or ".join(places)


def _sentences(head: str, lines: Collection[str]) -> list[str]:
    return [f"{head}:", *(f"- {line}" for line in lines)] if lines else []


def _duration(milliseconds: int) -> str:
    for unit, size in (("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000), ("second", 1000)):
        if milliseconds % size == 0:
            return f"{milliseconds // size}-{unit}"
    return f"{milliseconds}-millisecond"


def _shape(value: Any) -> dict[str, Any]:
    match value:
        case bool():
            return {"type": "boolean"}
        case int():
            return {"type": "integer"}
        case float():
            return {"type": "number"}
        case str():
            return {"type": "string"}
        case None:
            return {"type": "null"}
        case dict():
            return {
                "type": "object",
                "required": list(value),
                "properties": {key: _shape(item) for key, item in value.items()},
                "additionalProperties": False,
            }
        case _:
            kinds = [_shape(item) for item in value]
            same = all(kind == kinds[0] for kind in kinds)
            return {"type": "array", "items": kinds[0] if kinds and same else ({} if kinds else {"type": "string"})}
