"""Calls with an idempotency key: what is tried with them, found from the steps of the tool and of its search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from ..facts import Facts, Tool
from ..rules import doubtful
from ..templates import ABSENT, COMPUTED, Unsaid
from ..values import Json, JsonObject, same
from .bases import Base, differing
from .endings import Foretold, Succeeded
from .likeness import like
from .operators import Underivable
from .oracle import foretold
from .replies import Script
from .settings import unplayable
from .trials import trials_of, usual_of


@dataclass(frozen=True, slots=True, eq=False)
class Keyed:
    """A tool that takes a key: a call with a result, and the number of the request that writes first.

    `missed` is how the upstreams behave when the search for an earlier call finds nothing, `found` when it finds it;
    None where that could not be told.
    """

    tool: Tool
    base: Base
    write: int
    missed: Script | None
    found: Script | None
    row: Json

    @property
    def argument(self) -> str:
        """Return the name of the key."""
        return str((self.tool.answer.idempotency or {})["key"])

    @property
    def find(self) -> tuple[JsonObject, ...]:
        """Return the steps that look for an earlier call."""
        return tuple((self.tool.answer.idempotency or {}).get("find_steps", ()))

    def arguments(self, key: str) -> JsonObject:
        """Return valid arguments with a key."""
        return {**self.base.arguments, self.argument: key}

    def varied(self, facts: Facts, *, scope: bool) -> JsonObject | None:
        """Return the arguments with another value for one inside (or outside) of the key's scope; None without one."""
        names = (self.tool.answer.idempotency or {})["scope"]
        for name in self.tool.input.get("properties", {}):
            if name != self.argument and (name in names) is scope and name not in doubtful(self.tool):
                for changed in differing(facts, self.tool, name, self.base.arguments):
                    return changed
        return None


@lru_cache(maxsize=16)
def keyed_of(facts: Facts) -> tuple[tuple[Keyed, ...], tuple[str, ...]]:
    """Return the tools that take keys and are made by steps, and what cannot be tried with keys."""
    found: list[Keyed] = []
    gaps: list[str] = []
    for tool in facts.tools if unplayable(facts) is None else ():
        if tool.answer.idempotency is None or not tool.answer.live:
            continue
        bases = trials_of(facts).bases.get(tool.name)
        if bases is None:
            gaps.append(f"{tool.name}: keys of a handler are not tried, its requests cannot be foretold")
            continue
        first = next(((base, at) for base in bases.successes for at in _writes(facts, base)), None)
        if first is None:
            gaps.append(f"{tool.name}: no call was found that writes with a key")
            continue
        found.append(_keyed(facts, tool, *first))
        if not found[-1].find:
            gaps.append(f"{tool.name}: how an earlier call is looked for is a handler's matter")
        elif found[-1].found is None:
            gaps.append(f"{tool.name}: no answer was made up in which an earlier call is found")
    return tuple(found), tuple(gaps)


def _writes(facts: Facts, base: Base) -> Iterator[int]:
    for number, name in enumerate(base.expected.asked_for):
        operation = facts.operation(name)
        if operation is not None and not operation.reads:
            yield number


def _keyed(facts: Facts, tool: Tool, base: Base, write: int) -> Keyed:
    bare = Keyed(tool, base, write, None, None, None)
    if not bare.find:
        return bare
    missed = found = None
    row: Json = None
    operation = facts.operation(bare.find[-1].get("call", ""))
    if operation is not None and operation.pages is not None:
        missed = replace(base.script, rows={**base.script.rows, operation.name: []})
        rows = [_like(facts, bare, one) for one in _rows(facts, bare)]
        found = replace(base.script, rows={**base.script.rows, operation.name: rows}) if rows else None
        row = rows[0] if rows else None
    if missed is not None and _sought(facts, bare, missed) is not ABSENT:
        missed = None
    if found is not None and not agrees_with(_sought(facts, bare, found), row):
        found = None
    return replace(bare, missed=missed, found=found, row=row)


def agrees_with(value: Json | Unsaid, row: Json) -> bool:
    """Tell whether a search came to this row."""
    return not isinstance(value, Unsaid) and same(value, row)


def _sought(facts: Facts, keyed: Keyed, script: Script) -> Json | Unsaid:
    """Return what the search comes to: the row, ABSENT without one, COMPUTED when that cannot be told."""
    try:
        ending = search(facts, keyed, script).ending
    except Underivable:
        return COMPUTED
    return ending.result if isinstance(ending, Succeeded) else COMPUTED


def search(facts: Facts, keyed: Keyed, script: Script) -> Foretold:
    """Return what the search for an earlier call makes of the upstreams. Raises Underivable."""
    arguments = keyed.arguments("key-of-the-call")
    return foretold(facts, usual_of(facts), keyed.tool, arguments, script, keyed.find)


def _rows(facts: Facts, keyed: Keyed) -> list[Json]:
    operation = facts.operation(keyed.find[-1]["call"])
    try:
        return [] if operation is None else usual_of(facts).rows(operation, 1)
    except Underivable:
        return []


def _like(facts: Facts, keyed: Keyed, row: Json) -> Json:
    """Return a row that the search takes for the earlier call, as far as its condition compares members."""
    sought = keyed.find[-1].get("first", "")
    known: dict[str, Json] = {"args": keyed.base.arguments}
    for step in keyed.find[:-1]:
        operation = facts.operation(step.get("call", ""))
        if operation is not None and "as" in step and operation.pages is None:
            known[step["as"]] = usual_of(facts).body(operation)
    return like(row, sought, known)
