"""Rules between arguments, as the contract states them: each returns the violations it finds, none when it holds.

"Present" means that the argument was given, whatever its value: an explicit empty list is present, an omitted one is
not. Reasons name arguments and never show what a caller sent.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from .envelope import Violation


def exclusive(args: Mapping[str, object], *groups: tuple[str, ...]) -> Iterator[Violation]:
    """At most one of the groups of arguments may be used."""
    used = [tuple(name for name in group if name in args) for group in groups]
    present = [names for names in used if names]
    if len(present) > 1:
        fields = tuple(name for names in present for name in names)
        sides = " or ".join(" and ".join(group) for group in groups)
        yield Violation(fields=fields, reason=f"{_listed(fields)} cannot be combined: give {sides}, not both.")


def together(args: Mapping[str, object], *names: str) -> Iterator[Violation]:
    """Either all of the arguments are given, or none."""
    missing = tuple(name for name in names if name not in args)
    if missing and len(missing) < len(names):
        yield Violation(fields=missing, reason=f"{_listed(names)} go together: {_listed(missing)} is missing.")


def at_least_one(args: Mapping[str, object], *names: str) -> Iterator[Violation]:
    """One of the arguments has to be given."""
    if not any(name in args for name in names):
        yield Violation(fields=names, reason=f"Give at least one of {_listed(names, 'or')}.")


def disjoint(args: Mapping[str, object], *names: str) -> Iterator[Violation]:
    """The lists have no entry in common."""
    seen: set[str] = set()
    for name in names:
        entries = _entries(args.get(name))
        if entries & seen:
            yield Violation(fields=names, reason=f"{_listed(names)} must not have an entry in common.")
            return
        seen |= entries


def only_with(args: Mapping[str, object], name: str, other: str) -> Iterator[Violation]:
    """The argument may only be given when the other one is."""
    if name in args and other not in args:
        yield Violation(fields=(name, other), reason=f"{name} is only allowed together with {other}.")


def only_when(args: Mapping[str, object], name: str, condition: bool, says: str) -> Iterator[Violation]:
    """The argument may only be given while the condition holds; `says` words the condition as a sentence."""
    if name in args and not condition:
        yield Violation(fields=(name,), reason=says)


def _entries(value: object) -> set[str]:
    if not isinstance(value, list | tuple):
        return set()
    return {json.dumps(item, sort_keys=True, default=str) for item in value}


def _listed(names: tuple[str, ...], word: str = "and") -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
