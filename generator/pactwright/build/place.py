"""A place in the document: where a value stands, for diagnostics about it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pactwright.load import Document, Spot
from pactwright.records import dataclass
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
    start = span.file.text.find(text, span.start, span.end) if text else -1
    return Span(span.file, start, start + len(text)) if start >= 0 and span.is_one_line else span


class Place(NamedTuple):
    """Something in the document; `place / "tools" / name` goes deeper. `Place.top(document)` is where to start."""

    document: Document
    spot: Spot

    @classmethod
    def top(cls, document: Document) -> Place:
        """Return the whole document."""
        return cls(document, document.top)

    def __truediv__(self, step: str | int) -> Place:
        return Place(self.document, self.spot.below(step))

    @property
    def key(self) -> Span:
        """Where the key (of a list element: the element) is written."""
        return self.spot.key

    @property
    def value(self) -> Span:
        """Where the value is written."""
        return self.spot.value

    @property
    def data(self) -> JsonValue:
        """The value itself; null where there is none."""
        return self.spot.data if self.spot.exists else None

    def within(self, text: str) -> Span:
        """Return the span of `text` inside this scalar where it can be seen on one line, else the whole scalar's."""
        return part_of(self.value, text)
