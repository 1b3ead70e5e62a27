"""Whether what a template gives fits the schema it is meant for: presence, JSON types, names.

A value that is passed on keeps its absence, so a path that may be absent fits only where the schema lets the property
be absent. Values that are known entirely are checked against the schema itself.
"""

from __future__ import annotations

import difflib
import json
from dataclasses import replace

import jsonschema_rs

from pactwright.build.context import Context
from pactwright.build.place import Place
from pactwright.build.slots import slot_of
from pactwright.expr.types import (
    BoolType,
    DoubleType,
    DynType,
    IntType,
    ListType,
    MapType,
    NullType,
    StringType,
    Type,
)
from pactwright.model.expression import Computed, Elements, Entries, Expression, Literal, Template, Text, ViewOf
from pactwright.model.schema import ArraySchema, ObjectSchema, Property, Required, Schema, StringSchema
from pactwright.source import Span
from pactwright.values import JsonValue

WORDS = {
    NullType: "null",
    BoolType: "a boolean",
    IntType: "an integer",
    DoubleType: "a number",
    StringType: "a text",
    ListType: "a list",
    MapType: "an object",
    DynType: "any value",
}


def fitted(template: Template, schema: Schema, what: str, place: Place, context: Context) -> Template:
    """Return `template`, written at `place`, as it gives a value of `schema`; `what` names the value in messages.

    What cannot be a value of the schema is reported.
    """
    match template:
        case Computed():
            return fitted_expression(template, schema, what, optional=False, context=context)
        case Entries(items=items) if isinstance(schema, ObjectSchema):
            _check_names([name for name, _ in items], schema, what, place, context)
            known = {item.name: item for item in schema.properties}
            return Entries(
                tuple(
                    (name, _fitted_property(part, known.get(name), f"`{name}` of {what}", place / name, context))
                    for name, part in items
                )
            )
        case Elements(items=elements) if isinstance(schema, ArraySchema):
            each = f"an element of {what}"
            return Elements(
                tuple(fitted(part, schema.items, each, place / index, context) for index, part in enumerate(elements))
            )
        case Text():
            _check_kind(StringType, "a text", schema, what, place, context)
        case Entries():
            _check_kind(MapType, "an object", schema, what, place, context)
        case Elements():
            _check_kind(ListType, "a list", schema, what, place, context)
        case ViewOf(view=view, each=each):
            seen = schema.items if each and isinstance(schema, ArraySchema) else schema
            _check_view(view, seen, what, place, context)
        case Literal(value=value):
            _check_literal(value, schema, what, place, context)
    return template


def _check_kind(kind: type[Type], words: str, schema: Schema, what: str, place: Place, context: Context) -> None:
    if not isinstance(slot_of(schema).type, kind | DynType):
        _mismatch(what, words, schema, place.value, context)


def _check_names(names: list[str], schema: ObjectSchema, what: str, place: Place, context: Context) -> None:
    """Report names that the schema does not have, and required ones that are not given."""
    known = {item.name: item for item in schema.properties}
    for name in names:
        if name not in known and schema.open is None:
            _unknown(name, known, what, (place / name).key, context)
    missing = [name for name, item in known.items() if name not in names and isinstance(item.presence, Required)]
    if missing:
        listed = ", ".join(f"`{name}`" for name in missing)
        context.diagnostics.error("value-missing", f"{what} lacks {listed}", place.key, hint=f"give {listed} a value")


def _fitted_property(template: Template, item: Property | None, what: str, place: Place, context: Context) -> Template:
    if item is None:
        return template
    optional = not isinstance(item.presence, Required)
    match template:
        case Computed():
            return fitted_expression(template, item.schema, what, optional=optional, context=context)
        case ViewOf(source=source) if source.typed.slot.uncertain and not optional:
            _check_slot(source, item.schema, what, optional=False, context=context)
            return template
        case _:
            return fitted(template, item.schema, what, place, context)


def fitted_expression(template: Computed, schema: Schema, what: str, *, optional: bool, context: Context) -> Computed:
    """Return an expression as it gives a value of `schema`; a null that may not stand there is left out if it may."""
    _check_slot(template.expression, schema, what, optional=optional, context=context)
    drops = optional and template.expression.typed.slot.null and not slot_of(schema).null
    return replace(template, drops_null=True) if drops else template


def _unknown(name: str, known: dict[str, Property], what: str, span: Span, context: Context) -> None:
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean `{close[0]}`?" if close else f"it has {', '.join(f'`{item}`' for item in known) or 'nothing'}"
    context.diagnostics.error("unknown-property", f"{what} has no `{name}`", span, hint=hint)


