"""What a check finds out: a server conforms, deviates (what was expected, what was seen) or could not be asked.

Checks yield findings as they go; a check that yields none has found the server conforming.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .values import Json, differences, shown


@dataclass(frozen=True, slots=True)
class Conforms:
    """Everything the check looked at is as the contract says."""


@dataclass(frozen=True, slots=True)
class Deviates:
    """One fact that is not as the contract says; `where` is a place in the answer, empty for the whole of it."""

    where: str
    expected: str
    seen: str

    def __str__(self) -> str:
        place = f"at {self.where}: " if self.where else ""
        return f"{place}expected {self.expected}; saw {self.seen}"


@dataclass(frozen=True, slots=True)
class NotReachable:
    """The check could not be carried out against this server, and why."""

    reason: str

    def __str__(self) -> str:
        return f"not reachable: {self.reason}"


Finding = Deviates | NotReachable
Outcome = Conforms | Deviates | NotReachable
Findings = Iterator[Finding]


class Unreachable(Exception):
    """Raised inside a check when the server cannot be brought to the point the check looks at."""


class Broken(Exception):
    """Raised when a server gave no usable answer: what was awaited, and what came instead."""

    def __init__(self, expected: str, seen: str) -> None:
        super().__init__(f"expected {expected}; saw {seen}")
        self.expected = expected
        self.seen = seen


def equal(expected: Json, seen: Json, where: str = "") -> Findings:
    """Yield a deviation for each place where `seen` differs from `expected` as JSON."""
    for place, left, right in differences(expected, seen, where):
        yield Deviates(place, left, right)


def holds(condition: bool, *, expected: str, seen: Json, where: str = "") -> Findings:
    """Yield a deviation when `condition` is false."""
    if not condition:
        yield Deviates(where, expected, seen if isinstance(seen, str) else shown(seen))
