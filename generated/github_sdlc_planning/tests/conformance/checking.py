"""What a check is: a named fact about servers, and the subjects of a contract it holds for.

A check lists its cases from the contract alone, so that a test runner can name each before any server is started; a
case looks at one subject over one connection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from .facts import Facts
from .outcome import Broken, Conforms, Deviates, Findings, NotReachable, Outcome, Unreachable
from .pool import Pool
from .stage import Stage
from .wire import Era, era_of


@dataclass(frozen=True, slots=True)
class Case:
    """One subject of a check (a tool, an example, a rule; empty for the server itself) and how it is looked at."""

    subject: str
    probe: Callable[[Stage], Findings]


Cases = Callable[[Facts], Iterable[Case]]


@dataclass(frozen=True, slots=True)
class Check:
    """A named check.

    `transport` and `modern` limit it to one transport and to the eras after or before 2026-07-28; a `primary` check is
    carried out over the first transport in the first era only, because it costs a process and sees the same on all.
    """

    name: str
    about: str
    cases: Cases
    transport: str | None = None
    modern: bool | None = None
    primary: bool = False

    def fits(self, transport: str, era: Era, *, first: bool) -> bool:
        """Tell whether the check is meant for a transport and an era."""
        return self.transport in (None, transport) and self.modern in (None, era.modern) and (first or not self.primary)


def check(
    name: str, *, transport: str | None = None, modern: bool | None = None, primary: bool = False
) -> Callable[[Cases], Check]:
    """Make a check of a function that lists its cases; its docstring says what holds."""

    def make(cases: Cases) -> Check:
        return Check(name, (cases.__doc__ or "").strip(), cases, transport, modern, primary)

    return make


@dataclass(frozen=True, slots=True)
class Placed:
    """A case of a check, over one transport in one era."""

    check: Check
    case: Case
    transport: str
    era: Era

    @property
    def id(self) -> str:
        """Return a readable id: `tools.annotations-github_get_issue-stdio-2026-07-28`."""
        return "-".join(
            part for part in (self.check.name, self.case.subject, self.transport, self.era.revision) if part
        )

    def outcomes(self, pool: Pool) -> tuple[Outcome, ...]:
        """Carry the case out and return what was found; exactly Conforms when nothing deviates."""
        found: list[Outcome] = []
        try:
            found += self.case.probe(pool.stage(self.transport, self.era))
        except Broken as broken:
            found.append(Deviates("", broken.expected, broken.seen))
        except Unreachable as reason:
            found.append(NotReachable(str(reason)))
        return tuple(found) or (Conforms(),)

    def report(self, pool: Pool) -> str:
        """Carry the case out and say in words what deviates or cannot be reached; empty when all is well."""
        found = [str(outcome) for outcome in self.outcomes(pool) if not isinstance(outcome, Conforms)]
        return "\n".join([f"{self.id}: {self.check.about}", *(f"  {line}" for line in found)]) if found else ""


def place(checks: Iterable[Check], facts: Facts, transports: Iterable[str] | None = None) -> Iterator[Placed]:
    """Yield every case of `checks` for the transports and revisions the contract serves, connection by connection."""
    listed = [(check, tuple(check.cases(facts))) for check in checks]
    for index, transport in enumerate(facts.transports if transports is None else transports):
        for era in map(era_of, facts.revisions):
            first = index == 0 and era == era_of(facts.revisions[0])
            for item, cases in listed:
                if item.fits(transport, era, first=first):
                    yield from (Placed(item, case, transport, era) for case in cases)
