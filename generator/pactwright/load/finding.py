"""What the parser objects to, and what an author is told about it."""

from __future__ import annotations

from typing import NamedTuple

from pactwright.load.lines import cut_before

CUT = "everything from ` #` on is a comment: quote the text that holds it"
QUOTE_IT = "quote the text"
QUOTE_OR_SPLIT = "quote it, or use one line per key"
QUOTE_TAG = "a text that starts with ! must be quoted; types are written in the schema"


class Fault(NamedTuple):
    """The parser's objection: its words, where it gave up, and where the construct it was reading had started."""

    problem: str
    context: str
    at: int
    opened: int


class Finding(NamedTuple):
    """What is said about a fault, as offsets; `related` is a message and a place, when a second place explains it."""

    message: str
    start: int
    end: int
    hint: str
    rule: str = "yaml-syntax"
    related: tuple[str, int, int] | None = None

    def blaming(self, start: int, end: int) -> Finding:
        """Return the finding with the remedy for a text that a comment has cut."""
        return self._replace(hint=CUT, related=("the comment starts here", start, end))

    def or_cut(self, text: str) -> Finding:
        """Return the finding, blaming a ` #` in or above its line when it probably cut a text."""
        cut = cut_before(text, self.start)
        return self.blaming(*cut) if cut else self
