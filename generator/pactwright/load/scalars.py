"""YAML scalars of the core schema → JSON values."""

from __future__ import annotations

import math

import yaml

from pactwright.load.core import BOOL, FLOAT, INT, NULL
from pactwright.load.limits import MOST_DIGITS


def scalar_value(node: yaml.ScalarNode) -> str | int | float | bool | None:
    """Return the value of a scalar without an explicit tag. Trailing line breaks of block scalars are dropped.

    Raises:
        ValueError: The number has no JSON form; the text says why.
    """
    text: str = node.value
    match node.tag:
        case tag if tag == INT:
            return _integer(text)
        case tag if tag == FLOAT:
            return _number(text)
        case tag if tag == BOOL:
            return text[0] in "tT"
        case tag if tag == NULL:
            return None
        case _:
            return text.rstrip("\n") if node.style in ("|", ">") else text


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(f"the number has more than {MOST_DIGITS} digits")
    base = {"0x": 16, "0o": 8}.get(text[:2], 10)
    return int(text, base)


def _number(text: str) -> float:
    name = text.lstrip("+-")[:2].lower()
    value = math.nan if name in (".n", ".i") else float(text)
    if not math.isfinite(value):
        raise ValueError(f"`{text}` is not a JSON number")
    return value
