"""Lists that come in pages: which tools have one, how many rows their upstream has, and how clients walk them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from ..carriers import failure, value_of
from ..facts import Facts, Tool
from ..outcome import Broken
from ..schemas import is_valid
from ..services import Operation
from ..values import Json, JsonObject, shown
from ..wire import Answer
from .bases import Base, differing
from .operators import Underivable
from .replies import Script
from .running import Live
from .settings import unplayable
from .trials import trials_of, usual_of

CURSOR = "cursor"


@dataclass(frozen=True, slots=True, eq=False)
class List:
    """One list: the tool that begins it and the one that goes on, with the arguments of each.

    `has_more` and `next_cursor` are what the first tool calls these; `rows` are the upstream's.
    """

    first: Tool
    tool: Tool
    arguments: JsonObject
    onward: JsonObject
    block: JsonObject
    operation: Operation
    script: Script
    has_more: str = "has_more"
    next_cursor: str = "next_cursor"

    @property
    def size(self) -> int:
        """Return how many rows a page has."""
        return int(self.block["page_size"])

    def with_rows(self, facts: Facts, count: int, page: int | None = None) -> Script:
        """Return a script in which the upstream has `count` rows, `page` of them at most at a time."""
        rows = usual_of(facts).rows(self.operation, count)
        return replace(self.script, rows={self.operation.name: rows}, page=page)


@dataclass(frozen=True, slots=True)
class Shown:
    """One page as a client sees it."""

    rows: list[Json]
    next: str | None
    result: JsonObject


@lru_cache(maxsize=16)
def lists_of(facts: Facts) -> tuple[tuple[List, ...], tuple[str, ...]]:
    """Return the lists of a contract that are made by steps, and why others are not walked."""
    found: list[List] = []
    gaps: list[str] = []
    for tool in facts.tools if unplayable(facts) is None else ():
        first_page = tool.answer.first_page
        block = facts.pagination.get((first_page or {}).get("pagination") or tool.answer.pagination or "")
        if block is None or not tool.answer.live:
            continue
        if tool.name not in trials_of(facts).bases:
            gaps.append(f"{tool.name}: its pages come from a handler, whose requests cannot be foretold")
            continue
        try:
            found.append(_list(facts, tool, block))
        except Underivable as reason:
            gaps.append(f"{tool.name}: its pages are not walked ({reason})")
    return tuple(found), tuple(gaps)


def _list(facts: Facts, tool: Tool, block: JsonObject) -> List:
    place = next((index for index, step in enumerate(tool.answer.steps) if step.get("page")), None)
    base = None if place is None else trials_of(facts).bases[tool.name].by_step.get(place)
    if place is None or base is None or not base.succeeds:
        raise Underivable("no call with a result was found that reads a page")
    operation = facts.operation(tool.answer.steps[place]["call"])
    if operation is None:
        raise Underivable(f"there is no operation {tool.answer.steps[place]['call']}")
    usual_of(facts).rows(operation, 1)
    first_page = tool.answer.first_page
    if first_page is None:
        return List(tool, tool, base.arguments, base.arguments, block, operation, base.script)
    onward = facts.tool(first_page["tool"])
    if onward is None:
        raise Underivable(f"there is no tool {first_page['tool']}")
    names = first_page["names"]
    arguments = _shared(onward, base)
    return List(
        tool, onward, base.arguments, arguments, block, operation, base.script, names["has_more"], names["next_cursor"]
    )


def _shared(onward: Tool, base: Base) -> JsonObject:
    known = onward.input.get("properties", {})
    shared = {name: value for name, value in base.arguments.items() if name in known}
    if not is_valid(onward.input, shared):
        raise Underivable(f"{onward.name} needs other arguments")
    return shared


def walked(live: Live, item: List, script: Script, pages: int, *, server: str = "ready") -> Iterator[Shown]:
    """Yield the pages of a list, `pages` at most. Raises Broken when one is refused."""
    cursor: str | None = None
    for number in range(pages):
        begins = number == 0
        tool, arguments = (item.first, item.arguments) if begins else (item.tool, {**item.onward, CURSOR: cursor})
        answer = asked(live, tool, arguments, script, server=server)
        names = (item.has_more, item.next_cursor) if begins else ("has_more", "next_cursor")
        page = _shown(answer, item, names, live.facts)
        yield page
        cursor = page.next
        if cursor is None:
            return


def asked(live: Live, tool: Tool, arguments: JsonObject, script: Script, *, server: str = "ready") -> Answer:
    """Return the answer to a call while the upstreams behave as `script` says."""
    with live.stand.playing(script):
        return live.call(tool.name, arguments, server=server)


def _shown(answer: Answer, item: List, names: tuple[str, str], facts: Facts) -> Shown:
    result = None if answer.result.get("isError") else value_of(answer.result, facts)
    if not isinstance(result, dict):
        raise Broken("a page", shown(result))
    rows = result.get(item.block["items"])
    if not isinstance(rows, list):
        raise Broken(f"rows in {item.block['items']}", shown(result))
    more, following = result.get(names[0]), result.get(names[1])
    if more is not (following is not None):
        raise Broken(f"{names[1]} exactly when {names[0]}", shown({name: result.get(name) for name in names}))
    return Shown(rows, following, result)


def refusal_of(live: Live, item: List, arguments: JsonObject, *, server: str = "ready") -> tuple[JsonObject, int]:
    """Return the envelope of a call that is to be refused, and how many requests it made."""
    with live.stand.playing(item.script) as log:
        answer = live.call(item.tool.name, arguments, server=server)
    return failure(answer, live.facts), len(log)


def other_filters(facts: Facts, item: List) -> JsonObject | None:
    """Return the arguments of a list with another value for one that its cursors are bound to; None without one."""
    bound = (name for name in item.block["cursor"]["binds"] if name in item.tool.input.get("properties", {}))
    return next((changed for name in bound for changed in differing(facts, item.tool, name, item.onward)), None)
