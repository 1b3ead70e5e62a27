"""Finding issues: by filters and by text, as a list and as a search, in the words that GitHub is asked in."""

from __future__ import annotations

from typing import Any

import pytest
from agents import Agent
from fakes.github import faults

SUMMARY = {"number", "title", "state", "labels", "assignees", "updated_at"}
FULL = SUMMARY | {"body_preview", "author", "comment_count", "created_at", "url", "version"}


def listing(filters: str = "state=open") -> str:
    return f"GET R/issues?{filters}&sort=created&direction=desc&per_page=100"


def searching(agent: Agent, words: str, kind: str = "is:issue state:open") -> str:
    parts = [f"repo:acme/{agent.repo}", kind, words]
    return f"GET /search/issues?q={' '.join(filter(None, parts))}&per_page=50"


def numbers(found: dict[str, Any]) -> list[int]:
    return [issue["number"] for issue in found["issues"]]


@pytest.fixture
def filled(agent: Agent) -> Agent:
    """Issues 1, 2 and 3, a pull request 4, and an issue of the same words in another repository."""
    world, home = agent.world, agent.home
    home.label("a, b")
    home.label('the "great" one')
    home.issue("Crash on save", "Steps: none", labels=["bug"], assignees=["alice"], user="grace")
    home.issue("Make it blue", "repo:other/x said so", labels=["bug", "design", "a, b"], user="alice")
    home.issue("Saved twice", labels=['the "great" one'], state="closed", updated_at="2027-01-01T00:00:00Z")
    home.pull("Crash no more on save")
    other = world.github.repository(f"other/x{world.number()}")
    other.issue("Crash on save")
    return agent


@pytest.mark.parametrize(
    ("args", "query", "expected"),
    [
        ({}, "state=open", [2, 1]),
        ({"state": "closed"}, "state=closed", [3]),
        ({"state": "all", "labels": ["bug"]}, "state=all&labels=bug", [2, 1]),
        ({"labels": ["BUG", "design"]}, "state=open&labels=BUG,design", [2]),
        ({"labels": ["no such label"]}, "state=open&labels=no such label", []),
        ({"assignee": "alice"}, "state=open&assignee=alice", [1]),
        ({"creator": "alice"}, "state=open&creator=alice", [2]),
        (
            {"state": "all", "updated_after": "2026-12-31T00:00:00Z"},
            "state=all&since=2026-12-31T00:00:00Z",
            [3],
        ),
        ({"include_pull_requests": True}, "state=open", [4, 2, 1]),
    ],
)
def test_filters_alone_are_a_list(filled: Agent, args: dict[str, Any], query: str, expected: list[int]) -> None:
    found = filled.gives("github_find_issues", asks=[listing(query)], **args)
    assert numbers(found) == expected
    assert set(found) == {"issues", "has_more"}
    assert not found["has_more"]


@pytest.mark.parametrize(
    ("args", "words", "expected"),
    [
        ({"query": "crash save"}, "crash save", [1]),
        ({"query": "crash", "state": "all", "include_pull_requests": True}, "crash", [4, 1]),
        ({"query": "blue", "labels": ["bug", "design"]}, 'label:"bug" label:"design" blue', [2]),
        (
            {"query": "crash", "assignee": "alice", "creator": "grace", "updated_after": "2025-01-01T00:00:00Z"},
            'assignee:"alice" author:"grace" updated:>=2025-01-01T00:00:00Z crash',
            [1],
        ),
        # A list separates labels by commas, so that one with a comma can only be searched for.
        ({"labels": ["a, b", "bug"]}, 'label:"a, b" label:"bug"', [2]),
        ({"labels": ['the "great" one'], "query": "saved", "state": "all"}, r'label:"the \"great\" one" saved', [3]),
        # What a caller writes is looked for, whatever else it would mean to the search.
        ({"query": "repo:other/x"}, '"repo:other/x"', [2]),
        ({"query": "crash OR is:pr"}, 'crash "OR" "is:pr"', []),
        ({"query": "-crash"}, '"-crash"', [1]),
        ({"query": "NOT blue"}, '"NOT" blue', []),
        ({"query": '"crash on save"'}, r'"\"crash" on "save\""', [1]),
        ({"query": '" repo:other/x "'}, r'"\"" "repo:other/x" "\""', [2]),
        ({"query": "back\\"}, r'"back\\"', []),
        ({"query": "(crash)"}, '"(crash)"', [1]),
        ({"query": "crash\nrepo:other/x\tis:pr"}, 'crash "repo:other/x" "is:pr"', []),
    ],
)
def test_text_is_searched_for(filled: Agent, args: dict[str, Any], words: str, expected: list[int]) -> None:
    kinds = [] if args.get("include_pull_requests") else ["is:issue"]
    kinds += [] if args.get("state") == "all" else ["state:open"]
    found = filled.gives("github_find_issues", asks=[searching(filled, words, " ".join(kinds))], **args)
    assert numbers(found) == expected
    assert found["estimated_total"] == len(expected)
    assert "truncated" not in found


@pytest.mark.parametrize("query", ["crashes on saving " * 15, "a " * 128, "it's no use, again. " * 12])
def test_as_much_text_as_may_be_given_is_not_too_much(filled: Agent, query: str) -> None:
    query = query[:256]
    filled.home.issue("The long one", query)
    words = " ".join(query.split())
    asks = [searching(filled, words)]
    assert numbers(filled.gives("github_find_issues", query=query, asks=asks)) == [5]


