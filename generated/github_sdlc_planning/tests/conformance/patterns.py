r"""A text that matches a pattern, for the patterns schemas have: literals, classes, groups, choices and repetition.

What it makes of anything else (look-around, back references) does not match, which whoever asked finds out by trying.
"""

from __future__ import annotations

import re

_CLASSES = {"d": "0", "w": "a", "s": " ", "D": "a", "W": "-", "S": "a"}
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
_BOUNDS = re.compile(r"\{(\d+)(?:,\d*)?\}")
_CANDIDATES = "a0A-_. /:" + "".join(chr(code) for code in range(33, 127))


def matching(pattern: str) -> str:
    """Return a short text made to match `pattern`."""
    return _Maker(pattern).alternatives()


class _Maker:
    """Reads a pattern from left to right; of alternatives the first is made, of repetitions the fewest."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0

    def alternatives(self) -> str:
        made = self._sequence()
        while self._next() == "|":
            self._at += 1
            self._sequence()
        return made

    def _next(self) -> str:
        return self._pattern[self._at : self._at + 1]

    def _take(self) -> str:
        self._at += 1
        return self._pattern[self._at - 1 : self._at]

    def _sequence(self) -> str:
        made = ""
        while self._next() not in ("", "|", ")"):
            made += self._atom() * self._times()
        return made

    def _times(self) -> int:
        times = 1
        bounds = _BOUNDS.match(self._pattern, self._at)
        if bounds is not None:
            self._at = bounds.end()
            times = int(bounds[1])
        elif self._next() in ("*", "?", "+"):
            times = int(self._take() == "+")
        if self._next() in ("?", "+") and self._at > 0:
            # Lazy and possessive repetition match the same texts.
            self._at += 1
        return times

    def _atom(self) -> str:
        sign = self._take()
        match sign:
            case "^" | "$":
                return ""
            case ".":
                return "a"
            case "[":
                return self._class()
            case "(":
                return self._group()
            case "\\":
                return self._escaped()
        return sign

    def _group(self) -> str:
        opening = re.compile(r"\?(?::|P?<\w+>)").match(self._pattern, self._at)
        if opening is not None:
            self._at = opening.end()
        made = self.alternatives()
        self._take()
        return made

    def _escaped(self) -> str:
        sign = self._take()
        if sign in ("b", "B", "A", "Z", "z"):
            return ""
        return _CLASSES.get(sign) or _CONTROLS.get(sign) or sign

    def _class(self) -> str:
        start = self._at - 1
        if self._next() == "^":
            self._at += 1
        if self._next() == "]":
            self._at += 1
        while self._next() not in ("]", ""):
            self._at += 2 if self._next() == "\\" else 1
        self._at += 1
        allowed = re.compile(self._pattern[start : self._at])
        return next((sign for sign in _CANDIDATES if allowed.fullmatch(sign)), "")
