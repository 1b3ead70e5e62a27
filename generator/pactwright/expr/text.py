"""Splits a YAML string into literal text and `${…}` holes.

The expression in a hole is only delimited here, never parsed: braces nest, and quotes hide whatever is between them.
`$${` stands for a literal `${`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pactwright.expr.faults import ExpressionFault, Fault
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Hole:
    """The text of an expression, without `${` and `}`, and its offset in the string it was cut from."""

    text: str
    offset: int


_OPENING = re.compile(r"\$?\$\{")
# What an expression consists of as far as its end is concerned: string literals as in cel-spec's STRING_LIT (raw ones
# know no escapes), names (so that the `r` of `car"` is no prefix), brackets. Everything else is skipped.
_PIECES = re.compile(
    r"""
      (?P<string> [rR] (?: \"{3}[\s\S]*?\"{3} | '{3}[\s\S]*?'{3} | "[^"\r\n]*" | '[^'\r\n]*' )
        | \"{3}(?:[^\\]|\\[\s\S])*?\"{3} | '{3}(?:[^\\]|\\[\s\S])*?'{3}
        | "(?:[^"\\\r\n]|\\[^\r\n])*" | '(?:[^'\\\r\n]|\\[^\r\n])*' )
    | (?P<name> [A-Za-z_][A-Za-z0-9_]* )
    | (?P<bracket> [][(){}] )
    | (?P<quote> ["'] )
    """,
    re.VERBOSE,
)


def split(text: str) -> tuple[str | Hole, ...]:
    """Return the parts of `text` in order; a text without holes is one string, an empty one no part at all.

    Raises:
        ExpressionFault: A hole is not closed, or a quote in it is not; offsets count from the start of `text`.
    """
    if "${" not in text:
        return (text,) if text else ()
    parts: list[str | Hole] = []
    literal: list[str] = []
    position = 0
    while opening := _OPENING.search(text, position):
        literal.append(text[position : opening.start()])
        position = opening.end()
        if opening.group() == "$${":
            literal.append("${")
            continue
        end = _closing(text, position)
        if before := "".join(literal):
            parts.append(before)
        literal = []
        parts.append(Hole(text[position:end], position))
        position = end + 1
    literal.append(text[position:])
    if rest := "".join(literal):
        parts.append(rest)
    return tuple(parts)


def brackets(text: str, start: int = 0) -> Iterator[re.Match[str]]:
    """Yield the brackets, and quotes that open no string literal, of the expression at `start`."""
    for piece in _PIECES.finditer(text, start):
        if piece.lastgroup in ("bracket", "quote"):
            yield piece


def _closing(text: str, start: int) -> int:
    """Return where the `}` stands that ends the hole whose expression starts at `start`."""
    level = 0
    for piece in brackets(text, start):
        match piece.group():
            case "{":
                level += 1
            case "}" if level == 0:
                return piece.start()
            case "}":
                level -= 1
            case '"' | "'":
                raise _unclosed("a quote inside `${…}` is not closed", "close it, or escape it with a backslash", piece)
            case _:
                pass
    opening = re.compile(r"\$\{").search(text, start - 2)
    raise _unclosed("`${` is not closed", "close it with `}`, or write `$${` for the two characters", opening)


def _unclosed(message: str, hint: str, where: re.Match[str] | None) -> ExpressionFault:
    offset, length = (where.start(), len(where.group())) if where else (0, 1)
    return ExpressionFault(Fault("expression-syntax", message, hint, offset, length))
