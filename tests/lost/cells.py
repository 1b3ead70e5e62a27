"""One cell: something goes wrong, the tool is called, and everything that must hold is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .columns import Column
from .place import Home, Place
from .rows import Row
from .sentences import COMMENT_TOOLS
from .server import Server, envelope, told


@dataclass(frozen=True)
class Cell:
    """What a cell shows, and what is wrong with it."""

    row: Row
    column: Column
    text: str
    stored: Sequence[str]
    wrong: Sequence[str]


@dataclass
class Bench:
    """Where cells are tried."""

    place: Place
    server: Server

    def cell(self, row: Row, column: Column) -> Cell:
        """Try one cell, in a repository of its own."""
        github, home = self.place.github, self.place.home()
        column.prepare(home)
        if row.known:
            assert not self.server.call("get_issue", home.numbered).is_error
        github.log.clear()
        row.given(github, column)
        logged = len(self.server.log)
        result = self.server.call(column.tool, column.arguments(home))
        asked = self.place.asked
        faults, github.rules.queue = github.rules.queue, []
        github.accept()
        wrong = [f"{rule.fault.name} did not happen" for rule in faults if not rule.applied]
        wrong += self._wrong(row, column, home, result, asked)
        wrong += self._logged(row, column, self.server.log[logged:])
        return Cell(row, column, told(result), tuple(home.stored), tuple(wrong))

    def booked(self) -> Iterator[str]:
        """What is booked although nothing was answered: what agents read says that rollback has no record of it."""
        for ledger in ("comments", "replies"):
            found = self.server.booked(ledger)
            if found != f"{ledger}: 0 booked\n":
                yield f"booked, of what nobody answered for: {found}"

    def _wrong(self, row: Row, column: Column, home: Home, result: Any, asked: Sequence[str]) -> Iterator[str]:
        if not result.is_error:
            yield "it is no error"
            return
        text, expected = told(result), row.expected(column, home)
        if text != expected:
            yield f"the text is not {expected!r}"
        if row.unknown and "failed" in text:
            yield "what is unknown is said to have failed"
        if ("rollback" in text) != (row.unknown and column.tool in COMMENT_TOOLS):
            yield "rollback is spoken of where it must not be, or not where it must"
        if home.stored != column.stored(row.stored(column)):
            yield f"not stored as expected: {column.stored(row.stored(column))}"
        if asked != [*row.before, *column.requests[: row.asked(column)]]:
            yield f"asked: {asked}"
        yield from self._envelope(row, column, home, result)

    def _envelope(self, row: Row, column: Column, home: Home, result: Any) -> Iterator[str]:
        """What programs find, and whether the call it names works as given."""
        error = envelope(result)
        if (error["code"] == "outcome_unknown") != row.unknown:
            yield f"the code is {error['code']}"
        if error["code"] == "outcome_unknown" and error["temporary"]:
            yield "what is unknown may not be tried again"
        repair = error.get("repair", {})
        looks = row.unknown and "issue_number" in column.arguments(home)
        if ("tool" in repair) != looks:
            yield f"the repair is {repair}"
        elif looks and self.server.call(repair["tool"], repair["arguments"]).is_error:
            yield "the repair does not work as given"
        seen = result.model_dump_json()
        yield from (f"a secret is in the answer: {secret[:4]}…" for secret in self.place.secrets if secret in seen)

    def _logged(self, row: Row, column: Column, log: str) -> Iterator[str]:
        doubts = [line for line in log.splitlines() if '"outcome_unknown"' in line and '"warning"' in line]
        if len(doubts) != row.unknown:
            yield f"{len(doubts)} warnings of an unknown outcome"
        for line in doubts:
            if f'"tool": "{column.tool}"' not in line or f'"operation": "{column.write}"' not in line:
                yield f"the warning does not name the tool and the request: {line}"
            if '"cause": "' not in line:
                yield "the warning names no cause"
        yield from (f"a secret is in the log: {secret[:4]}…" for secret in self.place.secrets if secret in log)
