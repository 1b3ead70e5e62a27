"""Turns what the grammar recognises into nodes: the callbacks of lark's parser.

Positions of a parenthesised expression include its parentheses, so that an operator's span covers both operands whole.
Refuses here what CEL's grammar allows and this language leaves out.
"""

from __future__ import annotations

import dataclasses
import math
from typing import TypeVar

from lark import Token, Transformer, v_args

from pactwright.expr.faults import ExpressionFault, Fault
from pactwright.expr.nodes import (
    And,
    Arithmetic,
    BoolLiteral,
    Call,
    Compare,
    Conditional,
    DoubleLiteral,
    Has,
    Index,
    IntLiteral,
    ListLiteral,
    Macro,
    MacroKind,
    MapLiteral,
    Method,
    Name,
    Negate,
    Node,
    Not,
    NullLiteral,
    Or,
    Path,
    Select,
    StringLiteral,
)
from pactwright.expr.strings import unquote

Piece = Token | Node
N = TypeVar("N", bound=Node)

# cel-spec, "Syntax": RESERVED. Field names may use all of them but the keywords.
_KEYWORDS = frozenset({"true", "false", "null", "in"})
_RESERVED = _KEYWORDS | {
    *("as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package"),
    *("namespace", "return", "var", "void", "while"),
}
_MACROS = {kind.value: kind for kind in MacroKind}
_INT_MAX_DIGITS = 20


def fault(message: str, hint: str | None, offset: int, length: int) -> ExpressionFault:
    """Return a syntax fault, to be raised."""
    return ExpressionFault(Fault("expression-syntax", message, hint, offset, length))


def _start(piece: Piece) -> int:
    return piece.offset if isinstance(piece, Node) else piece.start_pos or 0


def _end(piece: Piece) -> int:
    return piece.end if isinstance(piece, Node) else piece.end_pos or 0


def _span(first: Piece, last: Piece) -> dict[str, int]:
    return {"offset": _start(first), "length": _end(last) - _start(first)}


def _checked(token: Token, names: frozenset[str], hint: str) -> str:
    if token.value in names:
        raise fault(f"`{token}` is a reserved word", hint, _start(token), len(token))
    return str(token)


