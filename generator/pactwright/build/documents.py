"""GraphQL documents, as far as a contract has to know them: where definitions end, and what kind of operation one is.

A document is sent as it is written, and what it selects is the service's business. The grammar is section 2 of the
specification of GraphQL (October 2021).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pactwright.diagnostics import Diagnostics
from pactwright.records import dataclass
from pactwright.source import SourceFile, Span

_TOKEN = re.compile(
    r'''
    (?P<ignored>[ \t\n\r,\ufeff]+|\#[^\n\r]*)
    |(?P<name>[_A-Za-z][_0-9A-Za-z]*)
    |(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![_A-Za-z0-9.]))
    |(?P<text>"""(?:\\"""|(?!""").)*"""|"(?:[^"\\\n\r]|\\[^\n\r])*"(?!"))
    |(?P<sign>\.\.\.|[!$&()\[\]{}:=|@])
    ''',
    re.VERBOSE | re.DOTALL,
)
_CLOSES = {"(": ")", "[": "]", "{": "}"}
_SELECTS = ("...", ":", "@", "(", ")", "]", "{", "}")
_TEXT = '""'
_OPERATIONS = ("query", "mutation", "subscription")
# What only reads begins like this, after white space and comments; whatever else there is may write.
_READS = ("query", "{")


class Unreadable(Exception):
    """A text that is no document: what is wrong, and from which offset on."""

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what)
        self.what = what
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Holds:
    """What a document holds: how it begins, and the kinds of its operations, in its order."""

    begins: str
    operations: tuple[str, ...]


def only_reads(document: str) -> bool:
    """Return whether a document is known to change nothing: it begins like a query, and holds nothing else."""
    try:
        found = holds(document)
    except Unreadable:
        return False
    return found.begins in _READS and set(found.operations) == {"query"}


def holds(document: str) -> Holds:
    """Return what a document holds.

    Raises:
        Unreadable: It is no GraphQL, or holds something that cannot be carried out.
    """
    reader = _Reader(document)
    begins = reader.text
    return Holds(begins, tuple(kind for kind in reader.definitions() if kind != "fragment"))


def check_document(document: str, at: Span, diagnostics: Diagnostics, *, file: SourceFile | None = None) -> None:
    """Report a document that cannot be sent as it is: `at` is where the contract has it, or names its `file`."""
    try:
        found = holds(document)
    except Unreadable as wrong:
        place = "" if file is not None else f", {_place_in(document, wrong.offset)}"
        span = at if file is None else file.span(wrong.offset, wrong.offset + 1)
        diagnostics.error(
            "graphql-syntax",
            f"the GraphQL document cannot be read: {wrong.what}{place}",
            span,
            hint="mend the document: it is sent as it is written",
        )
        return
    if len(found.operations) != 1:
        kinds = ", ".join(f"`{kind}`" for kind in found.operations) or "only fragments"
        diagnostics.error(
            "graphql-operations",
            f"the GraphQL document holds {len(found.operations)} operations ({kinds}), and a request carries out one",
            at,
            hint="give each operation a document of its own, with the fragments that it needs",
        )


def _place_in(document: str, offset: int) -> str:
    line = document.count("\n", 0, offset) + 1
    column = offset - (document.rfind("\n", 0, offset) + 1) + 1
    return f"in its line {line} at column {column}"


class _Reader:
    """A document that is read token by token; `text` is the one that comes next, empty at the end."""

    def __init__(self, document: str) -> None:
        self._tokens = list(_tokens(document))
        self._end = len(document)

    @property
    def text(self) -> str:
        return self._tokens[0][1] if self._tokens else ""

    def definitions(self) -> Iterator[str]:
        """Yield the kind of each definition."""
        while self._tokens:
            kind = "query" if self.text == "{" else self.text
            if kind == "fragment":
                self._next()
                self._name("the fragment needs a name")
                self._word("on")
                self._name("the fragment needs a type after `on`")
            elif self.text in _OPERATIONS:
                self._next()
                if _is_name(self.text):
                    self._next()
                if self.text == "(":
                    self._group()
            elif self.text != "{":
                raise self._wrong(f"`{self.text}` begins no operation and no fragment")
            self._directives()
            if self.text != "{":
                raise self._wrong(f"`{kind}` has no selection in braces")
            self._group()
            yield kind

    def _directives(self) -> None:
        while self.text == "@":
            self._next()
            self._name("a directive needs a name")
            if self.text == "(":
                self._group()

    def _group(self) -> None:
        """Pass what stands in brackets, with all that is nested in it."""
        opened: list[tuple[str, int]] = []
        while True:
            if not self._tokens:
                sign, offset = opened[-1]
                raise Unreadable(f"`{sign}` is never closed", offset)
            offset, sign = self._next()
            if all(outer == "{" for outer, _ in opened):
                self._selected(offset, sign)
            if sign in _CLOSES:
                opened.append((sign, offset))
            elif sign in _CLOSES.values():
                if sign != _CLOSES[opened[-1][0]]:
                    raise Unreadable(f"`{sign}` closes nothing", offset)
                opened.pop()
            if not opened:
                return

    def _selected(self, offset: int, sign: str) -> None:
        """Refuse what only values may hold: empty braces, texts, numbers, lists."""
        if sign == "{" and self.text == "}":
            raise Unreadable("nothing is selected in these braces", offset)
        if not (sign in _SELECTS or _is_name(sign)):
            what = "a text" if sign == _TEXT else f"`{sign}`"
            raise Unreadable(f"{what} cannot be selected", offset)

    def _name(self, otherwise: str) -> None:
        if not _is_name(self.text):
            raise self._wrong(otherwise)
        self._next()

    def _word(self, word: str) -> None:
        if self.text != word:
            raise self._wrong(f"`{word}` is missing")
        self._next()

    def _next(self) -> tuple[int, str]:
        return self._tokens.pop(0)

    def _wrong(self, what: str) -> Unreadable:
        return Unreadable(what, self._tokens[0][0] if self._tokens else self._end)


def _is_name(token: str) -> bool:
    return token[:1].isalpha() or token.startswith("_")


def _tokens(document: str) -> Iterator[tuple[int, str]]:
    offset = 0
    while offset < len(document):
        found = _TOKEN.match(document, offset)
        if found is None:
            what = "this text is never closed" if document[offset] == '"' else f"`{document[offset]}` is no GraphQL"
            raise Unreadable(what, offset)
        if found.lastgroup != "ignored":
            # What stands in quotes is no sign, whatever it looks like.
            yield offset, _TEXT if found.lastgroup == "text" else found.group()
        offset = found.end()
