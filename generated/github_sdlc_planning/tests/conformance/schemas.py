"""JSON Schema as the checks use it: the independent validator, the metaschema, and what a tool must publish.

`jsonschema` stands in here because generated servers validate with another library: a fault of one is not a fault of
both. The published output schema and the error envelope are written out again from the specification of the carriers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator

from .formats import CHECKER
from .values import Json, JsonObject, canonical

DIALECT = "https://json-schema.org/draft/2020-12/schema"

ENVELOPE: JsonObject = {
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

# What a repair may look like; the envelope on the wire says no more than "object" to stay small.
REPAIR: JsonObject = {
    "type": "object",
    "required": ["next_step"],
    "properties": {
        "next_step": {"type": "string", "minLength": 1},
        "tool": {"type": "string"},
        "arguments": {"type": "object"},
        "alternative": {"type": "string", "minLength": 1},
    },
    "dependentRequired": {"tool": ["arguments"], "arguments": ["tool"]},
    "additionalProperties": False,
}


def published_output(success: JsonObject, *, errors_as: str) -> JsonObject:
    """Return the `outputSchema` of a tool whose results have the shape `success`, in a dialect of errors.

    Clients validate `structuredContent` of failures as well (MCP: it conforms to the tool's outputSchema, without an
    exception for `isError`), so what is published is the union of the success shape and the envelope, with an object
    root (required by MCP 2025-11-25). Other dialects than the house's keep failures out of `structuredContent`.
    """
    if errors_as != "house":
        return {"$schema": DIALECT, **success}
    shape = {key: value for key, value in success.items() if key not in ("$schema", "$defs")}
    schema: JsonObject = {"$schema": DIALECT, "type": "object", "oneOf": [{"title": "Success", **shape}, ENVELOPE]}
    if "$defs" in success:
        schema["$defs"] = success["$defs"]
    return schema


def problems(schema: Json, instance: Json) -> list[str]:
    """Return what `schema` says against `instance`, formats included; empty when it is valid."""
    errors = sorted(_validator(canonical(schema)).iter_errors(instance), key=lambda error: error.json_path)
    return [f"{error.json_path}: {error.message}" for error in errors]


def is_valid(schema: Json, instance: Json) -> bool:
    """Tell whether `instance` satisfies `schema`, formats included."""
    return bool(_validator(canonical(schema)).is_valid(instance))


@lru_cache(maxsize=4096)
def _validator(text: str) -> Draft202012Validator:
    return Draft202012Validator(_readable(json.loads(text)), format_checker=CHECKER)


def matches(pattern: str, text: str) -> bool | None:
    """Tell whether `text` matches a pattern; None for one that Python cannot read (patterns are ECMA-262's)."""
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return None


def _readable(node: Json) -> Json:
    """Return a schema without the patterns Python cannot read: what they ask is not checked here."""
    if isinstance(node, list):
        return [_readable(item) for item in node]
    if not isinstance(node, dict):
        return node
    dropped = isinstance(node.get("pattern"), str) and matches(node["pattern"], "") is None
    return {key: _readable(value) for key, value in node.items() if not (dropped and key == "pattern")}


def schema_problems(schema: Json) -> list[str]:
    """Return what the 2020-12 metaschema says against `schema`, and every reference that leads nowhere or outside."""
    return list(_schema_problems(canonical(schema)))


@lru_cache(maxsize=1024)
def _schema_problems(text: str) -> tuple[str, ...]:
    schema = json.loads(text)
    meta = Draft202012Validator(Draft202012Validator.META_SCHEMA)
    found = [f"{error.json_path}: {error.message}" for error in meta.iter_errors(schema)]
    for reference in references(schema):
        if not reference.startswith("#"):
            found.append(f"$ref {reference} points outside the schema")
        elif resolve(reference, schema) is None:
            found.append(f"$ref {reference} leads nowhere")
    return tuple(found)


def references(node: Json) -> Iterator[str]:
    """Yield every `$ref` in a schema."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def resolve(reference: str, root: Json) -> Any | None:
    """Return the schema a local reference stands for, or None."""
    node = root
    for part in reference.removeprefix("#").split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(node, dict) or key not in node:
            return None
        node = node[key]
    return node


def resolved(schema: JsonObject, root: JsonObject) -> JsonObject:
    """Return `schema` with its own reference followed; keywords beside the reference stay."""
    seen: set[str] = set()
    while isinstance(schema.get("$ref"), str) and schema["$ref"] not in seen:
        seen.add(schema["$ref"])
        target = resolve(schema["$ref"], root)
        if not isinstance(target, dict):
            break
        schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
    return schema
