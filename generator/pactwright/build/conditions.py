"""Types the conditions that schemas keep as text, for the tool in whose schema they stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import is_

from pactwright.build.context import Context
from pactwright.build.expressions import condition, value_expression
from pactwright.build.fit import fitted_expression
from pactwright.build.place import Written
from pactwright.build.slots import members, scope, slot_of
from pactwright.build.stand_ins import unknown_value
from pactwright.expr.types import MapType, Slot
from pactwright.model.expression import Computed
from pactwright.model.schema import (
    ArraySchema,
    DefaultFrom,
    ObjectSchema,
    OnlyWhen,
    PresentWhen,
    Property,
    Schema,
    UnionSchema,
    Variant,
)

# What a property becomes; the second argument tells what the object is that it is a property of.
Bind = Callable[[Property, Callable[[], Slot]], Property]


def bound_output(schema: Schema, args: Slot, config: Slot, context: Context) -> Schema:
    """Return the schema of a result with its `present_when` and `only_when` conditions typed."""

    def bind(item: Property, this: Callable[[], Slot]) -> Property:
        match item.presence:
            case PresentWhen(text=text, span=span) | OnlyWhen(text=text, span=span) as presence:
                # `only_when` is judged only where the property is there.
                here = _with_member(this(), item.name) if isinstance(presence, OnlyWhen) else this()
                names = {"args": args, "config": config, "this": here, "result": slot_of(schema)}
                typed = condition(text, Written(span), scope(names), context)
                return replace(item, presence=replace(presence, condition=typed))
            case _:
                return item

    return _rebuilt(schema, bind)


def _with_member(this: Slot, name: str) -> Slot:
    if not isinstance(this.type, MapType) or name not in this.type.fields:
        return this
    fields = {**this.type.fields, name: replace(this.type.fields[name], absent=False)}
    return replace(this, type=replace(this.type, fields=fields))


def bound_input(schema: ObjectSchema, config: Slot, context: Context) -> ObjectSchema:
    """Return the schema of arguments with its `default_from` expressions typed."""

    def bind(item: Property, this: Callable[[], Slot]) -> Property:
        if not isinstance(item.presence, DefaultFrom):
            return item
        # Defaults are there already; what is filled in like this may not be.
        names = {"args": Slot(MapType(members(schema.properties, filled=True), None)), "config": config}
        span = item.presence.span
        typed = value_expression(item.presence.text, Written(span), scope(names), context)
        typed = typed or unknown_value(span).expression
        fitted_expression(Computed(typed), item.schema, f"the default of `{item.name}`", optional=True, context=context)
        return replace(item, presence=replace(item.presence, expression=typed))

    built = _rebuilt(schema, bind)
    assert isinstance(built, ObjectSchema)
    return built


def _rebuilt(schema: Schema, bind: Bind) -> Schema:
    """Return the schema with its properties bound; most have nothing to bind, and are returned as they are."""
    match schema:
        case ArraySchema(items=items):
            element = _rebuilt(items, bind)
            return schema if element is items else replace(schema, items=element)
        case ObjectSchema(properties=properties):
            bound = _properties(properties, lambda: slot_of(schema).certain, bind)
            return schema if bound is properties else replace(schema, properties=bound)
        case UnionSchema(variants=variants):
            return replace(schema, variants=tuple(_variant(item, bind) for item in variants))
        case _:
            return schema


def _variant(variant: Variant, bind: Bind) -> Variant:
    this = Slot(MapType(members(variant.properties), None))
    return replace(variant, properties=_properties(variant.properties, lambda: this, bind))


def _properties(properties: tuple[Property, ...], this: Callable[[], Slot], bind: Bind) -> tuple[Property, ...]:
    bound = tuple(bind(_property(item, bind), this) for item in properties)
    return properties if all(map(is_, bound, properties)) else bound


def _property(item: Property, bind: Bind) -> Property:
    schema = _rebuilt(item.schema, bind)
    return item if schema is item.schema else replace(item, schema=schema)
