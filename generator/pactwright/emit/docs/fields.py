"""Schemas as rows of a table: one row per argument or result field, nested ones by their path."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pactwright.emit.docs.kinds import type_cell
from pactwright.emit.markdown import cell, code_cell
from pactwright.model.schema import (
    ArraySchema,
    Default,
    DefaultFrom,
    ObjectSchema,
    Optional,
    Property,
    Required,
    Schema,
    StringSchema,
    UnionSchema,
)
from pactwright.records import dataclass
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


def _json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)
