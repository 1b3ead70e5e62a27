"""Python types of values that a schema describes, for the signatures of generated functions."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.emit.shapes import Shapes
from pactwright.expr.nodes import Name, Node, Select
from pactwright.model.expression import Expression
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
    UnionSchema,
    is_composite,
)
from pactwright.model.upstreams import Operation
from pactwright.names import class_name
from pactwright.values import JsonValue


def annotation(schema: Schema, name: str) -> str:
    """Return the type of a value of `schema`; shapes of its own are in `models` under names that begin with `name`."""
    written = _written(schema, name)
    return f"{written} | None" if schema.nullable and written not in ("Any", "None") else written


def _written(schema: Schema, name: str) -> str:
    if schema.type_name is not None and is_composite(schema):
        return f"models.{class_name(schema.type_name)}"
    match schema:
        case AnySchema():
            return "Any"
        case NullSchema():
            return "None"
        case BooleanSchema():
            return "bool"
        case NumberSchema(integer=integer, enum=None):
            return "int" if integer else "float"
        case EnumSchema(values=values) | NumberSchema(enum=tuple() as values) | StringSchema(enum=tuple() as values):
            return _literal(values)
        case StringSchema():
            return "str"
        case ArraySchema(items=items, parts=parts):
            return "list[Any]" if "prefixItems" in parts else f"list[{annotation(items, f'{name}Item')}]"
        case ObjectSchema(properties=properties, open=reason) if not properties and reason is not None:
            return "dict[str, Any]"
        case ObjectSchema() | UnionSchema():
            return f"models.{name}"
        case ReferenceSchema(name=target):
            return f"models.{class_name(target)}"
        case _:
            return "Any"


def _literal(values: tuple[JsonValue, ...]) -> str:
    plain = [value for value in values if value is None or isinstance(value, str | int | bool)]
    return f"Literal[{', '.join(map(repr, plain))}]" if plain and len(plain) == len(values) else "Any"


def answer_name(operation: Operation) -> str:
    """Return the name that the types of an operation's answer begin with."""
    return f"{class_name(operation.upstream, operation.name)}Answer"


def operation_shapes(operation: Operation) -> Iterator[Shapes]:
    """Yield the shapes that the signature of an operation refers to, where they are its own."""
    for item in operation.params:
        name = class_name(operation.upstream, operation.name, item.name)
        if f"models.{name}" in annotation(item.schema, name):
            yield hoisted(item.schema, name)
    if operation.response is not None:
        yield hoisted(operation.response, answer_name(operation))


def hoisted(schema: Schema, name: str) -> Shapes:
    """Return the shapes of what is given, where they are its own; those under `name` come first."""
    shapes = Shapes(filled=False)
    shapes.named(schema, name)
    return shapes


def at_path(expression: Expression, root: str, schema: Schema, name: str) -> tuple[Schema, str] | None:
    """Return the schema that a path such as `upstream.body.items` leads to, and the name of its type.

    `root` is the part of the path that stands for `schema`. None for what is no such path.
    """
    fields = _fields(expression.typed.node)
    if fields is None or ".".join(fields[: root.count(".") + 1]) != root:
        return None
    for key in fields[root.count(".") + 1 :]:
        found = (
            next((item for item in schema.properties if item.name == key), None)
            if isinstance(schema, ObjectSchema)
            else None
        )
        if found is None or not found.required:
            return None
        name = (class_name(schema.type_name) if schema.type_name else name) + class_name(key)
        schema = found.schema
    return schema, name


def _fields(node: Node) -> list[str] | None:
    match node:
        case Name(name=name):
            return [name]
        case Select(operand=operand, field=key):
            above = _fields(operand)
            return None if above is None else [*above, key]
        case _:
            return None
