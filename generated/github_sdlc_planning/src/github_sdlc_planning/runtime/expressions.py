"""The functions that translated contract expressions call, and the value for "absent".

Expressions are plain Python in the generated modules; what stands here is where Python's own operators would differ
from the contract language: absence, JSON equality, 64-bit integers, and values whose type only shows at run time. There
is no expression engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .expression_texts import cut, join, lower_ascii, matches, quote, replace, split, substring, text_of, trim
from .expression_values import (
    ABSENT,
    Absent,
    ExpressionError,
    add,
    among,
    as_boolean,
    as_double,
    as_integer,
    as_list,
    as_number,
    as_string,
    divide,
    elements,
    exactly_one,
    finite,
    multiply,
    negate,
    order,
    quotient,
    remainder,
    same,
    size,
    sort,
    subtract,
    to_double,
    to_integer,
)

__all__ = [
    "ABSENT",
    "Absent",
    "ExpressionError",
    "add",
    "among",
    "as_boolean",
    "as_double",
    "as_integer",
    "as_list",
    "as_number",
    "as_string",
    "at",
    "coalesce",
    "compact",
    "cut",
    "divide",
    "elements",
    "exactly_one",
    "finite",
    "has",
    "join",
    "lower_ascii",
    "mapping",
    "matches",
    "multiply",
    "negate",
    "only_present",
    "order",
    "path",
    "quote",
    "quotient",
    "remainder",
    "replace",
    "same",
    "size",
    "sort",
    "split",
    "substring",
    "subtract",
    "text_of",
    "to_double",
    "to_integer",
    "trim",
]


def path(value: Any, *steps: str | int) -> Any:
    """Return what stands at `steps` below `value`; ABSENT when any part is absent, null, or cannot have such a part."""
    for step in steps:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step, ABSENT)
        elif isinstance(value, list) and not isinstance(step, str):
            value = at(value, step)
        else:
            return ABSENT
    return value


def has(value: Any, *steps: str | int) -> bool:
    """Whether there is something at `steps` below `value`, and it is not null."""
    found = path(value, *steps)
    return found is not ABSENT and found is not None


def at(items: list[Any], index: int) -> Any:
    """Return the element at `index`, counted from 0; ABSENT outside of the list."""
    position = as_integer(index)
    return items[position] if 0 <= position < len(items) else ABSENT


def coalesce(*values: Any) -> Any:
    """Return the first value that is neither absent nor null, else the last."""
    for value in values:
        if value is not ABSENT and value is not None:
            return value
    return values[-1]


def compact(mapping: Mapping[str, Any]) -> dict[str, Any]:
    """Return the mapping without its absent values, in the same order; null is kept."""
    return {key: value for key, value in mapping.items() if value is not ABSENT}


def only_present(items: Iterable[Any]) -> list[Any]:
    """Return the items without the absent ones, in the same order; null is kept."""
    return [item for item in items if item is not ABSENT]


def mapping(*entries: tuple[str, Any]) -> dict[str, Any]:
    """Return a mapping of the entries whose values are present.

    Raises:
        ExpressionError: Two keys are the same.
    """
    if len({key for key, _ in entries}) < len(entries):
        raise ExpressionError("two keys of an object are the same")
    return compact(dict(entries))
