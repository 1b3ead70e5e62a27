"""Which request goes wrong: faults wait in a queue of rules until a request matches."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from .faults import CATALOGUE, Fault
from .log import Entry


@dataclass
class Rule:
    """A fault, and which requests it is for: those of a method, a path, a GraphQL root field, a token's name.

    `path` is a regular expression for the whole path, with repositories by owner and name; `operation` is `query` or
    `mutation`. Of the requests that match, the fault is for the `nth` and those that follow it, `times` in all; None is
    without end.
    """

    fault: Fault
    method: str | None = None
    path: str = ".*"
    root: str | None = None
    token: str | None = None
    nth: int = 1
    times: int | None = 1
    operation: str | None = None
    seen: int = 0
    applied: int = 0

    def __post_init__(self) -> None:
        self._path = re.compile(self.path)

    def matches(self, asked: Entry, token: str | None) -> bool:
        return (
            self.method in (None, asked.method)
            and self._path.fullmatch(asked.route) is not None
            and (self.root is None or self.root in asked.fields)
            and self.operation in (None, asked.operation)
            and self.token in (None, token)
        )

    def takes(self) -> bool:
        """Count a request that matches, and tell whether the fault is for it."""
        self.seen += 1
        takes = self.seen >= self.nth and (self.times is None or self.applied < self.times)
        self.applied += takes
        return takes

    def summary(self) -> dict[str, Any]:
        facts = {name: getattr(self, name) for name in MATCHERS}
        return {"fault": self.fault.name, **facts, "seen": self.seen, "applied": self.applied}


MATCHERS = ("method", "path", "root", "token", "nth", "times", "operation")


def from_json(value: dict[str, Any]) -> Rule:
    """Return a rule as the control endpoint takes it: `fault` is a name, `with` its options, the rest as in `Rule`."""
    fault = CATALOGUE[value["fault"]](**value.get("with", {}))
    return Rule(fault, **{name: value[name] for name in MATCHERS if name in value})


@dataclass
class Rules:
    queue: list[Rule] = field(default_factory=list)

    def take(self, asked: Entry, token: str | None) -> Fault | None:
        """Return the fault for a request: the first rule that wants it has it, and later rules do not see it."""
        for rule in list(self.queue):
            if rule.matches(asked, token) and rule.takes():
                return rule.fault
        return None
