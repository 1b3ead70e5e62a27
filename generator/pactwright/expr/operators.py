"""Typing of comparisons and arithmetic, as in CEL: no conversions between types, but numbers of both kinds compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pactwright.expr.narrow import Flow
from pactwright.expr.nodes import Arithmetic, Compare, Negate
from pactwright.expr.typed import Typed, Use
from pactwright.expr.types import (
    BOOL,
    DOUBLE,
    INT,
    NOTHING,
    STRING,
    BoolType,
    DoubleType,
    DynType,
    IntType,
    ListType,
    MapType,
    NothingType,
    NullType,
    Slot,
    StringType,
    Type,
    comparable,
    describe,
    describe_fully,
    unite_any,
)

if TYPE_CHECKING:
    from pactwright.expr.infer import Checker

_VERBS = {"+": "added", "-": "subtracted", "*": "multiplied", "/": "divided", "%": "divided with a remainder"}


def compare(checker: Checker, node: Compare, flow: Flow) -> Typed:
    """Type `== != < <= > >= in`."""
    match node.operator:
        case "==" | "!=":
            left = checker.check(node.left, flow, Use.COMPARISON)
            right = checker.check(node.right, flow, Use.COMPARISON)
            problem = None if comparable(left.slot.type, right.slot.type) else "can never be equal"
        case "in":
            left = checker.check(node.left, flow, Use.COMPARISON)
            right = checker.check(node.right, flow)
            return _membership(checker, node, left, right)
        case _:
            left, right = checker.check(node.left, flow), checker.check(node.right, flow)
            problem = None if _ordered(left.slot.type, right.slot.type) else "have no order"
    if problem:
        kinds = f"{describe(left.slot.type)} and {describe(right.slot.type)} {problem}"
        checker.report("type-mismatch", kinds, node, hint=_conversion(left.slot.type, right.slot.type))
    return Typed(node, Slot(BOOL), (left, right))


def _membership(checker: Checker, node: Compare, left: Typed, right: Typed) -> Typed:
    value = left.slot.type
    match right.slot.type:
        case ListType(item=item):
            if not comparable(value, item.type):
                message = f"{describe(value)} is never in {describe_fully(right.slot.type)}"
                checker.report("type-mismatch", message, node, hint=_conversion(value, item.type))
        case MapType():
            if not isinstance(value, StringType | NullType | DynType):
                checker.report("type-mismatch", f"{describe(value)} is never a key of an object", node)
        case DynType():
            pass
        case kind:
            hint = "write `text.contains(part)`" if isinstance(kind, StringType) else None
            message = f"`in` needs a list or an object, not {describe(kind)}"
            checker.report("type-mismatch", message, node.right, hint=hint)
    return Typed(node, Slot(BOOL), (left, right))


def arithmetic(checker: Checker, node: Arithmetic, flow: Flow) -> Typed:
    """Type `+ - * / %`; a value of unknown type takes the type of the other side."""
    left, right = checker.check(node.left, flow), checker.check(node.right, flow)
    first, second = left.slot.type, right.slot.type
    if isinstance(first, NothingType) or isinstance(second, NothingType):
        return Typed(node, Slot(NOTHING), (left, right))
    if isinstance(first, DynType) and isinstance(second, DynType):
        hint = "say which: `int(x)`, `double(x)` or `string(x)`"
        message = f"the type of neither side of `{node.operator}` is known"
        return checker.broken("type-mismatch", message, node, hint=hint)
    result = _result(node.operator, first, second)
    if result is None:
        message = f"{describe(first)} and {describe(second)} cannot be {_VERBS[node.operator]}"
        return checker.broken("type-mismatch", message, node, hint=_conversion(first, second))
    return Typed(node, Slot(result), (left, right))


def negation(checker: Checker, node: Negate, flow: Flow) -> Typed:
    """Type `-x`."""
    operand = checker.check(node.operand, flow)
    match operand.slot.type:
        case IntType() | DoubleType() | NothingType() as kind:
            return Typed(node, Slot(kind), (operand,))
        case DynType():
            return checker.broken("type-mismatch", "the type of the value is not known", node, hint="write `-int(x)`")
        case kind:
            return checker.broken("type-mismatch", f"{describe(kind)} has no opposite", node)


def _result(operator: str, first: Type, second: Type) -> Type | None:
    known, other = (second, first) if isinstance(first, DynType) else (first, second)
    match known, other:
        case IntType(), IntType() | DynType():
            return INT
        case DoubleType(), DoubleType() | DynType() if operator != "%":
            return DOUBLE
        case StringType(), StringType() | DynType() if operator == "+":
            return STRING
        case ListType(item=a), ListType(item=b) if operator == "+":
            return ListType(unite_any(a, b))
        case ListType(item=a), DynType() if operator == "+":
            return ListType(unite_any(a, Slot(other, null=True)))
        case _:
            return None


def _ordered(first: Type, second: Type) -> bool:
    match first, second:
        case (IntType() | DoubleType(), IntType() | DoubleType()):
            return True
        case (StringType(), StringType()) | (BoolType(), BoolType()):
            return True
        case (DynType(), other) | (other, DynType()):
            return isinstance(other, IntType | DoubleType | StringType | BoolType | DynType)
        case _:
            return False


def _conversion(first: Type, second: Type) -> str | None:
    kinds = {type(first), type(second)}
    if kinds == {IntType, DoubleType}:
        return "convert one: `double(x)` or `int(x)`"
    if StringType in kinds and kinds & {IntType, DoubleType, BoolType}:
        return "convert one: `string(x)`"
    return None
