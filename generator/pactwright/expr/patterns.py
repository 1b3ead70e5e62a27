"""Regular expressions: translates a pattern from RE2's syntax, which CEL uses, into Python's.

Only what both engines understand alike is let through; what they understand differently is respelled (`$`, and the
classes and boundaries that are ASCII in RE2), and the rest is refused, as are repetitions of repetitions, which can
take Python's engine for ever.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import field

from pactwright.records import dataclass

_OUTSIDE = {"d": "[0-9]", "D": "[^0-9]", "w": "[0-9A-Za-z_]", "W": "[^0-9A-Za-z_]"} | {
    "s": r"[\t\n\f\r ]",
    "S": r"[^\t\n\f\r ]",
    "b": r"(?a:\b)",
    "B": r"(?a:\B)",
}
_INSIDE = {"d": "0-9", "w": "0-9A-Za-z_", "s": r"\t\n\f\r "}
_SHARED = frozenset("afnrtv")
_REPETITION = re.compile(r"\{(\d+)(,?)(\d*)\}")
_GROUP = re.compile(r"\((?:\?:|\?P<[A-Za-z_]\w*>|\?[is]+(?:-[is]+)?:|(?!\?))")
_FLAGS = re.compile(r"\(\?([ims]+)\)")
_HEX = re.compile(r"\\x[0-9A-Fa-f]{2}")
_MAX_COUNT = 1000


class PatternError(Exception):
    """A pattern that is invalid, or means something else in another engine; `position` is where in the pattern."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


def to_python(pattern: str) -> str:
    """Return the pattern for `re.search` that matches what RE2 would match with `pattern`.

    Raises:
        PatternError: The pattern is not portable.
    """
    result = _Reader(pattern).read()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(result)
    except (re.error, FutureWarning, OverflowError, RecursionError) as error:
        raise PatternError(str(error), 0) from None
    return result


@dataclass(slots=True)
class _Reader:
    """Reads a pattern once, from left to right."""

    pattern: str
    position: int = 0
    written: list[str] = field(default_factory=list)
    # For each open group: does it hold an unbounded repetition so far?
    groups: list[bool] = field(default_factory=lambda: [False])
    # What a repetition sign here would repeat: None for nothing, else whether that itself repeats without bound.
    operand: bool | None = None
    multiline: bool = False

    def read(self) -> str:
        if flags := _FLAGS.match(self.pattern):
            self.written.append(flags.group())
            self.position = flags.end()
            self.multiline = "m" in flags.group(1)
        while self.position < len(self.pattern):
            self.step(self.pattern[self.position])
        return "".join(self.written)

    def step(self, sign: str) -> None:
        match sign:
            case "\\":
                self.escape()
            case "[":
                self.character_class()
            case "(":
                self.open_group()
            case ")":
                if len(self.groups) == 1:
                    raise self.error("a parenthesis too many")
                inner = self.groups.pop()
                self.groups[-1] = self.groups[-1] or inner
                self.write(")", 1, operand=inner)
            case "*" | "+" | "?" | "{":
                self.repetition(sign)
            case "$" if not self.multiline:
                self.write(r"\Z", 1, operand=None)
            case "^" | "$" | "|":
                self.write(sign, 1, operand=None)
            case _:
                self.write(sign, 1, operand=False)

    def write(self, text: str, length: int, *, operand: bool | None) -> None:
        self.written.append(text)
        self.position += length
        self.operand = operand

    def escape(self) -> None:
        sign = self.pattern[self.position + 1 : self.position + 2]
        if sign in _OUTSIDE:
            self.write(_OUTSIDE[sign], 2, operand=None if sign in "bB" else False)
        elif sign == "A":
            self.write(r"\A", 2, operand=None)
        elif sign == "z":
            self.write(r"\Z", 2, operand=None)
        else:
            text = self.plain_escape()
            self.write(text, len(text), operand=False)

    def plain_escape(self) -> str:
        """Return the escape at this position, which stands for one character in both engines."""
        if found := _HEX.match(self.pattern, self.position):
            return found.group()
        sign = self.pattern[self.position + 1 : self.position + 2]
        punctuation = sign.isascii() and not sign.isalnum()
        if sign and (sign in _SHARED or punctuation):
            return f"\\{sign}"
        raise self.error(f"`\\{sign}` is not portable")

    def character_class(self) -> None:
        start = self.position
        text = "[^" if self.pattern.startswith("[^", start) else "["
        self.position += len(text)
        first = True
        while first or not self.pattern.startswith("]", self.position):
            text += self.class_member()
            first = False
        self.position += 1
        self.written.append(text + "]")
        self.operand = False

    def class_member(self) -> str:
        sign = self.pattern[self.position : self.position + 1]
        if not sign:
            raise self.error("a `[` is not closed")
        if self.pattern.startswith("[:", self.position):
            raise self.error("named classes are not portable")
        if sign == "\\":
            letter = self.pattern[self.position + 1 : self.position + 2]
            if letter in _INSIDE:
                self.position += 2
                return _INSIDE[letter]
            text = self.plain_escape()
            self.position += len(text)
            return text
        self.position += 1
        # Python has plans for doubled signs in a class; alone or escaped they are plain characters for both.
        return f"\\{sign}" if sign in "[]&~|" else sign

    def open_group(self) -> None:
        found = _GROUP.match(self.pattern, self.position)
        if not found:
            raise self.error("this kind of group is not portable")
        self.groups.append(False)
        self.write(found.group(), len(found.group()), operand=None)

    def repetition(self, sign: str) -> None:
        text, unbounded = sign, sign in "*+"
        if sign == "{":
            counts = _REPETITION.match(self.pattern, self.position)
            if not counts:
                raise self.error("write `\\{` for a brace")
            if any(int(count) > _MAX_COUNT for count in counts.groups() if count.isdigit()):
                raise self.error(f"a count is above {_MAX_COUNT}")
            text, unbounded = counts.group(), counts.group(2) == "," and not counts.group(3)
        if self.operand is None:
            raise self.error(f"nothing to repeat before `{sign}`")
        if self.operand and unbounded:
            raise self.error("a repetition of a repetition can take for ever")
        follower = self.pattern[self.position + len(text) : self.position + len(text) + 1]
        if follower == "?":
            text += "?"
        self.groups[-1] = self.groups[-1] or unbounded
        self.write(text, len(text), operand=None)

    def error(self, message: str) -> PatternError:
        return PatternError(message, self.position)
