"""Lists of an upstream that go on without end: they are read no further than makes sense."""

from __future__ import annotations

from collections.abc import Sequence

import anyio
from pactwright.runtime.pages import MOST_PAGES, Page, Pages


class Endless:
    """A list whose first page has rows, and which goes on with pages that have none."""

    def __init__(self, rows: Sequence[int], again_at: int = 0) -> None:
        self.asked = 0
        self._rows, self._again_at = rows, again_at

    async def read(self, place: str | None) -> Page[int]:
        """The next page; there always is one."""
        self.asked += 1
        return Page(self._rows if self.asked in (1, self._again_at) else (), next=str(self.asked))


def test_collecting_ends_after_some_empty_pages_and_says_that_there_may_be_more() -> None:
    there = Endless((1, 2))

    async def collect() -> tuple[list[int], bool]:
        return await Pages(there.read).collect(max=10)

    assert anyio.run(collect) == ([1, 2], True)
    assert there.asked == 1 + MOST_PAGES


def test_walking_through_all_rows_ends_too() -> None:
    there = Endless((1, 2))

    async def walk() -> list[int]:
        return [row async for row in Pages(there.read)]

    assert anyio.run(walk) == [1, 2]
    assert there.asked == 1 + MOST_PAGES


def test_rows_behind_empty_pages_are_found() -> None:
    there = Endless((1, 2), again_at=MOST_PAGES)

    async def collect() -> list[int]:
        return await Pages(there.read).all(max=4)

    assert anyio.run(collect) == [1, 2, 1, 2]
    assert there.asked == MOST_PAGES
