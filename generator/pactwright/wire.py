"""The JSON Schemas on the wire: what a schema of the contract looks like to a client.

Markers of the language become words ("Omitted means …") and standard keywords; nothing else knows how.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from pactwright.model.contract import Contract
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
    PresentWhen,
    Property,
    ReferenceSchema,
    Required,
    Schema,
    StringSchema,
    TypesSchema,
    UnionSchema,
    Variant,
)
from pactwright.values import JsonValue

DIALECT = "https://json-schema.org/draft/2020-12/schema"

JsonObject = dict[str, JsonValue]


def input_schema(schema: Schema, contract: Contract) -> JsonObject:
    """Return the complete schema of arguments: markers say what omitting one means.

    What is inside is shared between all who ask, so it may be read only.
    """
    return _complete(schema, contract, input_side=True)


def output_schema(schema: Schema, contract: Contract) -> JsonObject:
    """Return the complete schema of a result: markers say when something is absent.

    What is inside is shared between all who ask, so it may be read only.
    """
    return _complete(schema, contract, input_side=False)


def answer_schema(schema: Schema, contract: Contract) -> JsonObject:
    """Return the complete schema of what an upstream answers, which may hold more than is told, at every depth.

    What is inside is shared between all who ask, so it may be read only.
    """
    return _complete(schema, contract, input_side=False, opened=True)


def _complete(schema: Schema, contract: Contract, *, input_side: bool, opened: bool = False) -> JsonObject:
    key = ("input schema" if input_side else "answer schema" if opened else "output schema", id(schema))
    known = contract.derived.get(key)
    if known is None:
        body = _Wire(contract, input_side=input_side, opened=opened)
        wire: JsonObject = {"$schema": DIALECT, **body.schema(schema)}
        if body.definitions:
            wire["$defs"] = dict(body.definitions)
        # Kept together with what it was made from: as long as that is there, nothing else has its identity.
        known = contract.derived[key] = (schema, wire)
    return dict(known[1])


class _Wire:
    """One conversion; collects the definitions of types that contain themselves."""

    def __init__(self, contract: Contract, *, input_side: bool, opened: bool) -> None:
        self.contract = contract
        self.input_side = input_side
        self.opened = opened
        self.definitions: dict[str, JsonValue] = {}

    def schema(self, schema: Schema) -> JsonObject:
        wire = self._typed(schema)
        if schema.title is not None:
            wire["title"] = schema.title
        description = self._description(schema)
        if description:
            wire["description"] = description
        wire.update(schema.keywords)
        wire.update((name, self._part(part)) for name, part in schema.parts.items())
        return wire

    def _part(self, part: Schema | tuple[Schema, ...] | Mapping[str, Schema]) -> JsonValue:
        match part:
            case tuple():
                return [self.schema(item) for item in part]
            case Mapping():
                return {name: self.schema(item) for name, item in part.items()}
            case _:
                return self.schema(part)

    def _typed(self, schema: Schema) -> JsonObject:
        match schema:
            case AnySchema():
                return {}
            case NullSchema():
                return {"type": "null"}
            case EnumSchema(values=values, constant=constant):
                return _enum(values, schema, constant=constant)
            case TypesSchema(types=types):
                return {"type": [*types, "null"] if schema.nullable else list(types)}
            case BooleanSchema(const=const):
                return _nullable("boolean", schema) | ({} if const is None else {"const": const})
            case StringSchema():
                return self._string(schema)
            case NumberSchema(integer=integer, enum=enum, constant=constant):
                return _nullable("integer" if integer else "number", schema) | _enum(enum, schema, constant=constant)
            case ArraySchema(items=items, max_items=max_items):
                return (
                    _nullable("array", schema)
                    | {"items": self.schema(items)}
                    | ({} if max_items is None else {"maxItems": max_items})
                )
            case ObjectSchema(properties=properties, open=reason):
                return _nullable("object", schema) | self._members(properties, closed=reason is None)
            case UnionSchema():
                return self._union(schema)
            case ReferenceSchema(name=name):
                self._define(name)
                return _or_null({"$ref": f"#/$defs/{name}"}, schema)

    def _string(self, schema: StringSchema) -> JsonObject:
        wire = _nullable("string", schema) | _enum(schema.enum, schema, constant=schema.constant)
        if schema.pattern is not None:
            wire["pattern"] = schema.pattern
        if schema.format is not None:
            wire["format"] = schema.format
        return wire

    def _members(self, properties: Iterable[Property], *, closed: bool) -> JsonObject:
        wire: JsonObject = {"properties": {item.name: self.property(item) for item in properties}}
        required: list[JsonValue] = [item.name for item in properties if item.required]
        if required:
            wire["required"] = required
        if closed and not self.opened:
            wire["additionalProperties"] = False
        return wire

    def _union(self, schema: UnionSchema) -> JsonObject:
        branches: list[JsonValue] = [self._variant(schema.discriminator, variant) for variant in schema.variants]
        return _or_null({"type": "object", "oneOf": branches}, schema)

    def _variant(self, discriminator: str, variant: Variant) -> JsonObject:
        members = self._members(variant.properties, closed=True)
        properties = members["properties"]
        required = members.get("required", [])
        assert isinstance(properties, dict)
        assert isinstance(required, list)
        return {
            "type": "object",
            "title": variant.name,
            **members,
            "properties": {discriminator: {"type": "string", "const": variant.name}, **properties},
            "required": [discriminator, *required],
        }

    def _define(self, name: str) -> None:
        if name in self.definitions:
            return
        self.definitions[name] = {}  # holds the place, so that a recursive type ends
        schema = self.contract.schema(name)
        assert schema is not None, f"build resolved {name}"
        self.definitions[name] = self.schema(schema)

    def property(self, item: Property) -> JsonObject:
        wire = self.schema(item.schema)
        sentence = presence_sentence(item, input_side=self.input_side)
        if sentence:
            described = wire.get("description")
            wire["description"] = joined(described if isinstance(described, str) else "", sentence)
        if isinstance(item.presence, Default):
            wire["default"] = item.presence.value
        return wire

    def _description(self, schema: Schema) -> str:
        description = schema.description or ""
        if isinstance(schema, StringSchema) and schema.max_bytes is not None:
            return joined(description, f"At most {schema.max_bytes} bytes in UTF-8.")
        return description


def _nullable(name: str, schema: Schema) -> JsonObject:
    return {"type": [name, "null"]} if schema.nullable else {"type": name}


def _enum(values: tuple[JsonValue, ...] | None, schema: Schema, *, constant: bool) -> JsonObject:
    if values is None:
        return {}
    if constant and not schema.nullable:
        return {"const": values[0]}
    return {"enum": [*values, None] if schema.nullable and None not in values else list(values)}


def _or_null(wire: JsonObject, schema: Schema) -> JsonObject:
    return {"anyOf": [wire, {"type": "null"}]} if schema.nullable else wire


def joined(*sentences: str) -> str:
    """Join sentences with a space, closing those that lack a full stop."""
    return " ".join(_closed(sentence) for sentence in sentences if sentence)


def _closed(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", "…")) else sentence + "."


def presence_sentence(item: Property, *, input_side: bool) -> str:
    """Return what a reader must know about leaving `item` out, or about when it is there."""
    match item.presence:
        case Required():
            return ""
        case Optional(meaning=meaning):
            return f"{'Omitted means' if input_side else 'Absent when'} {meaning}"
        case Default(value=value):
            return f"Omitted means {json.dumps(value, ensure_ascii=False)} (the server applies this default)."
        case DefaultFrom(text=text, says=says):
            return f"Omitted means {says or _told(text)} (the server applies this default)."
        case PresentWhen(says=says) | OnlyWhen(says=says):
            return says


def _told(text: str) -> str:
    """Put a default's source into words: a sibling argument, a setting, or a value computed from them."""
    text = text.removeprefix("${").removesuffix("}").strip()
    root, _, rest = text.partition(".")
    if root == "args" and rest.isidentifier():
        return f"the same as {rest}"
    if root == "config" and rest.isidentifier():
        return f"the configured {rest}"
    return "a value computed by the server"


def walk(schema: Schema) -> Iterator[Schema]:
    """Yield `schema` and every schema in it, outer before inner; references are not followed."""
    waiting = [schema]
    while waiting:
        inner = waiting.pop()
        yield inner
        match inner:
            case ArraySchema(items=items):
                waiting.append(items)
            case ObjectSchema(properties=properties):
                waiting.extend(item.schema for item in reversed(properties))
            case UnionSchema(variants=variants):
                properties = tuple(item for variant in variants for item in variant.properties)
                waiting.extend(item.schema for item in reversed(properties))
            case _:
                pass
