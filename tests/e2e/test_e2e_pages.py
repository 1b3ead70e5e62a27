"""Long lists: 600 issues among pull requests, as a list and as a search, and a thread of 130 comments."""

from __future__ import annotations

from typing import Any

import pytest
from agents import Agent, Facts

HINT = "Only the first 500 matches can be paged through; narrow with state=, labels=, updated_after=, or query=."
LIST = "GET R/issues?state=open&sort=created&direction=desc&per_page=100"


def paged(agent: Agent, tool: str, asks: list[list[str]], **args: Any) -> list[Facts]:
    """The pages of a list, each of them continued by the cursor of the one before."""
    pages = [agent.gives(tool, asks=asks[0], **args)]
    for asked in asks[1:]:
        assert pages[-1]["has_more"]
        pages.append(agent.gives(tool, asks=asked, cursor=pages[-1]["next_cursor"], **args))
    assert not pages[-1]["has_more"]
    return pages


def numbers(pages: list[Facts]) -> list[int]:
    return [issue["number"] for page in pages for issue in page["issues"]]


def mingled(agent: Agent, issues: int) -> list[int]:
    """Fill the repository; every sixth number is a pull request. Returns the numbers of the issues, newest first."""
    made: list[int] = []
    while len(made) < issues:
        made.append(agent.home.issue("Slow").number)
        if len(made) % 5 == 0:
            agent.home.pull("Slow no more")
    return made[::-1]


