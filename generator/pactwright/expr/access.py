"""Typing of names, fields and elements."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pactwright.expr.functions import WHOLE
from pactwright.expr.narrow import Flow
from pactwright.expr.nodes import Index, IntLiteral, Name, Node, Path, Select
from pactwright.expr.typed import Typed, Use
from pactwright.expr.types import (
    DynType,
    IntType,
    ListType,
    MapType,
    NothingType,
    Slot,
    StringType,
    Type,
    describe,
    field_of,
    united,
)
from pactwright.expr.wording import named, suggest

if TYPE_CHECKING:
    from pactwright.expr.infer import Checker


def name(checker: Checker, node: Name, flow: Flow) -> Typed:
    """Type a root, a step or a macro variable."""
    slot = flow.names.get(node.name)
    if slot is not None:
        return Typed(node, flow.narrow(node, slot))
    hint = suggest(node.name, flow.names)
    owners = [root for root, owner in flow.names.items() if _declares(owner.type, node.name)]
    if hint is None and owners:
        hint = f"did you mean `{owners[0]}.{node.name}`?"
    return checker.broken("unknown-name", f"there is no `{node.name}` here", node, hint=hint)


def select(checker: Checker, node: Select, flow: Flow, use: Use) -> Typed:
    """Type `operand.field`."""
    base = _base(checker, node.operand, flow, use)
    kind = base.slot.type
    slot = field_of(kind, node.field)
    if slot is None:
        end = Name(node.field, offset=node.key_offset, length=node.key_length)
        if isinstance(kind, MapType):
            message, hint = f"{named(node.operand)} has no `{node.field}`", suggest(node.field, kind.fields)
            return replace(checker.broken("unknown-field", message, end, hint=hint), node=node)
        message = f"{named(node.operand)} is {describe(kind)}, which has no fields"
        return replace(checker.broken("type-mismatch", message, end), node=node)
    return _below(node, slot, base, flow)


def index(checker: Checker, node: Index, flow: Flow, use: Use) -> Typed:
    """Type `operand[index]`; an index outside of the list, like a key that is not there, makes it absent."""
    base = _base(checker, node.operand, flow, use)
    index = checker.check(node.index, flow)
    match base.slot.type:
        case ListType(item=item):
            slot, wanted = item, "an integer"
            fits = WHOLE.admits(index.slot.type)
        case MapType(fields=fields, rest=rest):
            slots = [*fields.values(), *([] if rest is None else [rest])]
            slot, wanted = united(slots), "a string"
            fits = isinstance(index.slot.type, StringType | DynType)
        case DynType() as kind:
            slot, wanted = Slot(kind, null=not isinstance(kind, NothingType)), "an integer or a string"
            fits = isinstance(index.slot.type, IntType | StringType | DynType)
        case kind:
            message = f"{named(node.operand)} is {describe(kind)}, not a list"
            return checker.broken("type-mismatch", message, node.operand)
    if not fits:
        message = f"the index is {describe(index.slot.type)}, not {wanted}"
        return replace(checker.broken("type-mismatch", message, node.index), node=node)
    if isinstance(node.index, IntLiteral) and node.index.value < 0:
        hint = "take it by `size(xs) - 1`, behind a `has(…)`"
        checker.report("type-mismatch", "lists count from 0, not from their end", node.index, hint=hint)
    absent = not isinstance(base.slot.type, NothingType)
    slot = replace(slot, absent=absent)
    return _below(node, slot, base, flow, index)


def _base(checker: Checker, operand: Node, flow: Flow, use: Use) -> Typed:
    """Type what a field or element is taken from: a path that is passed on may break off anywhere."""
    passing = use is Use.PASSING and isinstance(operand, Path)
    return checker.check(operand, flow, Use.PASSING if passing else Use.VALUE)


def _below(node: Node, slot: Slot, base: Typed, flow: Flow, *others: Typed) -> Typed:
    if base.slot.uncertain:
        slot = replace(slot, absent=True)
    return Typed(node, flow.narrow(node, slot), (base, *others))


def _declares(kind: Type, name: str) -> bool:
    return isinstance(kind, MapType) and name in kind.fields
