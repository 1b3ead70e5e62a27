"""A contract as it was read: plain JSON values, and the place of every key and value in the files they came from.

Places are kept as offsets and turned into lines and columns only when somebody asks for one.
"""

from __future__ import annotations

import pathlib
from dataclasses import field
from typing import NamedTuple

from pactwright.records import dataclass
from pactwright.source import SourceFile, Span
from pactwright.values import JsonValue

Path = tuple[str | int, ...]

Mark = tuple[int, int, "Below"]
"""Where a value starts and ends in its file, and where what is below it stands. Plain JSON, so that it can be kept."""

KeyMark = tuple[int, int, Mark]
"""Where a key starts and ends, and the mark of its value."""

Below = dict[str, KeyMark] | list[Mark] | None

Origins = dict[str | int, tuple[SourceFile, "Origins"]]
"""What an included file added: its file, and what others added below it."""

_NO_ORIGINS: Origins = {}


class Spot(NamedTuple):
    """Something in a document, or the nearest thing above it when it is not there.

    Attributes:
        file: The file it stands in.
        start: Where its key starts. The key of a list item is the item itself.
        end: Where its key ends.
        mark: Where its value stands.
        data: Its value.
        origins: The files that parts of it come from, where that is not `file`.
    """

    file: SourceFile
    start: int
    end: int
    mark: Mark
    data: JsonValue
    exists: bool = True
    origins: Origins = _NO_ORIGINS

    def below(self, step: str | int) -> Spot:
        """Return what is one step further down."""
        file, _, _, (_, _, marks), data, exists, origins = self
        if not exists:
            return self
        if isinstance(data, dict):
            step = str(step)
        if origins:
            file, origins = origins.get(step, (file, _NO_ORIGINS))
        if isinstance(step, str):
            if isinstance(data, dict) and isinstance(marks, dict) and step in data:
                start, end, mark = marks[step]
                return Spot(file, start, end, mark, data[step], True, origins)
        elif isinstance(data, list) and isinstance(marks, list) and 0 <= step < len(data):
            mark = marks[step]
            return Spot(file, mark[0], mark[1], mark, data[step], True, origins)
        return self._replace(exists=False)

    @property
    def key(self) -> Span:
        """The span of the key; of a list item: the item."""
        return self.file.span(self.start, self.end)

    @property
    def value(self) -> Span:
        """The span of the value."""
        start, end, _ = self.mark
        return self.file.span(start, end)


class Parsed(NamedTuple):
    """One file that could be read, perhaps with its includes: its top-level mapping, and where everything stands."""

    file: SourceFile
    data: dict[str, JsonValue]
    mark: Mark
    origins: Origins = _NO_ORIGINS

    @property
    def top(self) -> Spot:
        """The whole as a spot, from which others are reached step by step; its key is the first of its keys."""
        start, end, below = self.mark
        if isinstance(below, dict) and below:
            start, end, _ = next(iter(below.values()))
        return Spot(self.file, start, end, self.mark, self.data, True, self.origins)


@dataclass(frozen=True, slots=True)
class Document:
    """A contract with its includes.

    Attributes:
        data: The merged mapping.
        file: The contract itself.
        files: The contract and its includes, in reading order.
        folder: The service folder on disk.
        root: The project root on disk, which the paths in spans are relative to.
        handlers: `handlers.py` beside the contract, or `handlers/__init__.py`; None when there is neither.
        handler_files: Every Python file that belongs to the handlers, in the order of their paths.
        attachments: The files that `read_attachment` has read so far, by the path the contract gives.
        top: The whole of it as a spot, from which others are reached step by step.
    """

    top: Spot = field(repr=False)
    data: dict[str, JsonValue]
    file: SourceFile
    files: tuple[SourceFile, ...]
    folder: pathlib.Path
    root: pathlib.Path
    handlers: SourceFile | None
    handler_files: tuple[SourceFile, ...]
    attachments: dict[str, SourceFile] = field(default_factory=dict)

    def key(self, path: Path) -> Span:
        """Return the span of the key at `path` (of a list item: the item), or of its nearest ancestor that exists."""
        return self._nearest(path).key

    def value(self, path: Path) -> Span:
        """Return the span of the value at `path`, or of its nearest ancestor that exists."""
        return self._nearest(path).value

    def part(self, path: Path, start: int, end: int) -> Span:
        """Return the span of the characters `start` to `end` of the text at `path`.

        Falls back to the whole value when they do not stand in the file as they are, as with escapes or folded lines.
        """
        spot = self._nearest(path)
        file, value = spot.file, spot.data
        found, last, _ = spot.mark
        if isinstance(value, str) and 0 <= start < end <= len(value):
            piece = value[start:end]
            for _ in range(_occurrences(value, piece, start) + 1):
                found = file.text.find(piece, found, last) + 1
                if found == 0:
                    break
            else:
                return file.span(found - 1, found - 1 + len(piece))
        return spot.value

    def _nearest(self, path: Path) -> Spot:
        spot = self.top
        for step in path:
            spot = spot.below(step)
        return spot


def _occurrences(text: str, piece: str, before: int) -> int:
    """Count where `piece` starts in `text` before an offset, overlapping ones too."""
    return sum(text.startswith(piece, at) for at in range(before))
