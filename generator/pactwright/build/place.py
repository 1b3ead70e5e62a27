"""A place in the document: where a value stands, for diagnostics about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pactwright.load import Document
from pactwright.source import Span
from pactwright.values import JsonValue


class Scalar(Protocol):
    """A written value: what diagnostics about an expression need to know of it."""

    @property
    def value(self) -> Span:
        """Where it is written."""

    def within(self, text: str) -> Span:
        """Where `text` stands in it."""


@dataclass(frozen=True, slots=True)
class Written:
    """A scalar of which only the span was kept."""

    value: Span

    def within(self, text: str) -> Span:
        """Return the span of `text` inside this scalar where it can be seen on one line, else the whole scalar's."""
        return part_of(self.value, text)


def part_of(span: Span, text: str) -> Span:
    """Return the span of `text` inside `span` where it can be seen on one line, else `span`."""
    line = span.file.line(span.line)
    start = line.find(text, span.column - 1)
    if span.line != span.end_line or not text or start < 0 or start + len(text) > span.end_column - 1:
        return span
    return Span(span.file, span.line, start + 1, span.line, start + 1 + len(text))


@dataclass(frozen=True, slots=True)
class Place:
    """A path into the document; `place / "tools" / name` goes deeper."""

    document: Document
    path: tuple[str | int, ...] = ()

    def __truediv__(self, step: str | int) -> Place:
        return Place(self.document, (*self.path, step))

    @property
    def key(self) -> Span:
        """Where the key (of a list element: the element) is written."""
        return self.document.key(self.path)

    @property
    def value(self) -> Span:
        """Where the value is written."""
        return self.document.value(self.path)

    @property
    def data(self) -> JsonValue:
        """The value itself; null where there is none."""
        data: JsonValue = self.document.data
        for step in self.path:
            match data, step:
                case dict(), str():
                    data = data.get(step)
                case list(), int() if step < len(data):
                    data = data[step]
                case _:
                    return None
        return data

    def within(self, text: str) -> Span:
        """Return the span of `text` inside this scalar where it can be seen on one line, else the whole scalar's."""
        return part_of(self.value, text)
