"""The syntax tree of an expression, and where each node stands in the expression's text.

Nodes compare and hash by structure alone, never by position, so that two spellings of one path are the same key. Types
and presence are not here: see `infer`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import field
from enum import Enum

from pactwright.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Any node; `offset` and `length` count code points in the expression's text."""

    offset: int = field(default=0, compare=False)
    length: int = field(default=0, compare=False)

    @property
    def end(self) -> int:
        """The offset after the last code point."""
        return self.offset + self.length

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes directly below, in reading order."""
        return ()


@dataclass(frozen=True, slots=True)
class NullLiteral(Node):
    """`null`."""


@dataclass(frozen=True, slots=True)
class BoolLiteral(Node):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class IntLiteral(Node):
    """A whole number, its sign included."""

    value: int


@dataclass(frozen=True, slots=True)
class DoubleLiteral(Node):
    """A number with a fraction or an exponent, its sign included."""

    value: float


@dataclass(frozen=True, slots=True)
class StringLiteral(Node):
    """A text, its escapes resolved."""

    value: str


Literal = NullLiteral | BoolLiteral | IntLiteral | DoubleLiteral | StringLiteral


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A root, step, `let` or macro variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Select(Node):
    """`operand.field`, and `operand["field"]` where the key is a literal; `key_offset` is where the field stands."""

    operand: Node
    field: str
    key_offset: int = dataclasses.field(default=0, compare=False)
    key_length: int = dataclasses.field(default=0, compare=False)

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`operand[index]`."""

    operand: Node
    index: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand, self.index)


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`function(arguments)`."""

    function: str
    arguments: tuple[Node, ...]

    @property
    def children(self) -> tuple[Node, ...]:
        return self.arguments


@dataclass(frozen=True, slots=True)
class Method(Node):
    """`receiver.name(arguments)`; `name_offset` is where the name stands."""

    receiver: Node
    name: str
    arguments: tuple[Node, ...]
    name_offset: int = field(default=0, compare=False)

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.receiver, *self.arguments)


@dataclass(frozen=True, slots=True)
class Has(Node):
    """`has(path)`."""

    path: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.path,)


class MacroKind(Enum):
    """The macros over the elements of a list or the keys of an object."""

    ALL = "all"
    EXISTS = "exists"
    EXISTS_ONE = "exists_one"
    FILTER = "filter"
    MAP = "map"


@dataclass(frozen=True, slots=True)
class Macro(Node):
    """`source.kind(variable, condition)`, `source.map(variable, result)`, `source.map(variable, condition, result)`."""

    kind: MacroKind
    source: Node
    variable: Name
    condition: Node | None
    result: Node | None

    @property
    def children(self) -> tuple[Node, ...]:
        body = tuple(part for part in (self.condition, self.result) if part is not None)
        return (self.source, *body)


@dataclass(frozen=True, slots=True)
class ListLiteral(Node):
    """`[items]`."""

    items: tuple[Node, ...]

    @property
    def children(self) -> tuple[Node, ...]:
        return self.items


@dataclass(frozen=True, slots=True)
class MapLiteral(Node):
    """`{key: value}`."""

    entries: tuple[tuple[Node, Node], ...]

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple(part for entry in self.entries for part in entry)


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`!operand`."""

    operand: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class Negate(Node):
    """`-operand`, for anything but a number."""

    operand: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class And(Node):
    """`a && b && …`, two operands or more."""

    operands: tuple[Node, ...]

    @property
    def children(self) -> tuple[Node, ...]:
        return self.operands


@dataclass(frozen=True, slots=True)
class Or(Node):
    """`a || b || …`, two operands or more."""

    operands: tuple[Node, ...]

    @property
    def children(self) -> tuple[Node, ...]:
        return self.operands


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`left operator right` with `== != < <= > >= in`."""

    operator: str
    left: Node
    right: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.left, self.right)


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`left operator right` with `+ - * / %`."""

    operator: str
    left: Node
    right: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.left, self.right)


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`condition ? then : otherwise`."""

    condition: Node
    then: Node
    otherwise: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.condition, self.then, self.otherwise)


Path = Name | Select | Index


def walk(node: Node) -> Iterator[Node]:
    """Yield `node` and all nodes below it, parents first."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(current.children))


def depth(node: Node) -> int:
    """The number of levels of the tree; computed without recursion, as the tree may be hostile."""
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [child for item in level for child in item.children]
    return deepest
