"""Evaluates expressions the way generated code does: only the imports a translation names are there."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any

from pactwright.expr import (
    BoolType,
    DoubleType,
    DynType,
    IntType,
    ListType,
    MapType,
    NullType,
    Python,
    Root,
    Scope,
    Slot,
    StringType,
    Type,
    infer,
    infer_text,
    parse,
    split,
    translate,
    translate_text,
)
from pactwright.runtime import expressions

NULL, BOOL, INT, DOUBLE, STRING, DYN = NullType(), BoolType(), IntType(), DoubleType(), StringType(), DynType()


def optional(kind: Type) -> Slot:
    return Slot(kind, absent=True)


def nullable(kind: Type) -> Slot:
    return Slot(kind, null=True)


def listing(kind: Type | Slot) -> ListType:
    return ListType(kind if isinstance(kind, Slot) else Slot(kind))


def record(rest: Slot | None = None, /, **fields: Type | Slot) -> MapType:
    return MapType({name: kind if isinstance(kind, Slot) else Slot(kind) for name, kind in fields.items()}, rest)


def scope_of(names: Mapping[str, Type | Slot]) -> Scope:
    slots = {name: kind if isinstance(kind, Slot) else Slot(kind) for name, kind in names.items()}
    return Scope(slots, {name: Root(name) for name in slots})


def run(code: Python, values: Mapping[str, Any]) -> Any:
    """Execute a translation with nothing in reach but the values and what it says it imports."""
    offered = {name: getattr(expressions, name) for name in code.imports}
    return eval(compile(code.source, "<expression>", "eval"), {"__builtins__": builtins, **offered, **values})


def python_of(text: str, names: Mapping[str, Type | Slot], *, passing: bool = False) -> Python:
    scope = scope_of(names)
    return translate(infer(parse(text), scope, passing=passing), scope)


def evaluate(text: str, names: Mapping[str, Type | Slot], values: Mapping[str, Any], *, passing: bool = False) -> Any:
    """Return what an expression gives for values of the given slots."""
    return run(python_of(text, names, passing=passing), values)


def text_python(text: str, scope: Scope) -> Python:
    parts = [part if isinstance(part, str) else infer_text(parse(part.text), scope) for part in split(text)]
    return translate_text(parts, scope)
