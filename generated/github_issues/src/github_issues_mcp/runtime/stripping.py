"""Leaving out what an object of the contract does not have, at every depth, for servers that drop it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def stripped(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    """A copy of `value` without the members that the closed objects of `schema` do not have.

    `root` is the whole schema, which references lead into. Whether what is left is valid is not looked at.
    """
    while "$ref" in schema:
        schema = root["$defs"][str(schema["$ref"]).rpartition("/")[2]]
    if isinstance(value, list):
        return [stripped(item, schema["items"], root) for item in value] if _describes(schema, "items") else value
    if not isinstance(value, dict):
        return value
    if "oneOf" in schema:
        fits = next((variant for variant in schema["oneOf"] if _is_kind(value, variant, root)), None)
        return value if fits is None else stripped(value, fits, root)
    known: Mapping[str, Any] = schema.get("properties", {})
    closed = schema.get("additionalProperties") is False
    return {
        name: stripped(item, known[name], root) if name in known else item
        for name, item in value.items()
        if name in known or not closed
    }


def _describes(schema: Mapping[str, Any], part: str) -> bool:
    return isinstance(schema.get(part), Mapping)


def _is_kind(value: Mapping[str, Any], variant: Mapping[str, Any], root: Mapping[str, Any]) -> bool:
    """Whether an object says that it is of this variant: by the members that have one value only."""
    while "$ref" in variant:
        variant = root["$defs"][str(variant["$ref"]).rpartition("/")[2]]
    fixed = {name: item["const"] for name, item in variant.get("properties", {}).items() if "const" in item}
    return bool(fixed) and all(value.get(name) == only for name, only in fixed.items())
