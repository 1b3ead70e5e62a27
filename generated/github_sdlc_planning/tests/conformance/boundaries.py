"""Arguments that are still valid: each bound of a tool's schema met exactly, each choice taken once.

A server that is stricter than its schema refuses one of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from .facts import Tool
from .rules import broken_rules, doubtful
from .samples import Missing, Samples, distinct, kinds
from .schemas import is_valid, resolved
from .values import Json, JsonObject
from .violations import Violation

_LONGEST = 70_000


def boundary_arguments(tool: Tool, samples: Samples) -> Iterator[Violation]:
    """Yield valid arguments at a bound; `blamed` holds the argument that stands at it."""
    valid = samples.of_tool(tool)
    if valid is None:
        return
    uncertain = doubtful(tool)
    for name, part in tool.input.get("properties", {}).items():
        if name in uncertain:
            continue
        value = valid[name] if name in valid else samples.value(part, tool.input, name)
        for rule, extreme in _extremes(resolved(part, tool.input), value):
            arguments = {**valid, name: extreme}
            if is_valid(tool.input, arguments) and not broken_rules(tool, arguments) and _fits(tool, name, extreme):
                yield Violation(f"{name}.{rule}", arguments, (name,))


def _fits(tool: Tool, name: str, value: Json) -> bool:
    size = tool.max_bytes.get(f"/{name}")
    return size is None or not isinstance(value, str) or len(value.encode()) <= size


def _extremes(schema: JsonObject, valid: Json | Missing) -> Iterator[tuple[str, Json]]:
    for index, value in enumerate(schema.get("enum", ())):
        yield f"enum-{index}", value
    named = kinds(schema)
    if "boolean" in named and "type" in schema:
        yield "true", True
        yield "false", False
    if "null" in named and "type" in schema:
        yield "null", None
    if isinstance(valid, str) and "enum" not in schema:
        yield from _lengths(schema, valid)
    elif isinstance(valid, list):
        yield from _counts(schema, valid)
    for key in ("minimum", "maximum"):
        if key in schema:
            yield key, schema[key]


def _lengths(schema: JsonObject, valid: str) -> Iterator[tuple[str, Json]]:
    filler = valid[-1:] or "x"
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    yield "minLength", valid[:least] + filler * (least - len(valid))
    if most is not None and most <= _LONGEST:
        yield "maxLength", valid[:most] + filler * (most - len(valid))
    yield "unicode", "ü€😀" + valid


def _counts(schema: JsonObject, valid: list[Json]) -> Iterator[tuple[str, Json]]:
    if not valid:
        return
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    for key, size in (("minItems", least), ("maxItems", most)):
        many = distinct(valid[0], size) if size is not None and size <= 1000 else None
        if many is not None and not isinstance(many, Missing):
            yield key, many
