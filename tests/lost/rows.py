"""What goes wrong, and what follows from it: the text, how many requests were carried out, how many were made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..fakes.github import FakeGithub, faults
from ..fakes.github.faults import Fault, Moment
from ..fakes.github.wire import Answer
from . import sentences
from .columns import Column
from .place import REQUESTS, Home

CLOSED = "the connection was closed without an answer"
REFUSED = "the connection was refused"
GATEWAY = (502, "Server Error")

Given = Callable[[FakeGithub, Column], object]


@dataclass(frozen=True)
class Row:
    """One fault.

    Attributes:
        given: Lets it happen.
        text: What the agent has to read, but for the comment that was posted before.
        stored: How many of the column's requests are carried out.
        asked: How many of them are made; with `before`, what else is asked in their place.
        unknown: Whether it leaves open what GitHub has stored.
        known: Whether the app has a token already.
    """

    title: str
    given: Given
    text: Callable[[Column], str]
    stored: Callable[[Column], int]
    asked: Callable[[Column], int]
    before: tuple[str, ...] = ()
    unknown: bool = False
    known: bool = True
    fits: Callable[[Column], bool] = lambda column: True

    def expected(self, column: Column, home: Home) -> str:
        """The text with the comment that the call had posted before, by a look at what GitHub stores."""
        earlier = column.requests[: self.stored(column)]
        posted = column.tool == "close_issue" and "createComment" in earlier and column.write == "closeIssue"
        return sentences.after(self.text(column), home.posted if posted else None)


def hits(name: Callable[[Column], str | None], fault: Fault) -> Given:
    """Let a fault hit the request of an operation."""

    def given(github: FakeGithub, column: Column) -> None:
        method, path = REQUESTS[name(column) or ""]
        github.inject(fault, method, path)

    return given


def _write(column: Column) -> str:
    return column.write


def _first(column: Column) -> str:
    return column.requests[0]


def _lookup(column: Column) -> str | None:
    return column.lookup


def _looks(column: Column) -> bool:
    return column.lookup is not None


def _all(column: Column) -> int:
    return len(column.requests)


def _but_the_last(column: Column) -> int:
    return len(column.requests) - 1


def _none(column: Column) -> int:
    return 0


def _one(column: Column) -> int:
    return 1


def _lost(column: Column) -> str:
    return sentences.unanswered(column.tool, column.write, CLOSED)


def _gateway(column: Column) -> str:
    return sentences.answered(column.tool, column.write, *GATEWAY)


def _unsent(name: Callable[[Column], str], cause: str) -> Callable[[Column], str]:
    return lambda column: sentences.unsent(column.tool, name(column), cause)


def _refuse_the_write(github: FakeGithub, column: Column) -> None:
    """Accept no connection for the last request: the one before is answered, and closes its connection."""

    def last(answer: Answer, moment: Moment) -> Answer:
        return replace(answer, headers={**answer.headers, "connection": "close"})

    method, path = REQUESTS[column.requests[-2]]
    github.inject(replace(faults.meanwhile(action=github.close_door), answer=last), method, path)


def _before_all(title: str, request: str, fault: Fault, cause: str) -> Row:
    """What comes before every request is lost, so that none is made."""
    asked = ("installation",) if request == "installation" else ("installation", "token")
    given = hits(lambda column: request, fault)
    named = {"installation": "find_installation", "token": "mint_token"}[request]
    return Row(title, given, _unsent(_first, f"{named}: {cause}"), _none, _none, before=asked, known=False)


ROWS = (
    Row("answer lost before storing", hits(_write, faults.closed()), _lost, _but_the_last, _all, unknown=True),
    Row("answer lost after storing", hits(_write, faults.closed(stored=True)), _lost, _all, _all, unknown=True),
    Row("502 before storing", hits(_write, faults.server_error(502)), _gateway, _but_the_last, _all, unknown=True),
    Row(
        "502 after storing",
        hits(_write, faults.server_error(502, stored=True)),
        _gateway,
        _all,
        _all,
        unknown=True,
    ),
    Row(
        "422",
        hits(_write, faults.invalid()),
        lambda column: sentences.refused(column.tool, column.write, 422, "Validation Failed"),
        _but_the_last,
        _all,
    ),
    Row(
        "connection refused",
        lambda github, column: github.refuse(),
        _unsent(_first, REFUSED),
        _none,
        _none,
    ),
    Row(
        "connection refused at the write",
        _refuse_the_write,
        _unsent(_write, REFUSED),
        _but_the_last,
        _but_the_last,
        fits=lambda column: len(column.requests) > 1,
    ),
    Row(
        "reset while reading the lookup",
        hits(_lookup, faults.reset()),
        lambda column: sentences.unread(column.tool, _first(column), CLOSED),
        _none,
        _one,
        fits=_looks,
    ),
    Row(
        "502 on the lookup",
        hits(_lookup, faults.server_error(502)),
        lambda column: sentences.refused(column.tool, _first(column), *GATEWAY),
        _none,
        _one,
        fits=_looks,
    ),
    _before_all("installation lookup lost", "installation", faults.closed(stored=True), CLOSED),
    _before_all("token mint lost", "token", faults.closed(stored=True), CLOSED),
    _before_all("502 on the token mint", "token", faults.server_error(502), "the service answered with status 502"),
)
