"""Where things stand in the author's files: a source file and a span in it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One YAML (or handler) file as it was read.

    Attributes:
        path: The path shown to people, with forward slashes, relative to the project root.
        text: The decoded text.
    """

    path: str
    text: str = field(repr=False)

    def line(self, number: int) -> str:
        """Return line `number` (1-based) without its line break; empty when there is none."""
        lines = self.text.splitlines()
        return lines[number - 1] if 0 < number <= len(lines) else ""


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
