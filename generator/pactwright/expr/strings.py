"""The escapes of CEL's string literals, resolved.

Follows cel-spec, "String and Bytes Values"; code points that are no characters (surrogates) are refused.
"""

from __future__ import annotations

import re

from pactwright.expr.faults import ExpressionFault, Fault

_PLAIN = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"} | {c: c for c in "\\?\"'`"}
_ESCAPE = re.compile(
    r"\\(?:[xX](?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})|(?P<octal>[0-3][0-7]{2})|(?P<plain>[\s\S]))"
)


def unquote(literal: str, offset: int) -> str:
    """Return the text that a string literal stands for.

    Args:
        literal: The literal with its quotes and prefix, already known to be closed.
        offset: Where it stands in the expression, for faults.

    Raises:
        ExpressionFault: An escape that CEL does not know.
    """
    raw = literal[0] in "rR"
    body_start = 1 if raw else 0
    quotes = 3 if literal[body_start : body_start + 3] in ('"""', "'''") and len(literal) >= body_start + 6 else 1
    body_start += quotes
    body = literal[body_start : len(literal) - quotes]
    if raw or "\\" not in body:
        return body
    return _ESCAPE.sub(lambda found: _resolve(found, offset + body_start), body)


def _resolve(found: re.Match[str], offset: int) -> str:
    kind, digits = found.lastgroup, found.group(found.lastgroup or 0)
    if kind == "plain":
        if digits in _PLAIN:
            return _PLAIN[digits]
        raise _bad_escape(found, offset, f"`\\{digits}` is no escape", "double the backslash, or use a raw string r'…'")
    code = int(digits, 8 if kind == "octal" else 16)
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise _bad_escape(found, offset, f"`{found.group()}` is no character", "use \\U with eight digits")
    return chr(code)


def _bad_escape(found: re.Match[str], offset: int, message: str, hint: str) -> ExpressionFault:
    return ExpressionFault(Fault("expression-syntax", message, hint, offset + found.start(), len(found.group())))
