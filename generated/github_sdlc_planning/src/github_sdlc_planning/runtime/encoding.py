"""Values in the places of a request: path segments, query, headers.

Whatever a value holds, it stays inside of its place: it neither adds a segment nor climbs out of one, neither adds a
parameter nor a header. What cannot be made safe is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from .expression_texts import text_of
from .expression_values import ABSENT, ExpressionError

_HEADER_NAME: Final = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)


class Unencodable(ValueError):
    """A value cannot stand in its place of a request; the text names the kind of trouble, never the value.

    `value` is what it was, for finding out which argument it came from.
    """

    def __init__(self, trouble: str, value: Any = None) -> None:
        super().__init__(trouble)
        self.value = value


def segment(value: Any) -> str:
    """One segment of a path: everything but letters, digits and `-._~` percent-encoded (RFC 3986 §2.3).

    Raises:
        Unencodable: The value is no string, number or boolean, or is "", "." or "..": as a segment each of these would
            lead to another path, also when encoded, since "%2e" means the same as "." (URL Standard §4.1).
    """
    text = _text(value)
    if text in ("", ".", ".."):
        raise Unencodable('a path segment cannot be empty, "." or ".."', value)
    return quote(_characters(text), safe="")


def slashes(value: Any) -> str:
    """Several segments of a path: like `segment`, but "/" is kept; one at either end too.

    Raises:
        Unencodable: As with `segment`, for any of the segments; an empty one may only stand first or last.
    """
    segments = _text(value).split("/")
    first = 1 if len(segments) > 1 and segments[0] == "" else 0
    last = len(segments) - 1 if len(segments) - first > 1 and segments[-1] == "" else len(segments)
    return "/".join((*segments[:first], *map(segment, segments[first:last]), *segments[last:]))


def header(value: Any) -> str:
    """The value of a header, without white space around it; it is sent as UTF-8.

    Raises:
        Unencodable: The value is no string, number or boolean, or holds a control character: a line break would begin
            another header (RFC 9110 §5.5).
    """
    text = _text(value).strip(" \t")
    if any((character < " " and character != "\t") or character == "\x7f" for character in text):
        raise Unencodable("a header cannot hold control characters", value)
    _characters(text)
    return text


def headers(values: Mapping[str, Any]) -> dict[str, str]:
    """Headers by their lower-case names; absent and null values are left out.

    Raises:
        Unencodable: As with `header`, or a name is none (RFC 9110 §5.1).
    """
    present = {name: value for name, value in values.items() if value is not ABSENT and value is not None}
    if not all(map(_HEADER_NAME.fullmatch, present)):
        raise Unencodable("a header has no such name")
    return {name.lower(): header(value) for name, value in present.items()}


def query(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The parameters of a query, in order; absent and null values are left out, a list repeats its parameter.

    Raises:
        Unencodable: A value is neither a string, number or boolean nor a list of these.
    """
    pairs = []
    for name, value in values.items():
        for item in value if isinstance(value, list | tuple) else (value,):
            if item is not ABSENT and item is not None:
                pairs.append((name, _characters(_text(item))))
    return pairs


def joined(pairs: list[tuple[str, str]]) -> str:
    """The text of a query, percent-encoded (a space is "%20", which every server reads alike)."""
    return "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in pairs)


def _text(value: Any) -> str:
    try:
        return text_of(value)
    except ExpressionError:
        raise Unencodable("only a string, a number or a boolean can stand in this place", value) from None


def _characters(text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise Unencodable("half of a surrogate pair is no character", text) from None
    return text
