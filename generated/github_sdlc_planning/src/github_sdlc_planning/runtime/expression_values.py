"""JSON values in expressions: types that only show at run time, equality, order, and 64-bit arithmetic.

Part of `expressions`, which is what generated code imports.
"""

from __future__ import annotations

import enum
import math
import re
from collections.abc import Iterable
from typing import Any, Final

INT_MIN: Final = -(2**63)
INT_MAX: Final = 2**63 - 1
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,19}")
_DOUBLE: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


class Absent(enum.Enum):
    """The type of `ABSENT`; an enumeration of one, so that `is not ABSENT` narrows."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent.ABSENT


class ExpressionError(Exception):
    """An expression has no value: a wrong type, a division by zero, a number out of range, an invalid text."""


def as_boolean(value: Any) -> bool:
    """Return `value`, which must be a boolean."""
    if isinstance(value, bool):
        return value
    raise _wrong(value, "a boolean")


def as_string(value: Any) -> str:
    """Return `value`, which must be a string."""
    if isinstance(value, str):
        return value
    raise _wrong(value, "a string")


def as_integer(value: Any) -> int:
    """Return `value`, which must be a whole number, as an int: JSON may spell it `1.0`."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    raise _wrong(value, "an integer")


def as_number(value: Any) -> int | float:
    """Return `value`, which must be a number."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise _wrong(value, "a number")


def as_double(value: Any) -> float:
    """Return `value`, which must be a number, as a float: JSON may spell it `1`."""
    try:
        return float(as_number(value))
    except OverflowError:
        raise ExpressionError("the number is out of range") from None


def as_list(value: Any) -> list[Any]:
    """Return `value`, which must be a list."""
    if isinstance(value, list):
        return value
    raise _wrong(value, "a list")


def elements(value: Any) -> list[Any]:
    """Return what a macro goes over: the elements of a list, the keys of an object."""
    return list(value) if isinstance(value, dict) else as_list(value)


def size(value: Any) -> int:
    """Return the number of characters, elements or keys."""
    if isinstance(value, str | list | dict):
        return len(value)
    raise _wrong(value, "a string, a list or an object")


def _wrong(value: Any, expected: str) -> ExpressionError:
    # The value itself may be secret or hostile; its kind is enough to find the mistake.
    names = {bool: "a boolean", str: "a string", int: "a number", float: "a number", list: "a list", dict: "an object"}
    found = "null" if value is None else "absent" if value is ABSENT else names.get(type(value), "something else")
    return ExpressionError(f"the value is {found}, not {expected}")


def same(first: Any, second: Any) -> bool:
    """Whether two JSON values are equal: 1 is 1.0, but true is not 1."""
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(same(value, second[key]) for key, value in first.items())
    return bool(first == second)


def among(value: Any, container: Any) -> bool:
    """Whether `value` is an element of a list or a key of an object."""
    if isinstance(container, dict):
        return isinstance(value, str) and value in container
    return any(same(value, item) for item in as_list(container))


def order(first: Any, second: Any) -> int:
    """Return a number below, equal to or above 0 as `first` is less than, equal to or greater than `second`."""
    if isinstance(first, str) and isinstance(second, str):
        return (first > second) - (first < second)
    if isinstance(first, bool) and isinstance(second, bool):
        return first - second
    left, right = as_number(first), as_number(second)
    return (left > right) - (left < right)


def exactly_one(answers: Iterable[bool]) -> bool:
    """Whether exactly one of the answers is true."""
    return sum(answers) == 1


def sort(items: list[Any]) -> list[Any]:
    """Return the numbers or strings of a list in ascending order; strings by code point."""
    if all(isinstance(item, str) for item in items):
        return sorted(items)
    return sorted(items, key=as_number)


def add(first: int, second: int) -> int:
    """Add two integers; an ExpressionError when the result leaves 64 bits."""
    return _in_range(as_integer(first) + as_integer(second))


def subtract(first: int, second: int) -> int:
    """Subtract two integers; an ExpressionError when the result leaves 64 bits."""
    return _in_range(as_integer(first) - as_integer(second))


def multiply(first: int, second: int) -> int:
    """Multiply two integers; an ExpressionError when the result leaves 64 bits."""
    return _in_range(as_integer(first) * as_integer(second))


def divide(first: int, second: int) -> int:
    """Divide two integers, rounding towards zero; an ExpressionError for zero, or when the result leaves 64 bits."""
    dividend, divisor = as_integer(first), as_integer(second)
    if divisor == 0:
        raise ExpressionError("division by zero")
    quotient = abs(dividend) // abs(divisor)
    return _in_range(quotient if (dividend < 0) is (divisor < 0) else -quotient)


def remainder(first: int, second: int) -> int:
    """Return what `divide` leaves over; it has the sign of `first`."""
    dividend, divisor = as_integer(first), as_integer(second)
    if divisor == 0:
        raise ExpressionError("division by zero")
    rest = abs(dividend) % abs(divisor)
    return _in_range(rest if dividend >= 0 else -rest)


def negate(value: int) -> int:
    """Return the integer with the opposite sign; an ExpressionError when it leaves 64 bits."""
    return _in_range(-as_integer(value))


def quotient(first: float, second: float) -> float:
    """Divide two numbers; an ExpressionError for zero, or when the result is out of range."""
    if second == 0:
        raise ExpressionError("division by zero")
    return finite(first / second)


def finite(value: float) -> float:
    """Return the result of a calculation; an ExpressionError when it is out of range, as JSON has no infinity."""
    if math.isfinite(value):
        return value
    raise ExpressionError("the number is out of range")


def _in_range(value: int) -> int:
    if INT_MIN <= value <= INT_MAX:
        return value
    raise ExpressionError("the integer is out of range")


def to_integer(value: Any) -> int:
    """Return a number without its fraction, or the integer that a text spells in decimal."""
    if isinstance(value, str):
        if not _INTEGER.fullmatch(value):
            raise ExpressionError("the text is no integer")
        return _in_range(int(value))
    number = as_number(value)
    # The least integer is no result of a conversion, as a float of its value may have been a smaller one.
    if isinstance(number, float) and not INT_MIN < number < INT_MAX + 1:
        raise ExpressionError("the integer is out of range")
    return _in_range(math.trunc(number))


def to_double(value: Any) -> float:
    """Return a number as a float, or the number that a text spells in decimal."""
    if isinstance(value, str):
        if not _DOUBLE.fullmatch(value):
            raise ExpressionError("the text is no number")
        return finite(float(value))
    return as_double(value)
