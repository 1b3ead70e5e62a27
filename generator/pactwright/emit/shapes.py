"""Shape-only copies of schemas, from which the Python types are made.

Models are shapes, the schema is the law: constraints stay with the validator. Every object, enum and union gets a name
derived from its owner and path, so that no name depends on what else the contract holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from pactwright.model.schema import (
    AnySchema,
    ArraySchema,
    BooleanSchema,
    EnumSchema,
    NullSchema,
    NumberSchema,
    ObjectSchema,
    Property,
    ReferenceSchema,
    Schema,
    StringSchema,
    TypesSchema,
    UnionSchema,
    is_composite,
)
from pactwright.names import class_name
from pactwright.records import dataclass
from pactwright.values import JsonValue

Shape = dict[str, JsonValue]


@dataclass(slots=True)
class Shapes:
    """The shapes hoisted while one schema is walked, inner before outer, and the named types it uses."""

    filled: bool
    """Whether defaults are already applied, so that a property with one is always there."""
    hoisted: dict[str, Shape] = field(default_factory=dict)
    used: dict[str, None] = field(default_factory=dict)

    def named(self, schema: Schema, name: str) -> Shape:
        """Return the shape of `schema`, hoisted under `name` when it has a shape of its own."""
        if schema.type_name is not None and is_composite(schema):
            self.used.setdefault(schema.type_name)
            return _or_null(_reference(class_name(schema.type_name)), schema)
        return self.inline(schema, name)

    def inline(self, schema: Schema, name: str) -> Shape:
        """Return the shape of `schema` as if it had no entry under `types:`."""
        match schema:
            case AnySchema():
                return {}
            case NullSchema():
                return {"type": "null"}
            case BooleanSchema(const=None):
                return _typed("boolean", schema)
            case BooleanSchema(const=const):
                return _or_null({"const": const}, schema)
            case NumberSchema(integer=integer, enum=None):
                return _typed("integer", schema) if integer else _several(("integer", "number"), schema)
            case StringSchema(enum=None):
                return _typed("string", schema)
            case TypesSchema(types=types):
                return _several(types, schema)
            case (
                EnumSchema(values=values) | NumberSchema(enum=tuple() as values) | StringSchema(enum=tuple() as values)
            ):
                return self._enum(values, schema, name)
            case ArraySchema(items=items, parts=parts):
                # After `prefixItems`, `items` is only what the rest are.
                shape = {} if "prefixItems" in parts else self.named(items, f"{name}Item")
                return {**_typed("array", schema), "items": shape}
            case ObjectSchema():
                return self._object(schema, name)
            case UnionSchema():
                return self._union(schema, name)
            case ReferenceSchema(name=target):
                self.used.setdefault(target)
                return _or_null(_reference(class_name(target)), schema)
        raise AssertionError(f"no shape for {type(schema).__name__}")

    def _enum(self, values: Iterable[JsonValue], schema: Schema, name: str) -> Shape:
        listed = list(values)
        if any(isinstance(value, dict | list | float) for value in listed):
            return _several(("integer", "number"), schema) if isinstance(schema, NumberSchema) else {}
        if len(listed) == 1:
            return {"enum": [*listed, None] if schema.nullable else listed}
        self.hoisted[name] = {"enum": listed}
        return _or_null(_reference(name), schema)

    def _object(self, schema: ObjectSchema, name: str) -> Shape:
        if not schema.properties and schema.open is not None:
            return {**_typed("object", schema), "additionalProperties": True}
        self.hoisted[name] = self._members(schema.properties, name, schema.description)
        return _or_null(_reference(name), schema)

    def _members(self, properties: Iterable[Property], name: str, description: str | None) -> Shape:
        members: Shape = {}
        required: list[JsonValue] = []
        for item in properties:
            shape = self.named(item.schema, name + class_name(item.name))
            if item.schema.description:
                shape = {**shape, "description": item.schema.description}
            members[item.name] = shape
            if item.filled if self.filled else item.required:
                required.append(item.name)
        shape = {"type": "object", "properties": members, "required": required}
        return {**shape, "description": description} if description else shape

    def _union(self, schema: UnionSchema, name: str) -> Shape:
        branches: list[JsonValue] = []
        for variant in schema.variants:
            variant_name = name + class_name(variant.name)
            members = self._members(variant.properties, variant_name, None)
            properties = members["properties"]
            required = members["required"]
            assert isinstance(properties, dict)
            assert isinstance(required, list)
            members["properties"] = {schema.discriminator: {"const": variant.name}, **properties}
            members["required"] = [schema.discriminator, *required]
            self.hoisted[variant_name] = members
            branches.append(_reference(variant_name))
        self.hoisted[name] = {"oneOf": branches}
        return _or_null(_reference(name), schema)


def _reference(name: str) -> Shape:
    return {"$ref": f"#/$defs/{name}"}


def _typed(name: str, schema: Schema) -> Shape:
    return {"type": [name, "null"]} if schema.nullable else {"type": name}


def _several(names: Iterable[str], schema: Schema) -> Shape:
    return {"type": [*names, "null"]} if schema.nullable else {"type": list(names)}


def _or_null(shape: Shape, schema: Schema) -> Shape:
    return {"anyOf": [shape, {"type": "null"}]} if schema.nullable else shape
