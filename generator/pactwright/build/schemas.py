"""Schemas: from the keywords an author wrote to one class per type, with references resolved.

Conditions (`present_when`, …) keep their text here; `conditions` types them for the tool in whose schema they stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pactwright.build.context import Context
from pactwright.build.place import Place
from pactwright.build.references import referenced
from pactwright.build.wording import condition_words
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
    OnlyWhen,
    Optional,
    Presence,
    PresentWhen,
    Property,
    Required,
    Schema,
    StringSchema,
    TypesSchema,
    UnionSchema,
    Variant,
)
from pactwright.spec.scalars import Missing
from pactwright.spec.schemas import PropertyMap, SchemaKeywords, SchemaSpec
from pactwright.values import JsonValue

# Keywords that reach the wire as they stand; only the validator reads them.
VERBATIM = (
    "minItems",
    "uniqueItems",
    "minContains",
    "maxContains",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minProperties",
    "maxProperties",
    "contentEncoding",
    "contentMediaType",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "dependentRequired",
)
_VERBATIM = {name: index for index, name in enumerate(VERBATIM)}
_PARTS = {
    "prefixItems": "prefixItems",
    "contains": "contains",
    "unevaluatedItems": "unevaluatedItems",
    "contentSchema": "contentSchema",
    "patternProperties": "patternProperties",
    "propertyNames": "propertyNames",
    "dependentSchemas": "dependentSchemas",
    "allOf": "allOf",
    "anyOf": "anyOf",
    "oneOf": "oneOf",
    "not_": "not",
    "if_": "if",
    "then": "then",
    "else_": "else",
    "items": "items",
}


_REQUIRED = Required()


def build_schema(spec: SchemaKeywords, place: Place, context: Context) -> Schema:
    """Return the schema written at `place`; mistakes become diagnostics and the nearest sensible schema."""
    if spec.defs is not None:
        context.diagnostics.error(
            "local-definitions",
            "`$defs` cannot stand in a contract",
            (place / "$defs").key,
            hint="put the schema under `types:` and refer to it as `#/types/Name`",
        )
    if spec.ref is not None:
        return referenced(spec, place, context, build_schema)
    return typed_schema(spec, place, context)


def properties_schema(properties: PropertyMap | SchemaSpec, place: Place, context: Context) -> Schema:
    """Return the schema of `P | S`: a map of properties stands for a closed object."""
    if isinstance(properties, SchemaSpec):
        return build_schema(properties, place, context)
    return ObjectSchema(span=place.value, properties=tuple(build_properties(properties.root, place, context)))


def build_properties(specs: Mapping[str, SchemaSpec], place: Place, context: Context) -> list[Property]:
    """Return the properties in their order."""
    return [build_property(name, spec, place / name, context) for name, spec in specs.items()]


def build_property(name: str, spec: SchemaSpec, place: Place, context: Context) -> Property:
    """Return one property, with what its markers say about its presence."""
    schema = build_schema(spec, place, context)
    presence = _presence(spec, place, context)
    if isinstance(presence, Required) and spec.ref is not None and not _marked(place):
        presence = _inherited(spec.ref, place, context) or presence
    return Property(name=name, schema=schema, presence=presence, span=place.key, complete=spec.complete)


def _marked(place: Place) -> bool:
    data = place.data
    return isinstance(data, dict) and any(
        key in data for key in ("optional", "default", "default_from", "present_when", "only_when")
    )


def _inherited(reference: str, place: Place, context: Context) -> Presence | None:
    """Return the presence that a named type brings along: its own markers hold wherever it is used."""
    name = reference.removeprefix("#/types/")
    spec = context.spec.types.get(name) if context.spec.types else None
    if spec is None or name in context.building:
        return None
    presence = _presence(spec, context.root / "types" / name, context)
    return None if isinstance(presence, Required) else presence


def _presence(spec: SchemaSpec, place: Place, context: Context) -> Presence:
    if spec.optional is not None:
        return Optional(spec.optional)
    if not isinstance(spec.default, Missing):
        return Default(spec.default)
    if spec.default_from is not None:
        return DefaultFrom(text=spec.default_from, span=(place / "default_from").value, says=spec.says)
    if spec.present_when is not None:
        at = place / "present_when"
        return PresentWhen(
            text=spec.present_when,
            says=spec.says or condition_words("Present when", spec.present_when, at, context),
            span=at.value,
        )
    if spec.only_when is not None:
        at = place / "only_when"
        return OnlyWhen(
            text=spec.only_when,
            says=spec.says or condition_words("Present only when", spec.only_when, at, context),
            span=at.value,
        )
    return _REQUIRED


def common(spec: SchemaKeywords, place: Place, context: Context) -> dict[str, Any]:
    """Return what every class of schema takes."""
    given = spec.model_fields_set
    keywords: dict[str, JsonValue] = {}
    for name in sorted(given & _VERBATIM.keys(), key=_VERBATIM.__getitem__):
        value = getattr(spec, name)
        if value is not None:
            keywords[name] = list(value) if isinstance(value, tuple) else value
    parts = [] if given.isdisjoint(_PARTS) else [(name, wire) for name, wire in _PARTS.items() if name in given]
    for name, wire in parts:
        if isinstance(getattr(spec, name), bool):  # `items: false`
            keywords[wire] = getattr(spec, name)
    keywords.update(spec.__pydantic_extra__ or {})
    return {
        "span": place.value,
        "title": spec.title,
        "description": spec.description,
        "nullable": spec.nullable or _types_null(spec),
        "keywords": keywords,
        "parts": {
            wire: part
            for name, wire in parts
            if wire != "items" and (part := _part(spec, name, place / wire, context)) is not None
        },
    }


def _types_null(spec: SchemaKeywords) -> bool:
    return isinstance(spec.type_, tuple) and "null" in spec.type_ and len(spec.type_) > 1


def _part(
    spec: SchemaKeywords, name: str, place: Place, context: Context
) -> Schema | tuple[Schema, ...] | Mapping[str, Schema] | None:
    value = getattr(spec, name)
    match value:
        case None | bool():
            return None
        case SchemaKeywords():
            return build_schema(value, place, context)
        case tuple():
            return tuple(build_schema(item, place / index, context) for index, item in enumerate(value))
        case _:
            return {key: build_schema(item, place / key, context) for key, item in value.items()}


def typed_schema(spec: SchemaKeywords, place: Place, context: Context) -> Schema:
    """Return the schema of keywords without a reference."""
    shared = common(spec, place, context)
    if spec.union is not None:
        return _union(spec, place, context, shared)
    constant = not isinstance(spec.const, Missing)
    values = spec.enum if isinstance(spec.const, Missing) else (spec.const,)
    types = _types(spec, values)
    match types:
        case ("object",):
            return _object(spec, place, context, shared)
        case ("array",):
            items: Schema = AnySchema(span=place.value)
            if isinstance(spec.items, SchemaKeywords):
                items = build_schema(spec.items, place / "items", context)
            return ArraySchema(**shared, items=items, max_items=spec.maxItems)
        case ("string",):
            return StringSchema(
                **shared,
                enum=_of(str, values),
                constant=constant,
                pattern=spec.pattern,
                format=spec.format,
                max_bytes=spec.max_bytes,
            )
        case ("integer",) | ("number",):
            return NumberSchema(
                **shared, integer=types == ("integer",), enum=_of(int | float, values), constant=constant
            )
        case ("boolean",):
            return BooleanSchema(**shared, const=_constant(values))
        case ("null",):
            return NullSchema(**shared)
        case () if values is not None:
            return EnumSchema(**shared, values=values, constant=constant)
        case ():
            return AnySchema(**shared)
        case _:
            return TypesSchema(**shared, types=types)


def _constant(values: tuple[JsonValue, ...] | None) -> bool | None:
    """Return the one boolean that is accepted, when there is only one."""
    flags = [value for value in values or () if isinstance(value, bool)]
    return flags[0] if len(flags) == 1 else None


def _of(kind: Any, values: tuple[JsonValue, ...] | None) -> tuple[Any, ...] | None:
    """Return the listed values without null, which `nullable` stands for."""
    return None if values is None else tuple(value for value in values if isinstance(value, kind))


def _types(spec: SchemaKeywords, values: tuple[JsonValue, ...] | None) -> tuple[str, ...]:
    """Return the JSON types of the value, null left out beside others; derived from keywords where none is written."""
    match spec.type_:
        case str() as one:
            return (one,)
        case tuple() as several:
            rest = tuple(name for name in several if name != "null")
            return rest or ("null",)
        case _:
            pass
    if values is not None:
        kinds = {type(value) for value in values}
        return ("string",) if kinds == {str} else ("integer",) if kinds == {int} else ()
    if spec.properties is not None or spec.open_ is not None:
        return ("object",)
    return ("array",) if spec.items is not None else ()


def _object(spec: SchemaKeywords, place: Place, context: Context, shared: dict[str, Any]) -> Schema:
    return ObjectSchema(
        **shared,
        properties=tuple(build_properties(spec.properties or {}, place / "properties", context)),
        open=spec.open_,
    )


def _union(spec: SchemaKeywords, place: Place, context: Context, shared: dict[str, Any]) -> Schema:
    variants = [
        Variant(
            name=name,
            properties=tuple(build_properties(properties.root, place / "variants" / name, context)),
            span=(place / "variants" / name).key,
        )
        for name, properties in (spec.variants or {}).items()
    ]
    return UnionSchema(**shared, discriminator=spec.union or "", variants=tuple(variants))
