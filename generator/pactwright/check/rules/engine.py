"""Rules: pure functions from the contract to findings, with their manual page in the docstring."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

from pactwright.diagnostics import Severity
from pactwright.load import Path
from pactwright.model.contract import Contract
from pactwright.records import dataclass
from pactwright.source import Span


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where a rule is broken.

    Attributes:
        span: Where the thing stands that breaks it.
        path: The keys that lead to the very place, where the model does not keep it; the nearest that exists is shown.
        at_key: Whether the place is the last key rather than its value.
    """

    span: Span
    message: str
    hint: str
    path: Path = ()
    at_key: bool = False


Judge = Callable[[Contract], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its name, how much it weighs, and how it is judged."""

    name: str
    severity: Severity
    judge: Judge

    @property
    def page(self) -> str:
        """The manual page: why, bad, good."""
        return inspect.getdoc(self.judge) or ""


def rule(name: str, severity: Severity) -> Callable[[Judge], Rule]:
    """Turn a function into the rule called `name`; the function's docstring is the rule's page."""

    def register(judge: Judge) -> Rule:
        return Rule(name, severity, judge)

    return register


error = Severity.ERROR
warning = Severity.WARNING
