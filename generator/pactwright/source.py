"""Where things stand in the author's files: a source file and a span in it.

A span is two offsets. Most are never shown, so lines and columns are only worked out when they are asked for.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import field
from typing import NamedTuple

from pactwright.records import dataclass

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
    _lines: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def line(self, number: int) -> str:
        """Return line `number` (1-based) without its line break; empty when there is none."""
        starts = self._starts()
        if not 0 < number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    def span(self, start: int, end: int) -> Span:
        """Return the range between two offsets into `text`; offsets outside the text are moved to its ends."""
        if not 0 <= start <= end <= len(self.text):
            start = max(0, min(start, len(self.text)))
            end = max(start, min(end, len(self.text)))
        return Span(self, start, end)

    def between(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """Return the range between two places given by line and column, which count from 1."""
        starts = self._starts()
        first, last = (starts[min(max(1, number), len(starts)) - 1] for number in (line, end_line))
        return self.span(first + column - 1, last + end_column - 1)

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset into `text`."""
        starts = self._starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def _starts(self) -> list[int]:
        """Return where each line starts."""
        if not self._lines:
            self._lines.extend((0, *(found.end() for found in _BREAK.finditer(self.text))))
        return self._lines


class Span(NamedTuple):
    """A range of text: two offsets, in code points; the end is exclusive. Lines and columns count from 1."""

    file: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line it starts in."""
        return self.file.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column it starts at."""
        return self.file.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line it ends in."""
        return self.file.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column it ends before."""
        return self.file.position(self.end)[1]

    @property
    def is_one_line(self) -> bool:
        """Whether it ends in the line in which it starts."""
        return _BREAK.search(self.file.text, self.start, self.end) is None

    @property
    def where(self) -> str:
        """The place as editors and compilers write it: `path:line:column`."""
        return f"{self.file.path}:{self.line}:{self.column}"
