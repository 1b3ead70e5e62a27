"""What expressions may rely on: the types that schemas give to paths.

Typing proves JSON type, absence and null; enums, patterns and bounds are checked on results, not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pactwright.build.stand_ins import UNTYPED, UnknownSchema
from pactwright.expr import Root, Scope, parameter, variable
from pactwright.expr.types import (
    BOOL,
    DOUBLE,
    DYN,
    INT,
    NULL,
    STRING,
    BoolType,
    DoubleType,
    DynType,
    IntType,
    ListType,
    MapType,
    NullType,
    Slot,
    StringType,
    unite_any,
)
from pactwright.model.schema import (
    ArraySchema,
    BooleanSchema,
    EnumSchema,
    NullSchema,
    NumberSchema,
    ObjectSchema,
    Property,
    Schema,
    StringSchema,
    UnionSchema,
)
from pactwright.values import JsonValue

ANY = Slot(DynType(), absent=True, null=True)
ANY_ROW = Slot(MapType({}, ANY))
TEXT = Slot(StringType())
OPTIONAL_TEXT = Slot(StringType(), absent=True)
WHOLE = Slot(IntType())

CALL = Slot(
    MapType(
        dict.fromkeys(("tool", "request_id", "started_at", "first_started_at", "principal"), TEXT),
        None,
    )
)
CATALOG = Slot(
    MapType(
        {
            **{name: Slot(ListType(TEXT)) for name in ("tools", "resources", "codes", "modes")},
            "fingerprint": TEXT,
            "version": TEXT,
        },
        None,
    )
)

FAILURE = Slot(MapType({"message": TEXT, "code": TEXT, "says": TEXT, "completed": Slot(ListType(TEXT))}, None))


def slot_of(schema: Schema, *, filled: bool = False) -> Slot:
    """Return the slot of a value that is always there; in `filled` arguments, defaults are there, too."""
    match schema:
        case UnknownSchema():
            return UNTYPED
        case StringSchema():
            slot = Slot(StringType())
        case NumberSchema(integer=integer):
            slot = Slot(IntType() if integer else DoubleType())
        case BooleanSchema():
            slot = Slot(BoolType())
        case NullSchema():
            return Slot(NullType(), null=True)
        case ArraySchema(items=items, parts=parts):
            # After `prefixItems`, `items` is only what the rest are.
            slot = Slot(ListType(Slot(DYN, null=True) if "prefixItems" in parts else slot_of(items, filled=filled)))
        case ObjectSchema(properties=properties, open=reason):
            slot = Slot(MapType(members(properties, filled=filled), None if reason is None else ANY))
        case UnionSchema(discriminator=discriminator):
            slot = Slot(MapType({**_of_variants(schema, filled=filled), discriminator: TEXT}, None))
        case EnumSchema(values=values):
            return Slot(DynType(), null=schema.nullable or None in values)
        case _:
            return Slot(DynType(), null=True)
    return replace(slot, null=True) if schema.nullable else slot


def _of_variants(schema: UnionSchema, *, filled: bool) -> dict[str, Slot]:
    """Return the properties that any branch of a union has; each may be absent, and is what all branches make of it."""
    merged: dict[str, Slot] = {}
    for variant in schema.variants:
        for name, slot in members(variant.properties, filled=filled).items():
            merged[name] = replace(unite_any(merged[name], slot) if name in merged else slot, absent=True)
    return merged


def members(properties: Iterable[Property], *, filled: bool = False) -> dict[str, Slot]:
    """Return the slots of properties; `filled` arguments have their defaults."""
    return {item.name: member(item, filled=filled) for item in properties}


def member(item: Property, *, filled: bool) -> Slot:
    """Return the slot of one property."""
    slot = slot_of(item.schema, filled=filled)
    if item.filled if filled else item.required:
        return slot
    # Not `replace`, which takes ten times as long: this is asked for every property of every schema.
    return Slot(slot.type, absent=True, null=slot.null, when=slot.when)


def arguments(schema: Schema | None) -> Slot:
    """Return the slot of `args`: validated, defaults and fills applied."""
    if isinstance(schema, ObjectSchema):
        rest = None if schema.open is None else ANY
        return Slot(MapType(members(schema.properties, filled=True), rest))
    return Slot(MapType({}, None)) if schema is None else slot_of(schema, filled=True)


def shared_arguments(inputs: Iterable[Schema | None]) -> Slot:
    """Return what every one of several owners has among its arguments: the `args` of an error's texts."""
    maps = [slot.type for slot in map(arguments, inputs) if isinstance(slot.type, MapType)]
    if not maps:
        return Slot(MapType({}, None))
    shared = dict(maps[0].fields)
    for other in maps[1:]:
        shared = {
            name: _loosened(slot, other.fields[name])
            for name, slot in shared.items()
            if name in other.fields and other.fields[name].type == slot.type
        }
    return Slot(MapType(shared, None))


