"""Texts in expressions: the string functions of CEL, and what the contract language adds to them.

Part of `expressions`, which is what generated code imports. Characters are Unicode code points.
"""

from __future__ import annotations

import decimal
import re
from typing import Any, Final

from .expression_values import ExpressionError, as_integer, as_number, as_string

# The white space of Unicode, which is less than what str.strip() takes off.
_WHITE_SPACE: Final = (
    "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
_ASCII_LOWER: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def text_of(value: Any) -> str:
    """Return a string, number or boolean as text: numbers as in JavaScript, so 1.0 is "1"; booleans as in JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    number = as_number(value)
    if isinstance(number, float) and 1e-6 <= abs(number) < 1e21:
        text = format(decimal.Decimal(repr(number)), "f")
        return text.removesuffix(".0")
    if number == 0:
        return "0"
    try:
        return repr(number)
    except ValueError:
        raise ExpressionError("the number is out of range") from None


def matches(text: str, pattern: str) -> bool:
    """Whether the pattern matches anywhere in the text."""
    return re.search(pattern, text) is not None


def lower_ascii(text: str) -> str:
    """Return the text with the letters A-Z in lower case, and no others."""
    return text.translate(_ASCII_LOWER)


def trim(text: str) -> str:
    """Return the text without white space at its ends."""
    return text.strip(_WHITE_SPACE)


def split(text: str, separator: str, limit: int = -1) -> list[str]:
    """Return the parts of the text between separators, at most `limit` of them unless it is negative.

    An empty separator splits into characters.
    """
    count = as_integer(limit)
    if count == 0:
        return []
    if separator:
        return text.split(separator, count - 1 if count > 0 else -1)
    if count < 0 or count >= len(text):
        return list(text)
    return [*text[: count - 1], text[count - 1 :]]


def join(items: list[Any], separator: str = "") -> str:
    """Return the strings of a list as one text."""
    return separator.join(as_string(item) for item in items)


def replace(text: str, old: str, new: str, limit: int = -1) -> str:
    """Return the text with `old` replaced by `new`, at most `limit` times unless it is negative."""
    return text.replace(old, new, max(-1, min(as_integer(limit), len(text) + 1)))


def substring(text: str, start: int, end: int | None = None) -> str:
    """Return the characters from `start` up to `end`, exclusive; an ExpressionError when the text is shorter."""
    first, last = as_integer(start), len(text) if end is None else as_integer(end)
    if not 0 <= first <= last <= len(text):
        raise ExpressionError("the range is outside of the text")
    return text[first:last]


def cut(text: str, length: int) -> str:
    """Return at most `length` characters from the start of the text."""
    count = as_integer(length)
    if count < 0:
        raise ExpressionError("a length cannot be negative")
    return text[:count]


def quote(text: str) -> str:
    """Return the text as one phrase of a search query: in double quotes, with quotes and backslashes escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
