"""Turns the text of an expression into its tree, or says in the author's terms why it is none.

The grammar is in `grammar`, the nodes are made in `build`. Length and nesting are bounded, so that no expression can
exhaust the compiler or Python's own parser.
"""

from __future__ import annotations

import functools
import importlib.util
import re
import sys

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from pactwright.expr.build import Builder, fault
from pactwright.expr.faults import ExpressionFault
from pactwright.expr.grammar import GRAMMAR
from pactwright.expr.nodes import IntLiteral, Node, depth, walk
from pactwright.expr.text import brackets

# cel-spec asks for 32 levels; Python's own parser stops at 200 brackets, and a level of ours writes at most three.
MAX_DEPTH = 50
MAX_LENGTH = 20_000
_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1

# What people type who think in another language, longest first: pattern, message, hint.
_FOREIGN = tuple(
    (re.compile(pattern), message, hint)
    for pattern, message, hint in (
        (r"===|!==", "`{0}` is no operator", "compare with `==` or `!=`"),
        (r"=", "`=` is no operator", "compare with `==`"),
        (r"&", "`&` is no operator", "write `&&` for and"),
        (r"\?\?", "`??` is no operator", "write `coalesce(path, fallback)`"),
        (r"\?\.", "`?.` is no operator", "write `has(path)`, or `coalesce(path, fallback)`"),
        (r"\?:", "`?:` needs a value between its signs", "write `coalesce(path, fallback)`"),
        (r"\|", "`|` is no operator", "write `||` for or; functions are called as `f(x)`"),
        (r"`", "there are no backticks", "write numbers and booleans plainly, and text in quotes"),
        (r"//|#|/\*", "there are no comments inside an expression", "put it into a YAML comment"),
        (r"\$\{", "`${{` inside an expression", "leave it out: this already is an expression"),
        (r"and\b", "`and` is no operator", "write `&&`"),
        (r"or\b", "`or` is no operator", "write `||`"),
        (r"is\b", "`is` is no operator", "write `==`"),
        (r"if\b|else\b", "`{0}` is no operator", "write `condition ? a : b`"),
        (r"[\"']", "a quote is not closed", "close it, or escape it with a backslash"),
    )
)


def parse(text: str) -> Node:
    """Return the tree of an expression.

    Args:
        text: What stands between `${` and `}`.

    Raises:
        ExpressionFault: The text is no expression (rule `expression-syntax`).
    """
    if len(text) > MAX_LENGTH:
        raise fault(f"the expression is longer than {MAX_LENGTH} characters", "put the logic into a handler", 0, 1)
    return _parse(text)


@functools.lru_cache(maxsize=4096)
def _parse(text: str) -> Node:
    if not text.strip():
        raise fault("the expression is empty", "write a value, or quote `$${` to mean the text", 0, max(1, len(text)))
    _check_brackets(text)
    try:
        node = _parser().parse(text)
    except UnexpectedInput as error:
        raise _explain(text, error) from None
    assert isinstance(node, Node)
    _check_bounds(node)
    return node


@functools.cache
def _parser() -> Lark:
    return Lark(
        GRAMMAR, parser="lalr", lexer="contextual", transformer=Builder(), maybe_placeholders=False, cache=_tables()
    )


def _tables() -> str | bool:
    """Return where lark keeps its tables, which take longer to work out than to check a contract: beside byte code.

    lark itself looks whether they belong to this grammar and to this version of lark and of Python.
    """
    if sys.dont_write_bytecode:
        return False
    return importlib.util.cache_from_source(__file__).removesuffix(".pyc") + ".tables"


def _check_brackets(text: str) -> None:
    """Refuse deep nesting before anything walks the tree, and unclosed quotes where they open."""
    level = 0
    for piece in brackets(text):
        match piece.group():
            case "(" | "[" | "{":
                level += 1
            case ")" | "]" | "}":
                level -= 1
            case _:
                raise fault("a quote is not closed", "close it, or escape it with a backslash", piece.start(), 1)
        if level > MAX_DEPTH:
            raise _too_deep(piece.start())


def _open_bracket(text: str) -> re.Match[str] | None:
    """Return the innermost bracket that nothing closes."""
    waiting: list[re.Match[str]] = []
    for piece in brackets(text):
        if piece.group() in "([{":
            waiting.append(piece)
        elif waiting:
            waiting.pop()
    return waiting[-1] if waiting else None


def _check_bounds(node: Node) -> None:
    if depth(node) > MAX_DEPTH:
        raise _too_deep(node.offset)
    for part in walk(node):
        if isinstance(part, IntLiteral) and not _INT_MIN <= part.value <= _INT_MAX:
            raise fault("the number does not fit into 64 bits", "use a smaller one", part.offset, part.length)


def _too_deep(offset: int) -> ExpressionFault:
    return fault(f"the expression nests deeper than {MAX_DEPTH} levels", "put the logic into a handler", offset, 1)


def _explain(text: str, error: UnexpectedInput) -> ExpressionFault:
    match error:
        case UnexpectedToken(token=Token(type="$END")):
            if opening := _open_bracket(text):
                return fault(f"`{opening.group()}` is not closed", "close it", opening.start(), 1)
            return fault("the expression ends too early", "complete it", len(text), 1)
        case UnexpectedToken(token=Token() as token):
            offset, found = token.start_pos or 0, str(token)
        case UnexpectedCharacters():
            offset = sum(len(line) + 1 for line in text.split("\n")[: error.line - 1]) + error.column - 1
            found = text[offset]
        case _:
            return fault("this is no expression", "write one, such as `args.name`", 0, len(text))
    if before := re.search(r"\bnot\s+\Z", text[:offset]):
        return fault("`not` is no operator", "write `!`", before.start(), 3)
    # The beginning of a foreign sign may have been read as one of ours: `==` of `===`.
    for pattern, message, advice in _FOREIGN:
        for start in range(max(0, offset - 2), offset + 1):
            if (foreign := pattern.match(text, start)) and foreign.end() > offset:
                return fault(message.format(foreign.group()), advice, start, len(foreign.group()))
    shown = found if found.isprintable() else f"\\u{ord(found[0]):04x}"
    return fault(f"unexpected `{shown}`", "remove it, or complete what stands before it", offset, max(1, len(found)))