def _check_slot(expression: Expression, schema: Schema, what: str, *, optional: bool, context: Context) -> None:
    slot = expression.typed.slot
    wanted = slot_of(schema)
    if (slot.absent or slot.when is not None) and not optional:
        context.diagnostics.error(
            "expression-may-be-absent",
            f"`{expression.text}` may be absent, but {what} must be there",
            expression.span,
            hint="give a fallback: `coalesce(path, fallback)`, or mark the property `optional:`",
        )
    elif slot.null and not wanted.null and not (optional and not isinstance(slot.type, NullType)):
        context.diagnostics.error(
            "expression-may-be-null",
            f"`{expression.text}` may be null, but {what} may not",
            expression.span,
            hint="give a fallback: `coalesce(path, fallback)`, or mark the property `nullable: true`",
        )
    elif not assignable(slot.type, wanted.type):
        _mismatch(what, WORDS[type(slot.type)], schema, expression.span, context)


def assignable(given: Type, wanted: Type) -> bool:
    """Whether a value of type `given` can be one of type `wanted`; unknown types are checked when the server runs."""
    match given, wanted:
        case (DynType(), _) | (_, DynType()):
            return True
        case IntType() | DoubleType(), DoubleType():
            return True
        case ListType(item=left), ListType(item=right):
            return assignable(left.type, right.type)
        case MapType(fields=left_fields), MapType(fields=right_fields):
            return all(
                assignable(slot.type, right_fields[name].type)
                for name, slot in left_fields.items()
                if name in right_fields
            )
        case _:
            return type(given) is type(wanted)


def _mismatch(what: str, given: str, schema: Schema, span: Span, context: Context) -> None:
    wanted = WORDS[type(slot_of(schema).type)]
    message = f"{what} is {wanted}, but this gives {given}"
    context.diagnostics.error("type-mismatch", message, span, hint=f"give {wanted}, or change the schema")


def _check_view(view: str, schema: Schema, what: str, place: Place, context: Context) -> None:
    spec = (context.spec.views or {}).get(view)
    if spec is not None and schema.type_name is not None and schema.type_name != spec.type_:
        context.diagnostics.error(
            "type-mismatch",
            f"{what} is a `{schema.type_name}`, but the view `{view}` gives a `{spec.type_}`",
            (place / "$view").value,
            hint=f"use a view of `{schema.type_name}`",
        )


def _check_literal(value: JsonValue, schema: Schema, what: str, place: Place, context: Context) -> None:
    match value, schema:
        case dict(), ObjectSchema(properties=properties):
            _check_names(list(value), schema, what, place, context)
            for item in properties:
                if item.name in value:
                    inner = f"`{item.name}` of {what}"
                    _check_literal(value[item.name], item.schema, inner, place / item.name, context)
            return
        case list(), ArraySchema(items=items):
            for index, element in enumerate(value):
                _check_literal(element, items, f"an element of {what}", place / index, context)
            return
        case dict(), _:
            _check_kind(MapType, "an object", schema, what, place, context)
            return
        case list(), _:
            _check_kind(ListType, "a list", schema, what, place, context)
            return
        case _:
            pass
    wanted = slot_of(schema)
    simple = _simple(schema)
    if value is None and wanted.null:
        return
    if isinstance(wanted.type, MapType | ListType):
        _mismatch(what, f"`{json.dumps(value, ensure_ascii=False)}`", schema, place.value, context)
    elif simple and not jsonschema_rs.Draft202012Validator(simple, offline=True).is_valid(value):
        context.diagnostics.error(
            "type-mismatch", f"{what} cannot be this value", place.value, hint="give one that its schema accepts"
        )


def _simple(schema: Schema) -> dict[str, object]:
    """Return as much of a JSON Schema as is needed to judge a constant."""
    names = {BoolType: "boolean", IntType: "integer", DoubleType: "number", StringType: "string", NullType: "null"}
    kind = names.get(type(slot_of(schema).type))
    if kind is None:
        return {}
    wire: dict[str, object] = {"type": [kind, "null"] if schema.nullable else kind}
    if isinstance(schema, StringSchema):
        if schema.enum is not None:
            wire["enum"] = [*schema.enum, None] if schema.nullable else list(schema.enum)
        if schema.pattern is not None:
            wire["pattern"] = schema.pattern
    bounds = {key: value for key, value in schema.keywords.items() if key.startswith(("min", "max", "exclusive"))}
    return wire | bounds
