"""Values that break one keyword of a schema at the place they stand at, whatever surrounds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .samples import kinds
from .schemas import is_valid, matches
from .values import Json, JsonObject

# Text put into arguments: it must never come back in an error.
CANARY = "Kanari7q3Vexo"

# Longer texts than this are not sent: a bound this far away is not what goes wrong.
_LONGEST = 200_000

_OTHERS: tuple[tuple[str, Json], ...] = (
    ("string", CANARY),
    ("integer", 7),
    ("boolean", True),
    ("array", []),
    ("object", {}),
)


@dataclass(frozen=True, slots=True)
class Bad:
    """A value and the keyword it breaks."""

    rule: str
    value: Json


def bad_values(schema: JsonObject, valid: Json) -> Iterator[Bad]:
    """Yield values that break a keyword of `schema` itself; `valid` is a value it takes."""
    if "type" in schema or "enum" in schema or "const" in schema:
        yield from _types(schema)
    if "enum" in schema or "const" in schema:
        yield from _members(schema)
    elif "string" in kinds(schema) and isinstance(valid, str):
        yield from _texts(schema, valid)
    elif isinstance(valid, int | float) and not isinstance(valid, bool):
        yield from _numbers(schema, valid)


def _types(schema: JsonObject) -> Iterator[Bad]:
    named = {"integer", *kinds(schema)} if "number" in kinds(schema) else set(kinds(schema))
    if "type" not in schema:
        named = {kind for kind, value in _OTHERS if is_valid(schema, value)}
    wrong = next((value for kind, value in _OTHERS if kind not in named), None)
    if wrong is not None and "type" in schema:
        yield Bad("type", wrong)
    if not is_valid({key: schema[key] for key in ("type", "enum", "const") if key in schema}, None):
        yield Bad("null", None)
    if "type" in schema:
        yield from _lookalikes(named)


def _lookalikes(named: set[str]) -> Iterator[Bad]:
    """What lenient servers convert: numbers and booleans as text, a boolean or a fraction as a number."""
    if "string" not in named and named & {"integer", "number"}:
        yield Bad("number-as-text", "1")
    if "string" not in named and "boolean" in named:
        yield Bad("boolean-as-text", "true")
    if "boolean" not in named and named & {"integer", "number"}:
        yield Bad("boolean-as-number", True)
    if "integer" in named and "number" not in named:
        yield Bad("fraction", 1.5)


def _members(schema: JsonObject) -> Iterator[Bad]:
    values = schema.get("enum", [schema.get("const")])
    rule = "enum" if "enum" in schema else "const"
    if any(isinstance(value, str) for value in values):
        yield Bad(rule, CANARY)
        other_case = next((value.swapcase() for value in values if isinstance(value, str) and value), CANARY)
        if other_case not in values:
            yield Bad(f"{rule}-case", other_case)
    elif any(isinstance(value, bool) for value in values):
        other = next((value for value in (True, False) if all(value is not item for item in values)), None)
        if other is not None:
            yield Bad(rule, other)
    else:
        numbers = [value for value in values if isinstance(value, int | float)]
        if numbers:
            yield Bad(rule, max(numbers) + 1)


def _texts(schema: JsonObject, valid: str) -> Iterator[Bad]:
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    if least > 0:
        yield Bad("minLength", valid[: least - 1])
    if most is not None and most < _LONGEST:
        yield Bad("maxLength", (valid or "x") + (valid[-1:] or "x") * (most + 1 - max(len(valid), 1)))
    if "pattern" in schema:
        attempts = (f"!{CANARY}!", f" {CANARY} ", CANARY, f"{CANARY}/..", "é" * 3, "", " ")
        bad = next((text for text in attempts if matches(schema["pattern"], text) is False), None)
        if bad is not None:
            yield Bad("pattern", bad)
    if "format" in schema and not is_valid({"format": schema["format"]}, CANARY):
        yield Bad("format", CANARY)


def _numbers(schema: JsonObject, valid: float) -> Iterator[Bad]:
    step = 1 if "integer" in kinds(schema) else 0.5
    if "minimum" in schema:
        yield Bad("minimum", schema["minimum"] - step)
    if "maximum" in schema:
        yield Bad("maximum", schema["maximum"] + step)
    if "exclusiveMinimum" in schema:
        yield Bad("exclusiveMinimum", schema["exclusiveMinimum"])
    if "exclusiveMaximum" in schema:
        yield Bad("exclusiveMaximum", schema["exclusiveMaximum"])
    if "multipleOf" in schema:
        yield Bad("multipleOf", valid + schema["multipleOf"] / 2)
