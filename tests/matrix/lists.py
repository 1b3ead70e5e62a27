"""Faults 13 to 15, 19 and 24: pages, GraphQL, long lists, and a search that lags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from ..fakes.github import faults
from ..fakes.github.faults import Fault
from .columns import Column
from .natures import Fine, Lost, Nature, Operation
from .server import Reply
from .variants import Given, Hit, Look, Meaning, Reason, Scene, Variant, World, gives, needs_pages, unseen

ONCE: tuple[Hit, ...] = ("read",)
LISTED: tuple[Hit, ...] = ("list",)


def variants() -> Iterator[Variant]:
    """Yield the rows."""
    for title in ("typed error", "untyped error", "partial data", "neither data nor errors", "schema error", "limit"):
        yield Variant(13, f"GraphQL: {title}", _never, hits=ONCE, apart=_no_graphql)
    yield from _links()
    for title in ("hasNextPage with the same cursor", "hasNextPage without a cursor", "no pageInfo"):
        yield Variant(15, f"GraphQL: {title}", _never, hits=ONCE, apart=_no_graphql)
    yield from _long()
    yield Variant(24, "an index that lags", _lagging, hits=ONCE, apart=_searches, look=_lagged, again=False)


def _links() -> Iterator[Variant]:
    def row(title: str, given: Given, means: Meaning, look: Look = unseen) -> Variant:
        return Variant(14, title, given, means, hits=LISTED, apart=needs_pages, look=look)

    def fine(world: World, column: Column, hit: Operation) -> Nature:
        return Fine()

    def useless(world: World, column: Column, hit: Operation) -> Nature:
        return Lost(False)

    def collected(world: World, column: Column, hit: Operation) -> Nature:
        # Who reads a list to its end meets the trouble of its second page at once, the others in the second call.
        return Lost(False) if column.collects else Fine()

    yield row("Link to /repositories/{id}", _many("ids"), fine, _whole)
    yield row("Link with a cursor", _many("cursors"), fine, _whole)
    yield row("Link to a foreign origin", gives(faults.foreign_link()), useless)
    yield row("Link to the page itself", _filled_and(faults.self_link()), collected, _bounded)
    yield row("Links without end", _filled_and(faults.endless_links()), fine, _bounded)
    yield row("no Link", gives(faults.no_links()), fine)
    yield row("Link that is none", gives(faults.linked('/<>;;,,"')), fine)
    yield row("a page shrinks in between", _meanwhile(_remove), fine, _bounded)
    yield row("a row comes in between", _meanwhile(_add), fine, _bounded)


def _long() -> Iterator[Variant]:
    for count in (501, 1001):
        yield Variant(19, f"{count} rows", _many("ids", count), hits=LISTED, apart=_unless_all(count), look=_capped)
    cut = faults.edited({"/incomplete_results": True})
    yield Variant(19, "incomplete_results", gives(cut), hits=("read",), apart=_searches, look=_truncated)


def _never(scene: Scene) -> None:
    raise AssertionError("no request is GraphQL")


def _no_graphql(world: World, column: Column, hit: Operation) -> str | None:
    asked = [item for item in world.contract.data["upstreams"]["github"]["operations"].values() if "document" in item]
    return None if asked else "the contract has no GraphQL operation"


def _searches(world: World, column: Column, hit: Operation) -> str | None:
    return None if "total" in hit.facts.get("pages", {}) else f"{hit.name} is no search"


def _unless_all(count: int) -> Reason:
    def reason(world: World, column: Column, hit: Operation) -> str | None:
        if column.tool == "completion":
            return "lists repositories, of which there are many anyway"
        return needs_pages(world, column, hit)

    return reason


def _many(style: Literal["ids", "cursors"], count: int = 120) -> Given:
    """Fill the list with more than a page, and let the links have this style."""

    def given(scene: Scene) -> None:
        scene.world.github.links(style)
        _fill(scene, count)

    return given


def _fill(scene: Scene, count: int) -> None:
    """Let the list that the column reads have so many rows."""
    if "comments" in scene.hit.name:
        scene.place.issue.many_comments(count)
    elif "issues" in scene.hit.name:
        scene.place.repository.many_issues(count - 1, body="It happened again.")


def _filled_and(fault: Fault) -> Given:
    def given(scene: Scene) -> None:
        _fill(scene, 120)
        scene.inject(fault, times=None)

    return given


def _meanwhile(act: Callable[[Scene], object]) -> Given:
    def given(scene: Scene) -> None:
        _fill(scene, 120)
        scene.inject(faults.meanwhile(action=lambda: act(scene)))

    return given


def _remove(scene: Scene) -> None:
    del scene.place.issue.issue.comments[3:60]
    for issue in list(scene.place.repository.repository.issues.values())[5:60]:
        issue.deleted = True


def _add(scene: Scene) -> None:
    scene.place.repository.issue("A new one", "It happened.")
    scene.place.issue.comment("And again.")


def _lagging(scene: Scene) -> None:
    scene.world.github.search_lag(3600)
    scene.place.repository.issue("Too new to be found", "It happened just now.")


def _lagged(scene: Scene, reply: Reply) -> str | None:
    scene.world.github.search_lag(0)
    titles = [row["title"] for row in reply.result["issues"]]
    return "an issue was found that the index cannot know" if "Too new to be found" in titles else None


def _truncated(scene: Scene, reply: Reply) -> str | None:
    return None if reply.result.get("truncated") and reply.result.get("truncation_hint") else "not truncated"


# --- walking a list to its end

PLACES = {"find_issues": "issues", "find_issues by text": "issues", "list_comments": "comments"}


def _walk(scene: Scene, reply: Reply, most: int) -> tuple[list[dict[str, Any]], Reply]:
    """Follow cursors, and return all rows and the last reply."""
    rows: list[dict[str, Any]] = []
    items = PLACES[scene.column.title]
    for _ in range(most):
        if reply.error is not None:
            break
        rows += reply.result[items]
        if not reply.result["has_more"]:
            break
        reply = scene.again({**scene.arguments, "cursor": reply.result["next_cursor"]})
    return rows, reply


def _whole(scene: Scene, reply: Reply) -> str | None:
    """All rows come, each once."""
    if scene.column.title not in PLACES:
        return None
    rows, last = _walk(scene, reply, 20)
    keys = {row.get("number", row.get("comment_id")) for row in rows}
    return None if last.code == "ok" and len(rows) == len(keys) >= 120 else f"{len(rows)} rows, {len(keys)} different"


def _bounded(scene: Scene, reply: Reply) -> str | None:
    """Every page comes soon, or a declared error does."""
    if scene.column.title not in PLACES:
        return None
    before = len(scene.world.github.log)
    _, last = _walk(scene, reply, 8)
    asked = len(scene.world.github.log) - before
    if last.code not in ("ok", "upstream_unavailable"):
        return f"the walk ended in {last.code}"
    return f"{asked} requests" if asked > 200 else None


def _capped(scene: Scene, reply: Reply) -> str | None:
    """What the contract caps ends at its cap and says so; the rest comes whole."""
    if scene.column.title not in PLACES:
        return None
    rows, last = _walk(scene, reply, 80)
    cap = scene.world.contract.data["pagination"][PLACES[scene.column.title]].get("cap")
    if last.code != "ok":
        return f"the walk ended in {last.code}"
    if cap is not None and (len(rows) != cap or not last.result.get("truncated")):
        return f"{len(rows)} rows, truncated: {last.result.get('truncated')}"
    return f"only {len(rows)} rows" if cap is None and len(rows) < 501 else None