@v_args(inline=True)
class Builder(Transformer[Token, Node]):
    """One method per rule of the grammar; each returns the node of the rule."""

    def null(self, token: Token) -> Node:
        return NullLiteral(**_span(token, token))

    def boolean(self, token: Token) -> Node:
        return BoolLiteral(token.value == "true", **_span(token, token))

    def integer(self, token: Token) -> Node:
        if len(token) > _INT_MAX_DIGITS:
            raise fault("the number does not fit into 64 bits", "use a smaller one", _start(token), len(token))
        return IntLiteral(int(token, 16 if token.startswith("0x") else 10), **_span(token, token))

    def double(self, token: Token) -> Node:
        value = float(token)
        if not math.isfinite(value):
            raise fault("the number is too large", "use a smaller one", _start(token), len(token))
        return DoubleLiteral(value, **_span(token, token))

    def string(self, token: Token) -> Node:
        return StringLiteral(unquote(token.value, _start(token)), **_span(token, token))

    def unsigned(self, token: Token) -> Node:
        raise fault("there are no unsigned numbers", "leave out the `u`", _start(token), len(token))

    def bytes(self, token: Token) -> Node:
        raise fault("there are no bytes", "leave out the `b`", _start(token), len(token))

    def name(self, token: Token) -> Node:
        return Name(_checked(token, _RESERVED, "choose another name"), **_span(token, token))

    def parenthesised(self, opening: Token, inner: Node, closing: Token) -> Node:
        return dataclasses.replace(inner, **_span(opening, closing))

    def select(self, operand: Node, field: Token) -> Node:
        key = _checked(field, _KEYWORDS, f'write `["{field}"]`')
        place = {"key_offset": _start(field), "key_length": len(field)}
        return Select(operand, key, **place, **_span(operand, field))

    def index(self, operand: Node, index: Node, closing: Token) -> Node:
        if isinstance(index, StringLiteral):
            place = {"key_offset": index.offset, "key_length": index.length}
            return Select(operand, index.value, **place, **_span(operand, closing))
        return Index(operand, index, **_span(operand, closing))

    def items(self, *items: Node) -> tuple[Node, ...]:
        return items

    def entry(self, key: Node, value: Node) -> tuple[Node, Node]:
        return key, value

    def entries(self, *entries: tuple[Node, Node]) -> tuple[tuple[Node, Node], ...]:
        return entries

    def call(self, name: Token, *rest: tuple[Node, ...] | Token) -> Node:
        arguments, closing = _arguments(rest)
        span = _span(name, closing)
        if name.value != "has":
            return Call(_checked(name, _RESERVED, "this is no function"), arguments, **span)
        if len(arguments) == 1 and isinstance(arguments[0], Path):
            return Has(arguments[0], **span)
        raise fault("`has` takes one path", "write it as `has(args.name)`", span["offset"], span["length"])

    def method(self, receiver: Node, name: Token, *rest: tuple[Node, ...] | Token) -> Node:
        arguments, closing = _arguments(rest)
        if kind := _MACROS.get(name.value):
            return _macro(kind, receiver, name, arguments, closing)
        return Method(receiver, str(name), arguments, name_offset=_start(name), **_span(receiver, closing))

    def list(self, opening: Token, *rest: tuple[Node, ...] | Token) -> Node:
        items, closing = _arguments(rest)
        return ListLiteral(items, **_span(opening, closing))

    def map(self, opening: Token, *rest: tuple[tuple[Node, Node], ...] | Token) -> Node:
        entries, closing = _arguments(rest)
        return MapLiteral(entries, **_span(opening, closing))

    def not_(self, *pieces: Piece) -> Node:
        node = _operand(pieces)
        for bang in reversed(pieces[:-1]):
            node = Not(node, **_span(bang, node))
        return node

    def negate(self, *pieces: Piece) -> Node:
        node = _operand(pieces)
        for minus in reversed(pieces[:-1]):
            span = _span(minus, node)
            match node:
                case IntLiteral(value=value):
                    node = IntLiteral(-value, **span)
                case DoubleLiteral(value=number):
                    node = DoubleLiteral(-number, **span)
                case _:
                    node = Negate(node, **span)
        return node

    def arithmetic(self, left: Node, operator: Token, right: Node) -> Node:
        return Arithmetic(str(operator), left, right, **_span(left, right))

    def compare(self, left: Node, operator: Token, right: Node) -> Node:
        return Compare(str(operator), left, right, **_span(left, right))

    def and_(self, *operands: Node) -> Node:
        return And(operands, **_span(operands[0], operands[-1]))

    def or_(self, *operands: Node) -> Node:
        return Or(operands, **_span(operands[0], operands[-1]))

    def conditional(self, condition: Node, then: Node, otherwise: Node) -> Node:
        return Conditional(condition, then, otherwise, **_span(condition, otherwise))


T = TypeVar("T")


def _arguments(rest: tuple[tuple[T, ...] | Token, ...]) -> tuple[tuple[T, ...], Token]:
    """Take apart what follows an opening bracket: the items, if there are any, and the closing bracket."""
    closing = rest[-1]
    assert isinstance(closing, Token)
    first = rest[0]
    return (() if isinstance(first, Token) else first), closing


def _operand(pieces: tuple[Piece, ...]) -> Node:
    operand = pieces[-1]
    assert isinstance(operand, Node)
    return operand


def _macro(kind: MacroKind, source: Node, name: Token, arguments: tuple[Node, ...], closing: Token) -> Node:
    at = _start(name)
    sizes = (2, 3) if kind is MacroKind.MAP else (2,)
    body = "result" if kind is MacroKind.MAP else "condition"
    if len(arguments) not in sizes:
        message = f"`{kind.value}` takes a variable and a {body}"
        raise fault(message, f"write it as `xs.{kind.value}(x, …)`", at, _end(closing) - at)
    variable = arguments[0]
    if not isinstance(variable, Name):
        raise fault(f"`{kind.value}` needs a plain name here", "name the element, as in `x`", *_place(variable))
    result = arguments[-1] if kind is MacroKind.MAP else None
    condition = arguments[1] if result is None or len(arguments) == max(sizes) else None
    return Macro(kind, source, variable, condition, result, **_span(source, closing))


def _place(node: Node) -> tuple[int, int]:
    return node.offset, node.length
