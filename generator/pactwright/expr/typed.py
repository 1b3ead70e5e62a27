"""The result of inference: the tree of an expression with the slot of every part."""

from __future__ import annotations

from enum import Enum

from pactwright.expr.nodes import Node
from pactwright.expr.types import Slot
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Typed:
    """A node that has been checked.

    Attributes:
        node: The node; for `coalesce` with a computed fallback, what it stands for is the only operand.
        slot: What the value is at this place, guards on the way taken into account.
        operands: The checked parts, in the order in which they are evaluated.
    """

    node: Node
    slot: Slot
    operands: tuple[Typed, ...] = ()


class Use(Enum):
    """What a value is used for, which decides whether it may be absent or null."""

    VALUE = "value"
    COMPARISON = "comparison"
    PASSING = "passing"
