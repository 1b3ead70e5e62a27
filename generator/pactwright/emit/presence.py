"""Checks of a result's conditional properties, as statements of a tool's `presence` method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pactwright.emit.python import negated_code
from pactwright.expr import Root, Scope, translate
from pactwright.expr.python import Binding
from pactwright.model.expression import Expression
from pactwright.model.schema import (
    ArraySchema,
    ObjectSchema,
    OnlyWhen,
    PresentWhen,
    Property,
    Required,
    Schema,
    UnionSchema,
)
from pactwright.names import identifier
from pactwright.records import dataclass

INDENT = "    "


@dataclass(frozen=True, slots=True)
class At:
    """Where the walk is: the Python of the object at hand, and its published path."""

    source: str
    path: str


def presence_statements(schema: Schema | None) -> list[str]:
    """Return statements that yield a violation for each property that is there when it must not be, or the reverse."""
    match schema:
        case ObjectSchema(properties=properties):
            return list(_members(properties, At("result", "")))
        case UnionSchema():
            return list(_branches(schema, At("result", "")))
        case _:
            return []


def _members(properties: tuple[Property, ...], at: At) -> Iterator[str]:
    for item in properties:
        yield from _own(item, at)
    for item in properties:
        yield from _inner(item, at)


def _branches(schema: UnionSchema, at: At) -> Iterator[str]:
    for variant in schema.variants:
        test = f"{at.source}[{schema.discriminator!r}] == {variant.name!r}"
        yield from _guarded([test], list(_members(variant.properties, at)))


def _own(item: Property, at: At) -> Iterator[str]:
    match item.presence:
        case PresentWhen(condition=condition, says=says) if condition is not None:
            test = (
                f"({item.name!r} in {at.source}) != {translate(condition.typed, _scope(condition, at)).at(Binding.SUM)}"
            )
        case OnlyWhen(condition=condition, says=says) if condition is not None:
            test = f"{item.name!r} in {at.source} and {negated_code(condition, _scope(condition, at)).at(Binding.NOT)}"
        case _:
            return
    yield f"if {test}:"
    yield f"{INDENT}yield Violation(fields=({at.path + item.name!r},), reason={says!r})"


def _scope(condition: Expression, at: At) -> Scope:
    """Return the scope of a condition in which `this` is the object at hand."""
    return replace(condition.scope, python={**condition.scope.python, "this": Root(at.source)})


def _inner(item: Property, at: At) -> Iterator[str]:
    source = f"{at.source}[{item.name!r}]"
    guards = [] if isinstance(item.presence, Required) else [f"{item.name!r} in {at.source}"]
    if item.schema.nullable:
        guards.append(f"{source} is not None")
    yield from _guarded(guards, list(_value(item.schema, At(source, f"{at.path}{item.name}"))))


def _guarded(tests: list[str], lines: list[str]) -> Iterator[str]:
    """Yield `lines` under the tests; one condition inside another is written as one.

    All tests here bind tighter than `and`, or are joined by it.
    """
    test = " and ".join(tests)
    if not tests or not lines:
        yield from lines
    elif lines[0].startswith("if ") and all(line.startswith(INDENT) for line in lines[1:]):
        yield f"if {test} and {lines[0].removeprefix('if ')}"
        yield from lines[1:]
    else:
        yield f"if {test}:"
        yield from (INDENT + line for line in lines)


def _value(schema: Schema, at: At) -> Iterator[str]:
    match schema:
        case ObjectSchema(properties=properties):
            yield from _members(properties, replace(at, path=f"{at.path}."))
        case UnionSchema():
            yield from _branches(schema, replace(at, path=f"{at.path}."))
        case ArraySchema(items=items):
            # Named by its path: two loops over elements of different types need two variables.
            variable = f"{identifier(at.path.replace('[]', '_item'))}_item"
            lines = list(_value(items, At(variable, f"{at.path}[]")))
            if items.nullable:
                lines = list(_guarded([f"{variable} is not None"], lines))
            if lines:
                yield f"for {variable} in {at.source}:"
                yield from (INDENT + line for line in lines)
        case _:
            return
