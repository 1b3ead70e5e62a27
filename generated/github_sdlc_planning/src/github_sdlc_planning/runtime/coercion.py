"""Values of the wrong JSON type as the declared one, where that loses nothing.

What cannot be turned is left as it is, so that the schema refuses it. The entries of a list are the exception: where
they should be texts, whatever else stands there becomes its JSON, so that a list of what is allowed can lose no entry
and allows nothing by one that is malformed.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

MOST_DIGITS = 300

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_REFERENCE = "#/$defs/"
_TEXTS = {"string", "null"}

Schema = Mapping[str, Any]


def coerced(value: Any, schema: Schema) -> Any:
    """`value` with every part that has another type than `schema` says turned into it, where that loses nothing."""
    return _coerced(value, schema, schema.get("$defs", {}))


def _coerced(value: Any, schema: Schema, definitions: Mapping[str, Schema]) -> Any:
    schema = _followed(schema, definitions)
    kinds = _kinds(schema)
    match value:
        case dict():
            branch = _branch(value, schema)
            known: Schema = {**schema.get("properties", {}), **branch.get("properties", {})}
            spare = _part(schema, "additionalProperties")
            return {name: _coerced(inner, known.get(name, spare), definitions) for name, inner in value.items()}
        case list():
            first, rest = schema.get("prefixItems", ()), _part(schema, "items")
            return [
                _entry(inner, first[index] if index < len(first) else rest, definitions)
                for index, inner in enumerate(value)
            ]
        case str() if kinds and "string" not in kinds:
            return _from_text(value, kinds)
        case bool() | int() if "string" in kinds and kinds <= _TEXTS:
            return json.dumps(value)
        case float() if "integer" in kinds and "number" not in kinds and value.is_integer():
            return int(value)
        case _:
            return value


def _part(schema: Schema, key: str) -> Schema:
    """The schema under a key; true and false say nothing of types."""
    part = schema.get(key)
    return part if isinstance(part, Mapping) else {}


def _entry(value: Any, schema: Schema, definitions: Mapping[str, Schema]) -> Any:
    kinds = _kinds(_followed(schema, definitions))
    fits = isinstance(value, str) or (value is None and "null" in kinds)
    if "string" in kinds and kinds <= _TEXTS and not fits:
        return json.dumps(value, ensure_ascii=False)
    return _coerced(value, schema, definitions)


def _from_text(text: str, kinds: Iterable[str]) -> Any:
    if "boolean" in kinds and text in ("true", "false"):
        return text == "true"
    if len(text) > MOST_DIGITS:
        return text
    if ("integer" in kinds or "number" in kinds) and _INTEGER.fullmatch(text):
        return int(text)
    if "number" in kinds and _NUMBER.fullmatch(text) and math.isfinite(float(text)):
        return float(text)
    return text


def _followed(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """The schema behind a reference; keys beside one win."""
    seen: set[str] = set()
    while isinstance(name := schema.get("$ref"), str) and name not in seen:
        seen.add(name)
        beside = {key: inner for key, inner in schema.items() if key != "$ref"}
        schema = {**definitions.get(name.removeprefix(_REFERENCE), {}), **beside}
    return schema


def _kinds(schema: Schema) -> set[str]:
    """The JSON types that values may have; none when the schema does not say."""
    said = schema.get("type")
    if said is not None:
        return {said} if isinstance(said, str) else set(said)
    values = schema["enum"] if "enum" in schema else [schema["const"]] if "const" in schema else []
    return {_kind(value) for value in values}


def _kind(value: Any) -> str:
    match value:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case None:
            return "null"
        case list():
            return "array"
        case _:
            return "object"


def _branch(value: Mapping[str, Any], schema: Schema) -> Schema:
    """The branch of a union that a value names."""
    for branch in schema.get("oneOf", ()):
        constants = {name: inner["const"] for name, inner in branch.get("properties", {}).items() if "const" in inner}
        if constants and all(value.get(name) == constant for name, constant in constants.items()):
            chosen: Schema = branch
            return chosen
    return {}
