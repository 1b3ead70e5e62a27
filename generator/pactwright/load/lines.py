"""Where lines and words start and end in a text, by offset."""

from __future__ import annotations

import re

_BREAK = re.compile(r"[\r\n]")
_WORD = re.compile(r"[^\s,\[\]{}]+")
_CUT = re.compile(r" #[^\s#]")


def line_start(text: str, at: int) -> int:
    """Return where the line of `at` starts."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def line_end(text: str, at: int) -> int:
    """Return where the line of `at` ends, before its line break."""
    found = _BREAK.search(text, at)
    return found.start() if found else len(text)


def word_end(text: str, at: int) -> int:
    """Return where the word at `at` ends; one further than `at` when there is a bracket, a comma or a space."""
    found = _WORD.match(text, at)
    return found.end() if found else min(at + 1, len(text))


def text_before(text: str, at: int) -> tuple[int, int] | None:
    """Return start and end of what the last line above `at` holds, passing over empty lines and comments."""
    end = line_start(text, at)
    while end > 0:
        start = line_start(text, end - 1)
        line = text[start:end].strip()
        if line and not line.startswith("#"):
            first = text.index(line, start)
            return first, first + len(line)
        end = start
    return None


def cut_before(text: str, at: int) -> tuple[int, int] | None:
    """Return the comment that probably cut a text on the line of `at`, or on the one above, as in `Fix #42`."""
    above = text_before(text, at)
    for start, end in ((line_start(text, at), line_end(text, at)), above or (0, 0)):
        found = _CUT.search(text, start, end)
        if found:
            return found.start() + 1, end
    return None
