"""Writes operators: comparisons, their negations, and arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pactwright.expr.nodes import (
    Arithmetic,
    BoolLiteral,
    Call,
    Compare,
    DoubleLiteral,
    Has,
    Negate,
    NullLiteral,
)
from pactwright.expr.places import Places
from pactwright.expr.python import Binding, Python, helper, infix
from pactwright.expr.typed import Typed
from pactwright.expr.types import (
    BoolType,
    DoubleType,
    DynType,
    ListType,
    MapType,
    StringType,
    Type,
    exact,
)

if TYPE_CHECKING:
    from pactwright.expr.translate import Translator

_OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in"}
_INTEGER = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "remainder"}


def negated(translator: Translator, typed: Typed) -> Python:
    """Return the opposite of a condition."""
    match typed.node:
        case Compare(operator=operator):
            return compare(translator, typed, _OPPOSITES[operator])
        case Has():
            return Places(translator).has(typed.operands[0], wanted=False)
        case _:
            condition = translator.condition(typed)
            return Python(f"not {condition.at(Binding.NOT)}", Binding.NOT, condition.imports)


def compare(translator: Translator, typed: Typed, operator: str) -> Python:
    """Return a comparison; the operator may be the opposite of the one that was checked."""
    left, right = typed.operands
    match operator:
        case "==" | "!=":
            return _equality(translator, left, right, operator == "==")
        case "in" | "not in":
            return _membership(translator, left, right, operator)
        case _:
            return _order(translator, left, right, operator)


def _equality(translator: Translator, left: Typed, right: Typed, equal: bool) -> Python:
    first, second = translator.write(left), translator.write(right)
    for value, other, node in ((first, second, right.node), (second, first, left.node)):
        # There is one null, one true and one false, so identity is equality, and never takes 1 for true.
        if isinstance(node, NullLiteral | BoolLiteral) and not value.constant:
            return infix(value, "is" if equal else "is not", other, Binding.COMPARISON)
    if exact(left.slot.type, right.slot.type):
        return infix(first, "==" if equal else "!=", second, Binding.COMPARISON)
    return _answer(helper("same", first, second), equal)


def _membership(translator: Translator, left: Typed, right: Typed, operator: str) -> Python:
    value, container = translator.write(left), translator.write(right)
    match right.slot.type:
        case ListType(item=item):
            plain = exact(left.slot.type, item.type)
        case MapType():
            plain = not isinstance(left.slot.type, DynType)
        case _:
            plain = False
    if plain:
        return infix(value, operator, container, Binding.COMPARISON)
    return _answer(helper("among", value, container), operator == "in")


def _answer(question: Python, wanted: bool) -> Python:
    return question if wanted else Python(f"not {question.source}", Binding.NOT, question.imports)


def _order(translator: Translator, left: Typed, right: Typed, operator: str) -> Python:
    first, second = translator.write(left), translator.write(right)
    match left.slot.type, right.slot.type:
        case DynType(), DynType():
            return infix(helper("order", first, second), operator, Python("0"), Binding.COMPARISON)
        case DynType(), known:
            first = helper(_check(known), first)
        case known, DynType():
            second = helper(_check(known), second)
        case _:
            pass
    return infix(first, operator, second, Binding.COMPARISON)


def _check(kind: Type) -> str:
    """Name the runtime function for a value that must be of this kind."""
    match kind:
        case StringType():
            return "as_string"
        case BoolType():
            return "as_boolean"
        case ListType():
            return "as_list"
        case _:
            return "as_number"


def arithmetic(translator: Translator, typed: Typed) -> Python:
    """Return a calculation or a concatenation."""
    pieces = [translator.write(operand) for operand in typed.operands]
    match typed.node, typed.slot.type:
        case Negate(), DoubleType():
            value = _double(typed.operands[0], pieces[0])
            return Python(f"-{value.at(Binding.ATOM)}", Binding.SIGN, value.imports)
        case Negate(), _:
            return helper("negate", *pieces)
        case Arithmetic(operator=operator), DoubleType():
            first, second = (_double(*pair) for pair in zip(typed.operands, pieces, strict=True))
            if operator == "/":
                return helper("quotient", first, second)
            return helper(
                "finite", infix(first, operator, second, Binding.SUM if operator in "+-" else Binding.PRODUCT)
            )
        case Arithmetic(), StringType() | ListType() as kind:
            known = [
                helper(_check(kind), piece) if isinstance(operand.slot.type, DynType) else piece
                for operand, piece in zip(typed.operands, pieces, strict=True)
            ]
            return infix(known[0], "+", known[1], Binding.SUM)
        case Arithmetic(operator=operator), _:
            return helper(_INTEGER[operator], *pieces)
        case node, _:
            raise AssertionError(f"{type(node).__name__} is no calculation")


def _double(operand: Typed, piece: Python) -> Python:
    """Return a float: JSON may spell a number without its fraction, and then Python would calculate with integers."""
    match operand.node, operand.slot.type:
        case ((DoubleLiteral() | Arithmetic() | Negate() | Call(function="double")), DoubleType()):
            return piece
        case _:
            return helper("as_double", piece)
