"""The functions and methods of expressions: what they take, what they give, and how they are spelled in Python.

`has`, `coalesce` and the macros are not here, as they have typing rules of their own.
"""

from __future__ import annotations

from collections.abc import Callable

from pactwright.expr.nodes import Node, StringLiteral
from pactwright.expr.python import Binding, Python, helper, imports_of, infix, method
from pactwright.expr.types import (
    DOUBLE,
    INT,
    STRING,
    BoolType,
    DoubleType,
    DynType,
    IntType,
    ListType,
    MapType,
    Slot,
    StringType,
    Type,
)
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Expected:
    """What an argument must be.

    Attributes:
        words: For messages.
        admits: Whether a type will do.
        check: The runtime function that checks a value of unknown type; None when the function itself does.
    """

    words: str
    admits: Callable[[Type], bool]
    check: str | None = None


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument as it is written: its node, its type, and its translation."""

    node: Node
    kind: Type
    python: Python


@dataclass(frozen=True, slots=True)
class Function:
    """One function or method.

    Attributes:
        usage: How to write it, for messages.
        parameters: What it takes, a method's receiver first.
        result: What it gives; None stands for the type of the first argument.
        write: Its translation.
        optional: How many parameters at the end may be left out.
    """

    usage: str
    parameters: tuple[Expected, ...]
    result: Type | None
    write: Callable[[tuple[Argument, ...]], Python]
    optional: int = 0


def one_of(words: str, *kinds: type, check: str | None = None) -> Expected:
    """Return what admits values of the given types, and of unknown type."""
    return Expected(words, lambda kind: isinstance(kind, (*kinds, DynType)), check)


def _list_of(words: str, *kinds: type) -> Expected:
    def admits(kind: Type) -> bool:
        if isinstance(kind, ListType):
            return not kind.item.null and isinstance(kind.item.type, (*kinds, DynType))
        return isinstance(kind, DynType)

    return Expected(words, admits, "as_list")


TEXT = one_of("a string", StringType, check="as_string")
WHOLE = one_of("an integer", IntType, check="as_integer")
CONDITION = one_of("a boolean", BoolType, check="as_boolean")
TEXTS = _list_of("a list of strings", StringType)
SORTABLE = _list_of("a list of strings or numbers", StringType, IntType, DoubleType)
SIZED = one_of("a string, a list or an object", StringType, ListType, MapType)
SPELLED = one_of("a string, a number or a boolean", StringType, IntType, DoubleType, BoolType)
NUMERIC = one_of("a number or a string", IntType, DoubleType, StringType)
ANY = Expected("a value", lambda _: True)


def _helper(name: str) -> Callable[[tuple[Argument, ...]], Python]:
    return lambda arguments: helper(name, *(argument.python for argument in arguments))


def _method(name: str) -> Callable[[tuple[Argument, ...]], Python]:
    return lambda arguments: method(arguments[0].python, name, *(argument.python for argument in arguments[1:]))


def _builtin(name: str, argument: Argument) -> Python:
    return Python(f"{name}({argument.python.source})", imports=imports_of(argument.python))


def _size(arguments: tuple[Argument, ...]) -> Python:
    return _builtin("len", arguments[0]) if _known(arguments[0].kind) else helper("size", arguments[0].python)


def _string(arguments: tuple[Argument, ...]) -> Python:
    value = arguments[0]
    return value.python if isinstance(value.kind, StringType) else helper("text_of", value.python)


def _sort(arguments: tuple[Argument, ...]) -> Python:
    value = arguments[0]
    known = isinstance(value.kind, ListType) and _known(value.kind.item.type)
    return _builtin("sorted", value) if known else helper("sort", value.python)


def _contains(arguments: tuple[Argument, ...]) -> Python:
    return infix(arguments[1].python, "in", arguments[0].python, Binding.COMPARISON)


def _split(arguments: tuple[Argument, ...]) -> Python:
    separator = arguments[1].node
    plain = len(arguments) == 2 and isinstance(separator, StringLiteral) and separator.value != ""
    return _method("split")(arguments) if plain else _helper("split")(arguments)


def _join(arguments: tuple[Argument, ...]) -> Python:
    items = arguments[0]
    if not (isinstance(items.kind, ListType) and isinstance(items.kind.item.type, StringType)):
        return _helper("join")(arguments)
    separator = arguments[1].python if len(arguments) > 1 else Python('""')
    return method(separator, "join", items.python)


def _replace(arguments: tuple[Argument, ...]) -> Python:
    return _method("replace")(arguments) if len(arguments) == 3 else _helper("replace")(arguments)


def _known(kind: Type) -> bool:
    return not isinstance(kind, DynType)


FUNCTIONS = {
    "size": Function("size(x)", (SIZED,), INT, _size),
    "string": Function("string(x)", (SPELLED,), STRING, _string),
    "int": Function("int(x)", (NUMERIC,), INT, _helper("to_integer")),
    "double": Function("double(x)", (NUMERIC,), DOUBLE, _helper("to_double")),
    "sort": Function("sort(list)", (SORTABLE,), None, _sort),
    "cut": Function("cut(text, length)", (TEXT, WHOLE), STRING, _helper("cut")),
    "quote": Function("quote(text)", (TEXT,), STRING, _helper("quote")),
    # Where these two come from depends on the scope; `write` is given by the translation.
    "now": Function("now()", (), STRING, _helper("now")),
    "version": Function("version('name', value)", (TEXT, ANY), STRING, _helper("version")),
}

METHODS = {
    "startsWith": Function("text.startsWith(prefix)", (TEXT, TEXT), BoolType(), _method("startswith")),
    "endsWith": Function("text.endsWith(suffix)", (TEXT, TEXT), BoolType(), _method("endswith")),
    "contains": Function("text.contains(part)", (TEXT, TEXT), BoolType(), _contains),
    "matches": Function("text.matches('pattern')", (TEXT, TEXT), BoolType(), _helper("matches")),
    "lowerAscii": Function("text.lowerAscii()", (TEXT,), STRING, _helper("lower_ascii")),
    "trim": Function("text.trim()", (TEXT,), STRING, _helper("trim")),
    "split": Function("text.split(separator)", (TEXT, TEXT, WHOLE), ListType(Slot(STRING)), _split, optional=1),
    "join": Function("list.join(separator)", (TEXTS, TEXT), STRING, _join, optional=1),
    "replace": Function("text.replace(old, new)", (TEXT, TEXT, TEXT, WHOLE), STRING, _replace, optional=1),
    "substring": Function("text.substring(start, end)", (TEXT, WHOLE, WHOLE), STRING, _helper("substring"), optional=1),
}

# What other languages call these, for hints.
FOREIGN = {
    "len": "size(x)",
    "length": "size(x)",
    "count": "size(x)",
    "str": "string(x)",
    "toString": "string(x)",
    "format": "string(x)",
    "float": "double(x)",
    "number": "double(x)",
    "integer": "int(x)",
    "lower": "text.lowerAscii()",
    "toLowerCase": "text.lowerAscii()",
    "strip": "text.trim()",
    "startswith": "text.startsWith(prefix)",
    "starts_with": "text.startsWith(prefix)",
    "endswith": "text.endsWith(suffix)",
    "ends_with": "text.endsWith(suffix)",
    "includes": "value in list",
    "find": "xs.filter(x, condition)",
    "any": "xs.exists(x, condition)",
    "some": "xs.exists(x, condition)",
    "every": "xs.all(x, condition)",
    "default": "coalesce(path, fallback)",
    "truncate": "cut(text, length)",
    "slice": "text.substring(start, end)",
    "substr": "text.substring(start, end)",
    "match": "text.matches('pattern')",
    "test": "text.matches('pattern')",
    "sorted": "sort(list)",
}
