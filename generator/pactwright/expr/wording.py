"""How the checker names things and what it advises."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from pactwright.expr.nodes import Index, Name, Node, NullLiteral, Path, Select
from pactwright.expr.paths import is_path, spell
from pactwright.expr.typed import Use
from pactwright.expr.types import BoolType, DoubleType, IntType, ListType, MapType, NothingType, StringType, Type


def suggest(name: str, known: Iterable[str]) -> str | None:
    """Return a hint that names what may have been meant."""
    close = difflib.get_close_matches(name, list(known), n=1)
    return f"did you mean `{close[0]}`?" if close else None


def named(node: Node) -> str:
    """Name a part of the expression: the path, if it is one."""
    match node:
        case Name() | Select() | Index() if "…" not in spell(node):
            return f"`{spell(node)}`"
        case NullLiteral():
            return "null"
        case _:
            return "the value"


def guards(node: Node, use: Use) -> str:
    """Say how to guard against absence."""
    if not is_path(node):
        return "give it a fallback: `coalesce(…, fallback)`"
    if use is Use.COMPARISON:
        return f"guard it: `has({spell(node)}) && …` or `!has({spell(node)}) || …`"
    return f"guard it: `has({spell(node)}) && …`, or use `coalesce(path, fallback)`"


def null_guards(node: Node) -> str:
    """Say how to guard against null."""
    if not is_path(node):
        return "use a value that is not null"
    return f"guard it: `{spell(node)} != null && …`, or use `coalesce(path, fallback)`"


def as_condition(node: Node, kind: Type) -> str | None:
    """Say how to make a condition of a value that is none."""
    shown = spell(node) if isinstance(node, Path) else "x"
    match kind:
        case StringType():
            return f"compare it: `{shown} != ''`; for a fallback write `coalesce({shown}, …)`"
        case IntType() | DoubleType():
            return f"compare it: `{shown} != 0`"
        case ListType() | MapType():
            return f"compare its size: `size({shown}) > 0`"
        case BoolType() | NothingType():
            return None
        case _:
            return f"compare it: `{shown} != null`"
