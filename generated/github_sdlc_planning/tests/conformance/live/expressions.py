"""Expressions of a contract, evaluated as far as tests need them: a plain reading of CEL over known values.

What cannot be told (a name whose value only the server knows, a function that is not here) is `Underivable`, never a
guess.
"""

from __future__ import annotations

import json
import re

from ..templates import ABSENT, COMPUTED, PRESENT, Moment, Unsaid
from ..values import Json, same
from .operators import Known, Thunk, Underivable, combined, field, function, indexed, method, named, number, truth

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<text>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
    r"|(?P<name>[A-Za-z_]\w*)|(?P<sign>\|\||&&|==|!=|<=|>=|[-+*/%<>!?:.,()\[\]{}]))"
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_CONSTANTS: dict[str, Json] = {"true": True, "false": False, "null": None}


def evaluate(expression: str, known: Known) -> Json | Unsaid:
    """Return what `expression` comes to, ABSENT included. Raises Underivable."""
    parser = _Parser(expression)
    thunk = parser.choice()
    if parser.left:
        raise Underivable(f"{expression} cannot be read")
    return thunk(known)


def condition(written: str, known: Known) -> bool:
    """Return whether the expression of a `${…}` holds. Raises Underivable."""
    whole = expression_in(written)
    value = evaluate(written if whole is None else whole, known)
    if not isinstance(value, bool):
        raise Underivable(f"{written} is no condition here")
    return value


def value_of(template: Json, known: Known) -> Json | Unsaid:
    """Return what a template comes to; parts that cannot be told are COMPUTED, absent members are left out."""
    if isinstance(template, str):
        return _text(template, known)
    if isinstance(template, list):
        items = [value_of(item, known) for item in template]
        return [item for item in items if item is not ABSENT]
    if isinstance(template, dict):
        if "$view" in template:
            return COMPUTED
        members = {key: value_of(item, known) for key, item in template.items()}
        return {key: value for key, value in members.items() if value is not ABSENT}
    return template


def agrees(expected: Json | Unsaid, seen: Json | Unsaid) -> bool:
    """Tell whether a value is the expected one wherever that could be told; extra members are not."""
    if expected is COMPUTED:
        return True
    if expected is PRESENT or isinstance(expected, Moment):
        return seen is not ABSENT
    if isinstance(expected, dict) and isinstance(seen, dict):
        told = all(agrees(value, seen.get(key, ABSENT)) for key, value in expected.items())
        return told and seen.keys() <= expected.keys()
    if isinstance(expected, list) and isinstance(seen, list):
        return len(expected) == len(seen) and all(map(agrees, expected, seen))
    if isinstance(expected, Unsaid) or isinstance(seen, Unsaid):
        return expected is seen
    return same(expected, seen)


def in_parts(text: str) -> list[str]:
    """Return the parts of a text: words, and expressions that still stand in `${…}`."""
    return [f"${{{part}}}" if is_code else part for is_code, part in _parts(text)]


def expression_in(text: str) -> str | None:
    """Return the expression when the text is one `${…}` and nothing else."""
    parts = _parts(text)
    return parts[0][1] if len(parts) == 1 and parts[0][0] else None


def _text(text: str, known: Known) -> Json | Unsaid:
    whole = expression_in(text)
    try:
        if whole is not None:
            value = evaluate(whole, known)
            # Null that was computed is left out where it is not allowed; whether it is, is not told here.
            computed = value is None and re.fullmatch(r"\s*[\w.]+\s*", whole) is None
            return COMPUTED if computed else value
        return "".join(_word(evaluate(part, known)) if is_code else part for is_code, part in _parts(text))
    except Underivable:
        return COMPUTED


def _word(value: Json | Unsaid) -> str:
    if isinstance(value, Unsaid | Moment) or value is None:
        raise Underivable("a text needs a value that is known")
    return value if isinstance(value, str) else json.dumps(value)


def _parts(text: str) -> list[tuple[bool, str]]:
    """Return the parts of a text, each with whether it is an expression."""
    parts: list[tuple[bool, str]] = []
    plain, index = "", 0
    while index < len(text):
        if text.startswith("$${", index):
            plain, index = plain + "${", index + 3
        elif text.startswith("${", index):
            end = _end(text, index + 2)
            parts += [(False, plain)] if plain else []
            parts.append((True, text[index + 2 : end]))
            plain, index = "", end + 1
        else:
            plain, index = plain + text[index], index + 1
    return [*parts, (False, plain)] if plain or not parts else parts