def test_rows_of_other_repositories_are_never_shown(filled: Agent) -> None:
    url = "http://127.0.0.1/repos/other/acme"
    filled.world.github.inject(faults.edited({"/items/0/repository_url": f"{url}/{filled.repo}"}), path="/search/.*")
    found = filled.gives("github_find_issues", query="crash", asks=[searching(filled, "crash")])
    assert numbers(found) == []


def test_a_search_that_gave_up_says_that_it_is_cut(filled: Agent) -> None:
    filled.world.github.inject(faults.edited({"/incomplete_results": True}), path="/search/.*")
    found = filled.gives("github_find_issues", query="crash", asks=[searching(filled, "crash")])
    assert (numbers(found), found["has_more"], found["truncated"]) == ([1], False, True)
    assert found["truncation_hint"]


@pytest.mark.parametrize("pulls", [False, True])
@pytest.mark.parametrize("query", [None, "crash"])
def test_detail_changes_how_much_is_told_of_the_same_rows(filled: Agent, pulls: bool, query: str | None) -> None:
    args: dict[str, Any] = {"include_pull_requests": pulls} | ({"query": query} if query else {})
    search = searching(filled, "crash", "state:open" if pulls else "is:issue state:open")
    asks = [search if query else listing()]
    summary = filled.gives("github_find_issues", asks=asks, **args)["issues"]
    full = filled.gives("github_find_issues", detail="full", asks=asks, **args)["issues"]
    marked = {"is_pull_request"} if pulls else set()
    assert {frozenset(row) for row in summary} == {frozenset(SUMMARY | marked)}
    assert {frozenset(row) for row in full} == {frozenset(FULL | marked)}
    assert summary == [{name: row[name] for name in (*SUMMARY, *marked)} for row in full]
    assert all(row["url"].rsplit("/", 2)[1] == ("pull" if row.get("is_pull_request") else "issues") for row in full)


def test_a_full_row_tells_what_there_is(agent: Agent) -> None:
    body = "One  line\r\nand another. " * 20
    issue = agent.home.issue("Dense", body, user=None, labels=["bug"], assignees=["alice"])
    issue.many_comments(3)
    (row,) = agent.gives("github_find_issues", detail="full", asks=[listing()])["issues"]
    assert row["body_preview"] == ("One line and another. " * 20)[:200]
    assert (row["author"], row["comment_count"], row["assignees"]) == ("ghost", 3, ["alice"])
    read = agent.gives("github_get_issue", issue_number=1, include_comments=False, asks=["GET R/issues/1"])["issue"]
    assert row["version"] == read["version"]


@pytest.mark.parametrize("field", ["assignee", "creator"])
def test_a_login_nobody_has_is_said_to_be_wrong(filled: Agent, field: str) -> None:
    login = "nobody-has-this"
    asks = [listing(f"state=open&{field}={login}")]
    error = filled.refused("github_find_issues", "invalid_field", asks=asks, **{field: login})
    assert error["details"]["field"] == field
    assert login not in str(error)


@pytest.mark.parametrize(
    ("fault", "args", "code", "details"),
    [
        (
            faults.answered(410, "Issues has been disabled in this repository."),
            {},
            "invalid_field",
            {"field": "repo", "reason": "Issues are disabled in this repository."},
        ),
        (
            faults.invalid([{"message": "The listed users cannot be searched.", "field": "q", "code": "invalid"}]),
            {"query": "crash", "creator": "nobody"},
            "invalid_field",
            {"fields": ["assignee", "creator"], "reason": "GitHub knows no user of that login."},
        ),
    ],
)
def test_what_github_refuses_names_the_argument(
    agent: Agent, fault: faults.Fault, args: dict[str, Any], code: str, details: dict[str, Any]
) -> None:
    agent.world.github.inject(fault)
    asks = [searching(agent, 'author:"nobody" crash') if args else listing()]
    assert agent.refused("github_find_issues", code, asks=asks, **args)["details"] == details


@pytest.mark.parametrize("query", [None, "crash"])
def test_a_repository_that_is_not_there(agent: Agent, query: str | None) -> None:
    args = {"query": query} if query else {}
    asks = [
        "GET /search/issues?q=repo:acme/nowhere is:issue state:open crash&per_page=50"
        if query
        else listing().replace("R/", "/repos/acme/nowhere/")
    ]
    error = agent.refused("github_find_issues", "repo_not_found", repo="nowhere", asks=asks, **args)
    assert error["details"]["fields"] == ["owner", "repo"]
    assert "repair" not in error


@pytest.mark.parametrize(
    ("args", "field"),
    [
        ({"owner": "a/b"}, "owner"),
        ({"repo": "a/b"}, "repo"),
        ({"query": ""}, "query"),
        ({"query": "x" * 257}, "query"),
        ({"labels": []}, "labels"),
        ({"labels": None}, "labels"),
        ({"state": "merged"}, "state"),
        ({"updated_after": "yesterday"}, "updated_after"),
        ({"author": "alice"}, "author"),
        ({"cursor": "made up"}, "cursor"),
    ],
)
def test_what_cannot_be_asked_is_not(agent: Agent, args: dict[str, Any], field: str) -> None:
    error = agent.refused("github_find_issues", "invalid_field", asks=[], **args)
    assert error["details"]["field"] == field
