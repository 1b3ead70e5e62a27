"""Lists over upstreams: every row once, in order; cursors only for the list, the filters and the time they are for."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial

from ..carriers import well_formed
from ..checking import Case, Check, check
from ..facts import Facts
from ..live.lists import CURSOR, List, asked, lists_of, other_filters, refusal_of, walked
from ..outcome import Broken, Deviates, Findings, equal, holds
from ..schemas import problems
from ..stage import Stage
from ..values import Json, JsonObject, canonical, same, shown

Probe = Callable[[List, Stage], Findings]


def _per_list(name: str, probe: Probe, *, when: Callable[[List], bool] = lambda item: True) -> Check:
    def cases(facts: Facts) -> Iterator[Case]:
        for item in lists_of(facts)[0]:
            if when(item):
                yield Case(item.first.name, partial(probe, item))

    cases.__doc__ = probe.__doc__
    return check(name, primary=True)(cases)


def _whole(item: List, stage: Stage) -> Findings:
    """A list is walked to its end: each row once, in the upstream's order, on pages of one size."""
    # No multiple of any page's size, so that a page is split and the last one is not full.
    yield from _walk(item, stage, _count(item, 2), None)


def _short(item: List, stage: Stage) -> Findings:
    """Pages are filled, however few rows the upstream gives at a time."""
    yield from _walk(item, stage, _count(item, 2), item.size // 3 + 1)


def _count(item: List, pages: int) -> int:
    cap = item.block.get("cap")
    count = pages * item.size + item.size // 2 + 1
    return count if cap is None else min(count, cap)


def _walk(item: List, stage: Stage, count: int, page: int | None) -> Findings:
    script = item.with_rows(stage.facts, count, page)
    pages = list(walked(stage.live, item, script, count // item.size + 3))
    sizes = [len(one.rows) for one in pages]
    # The first page inside of another result is one page of the upstream.
    own = item.first is item.tool or page is None
    if own:
        full = [item.size] * (count // item.size) + [count % item.size] * (count % item.size > 0)
        yield from equal(full, sizes, "rows of each page")
    rows = [row for one in pages for row in one.rows]
    yield from holds(len(rows) == count, expected=f"{count} rows", seen=f"{len(rows)}", where="all pages")
    yield from _in_order(script.rows[item.operation.name], rows)
    for number, page_seen in enumerate(pages, 1):
        tool = item.first if number == 1 else item.tool
        for problem in problems(tool.output, page_seen.result):
            yield Deviates(f"page {number}", "a result the contract's schema allows", problem)
        cut = page_seen.result.get("truncated")
        yield from holds(cut in (None, False), expected="no truncated", seen=cut, where=f"page {number}")
    told = item.block.get("total") and (item.operation.pages or {}).get("total") and item.first is item.tool
    if told:
        yield from equal(count, pages[0].result.get("estimated_total"), "estimated_total")


def _in_order(given: list[Json], seen: list[Json]) -> Findings:
    """Yield where rows are not the upstream's in its order, told by a member that both show."""
    can_be_told = len(seen) > 1 and not same(seen[0], seen[1])
    repeated = can_be_told and len({canonical(row) for row in seen}) < len(seen)
    yield from holds(not repeated, expected="each row once", seen="a row twice", where="all pages")
    if len(seen) < 2 or not all(isinstance(row, dict) for row in (*given, *seen)):
        return
    for name, member in itertools.product(seen[0], given[0]):
        ours = [row.get(name) for row in seen]
        theirs = [row.get(member) for row in given]
        telling = not same(theirs[0], theirs[1])
        if telling and same(ours[:2], theirs[:2]):
            yield from equal(theirs[: len(ours)], ours, f"all pages, {name}")


def _capped(item: List, stage: Stage) -> Findings:
    """A list ends at its cap, and says that it does and what to do about it."""
    cap = int(item.block["cap"])
    script = item.with_rows(stage.facts, cap + item.size // 2 + 1)
    pages = list(walked(stage.live, item, script, cap // item.size + 3))
    rows = [row for one in pages for row in one.rows]
    yield from holds(len(rows) == cap, expected=f"{cap} rows", seen=f"{len(rows)}", where="all pages")
    yield from _in_order(script.rows[item.operation.name], rows)
    last = pages[-1].result
    yield from equal(True, last.get("truncated"), "truncated")
    yield from equal(item.block.get("hint"), last.get("truncation_hint"), "truncation_hint")


def _tampered(item: List, stage: Stage) -> Findings:
    """A cursor that was changed in any way is refused before anything is requested."""
    cursor = _cursor(item, stage)
    middle = len(cursor) // 2
    other = "A" if cursor[middle] != "A" else "B"
    for changed in (f"{cursor[:middle]}{other}{cursor[middle + 1 :]}", cursor[:-2], f"{cursor}AA", "made-up"):
        yield from _refused(item, {**item.onward, CURSOR: changed}, "cursor_invalid", stage)


def _elsewhere(item: List, stage: Stage) -> Findings:
    """A cursor is refused with other filters than those it was made for."""
    changed = other_filters(stage.facts, item)
    if changed is not None:
        yield from _refused(item, {**changed, CURSOR: _cursor(item, stage)}, "cursor_invalid", stage)


def _aged(item: List, stage: Stage) -> Findings:
    """A cursor works until its time is over, and then is told from one that was never valid."""
    live, lives = stage.live, int(item.block["cursor"]["ttl_ms"]) / 1000
    live.set_clock(0)
    cursor = _cursor(item, stage, server="clocked")
    arguments = {**item.onward, CURSOR: cursor}
    try:
        live.set_clock(lives - min(30.0, lives / 2))
        young = asked(live, item.tool, arguments, item.with_rows(stage.facts, _count(item, 2)), server="clocked")
        still = not young.result.get("isError")
        yield from holds(still, expected="the next page", seen=shown(young.result.get("structuredContent")))
        live.set_clock(lives + 1)
        yield from _refused(item, arguments, "cursor_expired", stage, server="clocked")
    finally:
        live.set_clock(0)


def _cursor(item: List, stage: Stage, *, server: str = "ready") -> str:
    script = item.with_rows(stage.facts, _count(item, 2))
    first = next(walked(stage.live, item, script, 1, server=server))
    if first.next is None:
        raise Broken("a list with a next page", shown(first.result))
    return first.next


def _refused(item: List, arguments: JsonObject, condition: str, stage: Stage, *, server: str = "ready") -> Findings:
    envelope, requests = refusal_of(stage.live, item, arguments, server=server)
    yield from well_formed(envelope)
    yield from equal(stage.facts.code(condition), envelope.get("code"), "code")
    yield from holds(requests == 0, expected="no request", seen=f"{requests}", where="requests")


CHECKS: tuple[Check, ...] = (
    _per_list("live.pages", _whole),
    _per_list("live.pages-short", _short, when=lambda item: (item.operation.pages or {}).get("by") != "page"),
    _per_list("live.pages-cap", _capped, when=lambda item: "cap" in item.block),
    _per_list("live.cursors-tampered", _tampered),
    _per_list("live.cursors-elsewhere", _elsewhere),
    _per_list("live.cursors-aged", _aged),
)
