"""Checks of a result's conditional properties, as statements of a tool's `presence` method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pactwright.emit.python import negated_code
from pactwright.expr import Root, Scope, translate
from pactwright.expr.python import Binding
from pactwright.model.expression import Expression
from pactwright.model.schema import ArraySchema, ObjectSchema, OnlyWhen, PresentWhen, Property, Required, Schema

INDENT = "    "


@dataclass(frozen=True, slots=True)
class At:
    """Where the walk is: the Python of the object at hand, its published path, and how deep in loops it stands."""

    source: str
    path: str
    loops: int


def presence_statements(schema: Schema | None) -> list[str]:
    """Return statements that yield a violation for each property that is there when it must not be, or the reverse."""
    return list(_object(schema, At("result", "", 0))) if isinstance(schema, ObjectSchema) else []


def _object(schema: ObjectSchema, at: At) -> Iterator[str]:
    for item in schema.properties:
        yield from _own(item, at)
    for item in schema.properties:
        yield from _inner(item, at)


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
    lines = list(_value(item.schema, At(source, f"{at.path}{item.name}", at.loops)))
    if not lines:
        return
    guards = [] if isinstance(item.presence, Required) else [f"{item.name!r} in {at.source}"]
    if item.schema.nullable:
        guards.append(f"{source} is not None")
    test = " and ".join(guards)
    if not guards:
        yield from lines
    elif lines[0].startswith("if ") and all(line.startswith(INDENT) for line in lines[1:]):
        # One condition inside another is one condition: all tests here bind tighter than `and`, or are joined by it.
        yield f"if {test} and {lines[0].removeprefix('if ')}"
        yield from lines[1:]
    else:
        yield f"if {test}:"
        yield from (INDENT + line for line in lines)


def _value(schema: Schema, at: At) -> Iterator[str]:
    match schema:
        case ObjectSchema():
            yield from _object(schema, replace(at, path=f"{at.path}."))
        case ArraySchema(items=items):
            variable = "item" if at.loops == 0 else f"item{at.loops + 1}"
            lines = list(_value(items, At(variable, f"{at.path}[]", at.loops + 1)))
            if lines:
                yield f"for {variable} in {at.source}:"
                yield from (INDENT + line for line in lines)
        case _:
            return
