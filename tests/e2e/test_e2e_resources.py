"""The two resources: an index of issues, and one issue; refusals travel in JSON-RPC errors."""

from __future__ import annotations

from typing import Any

import pytest
from agents import Agent
from fakes.github import faults

TEMPORARY = ("rate_limited", "upstream_unavailable")


def listing(filters: str = "state=open", page: int = 1) -> str:
    paged = f"&page={page}" if page > 1 else ""
    return f"GET R/issues?{filters}&sort=created&direction=desc&per_page=100{paged}"


def uri(agent: Agent, rest: str = "", repo: str | None = None) -> str:
    return f"github://repos/acme/{repo or agent.repo}/issues{rest}"


# --- the two resources


def test_the_index_names_issues_and_has_no_bodies(agent: Agent) -> None:
    agent.home.issue("Crash — on save", "Steps:\r\n  öpen\n" + "x" * 300, labels=["bug"])
    agent.home.pull()
    agent.home.issue("Blue", None)
    second, first = agent.read(uri(agent), asks=[listing()])
    assert first == {
        "uri": uri(agent, "/1"),
        "name": "#1",
        "title": "Crash — on save",
        "description": ("Steps: öpen " + "x" * 300)[:200],
        "size": len("Steps:\r\n  öpen\n".encode()) + 300,
        "annotations": {"lastModified": agent.moment},
    }
    assert (second["name"], second["description"], second["size"]) == ("#3", "", 0)
    issue = agent.read(first["uri"], asks=["GET R/issues/1"])
    assert issue["title"] == "Crash — on save"


@pytest.mark.parametrize(
    ("query", "filters", "expected"),
    [
        ("?state=closed", "state=closed", ["#2"]),
        ("?state=all&labels=bug,design", "state=all&labels=bug,design", ["#2"]),
        ("?labels=bug", "state=open&labels=bug", ["#1"]),
        ("?updated_after=2027-01-01T00:00:00Z&state=all", "state=all&since=2027-01-01T00:00:00Z", []),
    ],
)
def test_the_index_takes_filters(agent: Agent, query: str, filters: str, expected: list[str]) -> None:
    agent.home.issue("One", labels=["bug"])
    agent.home.issue("Two", labels=["bug", "design"], state="closed")
    rows = agent.read(uri(agent, query), asks=[listing(filters)])
    assert [row["name"] for row in rows] == expected


def test_the_index_is_filled_past_pull_requests_and_asks_no_more_than_that(agent: Agent) -> None:
    agent.home.many_issues(60)
    for _ in range(100):
        agent.home.pull()
    agent.home.many_issues(10)
    rows = agent.read(uri(agent), asks=[listing(), listing(page=2)])
    assert [row["name"] for row in rows] == [f"#{number}" for number in (*range(170, 160, -1), *range(60, 20, -1))]


def test_the_index_asks_for_one_page_where_that_is_enough(agent: Agent) -> None:
    agent.home.many_issues(230)
    assert len(agent.read(uri(agent), asks=[listing()])) == 50


def test_an_issue_is_what_the_tool_reads_in_full(agent: Agent) -> None:
    agent.home.issue("Long", "😀" * 3000, comments=["One"])
    asks = ["GET R/issues/1"]
    read = agent.read(uri(agent, "/1"), asks=asks)
    given = agent.gives("github_get_issue", issue_number=1, include_comments=False, detail="full", asks=asks)
    assert read == given["issue"]
    assert len(read["body"]) == 3000


@pytest.mark.parametrize(
    ("rest", "code", "asks"),
    [
        ("/7", "issue_not_found", ["GET R/issues/7", "GET R"]),
        ("/1", "issue_not_found", ["GET R/issues/1"]),
    ],
)
def test_an_issue_that_is_not_there(agent: Agent, rest: str, code: str, asks: list[str]) -> None:
    agent.home.pull()
    error = agent.unread(uri(agent, rest), code, asks=asks)
    assert (error["details"]["field"], error["details"]["value"]) == ("uri", uri(agent, rest))
    found = agent.repaired(error, asks=[listing("state=all")])
    assert found["issues"] == []


@pytest.mark.parametrize(
    ("rest", "asks"),
    [
        ("", [listing().replace("R/", "/repos/acme/nowhere/")]),
        ("/7", ["GET /repos/acme/nowhere/issues/7", "GET /repos/acme/nowhere"]),
    ],
)
def test_a_repository_that_is_not_there(agent: Agent, rest: str, asks: list[str]) -> None:
    error = agent.unread(uri(agent, rest, repo="nowhere"), "repo_not_found", asks=asks)
    assert error["details"]["field"] == "uri"
    assert "repair" not in error


@pytest.mark.parametrize(
    ("fault", "code", "known"),
    [
        (faults.forbidden(), "insufficient_scope", {"details": {"required_scopes": ["issues:read"]}}),
        (faults.unauthorized(), "invalid_credential", {}),
        (faults.server_error(502, "html"), "upstream_unavailable", {"temporary": True}),
        (faults.secondary_limit(retry_after="32"), "rate_limited", {"retry_after_ms": 32000}),
        (faults.primary_limit(reset_in=60), "rate_limited", {"retry_after_ms": 60000, "rate_limit_remaining": 0}),
    ],
)
def test_what_github_refuses_is_told_in_json_rpc(agent: Agent, fault: faults.Fault, code: str, known: Any) -> None:
    for rest, asks in (("", [listing()]), ("/1", ["GET R/issues/1"])):
        agent.world.github.inject(fault)
        error = agent.unread(uri(agent, rest), code, asks=asks, number=-32603 if code in TEMPORARY else -32602)
        assert {name: error[name] for name in known} == known


@pytest.mark.parametrize(
    ("rest", "field"),
    [
        ("?state=merged", "state"),
        ("?updated_after=yesterday", "updated_after"),
        ("?author=me", "author"),
        ("/0", "issue_number"),
    ],
)
def test_addresses_that_make_no_sense_ask_nothing(agent: Agent, rest: str, field: str) -> None:
    error = agent.raised("read_resource", uri(agent, rest), asks=[])
    assert error.code == -32602
    assert error.data["machine_code"] == "invalid_field"
    assert error.data["details"]["field"] == field


def test_the_index_cannot_ask_for_a_label_with_a_comma(agent: Agent) -> None:
    rest = "?labels=a%2Cb"
    error = agent.raised("read_resource", uri(agent, rest), asks=[])
    assert error.data["machine_code"] == "invalid_field"
