"""Plain conditions in words: how a schema tells an agent when a property is there."""

from __future__ import annotations

import json

from pactwright.build.context import Context
from pactwright.build.place import Place
from pactwright.expr import ExpressionFaults, parse
from pactwright.expr.nodes import (
    And,
    BoolLiteral,
    Compare,
    DoubleLiteral,
    Has,
    IntLiteral,
    Node,
    Not,
    Or,
    Select,
    StringLiteral,
)
from pactwright.expr.paths import is_path, root_of, spell


def condition_words(prefix: str, text: str, place: Place, context: Context) -> str:
    """Return `prefix` and the condition as a sentence; reports conditions that need `says`."""
    try:
        node = parse(text.removeprefix("${").removesuffix("}"))
    except ExpressionFaults:
        return f"{prefix} its condition holds."  # reported where the condition is typed
    words = _words(node)
    if words is None:
        context.diagnostics.error(
            "condition-without-words",
            "the condition is not plain enough to be told without help",
            place.value,
            hint='add `says: "Present when …"`',
        )
        return ""
    return f"{prefix} {words}."


def _words(node: Node) -> str | None:
    match node:
        case And(operands=operands):
            return _joined(" and ", operands)
        case Or(operands=operands):
            return _joined(" or ", operands)
        case Not(operand=Has(path=path)):
            return f"{_name(path)} is not {_given(path)}"
        case Has(path=path):
            return f"{_name(path)} is {_given(path)}"
        case Not(operand=operand) if is_path(operand):
            return f"{_name(operand)} is false"
        case Compare(operator="==" | "!=" as operator, left=left, right=right) if is_path(left):
            value = _literal(right)
            return None if value is None else f"{_name(left)} is {'' if operator == '==' else 'not '}{value}"
        case _ if is_path(node):
            return f"{_name(node)} is true"
        case _:
            return None


def _joined(word: str, operands: tuple[Node, ...]) -> str | None:
    parts = [_words(operand) for operand in operands]
    return None if any(part is None for part in parts) else word.join(part for part in parts if part is not None)


def _name(path: Node) -> str:
    """Return the path as agents know it: without the root it starts at."""
    return spell(path).partition(".")[2] if isinstance(path, Select) else spell(path)


def _given(path: Node) -> str:
    return "given" if root_of(path) == "args" else "present"


def _literal(node: Node) -> str | None:
    match node:
        case StringLiteral(value=text):
            return text if text.isidentifier() else json.dumps(text, ensure_ascii=False)
        case IntLiteral(value=number) | DoubleLiteral(value=number):
            return str(number)
        case BoolLiteral(value=flag):
            return "true" if flag else "false"
        case _:
            return None