def _end(text: str, index: int) -> int:
    """Return where the expression that begins at `index` ends; braces in quotes do not count."""
    depth = 0
    while index < len(text):
        quoted = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'").match(text, index)
        if quoted is not None:
            index = quoted.end()
            continue
        if text[index] == "}" and depth == 0:
            return index
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        index += 1
    raise Underivable(f"{text} does not end")


class _Parser:
    """Recursive descent over the grammar of CEL, lowest precedence first (cel-spec, "Syntax")."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[tuple[str, str]] = []
        position = 0
        while text[position:].strip():
            found = _TOKEN.match(text, position)
            if found is None:
                raise Underivable(f"{text} cannot be read")
            self._tokens.append((found.lastgroup or "", found[found.lastgroup or 0]))
            position = found.end()
        self._at = 0

    @property
    def left(self) -> bool:
        """Tell whether something is left to read."""
        return self._at < len(self._tokens)

    def choice(self) -> Thunk:
        """Read a whole expression."""
        test = self._binary(0)
        if not self._takes("?"):
            return test
        yes = self.choice()
        self._needs(":")
        no = self.choice()
        return lambda known: yes(known) if truth(test(known)) else no(known)

    _LEVELS = (("||",), ("&&",), ("==", "!=", "<=", ">=", "<", ">", "in"), ("+", "-"), ("*", "/", "%"))

    def _binary(self, level: int) -> Thunk:
        if level == len(self._LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while self._peek() in self._LEVELS[level] and self._tokens[self._at][0] in ("sign", "name"):
            sign = self._next()
            left = combined(sign, left, self._binary(level + 1))
        return left

    def _unary(self) -> Thunk:
        if self._takes("!"):
            inner = self._unary()
            return lambda known: not truth(inner(known))
        if self._takes("-"):
            inner = self._unary()
            return lambda known: -number(inner(known))
        return self._member()

    def _member(self) -> Thunk:
        value = self._primary()
        while self._peek() in (".", "["):
            if self._takes("["):
                index = self.choice()
                self._needs("]")
                value = indexed(value, index)
                continue
            self._needs(".")
            name = self._next()
            value = method(name, value, *self._arguments()) if self._takes("(") else field(value, name)
        return value

    def _primary(self) -> Thunk:
        if not self.left:
            raise Underivable(f"{self._text} ends too early")
        kind, token = self._tokens[self._at]
        self._at += 1
        if kind == "number":
            literal = json.loads(token)
            return lambda known: literal
        if kind == "text":
            text = re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), token[1:-1])
            return lambda known: text
        if token in _CONSTANTS:
            return lambda known: _CONSTANTS[token]
        if kind == "name":
            return function(token, *self._arguments()) if self._takes("(") else named(token)
        if token == "(":
            inner = self.choice()
            self._needs(")")
            return inner
        if token == "[":
            items, _ = self._arguments("]")
            return lambda known: [item(known) for item in items]
        raise Underivable(f"{self._text} holds {token}")

    def _arguments(self, end: str = ")") -> tuple[list[Thunk], list[str]]:
        thunks: list[Thunk] = []
        tokens: list[str] = []
        while not self._takes(end):
            tokens.append(self._peek())
            thunks.append(self.choice())
            self._takes(",")
            if not self.left:
                raise Underivable(f"{self._text} ends too early")
        return thunks, tokens

    def _peek(self) -> str:
        return self._tokens[self._at][1] if self.left and self._tokens[self._at][0] != "text" else ""

    def _next(self) -> str:
        self._at += 1
        if self._at > len(self._tokens):
            raise Underivable(f"{self._text} ends too early")
        return self._tokens[self._at - 1][1]

    def _takes(self, sign: str) -> bool:
        found = self._peek() == sign
        self._at += found
        return found

    def _needs(self, sign: str) -> None:
        if not self._takes(sign):
            raise Underivable(f"{self._text} cannot be read")
