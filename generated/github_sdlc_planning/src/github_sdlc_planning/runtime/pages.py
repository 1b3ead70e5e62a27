"""Lists of an upstream that come in pages, and the pages a tool makes of them.

Pages of an upstream and pages of a tool differ: rows are dropped on the way, and a tool's page has a fixed size. So a
tool's page is filled from as many of the upstream's as it takes, and what is left over is found again by where in the
upstream's list it stood.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .cursors import Position

# A list in which nothing is there to keep is read no further than this many pages at a time.
MOST_PAGES = 20

RowT = TypeVar("RowT")
ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True)
class Page(Generic[RowT]):
    """One page of an upstream's list.

    Attributes:
        rows: In the upstream's order.
        next: Where the list continues; None at its end.
        total: How many rows there are in all, as far as the upstream tells.
        cut: Whether the upstream says that it left some out.
    """

    rows: Sequence[RowT]
    next: str | None = None
    total: int | None = None
    cut: bool = False

    def of(self, rows: Sequence[ItemT], *, cut: bool = False) -> Page[ItemT]:
        """This page with other rows: those that are kept, in the shape they are shown in."""
        return Page(rows, self.next, self.total, self.cut or cut)


class Pages(Generic[RowT]):
    """A list of an upstream that is read page by page, from its beginning or from where a page left off."""

    def __init__(self, read: Callable[[str | None], Awaitable[Page[RowT]]]) -> None:
        """`read` asks for the page at a place; None is the beginning."""
        self._read = read

    async def at(self, place: str | None) -> Page[RowT]:
        """The page at a place. Raises ToolError."""
        return await self._read(place)

    async def first(self) -> Page[RowT]:
        """The first page. Raises ToolError."""
        return await self._read(None)

    async def begin(self, most: int) -> list[RowT]:
        """The rows of the first `most` pages. Raises ToolError."""
        rows: list[RowT] = []
        place: str | None = None
        for _ in range(most):
            page = await self._read(place)
            rows += page.rows
            place = page.next
            if place is None:
                break
        return rows

    async def all(self, *, max: int) -> list[RowT]:
        """The first `max` rows, or all of them when there are fewer. Raises ToolError."""
        rows, _ = await self.collect(max=max)
        return rows

    async def collect(self, *, max: int) -> tuple[list[RowT], bool]:
        """The first `max` rows, and whether there are more. Raises ToolError."""
        rows: list[RowT] = []
        more = False
        async for page in self._each():
            rows += page.rows
            more = page.next is not None
            if len(rows) > max or (len(rows) == max and more):
                return rows[:max], True
        return rows, more

    async def __aiter__(self) -> AsyncIterator[RowT]:
        async for page in self._each():
            for row in page.rows:
                yield row

    async def _each(self) -> AsyncIterator[Page[RowT]]:
        """Yield the pages to the end of the list; one that only goes on with empty pages ends after some of them."""
        place: str | None = None
        empty = 0
        while True:
            page = await self._read(place)
            yield page
            place = page.next
            empty = 0 if page.rows else empty + 1
            if place is None or empty == MOST_PAGES:
                return


@dataclass(frozen=True, slots=True)
class Filled:
    """A tool's page: its rows, where the list continues (None at its end), and whether a cap cuts rows off."""

    rows: list[Any]
    next: Position | None
    total: int | None
    truncated: bool


async def fill(
    read: Callable[[str | None], Awaitable[Page[Any]]], position: Position, *, size: int, cap: int | None
) -> Filled:
    """The page of `size` rows at a position, read from as many pages of the upstream as that takes.

    `cap` bounds the rows that are given in all. Raises ToolError.
    """
    wanted = size if cap is None else min(size, cap - position.given)
    rows: list[Any] = []
    place, offset = position.token, position.offset
    for _ in range(MOST_PAGES):
        page = await read(place)
        fresh = page.rows[offset:]
        taken = fresh[: wanted - len(rows)]
        rows += taken
        offset += len(taken)
        if len(fresh) > len(taken):
            break
        place, offset = page.next, 0
        if place is None or len(rows) == wanted:
            break
    more = place is not None or offset > 0
    given = position.given + len(rows)
    capped = cap is not None and ((more and given >= cap) or (page.total is not None and page.total > cap))
    going_on = more and (cap is None or given < cap)
    return Filled(rows, Position(place, offset, given) if going_on else None, page.total, truncated=capped or page.cut)
