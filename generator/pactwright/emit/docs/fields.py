"""Schemas as rows of a table: one row per argument or result field, nested ones by their path."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from pactwright.emit.markdown import cell, code_cell
from pactwright.model.schema import (
    AnySchema,
    ArraySchema,
    BooleanSchema,
    Default,
    DefaultFrom,
    EnumSchema,
    NullSchema,
    NumberSchema,
    ObjectSchema,
    Optional,
    Property,
    ReferenceSchema,
    Required,
    Schema,
    StringSchema,
    TypesSchema,
    UnionSchema,
)
from pactwright.values import JsonValue
from pactwright.wire import presence_sentence


@dataclass(frozen=True, slots=True)
class ArgumentRow:
    """An argument, or a field within one; every attribute is a finished cell."""

    name: str
    kind: str
    required: str
    default: str
    omitted: str
    description: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A field of a result or of an error's data; every attribute is a finished cell."""

    name: str
    kind: str
    present: str
    description: str


@dataclass(frozen=True, slots=True)
class _Field:
    """A property and where it stands; `branch` is the variant of a union that it belongs to."""

    path: str
    item: Property
    branch: str


def argument_rows(schema: ObjectSchema) -> tuple[ArgumentRow, ...]:
    """Return a row for every argument and every field within the arguments."""
    return tuple(_argument(field) for field in _fields(schema, ""))


def result_rows(schema: Schema) -> tuple[ResultRow, ...]:
    """Return a row for every field of a result; a result that is no object has a row of its own first."""
    rows = [_result(field) for field in _fields(schema, "")]
    if not isinstance(schema, ObjectSchema):
        rows.insert(0, ResultRow("the result", type_cell(schema), "always", cell(schema.description or "")))
    return tuple(rows)


def _argument(field: _Field) -> ArgumentRow:
    presence = field.item.presence
    default = code_cell(_json(presence.value)) if isinstance(presence, Default) else ""
    omitted = "the default applies" if isinstance(presence, Default) else _omitted(field.item)
    return ArgumentRow(
        name=code_cell(field.path),
        kind=type_cell(field.item.schema),
        required="yes" if isinstance(presence, Required) else "no",
        default=default,
        omitted=omitted,
        description=_described(field),
    )


def _omitted(item: Property) -> str:
    match item.presence:
        case Optional(meaning=meaning):
            return cell(meaning)
        case DefaultFrom():
            return cell(presence_sentence(item, input_side=True).removeprefix("Omitted means "))
        case _:
            return ""


def _result(field: _Field) -> ResultRow:
    return ResultRow(code_cell(field.path), type_cell(field.item.schema), _present(field.item), _described(field))


def _present(item: Property) -> str:
    match item.presence:
        case Required() | Default() | DefaultFrom():
            return "always"
        case _:
            return cell(presence_sentence(item, input_side=False))


def _described(field: _Field) -> str:
    description = cell(field.item.schema.description or "")
    return " ".join(part for part in (field.branch, description) if part)


def _fields(schema: Schema, path: str) -> Iterator[_Field]:
    match schema:
        case ObjectSchema(properties=properties):
            yield from _members(properties, path, "")
        case ArraySchema(items=items):
            yield from _fields(items, f"{path}[]")
        case UnionSchema(discriminator=discriminator, variants=variants):
            names = tuple(variant.name for variant in variants)
            chosen = StringSchema(span=schema.span, enum=names)
            item = Property(name=discriminator, schema=chosen, presence=Required(), span=schema.span)
            yield _Field(_below(path, discriminator), item, "")
            for variant in variants:
                branch = f"Only with {code_cell(discriminator)} {code_cell(_json(variant.name))}."
                yield from _members(variant.properties, path, branch)
        case _:
            return


def _members(properties: tuple[Property, ...], path: str, branch: str) -> Iterator[_Field]:
    for item in properties:
        inner = _below(path, item.name)
        yield _Field(inner, item, branch)
        yield from _fields(item.schema, inner)


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def type_cell(schema: Schema) -> str:
    """Return what values a schema takes, in words, as a finished cell."""
    words = ", ".join([_kind(schema), *_bounds(schema)])
    return f"{words}, or null" if schema.nullable and not isinstance(schema, NullSchema) else words


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
            return f"list of {type_cell(items)}" if _is_plain(items) else "list of objects"
        case ObjectSchema(open=reason):
            return "object" if reason is None else "object, open to other keys"
        case UnionSchema(discriminator=discriminator):
            return f"object, by {code_cell(discriminator)}"
        case ReferenceSchema(name=name):
            return f"{code_cell(name)} again"
    raise AssertionError(f"no words for {type(schema).__name__}")


def _choice(values: tuple[JsonValue, ...]) -> str:
    spelled = [code_cell(_json(value)) for value in values if value is not None]
    return spelled[0] if len(spelled) == 1 else f"one of {', '.join(spelled)}"


def _is_plain(schema: Schema) -> bool:
    return not isinstance(schema, ObjectSchema | UnionSchema)


def _bounds(schema: Schema) -> Iterator[str]:
    """Yield the constraints that have words; the schema files hold all of them."""
    words = schema.keywords
    yield from _span(words.get("minLength"), words.get("maxLength"), " characters")
    match schema:
        case StringSchema(pattern=pattern, max_bytes=max_bytes):
            if pattern is not None:
                yield f"matching {code_cell(pattern)}"
            if max_bytes is not None:
                yield f"at most {max_bytes} bytes in UTF-8"
        case ArraySchema(max_items=max_items):
            yield from _span(words.get("minItems"), max_items, " items")
        case _:
            pass
    yield from _span(words.get("minimum"), words.get("maximum"), "")
    if words.get("uniqueItems") is True:
        yield "no duplicates"


def _span(least: JsonValue, most: JsonValue, unit: str) -> Iterator[str]:
    if least is not None and most is not None:
        yield f"{_json(least)} to {_json(most)}{unit}"
    elif least is not None:
        yield f"at least {_json(least)}{unit}"
    elif most is not None:
        yield f"at most {_json(most)}{unit}"


def _json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)
