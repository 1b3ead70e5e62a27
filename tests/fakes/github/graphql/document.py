"""GraphQL documents: from text to operations and what they select."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

TOKEN = re.compile(
    r"""(?:[\s,\ufeff]|\#[^\n]*)*
    (?:(?P<name>[_A-Za-z][_0-9A-Za-z]*)
      |(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
      |(?P<block>\"\"\"(?:\\\"\"\"|.)*?\"\"\")
      |(?P<string>"(?:[^"\\\n]|\\.)*")
      |(?P<sign>\.\.\.|[!$&()\[\]{}:=|@])
      |(?P<end>\Z))""",
    re.VERBOSE | re.DOTALL,
)
CONSTANTS = {"true": True, "false": False, "null": None}
Directives = dict[str, dict[str, Any]]
"""By name: the arguments."""
T = TypeVar("T")


class ParseError(Exception):
    """A text that is no document; `place` is its line and its column."""

    def __init__(self, message: str, place: tuple[int, int]) -> None:
        super().__init__(message)
        self.place = place


@dataclass(frozen=True)
class Variable:
    name: str


@dataclass(frozen=True)
class Field:
    name: str
    key: str
    """What the answer calls it: the alias, or else the name."""
    arguments: dict[str, Any]
    selections: tuple[Field | Fragment, ...]
    place: tuple[int, int]
    directives: Directives = field(default_factory=dict)


@dataclass(frozen=True)
class Fragment:
    """Selections for one type, or for any; a fragment with a name is looked up by it."""

    on: str | None
    selections: tuple[Field | Fragment, ...] = ()
    name: str | None = None
    directives: Directives = field(default_factory=dict)


@dataclass(frozen=True)
class Declared:
    """A variable as an operation declares it; `has_default` tells a default of null from none."""

    type: str
    place: tuple[int, int]
    has_default: bool = False
    default: Any = None


@dataclass(frozen=True)
class Operation:
    kind: str
    name: str | None
    selections: tuple[Field | Fragment, ...]
    variables: dict[str, Declared] = field(default_factory=dict)


@dataclass(frozen=True)
class Document:
    operations: tuple[Operation, ...]
    fragments: dict[str, Fragment]


def parsed(text: str) -> Document:
    return _Parser(text).document()


def operations(text: str) -> tuple[Operation, ...]:
    """Return the operations of a document; none when it cannot be read."""
    try:
        return parsed(text).operations
    except ParseError:
        return ()


def roots(text: str) -> tuple[Field, ...]:
    """Return the fields that a document asks for at the top."""
    found = (selected for operation in operations(text) for selected in operation.selections)
    return tuple(selected for selected in found if isinstance(selected, Field))


def root_fields(text: str) -> tuple[str, ...]:
    """Return the names of what a document asks for at the top; nothing when it cannot be read."""
    return tuple(found.name for found in roots(text))


def kind_of(text: str) -> str | None:
    """Return `mutation` when a document holds one, or else the kind of its first operation; None when unreadable."""
    kinds = [operation.kind for operation in operations(text)]
    return "mutation" if "mutation" in kinds else kinds[0] if kinds else None


class _Parser:
    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._next()

    def _next(self) -> str:
        """Go to the next token, and return the one that was here."""
        here = getattr(self, "token", "")
        match = TOKEN.match(self._text, self._at)
        if match is None:
            raise ParseError("Parse error: unexpected character", self._place(self._at))
        self.kind, self.token = str(match.lastgroup), match.group(str(match.lastgroup))
        self._start, self._at = match.start(str(match.lastgroup)), match.end()
        return str(here)

    def _place(self, at: int) -> tuple[int, int]:
        before = self._text[:at]
        return before.count("\n") + 1, at - before.rfind("\n")

    def _fail(self) -> ParseError:
        line, column = place = self._place(self._start)
        shown = "end of file" if self.kind == "end" else f'"{self.token}"'
        return ParseError(f"Parse error on {shown} at [{line}, {column}]", place)

    def _is(self, token: str) -> bool:
        return self.kind in ("sign", "name") and self.token == token

    def _take(self, token: str) -> bool:
        if found := self._is(token):
            self._next()
        return found

    def _expect(self, token: str) -> None:
        if not self._take(token):
            raise self._fail()

    def _name(self) -> str:
        if self.kind != "name":
            raise self._fail()
        return self._next()

    def _many(self, start: str, read: Callable[[], T], end: str) -> list[T]:
        """Read what stands between two signs; nothing when the first is not here."""
        found: list[T] = []
        if self._take(start):
            while not self._take(end):
                found.append(read())
        return found

    def document(self) -> Document:
        operations: list[Operation] = []
        fragments: dict[str, Fragment] = {}
        while self.kind != "end":
            if self._take("fragment"):
                name = self._name()
                self._expect("on")
                fragments[name] = Fragment(self._name(), self._selections())
            else:
                operations.append(self._operation())
        if not operations:
            raise self._fail()
        return Document(tuple(operations), fragments)

    def _operation(self) -> Operation:
        if self._is("{"):
            return Operation("query", None, self._selections())
        if self.token not in ("query", "mutation", "subscription"):
            raise self._fail()
        kind, name = self._next(), None
        if self.kind == "name":
            name = self._next()
        variables = dict(self._many("(", self._definition, ")"))
        self._directives()
        return Operation(kind, name, self._selections(), variables)

    def _definition(self) -> tuple[str, Declared]:
        place = self._place(self._start)
        self._expect("$")
        name = self._name()
        self._expect(":")
        type_ = self._type()
        given = self._take("=")
        return name, Declared(type_, place, given, self._value() if given else None)

    def _type(self) -> str:
        """Return a type in one spelling, such as `[ID!]!`."""
        if self._take("["):
            inner = self._type()
            self._expect("]")
            text = f"[{inner}]"
        else:
            text = self._name()
        return f"{text}!" if self._take("!") else text

    def _selections(self) -> tuple[Field | Fragment, ...]:
        if not self._is("{"):
            raise self._fail()
        return tuple(self._many("{", self._selection, "}"))

    def _selection(self) -> Field | Fragment:
        place = self._place(self._start)
        if self._take("..."):
            if self._take("on"):
                on: str | None = self._name()
            elif self.kind == "name":
                name = self._name()
                return Fragment(None, (), name, self._directives())
            else:
                on = None
            directives = self._directives()
            return Fragment(on, self._selections(), None, directives)
        key = name = self._name()
        if self._take(":"):
            name = self._name()
        arguments = dict(self._many("(", self._argument, ")"))
        directives = self._directives()
        return Field(name, key, arguments, self._selections() if self._is("{") else (), place, directives)

    def _argument(self) -> tuple[str, Any]:
        name = self._name()
        self._expect(":")
        return name, self._value()

    def _directives(self) -> Directives:
        found: Directives = {}
        while self._take("@"):
            name = self._name()
            found[name] = dict(self._many("(", self._argument, ")"))
        return found

    def _value(self) -> Any:
        if self._take("$"):
            return Variable(self._name())
        if self._is("["):
            return self._many("[", self._value, "]")
        if self._is("{"):
            return dict(self._many("{", self._argument, "}"))
        kind = self.kind
        if kind in ("sign", "end"):
            raise self._fail()
        text = self._next()
        if kind == "name":
            return CONSTANTS.get(text, text)
        if kind == "block":
            return text[3:-3].replace('\\"""', '"""').strip()
        return json.loads(text)
