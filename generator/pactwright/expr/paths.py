"""Paths: names followed by fields and indexes, which are what can be absent."""

from __future__ import annotations

from pactwright.expr.nodes import Index, IntLiteral, Name, Node, Select


def is_path(node: Node) -> bool:
    """Whether `node` is a name followed by any number of fields and indexes."""
    while isinstance(node, Select | Index):
        node = node.operand
    return isinstance(node, Name)


def root_of(path: Node) -> str:
    """The name a path starts with; empty when `path` is none."""
    while isinstance(path, Select | Index):
        path = path.operand
    return path.name if isinstance(path, Name) else ""


def prefixes(path: Node) -> tuple[Node, ...]:
    """The path and all paths it goes through, shortest first."""
    found = [path]
    while isinstance(path, Select | Index):
        path = path.operand
        found.append(path)
    return tuple(reversed(found))


def spell(node: Node) -> str:
    """The path as an author would write it, for messages; `…` stands for parts that are no path."""
    match node:
        case Name(name=name):
            return name
        case Select(operand=operand, field=key):
            return f"{spell(operand)}.{key}" if key.isidentifier() else f"{spell(operand)}[{key!r}]"
        case Index(operand=operand, index=IntLiteral(value=value)):
            return f"{spell(operand)}[{value}]"
        case Index(operand=operand, index=index):
            return f"{spell(operand)}[{spell(index)}]"
        case _:
            return "…"
