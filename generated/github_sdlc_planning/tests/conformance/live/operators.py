"""What operators, functions and methods of expressions come to, as far as tests need them."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from ..templates import ABSENT, COMPUTED, Unsaid
from ..values import Json, same

Known = Mapping[str, Any]
Thunk = Callable[[Known], Any]


class Underivable(Exception):
    """Tests cannot tell what an expression comes to; the text says why."""


def truth(value: Any) -> bool:
    """Return a boolean as it is; there is no truthiness."""
    if not isinstance(value, bool):
        raise Underivable("a condition is no boolean here")
    return value


def number(value: Any) -> Any:
    """Return a number as it is."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Underivable("an operand is no number here")
    return value


def named(name: str) -> Thunk:
    """Return what a name stands for."""

    def thunk(known: Known) -> Any:
        if name not in known or known[name] is COMPUTED:
            raise Underivable(f"{name} is known to the server alone")
        return known[name]

    return thunk


def field(value: Thunk, name: str) -> Thunk:
    """Return a member; of nothing and of null there is none."""

    def thunk(known: Known) -> Any:
        whole = value(known)
        if whole is ABSENT or whole is None:
            return ABSENT
        if not isinstance(whole, dict) or whole.get(name) is COMPUTED:
            raise Underivable(f"{name} is known to the server alone")
        return whole.get(name, ABSENT)

    return thunk


def indexed(value: Thunk, index: Thunk) -> Thunk:
    """Return an element or a member by a computed key; out of range it is absent."""

    def thunk(known: Known) -> Any:
        whole, at = value(known), index(known)
        if isinstance(whole, list) and type(at) is int:
            return whole[at] if 0 <= at < len(whole) else ABSENT
        if isinstance(whole, dict) and isinstance(at, str):
            return whole.get(at, ABSENT)
        return ABSENT if whole is ABSENT or whole is None else _cannot("an index")

    return thunk


def combined(sign: str, left: Thunk, right: Thunk) -> Thunk:
    """Return what two operands come to; `||` and `&&` read the second one only when it decides."""
    if sign == "||":
        return lambda known: truth(left(known)) or truth(right(known))
    if sign == "&&":
        return lambda known: truth(left(known)) and truth(right(known))
    return lambda known: _computed(sign, left(known), right(known))


_ORDER = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_ARITHMETIC = {"-": operator.sub, "*": operator.mul}


def _computed(sign: str, left: Any, right: Any) -> Json:
    if isinstance(left, Unsaid) or isinstance(right, Unsaid):
        raise Underivable("an operand is absent here, or known to the server alone")
    if sign in ("==", "!="):
        return same(left, right) == (sign == "==")
    if sign == "in":
        members = list(right) if isinstance(right, list | dict) else _cannot("in")
        return any(same(left, item) for item in members)
    if sign == "+" and type(left) is type(right) and isinstance(left, str | list):
        return left + right
    if sign in _ORDER:
        both = isinstance(left, str) and isinstance(right, str)
        return _ORDER[sign](left, right) if both else _ORDER[sign](number(left), number(right))
    left, right = number(left), number(right)
    if sign == "+":
        return left + right
    if sign in _ARITHMETIC:
        return _ARITHMETIC[sign](left, right)
    if right == 0 or type(left) is not int or type(right) is not int:
        return _cannot(sign)
    # CEL cuts towards zero, Python rounds down.
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return quotient if sign == "/" else left - quotient * right


def _cannot(what: str) -> Any:
    raise Underivable(f"{what} cannot be told here")


def function(name: str, arguments: list[Thunk], _names: list[str]) -> Thunk:
    """Return what a function comes to."""
    match name, arguments:
        case "has", [inner]:
            return lambda known: inner(known) is not ABSENT and inner(known) is not None
        case "size", [inner]:
            return lambda known: _size(inner(known))
        case "string", [inner]:
            return lambda known: _string(inner(known))
        case "int", [inner]:
            return lambda known: int(number(inner(known)))
        case "coalesce", [*_]:
            return lambda known: _first(item(known) for item in arguments)
        case "cut", [inner, most]:
            return lambda known: _string(inner(known))[: number(most(known))]
        case "sort", [inner]:
            return lambda known: sorted(_list(inner(known)))
    raise Underivable(f"{name}() is known to the server alone")


def method(name: str, value: Thunk, arguments: list[Thunk], names: list[str]) -> Thunk:
    """Return what a method or macro comes to."""
    if name in _MACROS and len(arguments) == 2:
        each = arguments[1]
        return lambda known: _MACROS[name]([(item, each({**known, names[0]: item})) for item in _list(value(known))])
    if name not in _METHODS:
        raise Underivable(f"{name}() is known to the server alone")

    def thunk(known: Known) -> Any:
        try:
            return _METHODS[name](value(known), *[item(known) for item in arguments])
        except (TypeError, AttributeError, re.error):
            raise Underivable(f"{name}() cannot be told here") from None

    return thunk


_MACROS: dict[str, Callable[[list[tuple[Any, Any]]], Any]] = {
    "all": lambda pairs: all(truth(found) for _, found in pairs),
    "exists": lambda pairs: any(truth(found) for _, found in pairs),
    "exists_one": lambda pairs: sum(truth(found) for _, found in pairs) == 1,
    "filter": lambda pairs: [item for item, found in pairs if truth(found)],
    "map": lambda pairs: [found for _, found in pairs if found is not ABSENT],
}

_METHODS: dict[str, Callable[..., Any]] = {
    "contains": lambda text, part: _string(part) in _string(text),
    "startsWith": lambda text, part: _string(text).startswith(part),
    "endsWith": lambda text, part: _string(text).endswith(part),
    "lowerAscii": lambda text: "".join(sign.lower() if sign.isascii() else sign for sign in _string(text)),
    "trim": lambda text: _string(text).strip(),
    "matches": lambda text, pattern: re.search(pattern, _string(text)) is not None,
    "join": lambda items, between="": between.join(_list(items)),
    "split": lambda text, between: _string(text).split(between),
    "replace": lambda text, old, new: _string(text).replace(old, new),
    "size": lambda value: _size(value),
}


def _first(values: Any) -> Any:
    return next((value for value in values if value is not ABSENT and value is not None), None)


def _string(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise Underivable("an operand is no text here")
    return str(value)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else _cannot_list()


def _cannot_list() -> list[Any]:
    raise Underivable("an operand is no list here")


def _size(value: Any) -> int:
    if not isinstance(value, str | list | dict):
        raise Underivable("an operand has no size here")
    return len(value)
