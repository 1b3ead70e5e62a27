"""What values a schema takes, in a few words; the schema files have the rest."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pactwright.emit.markdown import cell, code_cell
from pactwright.model.schema import (
    AnySchema,
    ArraySchema,
    BooleanSchema,
    EnumSchema,
    NullSchema,
    NumberSchema,
    ObjectSchema,
    ReferenceSchema,
    Schema,
    StringSchema,
    TypesSchema,
    UnionSchema,
)
from pactwright.values import JsonValue


def type_cell(schema: Schema) -> str:
    """Return what values a schema takes, as a finished cell."""
    return ", ".join([_kind(schema), *_bounds(schema)]) + _or_null(schema)


def _or_null(schema: Schema) -> str:
    return ", or null" if schema.nullable and not isinstance(schema, NullSchema) else ""


def _kind(schema: Schema) -> str:
    match schema:
        case AnySchema():
            return "any JSON value"
        case NullSchema():
            return "null"
        case BooleanSchema(const=bool() as const):
            return code_cell(_json(const))
        case BooleanSchema():
            return "boolean"
        case EnumSchema(values=values) | StringSchema(enum=tuple() as values) | NumberSchema(enum=tuple() as values):
            return _choice(tuple(values))
        case StringSchema(format=named):
            return "string" if named is None else f"string ({cell(named)})"
        case NumberSchema(integer=integer):
            return "integer" if integer else "number"
        case TypesSchema(types=types):
            return cell(" or ".join(types))
        case ArraySchema(items=items):
            return f"list of {_item(items)}"
        case ObjectSchema(open=reason):
            return "object" if reason is None else "object, open to other keys"
        case UnionSchema(discriminator=discriminator):
            return f"object, by {code_cell(discriminator)}"
        case ReferenceSchema(name=name):
            return f"{code_cell(name)} again"
    raise AssertionError(f"no words for {type(schema).__name__}")


def _item(schema: Schema) -> str:
    """Tell an element so that its bounds are not taken for those of the list."""
    bounds = ", ".join(_bounds(schema))
    return _kind(schema) + (f" ({bounds})" if bounds else "") + _or_null(schema).replace(",", "")


def _choice(values: tuple[JsonValue, ...]) -> str:
    spelled = [code_cell(_json(value)) for value in values if value is not None]
    return spelled[0] if len(spelled) == 1 else f"one of {', '.join(spelled)}"


def _bounds(schema: Schema) -> Iterator[str]:
    words = schema.keywords
    yield from _span(words.get("minLength"), words.get("maxLength"), "character")
    match schema:
        case StringSchema(pattern=pattern, max_bytes=max_bytes):
            if pattern is not None:
                yield f"matching {code_cell(pattern)}"
            if max_bytes is not None:
                yield f"at most {max_bytes} bytes in UTF-8"
        case ArraySchema(max_items=max_items):
            yield from _span(words.get("minItems"), max_items, "item")
        case _:
            pass
    yield from _span(words.get("minimum"), words.get("maximum"), "")
    if words.get("uniqueItems") is True:
        yield "no duplicates"


def _span(least: JsonValue, most: JsonValue, unit: str) -> Iterator[str]:
    match least, most:
        case None, None:
            return
        case None, bound:
            yield f"at most {_counted(bound, unit)}"
        case bound, None:
            yield f"at least {_counted(bound, unit)}"
        case _:
            yield f"{_json(least)} to {_counted(most, unit)}"


def _counted(bound: JsonValue, unit: str) -> str:
    words = f" {unit}" if bound == 1 else f" {unit}s"
    return _json(bound) + (words if unit else "")


def _json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)
