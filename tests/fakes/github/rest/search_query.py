"""The language of searches for issues: words, quoted phrases, and qualifiers such as `label:"good first issue"`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from ..clock import read
from ..model import Issue, Repository

TERM = re.compile(r'(?P<no>-)?(?:(?P<key>[A-Za-z][A-Za-z-]*):)?(?:"(?P<quoted>(?:[^"\\]|\\.)*)"?|(?P<bare>\S+))')
WORD = re.compile(r"\w+")
Test = Callable[[Repository, Issue], bool]


@dataclass
class Query:
    """A search: qualifiers that must hold, texts that must occur, and where the texts are looked for."""

    tests: list[Test] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    excluded: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=set)
    repositories: list[str] = field(default_factory=list)
    owners: list[str] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    free: str = ""
    """What was typed without the qualifiers: its length is limited."""


def parsed(text: str, me: str) -> Query:
    """Read a search; a qualifier that GitHub does not know is a text like any other. `@me` is who searches."""
    query = Query()
    free = []
    for term in TERM.finditer(text):
        quoted, bare = term["quoted"], term["bare"]
        value = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else bare
        # A comma means "or", but not inside quotes.
        options = {value.lower()} if quoted is not None else set(value.replace("@me", me).lower().split(","))
        if term["key"] and _qualify(query, term["key"].lower(), value, options, negated=bool(term["no"])):
            continue
        free.append(term.group())
        whole = f"{term['key']}:{value}" if term["key"] else value
        if WORD.search(whole):
            (query.excluded if term["no"] else query.texts).append(whole)
    query.free = " ".join(free)
    return query


def _qualify(query: Query, key: str, value: str, options: set[str], negated: bool) -> bool:
    """Add a qualifier to a search, and tell whether it is one."""
    if key == "in":
        query.places |= options
    elif key == "repo":
        query.repositories.append(value.lower())
    elif key in ("user", "org"):
        query.owners.append(value.lower())
    elif (test := _test(key, value, options)) is not None:
        if key in ("is", "type") and value in ("issue", "pr", "pull-request"):
            query.kinds.add(value)
        query.tests.append((lambda repository, issue: not test(repository, issue)) if negated else test)
    else:
        return False
    return True


def _test(key: str, value: str, options: set[str]) -> Test | None:
    """Return what a qualifier asks of an issue, or None when it is not known."""
    if key in ("is", "type", "state"):
        return IS.get(value.lower())
    if key == "no":
        return NO.get(value.lower())
    if key in NAMES:
        names = NAMES[key]
        return lambda _, issue: any(name.lower() in options for name in names(issue))
    if key in MOMENTS and (within := _range(value)) is not None:
        moment = MOMENTS[key]
        return lambda _, issue: within(moment(issue))
    return None


IS: dict[str, Test] = {
    "issue": lambda _, issue: not issue.is_pull,
    "pr": lambda _, issue: issue.is_pull,
    "pull-request": lambda _, issue: issue.is_pull,
    "open": lambda _, issue: issue.state == "open",
    "closed": lambda _, issue: issue.state == "closed",
    "merged": lambda _, issue: issue.merged_at is not None,
    "locked": lambda _, issue: issue.locked,
    "unlocked": lambda _, issue: not issue.locked,
    "public": lambda repository, _: not repository.private,
    "private": lambda repository, _: repository.private,
}
NO: dict[str, Test] = {
    "label": lambda _, issue: not issue.labels,
    "assignee": lambda _, issue: not issue.assignees,
    "milestone": lambda _, issue: issue.milestone is None,
}
NAMES: dict[str, Callable[[Issue], list[str]]] = {
    "label": lambda issue: [label.name for label in issue.labels],
    "assignee": lambda issue: [*(user.login for user in issue.assignees), *("*" for _ in issue.assignees)],
    "author": lambda issue: [issue.user.login] if issue.user else [],
    "commenter": lambda issue: [comment.user.login for comment in issue.comments if comment.user],
    "milestone": lambda issue: [issue.milestone.title] if issue.milestone else [],
}
MOMENTS: dict[str, Callable[[Issue], datetime | None]] = {
    "created": lambda issue: issue.created_at,
    "updated": lambda issue: issue.updated_at,
    "closed": lambda issue: issue.closed_at,
}


def _range(text: str) -> Callable[[datetime | None], bool] | None:
    """Return the test of a moment that `>=2026-01-01`, `2026-01-01..2026-02-01`, `*..2026-02-01` or a day stand for."""
    sign = next((found for found in (">=", "<=", ">", "<") if text.startswith(found)), "")
    first, dots, last = text.removeprefix(sign).partition("..")
    start, end = _span(first), _span(last if dots else first)
    if start is None or end is None:
        return None
    low, high = {
        ">=": (start[0], LATE),
        "<=": (EARLY, end[1]),
        ">": (end[1], LATE),
        "<": (EARLY, start[0]),
        "": (start[0], end[1]),
    }[sign]
    return lambda moment: moment is not None and low <= moment < high


EARLY, LATE = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


def _span(text: str) -> tuple[datetime, datetime] | None:
    """Return the time that a text covers: all, a day, or a second; what follows it is the first moment outside."""
    if text == "*":
        return EARLY, LATE
    moment = read(text)
    if moment is None:
        return None
    return moment, moment + (timedelta(seconds=1) if "T" in text else timedelta(days=1))
