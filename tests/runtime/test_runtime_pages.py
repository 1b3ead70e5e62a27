"""Pages of a tool, filled from pages of an upstream: every row is given once, in order, whatever is dropped between."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pactwright.runtime.cursors import Position
from pactwright.runtime.pages import MOST_PAGES, Filled, Page, Pages, fill


def upstream(
    pages: Sequence[Sequence[int]], total: int | None = None, asked: list[str | None] | None = None
) -> Pages[int]:
    """A list whose pages are numbered; the first one is asked for without a number."""

    async def read(place: str | None) -> Page[int]:
        if asked is not None:
            asked.append(place)
        number = int(place or 0)
        return Page(list(pages[number]), str(number + 1) if number + 1 < len(pages) else None, total)

    return Pages(read)


def walked(pages: Sequence[Sequence[int]], *, size: int, cap: int | None = None) -> list[Filled]:
    async def walk() -> list[Filled]:
        source = upstream(pages)
        filled = [await fill(source.at, Position(), size=size, cap=cap)]
        while filled[-1].next is not None:
            filled.append(await fill(source.at, filled[-1].next, size=size, cap=cap))
        return filled

    return asyncio.run(walk())


LISTS = st.lists(st.lists(st.integers(), max_size=7), min_size=1, max_size=12)


@given(LISTS, st.integers(1, 9))
def test_every_row_is_given_once_and_in_order(pages: list[list[int]], size: int) -> None:
    filled = walked(pages, size=size)
    assert [row for page in filled for row in page.rows] == [row for page in pages for row in page]
    assert all(len(page.rows) == size for page in filled[:-1])
    assert not any(page.truncated for page in filled)


@given(LISTS, st.integers(1, 9), st.integers(1, 30))
def test_a_cap_ends_the_list_and_says_so(pages: list[list[int]], size: int, cap: int) -> None:
    rows = [row for page in pages for row in page]
    filled = walked(pages, size=size, cap=cap)
    assert [row for page in filled for row in page.rows] == rows[:cap]
    assert filled[-1].next is None
    if len(rows) > cap:
        assert [page.truncated for page in filled] == [False] * (len(filled) - 1) + [True]


def test_a_total_beyond_the_cap_is_told_from_the_first_page_on() -> None:
    first = asyncio.run(fill(upstream([[1, 2], [3]], total=900).at, Position(), size=2, cap=500))
    assert (first.truncated, first.total) == (True, 900)


def test_a_list_of_nothing_is_left_off_and_can_be_continued() -> None:
    asked: list[str | None] = []
    source = upstream([[]] * (MOST_PAGES + 5) + [[1]], asked=asked)
    first = asyncio.run(fill(source.at, Position(), size=3, cap=None))
    assert (first.rows, len(asked)) == ([], MOST_PAGES)
    assert first.next is not None
    second = asyncio.run(fill(source.at, first.next, size=3, cap=None))
    assert (second.rows, second.next) == ([1], None)


@pytest.mark.parametrize(
    ("most", "rows", "more"), [(1, [1], True), (3, [1, 2, 3], True), (4, [1, 2, 3, 4], False), (9, [1, 2, 3, 4], False)]
)
def test_collecting_stops_at_a_bound_and_says_whether_there_is_more(most: int, rows: list[int], more: bool) -> None:
    assert asyncio.run(upstream([[1, 2], [3, 4]]).collect(max=most)) == (rows, more)


def test_a_list_is_read_no_further_than_it_is_looked_at() -> None:
    async def first_even() -> int:
        async for row in source:
            if row % 2 == 0:
                return row
        return 0

    asked: list[str | None] = []
    source = upstream([[1], [2], [3]], asked=asked)
    assert asyncio.run(first_even()) == 2
    assert asked == [None, "1"]
    assert asyncio.run(source.begin(2)) == [1, 2]
    assert asyncio.run(source.all(max=2)) == [1, 2]
