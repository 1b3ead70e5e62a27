"""What the compiler has to say to an author: facts about a place, with a remedy.

User mistakes are diagnostics; exceptions are our own bugs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from enum import Enum

from pactwright.records import dataclass
from pactwright.source import Span


class Severity(Enum):
    """With an `error`, nothing is emitted; a `warning` is only told."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that explains a diagnostic, such as the first of two duplicate keys."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    Attributes:
        rule: Kebab-case name that reads well after "allow".
        severity: Errors cannot be suppressed.
        message: The fact: lower case, no full stop, the author's names in backticks.
        span: The smallest place that shows the fact.
        hint: The remedy, imperative.
        related: Other places that belong to the fact.
    """

    rule: str
    severity: Severity
    message: str
    span: Span
    hint: str | None = None
    related: tuple[Related, ...] = ()


@dataclass(slots=True)
class Diagnostics:
    """Collects findings over all phases, in the order in which they were found."""

    found: list[Diagnostic] = field(default_factory=list)
    _known: set[Diagnostic] = field(default_factory=set, repr=False, compare=False)

    def error(
        self, rule: str, message: str, span: Span, *, hint: str | None = None, related: tuple[Related, ...] = ()
    ) -> None:
        """Record an error, unless the same one is already known: a text may be judged for several uses."""
        self.add(Diagnostic(rule, Severity.ERROR, message, span, hint, related))

    def warning(
        self, rule: str, message: str, span: Span, *, hint: str | None = None, related: tuple[Related, ...] = ()
    ) -> None:
        """Record a warning, unless the same one is already known."""
        self.add(Diagnostic(rule, Severity.WARNING, message, span, hint, related))

    def add(self, item: Diagnostic) -> None:
        """Record a finding, unless the same one is already known."""
        if item not in self._known:
            self._known.add(item)
            self.found.append(item)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.found)

    @property
    def has_errors(self) -> bool:
        """Whether the contract is not sound, so that nothing may be made of it."""
        return any(item.severity is Severity.ERROR for item in self.found)
