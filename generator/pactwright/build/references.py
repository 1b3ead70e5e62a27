"""`$ref: "#/types/Name"`: the named type, annotations replaced and constraints tightened by what stands beside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pactwright.build.context import Context
from pactwright.build.place import Place
from pactwright.build.stand_ins import UnknownSchema
from pactwright.model.schema import ArraySchema, NumberSchema, ReferenceSchema, Schema, StringSchema
from pactwright.spec.scalars import MISSING
from pactwright.spec.schemas import SchemaKeywords
from pactwright.values import JsonValue

Build = Callable[[SchemaKeywords, Place, Context], Schema]

PREFIX = "#/types/"
_MARKERS = frozenset({"optional", "default", "default_from", "present_when", "only_when", "says", "complete"})
_ANNOTATIONS = frozenset({"$ref", "title", "description", "nullable"}) | _MARKERS
_FREE = frozenset({"examples", "deprecated", "readOnly", "writeOnly"})
_RAISED = frozenset({"minLength", "minItems", "minProperties", "minimum", "exclusiveMinimum", "minContains"})
_LOWERED = frozenset({"maxLength", "maxProperties", "maximum", "exclusiveMaximum", "maxContains"})


def named_type(name: str, context: Context, build: Build) -> Schema | None:
    """Return a named type's schema, built once; a use inside itself is a reference. None if there is no such type."""
    specs = context.spec.types or {}
    if name not in specs:
        return None
    place = context.root / "types" / name
    if name in context.building:
        return ReferenceSchema(span=place.key, name=name, type_name=name)
    if name not in context.built:
        context.building.add(name)
        built = build(specs[name], place, context)
        context.building.discard(name)
        context.built[name] = built if built.type_name and built.type_name != name else replace(built, type_name=name)
    return replace(context.built[name], type_name=name)


def referenced(spec: SchemaKeywords, place: Place, context: Context, build: Build) -> Schema:
    """Return the type that `$ref` names, changed by the keys beside it."""
    name = (spec.ref or "").removeprefix(PREFIX)
    target = named_type(name, context, build)
    if target is None:
        context.unknown(
            "type", name, context.spec.types or {}, (place / "$ref").value, declare="declare it under `types:`"
        )
        return UnknownSchema(span=place.value)
    annotated = replace(target, **_annotations(spec))
    beside = {key for key in _written(place) if key not in _ANNOTATIONS}
    return _tightened(annotated, beside, spec, place, context) if beside else annotated


def _written(place: Place) -> list[str]:
    data = place.data
    return list(data) if isinstance(data, dict) else []


def _annotations(spec: SchemaKeywords) -> dict[str, Any]:
    given: dict[str, Any] = {}
    if spec.title is not None:
        given["title"] = spec.title
    if spec.description is not None:
        given["description"] = spec.description
    if "nullable" in spec.model_fields_set:
        given["nullable"] = spec.nullable
    return given


def _tightened(schema: Schema, keys: set[str], spec: SchemaKeywords, place: Place, context: Context) -> Schema:
    keywords = dict(schema.keywords)
    changes: dict[str, Any] = {}
    for key in sorted(keys):
        value = _value(spec, key)
        if key in _FREE or key.startswith("x-"):
            keywords[key] = value
        elif key in _RAISED | _LOWERED or key == "uniqueItems":
            if _loosens(key, keywords.get(key), value):
                _report(key, schema, place, context)
            keywords[key] = value
        elif not _narrowed(schema, key, value, changes):
            _report(key, schema, place, context)
    if not changes and all(key in _FREE or key.startswith("x-") for key in keys):
        return replace(schema, keywords=keywords)
    # With other bounds it is no longer the named type, and a Python type of that name would say too little or too much.
    narrowed = any(key in changes for key in ("enum", "open"))
    return replace(schema, keywords=keywords, type_name=None if narrowed else schema.type_name, **changes)


def _value(spec: SchemaKeywords, key: str) -> JsonValue:
    if key.startswith("x-"):
        return (spec.__pydantic_extra__ or {}).get(key)
    attribute = {"const": "const", "open": "open_", "type": "type_"}.get(key, key)
    value = getattr(spec, attribute, None)
    if value is MISSING:
        return None
    return list(value) if isinstance(value, tuple) else value


def _loosens(key: str, old: JsonValue, new: JsonValue) -> bool:
    if key == "uniqueItems":
        return new is not True
    if not isinstance(old, int | float) or not isinstance(new, int | float):
        return False
    return new < old if key in _RAISED else new > old


def _narrowed(schema: Schema, key: str, value: JsonValue, changes: dict[str, Any]) -> bool:
    """Record a keyword that this class of schema holds itself; false when it does not tighten the type."""
    match schema, key:
        case StringSchema() | NumberSchema(), "enum" if isinstance(value, list):
            changes["enum"] = tuple(value)
            return schema.enum is None or all(item in schema.enum for item in value)
        case StringSchema() | NumberSchema(), "const":
            changes |= {"enum": (value,), "constant": True}
            return schema.enum is None or value in schema.enum
        case StringSchema(), "pattern" | "format":
            changes[key] = value
            return getattr(schema, key) in (None, value)
        case StringSchema(), "max_bytes" if isinstance(value, int):
            changes["max_bytes"] = value
            return schema.max_bytes is None or value <= schema.max_bytes
        case ArraySchema(), "maxItems" if isinstance(value, int):
            changes["max_items"] = value
            return schema.max_items is None or value <= schema.max_items
        case _:
            return False


def _report(key: str, schema: Schema, place: Place, context: Context) -> None:
    context.diagnostics.error(
        "reference-loosens",
        f"`{key}` beside `$ref` does not tighten the type `{schema.type_name}`",
        (place / key).key,
        hint="keys beside `$ref` replace annotations and may only tighten constraints; else write a type of its own",
    )
