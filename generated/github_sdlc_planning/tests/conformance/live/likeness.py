"""Rows and values made to be what a condition looks for, as far as it compares members with what is known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..facts import Facts
from ..templates import Unsaid
from ..values import Json
from .expressions import evaluate
from .operators import Underivable

# A member of the row at hand, perhaps with something in its place when it is not there.
_MEMBER = r"(?:coalesce\()?it\.([\w.]+)(?:,\s*[^)]*\))?"
_EQUALITY = re.compile(rf"{_MEMBER} == ([\w.]+|\"[^\"]*\"|'[^']*')")
_START = re.compile(rf"{_MEMBER}\.startsWith\(([\w.]+|\"[^\"]*\"|'[^']*')\)")
_SINCE = re.compile(r"it\.([\w.]+) >=? call\.\w+")
_LITERAL = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'")
_SETTING = re.compile(r"config\.(\w+)")

# Later than any call of a test.
_LATER = "2999-12-31T23:59:59Z"


def like(row: Json, sought: str, known: Mapping[str, Any]) -> Json:
    """Return a row that a condition holds for, as far as it says which members are equal to what, or begin so."""
    for path in _SINCE.findall(sought):
        row = _with(row, path.split("."), _LATER)
    for path, other in (*_EQUALITY.findall(sought), *_START.findall(sought)):
        try:
            value = evaluate(other, known)
        except Underivable:
            continue
        if not isinstance(value, Unsaid):
            row = _with(row, path.split("."), value)
    return row


def compared(conditions: str, facts: Facts) -> Iterator[Json]:
    """Yield the values that conditions name: texts as they stand, and settings that have a default."""
    yield from dict.fromkeys(one or other for one, other in _LITERAL.findall(conditions))
    for name in dict.fromkeys(_SETTING.findall(conditions)):
        if "default" in facts.config.get(name, {}):
            yield facts.config[name]["default"]


def _with(row: Json, path: list[str], value: Json) -> Json:
    if not path:
        return value
    whole = row if isinstance(row, dict) else {}
    return {**whole, path[0]: _with(whole.get(path[0]), path[1:], value)}
