"""Pages of the fake, and the links between them."""

from __future__ import annotations

import re

import httpx2
import pytest
from fakes.github import FakeGithub
from fakes.github.builders import RepositoryBuilder
from fakes.github.store import LinkStyle

ISSUES = "/repos/acme/widgets/issues"


def links(answer: httpx2.Response) -> dict[str, str]:
    return {rel: url for url, rel in re.findall(r'<([^>]+)>; rel="(\w+)"', answer.headers.get("link", ""))}


def walk(client: httpx2.Client, url: str) -> list[list[int]]:
    """Follow links to the end, and return the numbers on each page."""
    pages = []
    next_: str | None = url
    while next_:
        answer = client.get(next_)
        assert answer.status_code == 200, answer.text
        pages.append([item["number"] for item in answer.json()])
        next_ = links(answer).get("next")
    return pages


@pytest.mark.parametrize("style", ["ids", "names", "cursors"])
def test_following_links_finds_everything_once(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client, style: LinkStyle
) -> None:
    widgets.many_issues(250)
    github.links(style)
    pages = walk(alice, f"{ISSUES}?per_page=100&state=all")
    assert list(map(len, pages)) == [100, 100, 50]
    assert [number for page in pages for number in page] == list(range(250, 0, -1))


def test_links_name_neighbours_on_the_same_origin(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client
) -> None:
    widgets.many_issues(50)
    place = f"{github.url}/repositories/1000001/issues?state=all&per_page=20&page="
    middle = alice.get(f"{ISSUES}?state=all&per_page=20&page=2")
    assert links(middle) == {"prev": f"{place}1", "next": f"{place}3", "last": f"{place}3", "first": f"{place}1"}
    assert links(alice.get(f"{ISSUES}?state=all&per_page=20")) == {"next": f"{place}2", "last": f"{place}3"}
    assert links(alice.get(f"{place}3")) == {"prev": f"{place}2", "first": f"{place}1"}
    assert "link" not in alice.get(f"{ISSUES}?per_page=50").headers
    github.links("names")
    assert links(alice.get(f"{ISSUES}?per_page=20"))["next"] == f"{github.url}{ISSUES}?per_page=20&page=2"


@pytest.mark.parametrize(
    ("query", "size"), [("", 30), ("per_page=7", 7), ("per_page=500", 100), ("per_page=0", 30), ("per_page=x", 30)]
)
def test_pages_have_a_usual_and_a_largest_size(
    widgets: RepositoryBuilder, alice: httpx2.Client, query: str, size: int
) -> None:
    widgets.many_issues(120)
    assert len(alice.get(f"{ISSUES}?{query}").json()) == size


def test_past_the_last_page_there_is_nothing(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue()
    answer = alice.get(f"{ISSUES}?page=9")
    assert (answer.status_code, answer.json()) == (200, [])
    assert set(links(answer)) == {"prev", "first"}


@pytest.mark.parametrize(("style", "second"), [("ids", [2, 1]), ("cursors", [1])])
def test_a_new_row_shifts_pages_but_not_cursors(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client, style: LinkStyle, second: list[int]
) -> None:
    widgets.many_issues(3)
    github.links(style)
    first = alice.get(f"{ISSUES}?per_page=2")
    assert [item["number"] for item in first.json()] == [3, 2]
    widgets.issue()
    assert [item["number"] for item in alice.get(links(first)["next"]).json()] == second


def test_other_lists_have_pages_too(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue().many_comments(45)
    second = alice.get(f"{ISSUES}/1/comments?per_page=20&page=2")
    assert [item["body"] for item in second.json()] == [f"Comment {number}" for number in range(21, 41)]
    assert set(links(second)) == {"prev", "next", "last", "first"}
    assert len(alice.get("/repos/acme/widgets/labels?per_page=1").json()) == 1
