"""A contract as it was read: plain JSON values, and the place of every key and value in the files they came from.

Places are kept as offsets and turned into lines and columns only when somebody asks for one.
"""

from __future__ import annotations

import pathlib
from dataclasses import dataclass, field
from typing import NamedTuple

from pactwright.source import SourceFile, Span
from pactwright.values import JsonValue

Path = tuple[str | int, ...]


class Place(NamedTuple):
    """Where a value stands, and the entries below it when it is a mapping or a list."""

    file: SourceFile
    start: int
    end: int
    entries: dict[str | int, Entry]


class Entry(NamedTuple):
    """A key and the place of its value. The key of a list item is the item itself."""

    file: SourceFile
    start: int
    end: int
    place: Place


class Spot(NamedTuple):
    """Something in a document, or the nearest thing above it when it is not there."""

    entry: Entry
    data: JsonValue
    exists: bool = True

    def below(self, step: str | int) -> Spot:
        """Return what is one step further down."""
        entry, data, exists = self
        if not exists:
            return self
        if isinstance(data, dict):
            name = str(step)
            if name in data and name in entry.place.entries:
                return Spot(entry.place.entries[name], data[name])
        elif isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data) and step in entry.place.entries:
            return Spot(entry.place.entries[step], data[step])
        return Spot(entry, data, False)

    @property
    def key(self) -> Span:
        """The span of the key; of a list item: the item."""
        return self.entry.file.span(self.entry.start, self.entry.end)

    @property
    def value(self) -> Span:
        """The span of the value."""
        place = self.entry.place
        return place.file.span(place.start, place.end)


class Parsed(NamedTuple):
    """One file that could be read: its top-level mapping and where everything in it stands."""

    data: dict[str, JsonValue]
    place: Place


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
        place: Where `data` stands.
    """

    data: dict[str, JsonValue]
    file: SourceFile
    files: tuple[SourceFile, ...]
    folder: pathlib.Path
    root: pathlib.Path
    handlers: SourceFile | None
    handler_files: tuple[SourceFile, ...]
    place: Place = field(repr=False)
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
        value, place = spot.data, spot.entry.place
        if isinstance(value, str) and 0 <= start < end <= len(value):
            piece = value[start:end]
            found = place.start
            for _ in range(_occurrences(value, piece, start) + 1):
                found = place.file.text.find(piece, found, place.end) + 1
                if found == 0:
                    break
            else:
                return place.file.span(found - 1, found - 1 + len(piece))
        return place.file.span(place.start, place.end)

    @property
    def top(self) -> Spot:
        """The whole document as a spot, from which others are reached step by step."""
        first = next(iter(self.place.entries.values()), None)
        entry = Entry(first.file, first.start, first.end, self.place) if first else Entry(self.file, 0, 0, self.place)
        return Spot(entry, self.data)

    def _nearest(self, path: Path) -> Spot:
        spot = self.top
        for step in path:
            spot = spot.below(step)
        return spot


def _occurrences(text: str, piece: str, before: int) -> int:
    """Count where `piece` starts in `text` before an offset, overlapping ones too."""
    return sum(text.startswith(piece, at) for at in range(before))