def _loosened(slot: Slot, other: Slot) -> Slot:
    """Return the slot of what may also come from the other place, which holds values of the same type."""
    absent, null = slot.absent or other.absent, slot.null or other.null
    return slot if (absent, null) == (slot.absent, slot.null) else replace(slot, absent=absent, null=null)


def perhaps(args: Slot) -> Slot:
    """Return arguments of which any may be missing: a completion is asked for one before the others are there."""
    if not isinstance(args.type, MapType):
        return args
    return Slot(MapType({name: replace(slot, absent=True) for name, slot in args.type.fields.items()}, None))


def answered_slot(body: Schema | None) -> Slot:
    """Return the slot of `upstream` where there was an answer: in a table of failures, a value or a page."""
    fields = {
        "status": WHOLE,
        "message": TEXT,
        "operation": TEXT,
        "headers": Slot(MapType({}, OPTIONAL_TEXT)),
        "body": ANY if body is None else slot_of(body),
        "errors": Slot(ListType(ANY)),
    }
    return Slot(MapType({**fields, "cause": OPTIONAL_TEXT}, None))


def failed_slot(*, certain: bool) -> Slot:
    """Return the slot of `upstream` in an error's texts: a failed request or, unless `certain`, perhaps none at all."""
    fields = {
        "status": Slot(IntType(), absent=True),
        "message": OPTIONAL_TEXT,
        "cause": OPTIONAL_TEXT,
        "operation": TEXT if certain else OPTIONAL_TEXT,
        "headers": Slot(MapType({}, OPTIONAL_TEXT)),
        "body": ANY,
        "errors": Slot(ListType(ANY), absent=True),
    }
    return Slot(MapType(fields, None), absent=not certain)


def unknown_slot(*, answered: bool) -> Slot:
    """Return the slot of `upstream` in the text of a write whose outcome is unknown, answered or not."""
    always = {"operation": TEXT, "cause": TEXT}
    if answered:
        always |= {"status": WHOLE, "message": TEXT}
    fields = failed_slot(certain=True).type
    assert isinstance(fields, MapType)
    return Slot(MapType({**fields.fields, **always}, None))


def slot_of_value(value: JsonValue) -> Slot:
    """Return the slot of a constant."""
    match value:
        case None:
            return Slot(NULL, null=True)
        case bool():
            return Slot(BOOL)
        case int():
            return Slot(INT)
        case float():
            return Slot(DOUBLE)
        case str():
            return Slot(STRING)
        case dict():
            return Slot(MapType({key: slot_of_value(item) for key, item in value.items()}, None))
        case list():
            item = slot_of_value(value[0]) if value else Slot(DYN)
            for other in value[1:]:
                item = unite_any(item, slot_of_value(other))
            return Slot(ListType(item))


# How the roots are spelled in generated Python: in the methods of a tool …
TOOL_ROOTS = {
    "args": Root("args"),
    "config": Root("call.config"),
    "call": Root("call", attributes=True),
    "catalog": Root("call.catalog"),
    "upstream": Root("answer", attributes=True),
    "this": Root("this"),
    "result": Root("result"),
    "it": Root("it"),
    "env": Root("env"),
    "params": Root("params"),
    "error": Root("error"),
    "entry": Root("entry"),
}
# … in the function that words an error, which has no arguments of its own …
ERROR_ROOTS = {**TOOL_ROOTS, "args": Root("call.args"), "upstream": Root("call.upstream")}
# … in the sentences of a dialect, which are about an error that has been worded …
TEXT_ROOTS = {**TOOL_ROOTS, "error": Root("error", attributes=True), "upstream": Root("error.upstream")}
# … and in the methods of an upstream, which take the parameters of their request one by one.
UPSTREAM_ROOTS = {**TOOL_ROOTS, "config": Root("self.settings"), "args": Root("self.call.args")}
UPSTREAM_CALLS = {"now": "self.call.now", "version": "self.call.version"}


def scope(names: dict[str, Slot], *, roots: Mapping[str, Root] = TOOL_ROOTS) -> Scope:
    """Return a scope; names without a root of their own are steps and `let` values, spelled as they are."""
    return Scope(names=names, python={name: roots.get(name, Root(variable(name))) for name in names})


def request_scope(names: dict[str, Slot], params: Iterable[Property] = ()) -> Scope:
    """Return the scope of an upstream's own texts; `params` are the variables that hold a request's parameters."""
    variables = {item.name: parameter(item.name) for item in params}
    whole = "compact({" + ", ".join(f"{name!r}: {variable}" for name, variable in variables.items()) + "})"
    roots = {**UPSTREAM_ROOTS, "params": Root(whole, variables=variables)}
    return Scope(names=names, python={name: roots[name] for name in names}, calls=UPSTREAM_CALLS)