def list_asks(rows: int, per_page: int = 100) -> list[list[str]]:
    """Which pages of GitHub's each of ours takes, when 5 of 6 rows are issues: first a pull request, then 5 issues.

    A page of ours begins in the page of GitHub's where the one before ended, and asks for as many as it takes to fill.
    """
    kept = [place for place in range(rows * 6 // 5) if place % 6]
    last = (rows * 6 // 5 - 1) // per_page
    asks = []
    begin = 0
    for start in range(0, min(rows, 500), 50):
        end = kept[min(start + 50, rows) - 1] // per_page
        asks.append([LIST + (f"&page={page + 1}" if page else "") for page in range(begin, end + 1)])
        # All issues of that page may have been given: then the next one goes on with the page behind it.
        done = start + 50 < rows and kept[start + 50] // per_page > end
        begin = min(end + done, last)
    return asks


def test_600_issues_are_paged_up_to_the_cap(agent: Agent) -> None:
    expected = mingled(agent, 600)
    pages = paged(agent, "github_find_issues", list_asks(600))
    assert [len(page["issues"]) for page in pages] == [50] * 10
    assert numbers(pages) == expected[:500]
    # How many there are is not known before the last page: nothing is guessed.
    assert all("truncated" not in page for page in pages[:-1])
    assert not any("estimated_total" in page for page in pages)
    assert pages[-1]["truncated"]
    assert pages[-1]["truncation_hint"] == HINT
    assert "next_cursor" not in pages[-1]


def test_pages_are_filled_although_pull_requests_are_dropped(agent: Agent) -> None:
    expected = mingled(agent, 120)
    pages = paged(agent, "github_find_issues", list_asks(120), detail="full")
    assert [len(page["issues"]) for page in pages] == [50, 50, 20]
    assert numbers(pages) == expected
    assert "truncated" not in pages[-1]


def test_exactly_as_many_as_the_cap_are_all(agent: Agent) -> None:
    expected = [issue.number for issue in agent.home.many_issues(500)][::-1]
    asks = [[LIST + (f"&page={place // 2 + 1}" if place > 1 else "")] for place in range(10)]
    pages = paged(agent, "github_find_issues", asks)
    assert numbers(pages) == expected
    assert "truncated" not in pages[-1]


def test_pull_requests_alone_leave_nothing_and_end(agent: Agent) -> None:
    for _ in range(150):
        agent.home.pull()
    (page,) = paged(agent, "github_find_issues", [[LIST, f"{LIST}&page=2"]])
    assert page == {"issues": [], "has_more": False}


def test_a_search_knows_its_total_and_is_capped_from_the_first_page(agent: Agent) -> None:
    expected = mingled(agent, 600)
    search = f"GET /search/issues?q=repo:acme/{agent.repo} is:issue state:open slow&per_page=50"
    asks = [[search], *([f"{search}&page={page}"] for page in range(2, 11))]
    pages = paged(agent, "github_find_issues", asks, query="slow")
    assert sorted(numbers(pages), reverse=True) == expected[:500]
    assert all(page["truncated"] and page["truncation_hint"] == HINT for page in pages)
    assert {page["estimated_total"] for page in pages} == {600}


def test_a_narrower_list_follows_the_hint(agent: Agent) -> None:
    agent.home.many_issues(501)
    for issue in agent.home.many_issues(3, labels=["design"]):
        with issue.changing() as change:
            change.close(None)
    narrow = LIST.replace("state=open", "state=closed&labels=design")
    found = agent.gives("github_find_issues", state="closed", labels=["design"], asks=[narrow])
    assert [issue["number"] for issue in found["issues"]] == [504, 503, 502]


def test_the_detail_may_change_from_page_to_page_but_no_filter(agent: Agent) -> None:
    agent.home.many_issues(60)
    cursor = agent.gives("github_find_issues", asks=[LIST])["next_cursor"]
    page = agent.gives("github_find_issues", detail="full", cursor=cursor, asks=[LIST])
    assert [issue["number"] for issue in page["issues"]] == list(range(10, 0, -1))
    for args in ({"state": "all"}, {"labels": ["bug"]}, {"query": "issue"}, {"include_pull_requests": True}):
        error = agent.refused("github_find_issues", "invalid_field", cursor=cursor, asks=[], **args)
        assert error["details"]["field"] == "cursor"


def comments(page: int, number: int = 1) -> str:
    return f"GET R/issues/{number}/comments?per_page=20" + (f"&page={page}" if page > 1 else "")


def test_130_comments_begin_with_the_issue_and_go_on(agent: Agent) -> None:
    issue = agent.home.issue("Long")
    expected = [comment.id for comment in issue.many_comments(130)]
    first = agent.gives("github_get_issue", issue_number=1, asks=["GET R/issues/1", comments(1)])
    assert first["comments_has_more"]
    pages = [first]
    cursor = first["comments_cursor"]
    for page in range(2, 8):
        asks = [comments(page)]
        pages.append(agent.gives("github_list_comments", issue_number=1, cursor=cursor, asks=asks))
        cursor = pages[-1].get("next_cursor")
    assert [comment["comment_id"] for page in pages for comment in page["comments"]] == expected
    assert [page.get("has_more") for page in pages[1:]] == [True] * 5 + [False]
    # The thread can be read without the issue, too.
    again = paged(agent, "github_list_comments", [[comments(page)] for page in range(1, 8)], issue_number=1)
    assert [comment["comment_id"] for page in again for comment in page["comments"]] == expected


def test_a_thread_of_one_page_has_no_cursor(agent: Agent) -> None:
    agent.home.issue("Short").many_comments(20)
    first = agent.gives("github_get_issue", issue_number=1, asks=["GET R/issues/1", comments(1)])
    assert first["comments_has_more"] is False
    assert "comments_cursor" not in first
    assert len(first["comments"]) == 20


def test_a_cursor_of_a_thread_is_for_that_thread(agent: Agent) -> None:
    for _ in range(2):
        agent.home.issue("Long").many_comments(21)
    first = agent.gives("github_get_issue", issue_number=1, asks=["GET R/issues/1", comments(1)])
    cursor = first["comments_cursor"]
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("github_list_comments", {"issue_number": 2}),
        ("github_list_comments", {"issue_number": 1, "updated_after": "2026-01-01T00:00:00Z"}),
        ("github_find_issues", {}),
    ]
    for tool, args in wrong:
        error = agent.refused(tool, "invalid_field", cursor=cursor, asks=[], **args)
        assert error["details"]["field"] == "cursor"
    last = agent.gives("github_list_comments", issue_number=1, detail="full", cursor=cursor, asks=[comments(2)])
    assert len(last["comments"]) == 1


def test_a_cursor_does_not_outlive_the_right_to_read(agent: Agent) -> None:
    agent.home.issue("Long").many_comments(21)
    first = agent.gives("github_get_issue", issue_number=1, asks=["GET R/issues/1", comments(1)])
    agent.home.repository.private = True
    agent.home.repository.collaborators.clear()
    asks = [comments(2), "GET R"]
    cursor = first["comments_cursor"]
    agent.refused("github_list_comments", "repo_not_found", issue_number=1, cursor=cursor, asks=asks)


@pytest.mark.parametrize("style", ["names", "cursors"])
def test_links_are_followed_whatever_they_look_like(agent: Agent, style: Any) -> None:
    agent.home.many_issues(150)
    agent.world.github.links(style)
    try:
        pages = [agent.gives("github_find_issues", asks=[LIST])]
        for _ in range(2):
            result = agent.begin("github_find_issues", cursor=pages[-1]["next_cursor"]).result()
            pages.append(agent.given("github_find_issues", result))
    finally:
        agent.world.github.links("ids")
    assert numbers(pages) == list(range(150, 0, -1))
