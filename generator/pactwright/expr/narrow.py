"""What is known at a place in an expression because of the conditions on the way there.

Two kinds of knowledge: paths that a guard has shown to be present or not null, and the conditions themselves, from
which the presence of a conditional step follows by propositional reasoning. Nothing is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pactwright.expr.logic import implies
from pactwright.expr.nodes import (
    And,
    BoolLiteral,
    Call,
    Compare,
    Conditional,
    Has,
    Literal,
    Node,
    Not,
    NullLiteral,
    Or,
    Path,
    Select,
    walk,
)
from pactwright.expr.paths import prefixes, root_of
from pactwright.expr.types import MapType, Scope, Slot, field_of
from pactwright.records import dataclass

# How many conditions on the way are reasoned with, so that no expression takes the compiler long.
_MAX_ASSUMED = 100


@dataclass(frozen=True, slots=True)
class Facts:
    """What holds at a place.

    Attributes:
        present: Paths known to be present and not null.
        solid: Paths known not to be null if they are present.
        never: The place is not reached at all.
    """

    present: frozenset[Node] = frozenset()
    solid: frozenset[Node] = frozenset()
    never: bool = False

    def __or__(self, other: Facts) -> Facts:
        """Both hold."""
        return Facts(self.present | other.present, self.solid | other.solid, self.never or other.never)

    def __and__(self, other: Facts) -> Facts:
        """One of them holds."""
        if self.never or other.never:
            return other if self.never else self
        return Facts(self.present & other.present, self.solid & other.solid)


@dataclass(frozen=True, slots=True)
class Flow:
    """The names visible at a place, and what is known there."""

    names: Mapping[str, Slot]
    facts: Facts = Facts()
    assumed: tuple[Node, ...] = ()

    @classmethod
    def within(cls, scope: Scope) -> Flow:
        """Return the flow at the beginning of an expression."""
        flow = cls(scope.names)
        for condition in scope.given:
            flow = flow.given(condition, True)
        return flow

    def given(self, condition: Node, truth: bool) -> Flow:
        """Return the flow for a place that is only reached if the condition came out as `truth`."""
        assumed = condition if truth else Not(condition)
        facts = self.facts | learn(condition, truth, self.names)
        return replace(self, facts=facts, assumed=(*self.assumed, assumed))

    def bind(self, variable: str, slot: Slot) -> Flow:
        """Return the flow for the body of a macro."""
        return replace(self, names={**self.names, variable: slot})

    def narrow(self, path: Node, slot: Slot) -> Slot:
        """Return what `slot` is at this place, for the value at `path`."""
        # Most expressions have no guards, and to look a path up takes a walk along it.
        if self.facts.present and path in self.facts.present:
            return slot.certain
        if slot.when is not None:
            slot = replace(slot, absent=not self.entails(slot.when), when=None)
        if slot.null and path in self.facts.solid:
            slot = replace(slot, null=False)
        return slot

    def entails(self, goal: Node) -> bool:
        """Whether the conditions assumed here leave no way for `goal` to be false."""
        if not _repeatable(goal):
            return False
        nearest = self.assumed[-_MAX_ASSUMED:]
        return implies([condition for condition in nearest if _repeatable(condition)], goal, self.names)


def learn(condition: Node, truth: bool, names: Mapping[str, Slot]) -> Facts:
    """Return what is known about paths when `condition` came out as `truth`."""
    match condition:
        case BoolLiteral(value=value):
            return Facts(never=value is not truth)
        case Has(path=path) if truth and _repeatable(path):
            facts = Facts(present=frozenset(prefixes(path)))
            slot = names.get(root_of(path))
            return facts if slot is None or slot.when is None else facts | learn(slot.when, True, names)
        case Compare(operator="==" | "!=" as operator, left=left, right=right):
            return _learn_equality(left, right, (operator == "==") is truth)
        case Not(operand=operand):
            return learn(operand, not truth, names)
        case And(operands=operands):
            return _combine((learn(operand, truth, names) for operand in operands), every=truth)
        case Or(operands=operands):
            return _combine((learn(operand, truth, names) for operand in operands), every=not truth)
        case Conditional(condition=test, then=then, otherwise=otherwise):
            first = learn(test, True, names) | learn(then, truth, names)
            return first & (learn(test, False, names) | learn(otherwise, truth, names))
        case _:
            return Facts()


def _learn_equality(left: Node, right: Node, equal: bool) -> Facts:
    for path, other in ((left, right), (right, left)):
        if isinstance(path, Path) and isinstance(other, Literal) and _repeatable(path):
            solid = isinstance(other, NullLiteral) is not equal
            return Facts(solid=frozenset({path})) if solid else Facts()
    return Facts()


def _combine(facts: Iterable[Facts], *, every: bool) -> Facts:
    found = list(facts)
    result = found[0]
    for item in found[1:]:
        result = result | item if every else result & item
    return result


def _repeatable(node: Node) -> bool:
    """Whether evaluating `node` again gives the same value."""
    return not any(isinstance(part, Call) and part.function == "now" for part in walk(node))


def refine(slot: Slot, path: Node, facts: Facts) -> Slot:
    """Return the slot of the value at `path`, its own fields included, when `facts` hold for it."""
    if path in facts.present:
        slot = slot.certain
    elif path in facts.solid:
        slot = replace(slot, null=False)
    if not isinstance(slot.type, MapType):
        return slot
    known = facts.present | facts.solid
    fields = dict(slot.type.fields)
    for key in sorted({part.field for part in known if isinstance(part, Select) and part.operand == path}):
        own = field_of(slot.type, key)
        if own is not None:
            fields[key] = refine(own, Select(path, key), facts)
    return replace(slot, type=replace(slot.type, fields=fields))
