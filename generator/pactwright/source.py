"""Where things stand in the author's files: a source file and a span in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

# What editors agree on. YAML 1.1 and `str.splitlines` know more line breaks, which would shift every number after one.
_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One YAML (or handler) file as it was read.

    Attributes:
        path: The path shown to people, with forward slashes, relative to the project root.
        text: The decoded text.
    """

    path: str
    text: str = field(repr=False)
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_starts", (0, *(found.end() for found in _BREAK.finditer(self.text))))

    def line(self, number: int) -> str:
        """Return line `number` (1-based) without its line break; empty when there is none."""
        if not 0 < number <= len(self._starts):
            return ""
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[self._starts[number - 1] : end].rstrip("\r\n")

    def span(self, start: int, end: int) -> Span:
        """Return the range between two offsets into `text`; offsets outside the text are moved to its ends."""
        if not 0 <= start <= end <= len(self.text):
            start = max(0, min(start, len(self.text)))
            end = max(start, min(end, len(self.text)))
        starts = self._starts
        line = bisect_right(starts, start)
        is_one_line = line == len(starts) or end < starts[line]
        end_line = line if is_one_line else bisect_right(starts, end)
        return Span(self, line, start - starts[line - 1] + 1, end_line, end - starts[end_line - 1] + 1)


@dataclass(frozen=True, slots=True)
class Span:
    """A range of text: lines and columns count from 1, in code points; the end is exclusive."""

    file: SourceFile
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def where(self) -> str:
        """The place as editors and compilers write it: `path:line:column`."""
        return f"{self.file.path}:{self.line}:{self.column}"
