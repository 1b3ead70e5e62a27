"""What a server says of itself without asking anybody, and how it was started."""

from __future__ import annotations

import json
from typing import Any

import pytest
from agents import Agent, Start
from worlds import MIXED, WAYS, Way

LIST = "GET R/issues?state=open&sort=created&direction=desc&per_page=100"


def uri(agent: Agent, rest: str = "") -> str:
    return f"github://repos/acme/{agent.repo}/issues{rest}"


def test_the_summary_takes_no_request(agent: Agent) -> None:
    agent.home.issue("Crash")
    summary = agent.bare("github_get_capabilities", asks=[])
    assert summary == agent.read("github://capabilities", asks=[])
    assert summary["server"]["fingerprint"].startswith("github-issues-mcp@1.0.0+")
    assert len(summary["does"]) == 5
    assert len(summary["does_not"]) == 4
    assert set(summary["error_catalog"]) >= {"issue_locked", "version_conflict", "outcome_unknown"}
    error = agent.refused("github_get_issue", "issue_not_found", issue_number=9, asks=["GET R/issues/9", "GET R"])
    assert error["fingerprint"] == summary["server"]["fingerprint"]
    assert str(summary["server"]["name"]) in str(json.dumps(summary))


def test_lists_take_no_request(agent: Agent) -> None:
    agent.forget()
    assert list(agent.tools()) == sorted(agent.tools())
    assert len(agent.tools()) == 8
    assert agent.asked == []


# --- only reading

READERS = ["github_find_issues", "github_get_capabilities", "github_get_issue", "github_list_comments"]


@pytest.mark.parametrize("way", MIXED, ids=str)
def test_a_server_that_only_reads_has_no_other_tools(start: Start, way: Way) -> None:
    _, agent = start(way, "--read-only")
    agent.home.issue("Crash", locked=True)
    assert list(agent.tools()) == READERS
    for tool, args in (
        ("github_create_issue", {"title": "New"}),
        ("github_update_issue", {"issue_number": 1, "title": "New"}),
        ("github_add_comment", {"issue_number": 1, "body": "New"}),
        ("github_set_issue_lock", {"issue_number": 1, "locked": False}),
    ):
        error = agent.raised("call_tool", tool, {**agent.place, **args}, asks=[])
        assert error.code == -32602
    assert agent.gives("github_find_issues", asks=[LIST])["issues"][0]["title"] == "Crash"
    assert agent.read(uri(agent, "/1"), asks=["GET R/issues/1"])["locked"]
    summary = json.dumps(agent.bare("github_get_capabilities", asks=[]))
    assert "github_set_issue_lock" not in summary
    error = agent.refused("github_get_issue", "issue_not_found", issue_number=9, asks=["GET R/issues/9", "GET R"])
    assert error["repair"]["tool"] in READERS


# --- a server without a usable token


@pytest.mark.parametrize(
    ("settings", "code", "asked"),
    [
        ({"GITHUB_TOKEN": None}, "missing_credential", False),
        ({"GITHUB_TOKEN": "ghp_other"}, "invalid_credential", True),
    ],
)
def test_without_a_token_everything_says_so(start: Start, settings: Any, code: str, asked: bool) -> None:
    _, agent = start(WAYS[1], **settings)
    calls: list[tuple[str, Any, str]] = [
        ("github_find_issues", {}, LIST),
        ("github_get_issue", {"issue_number": 1}, "GET R/issues/1"),
        ("github_list_comments", {"issue_number": 1}, "GET R/issues/1/comments?per_page=20"),
        ("github_create_issue", {"title": "New", "idempotency_key": "k"}, "POST R/issues"),
        ("github_update_issue", {"issue_number": 1}, "GET R/issues/1"),
        ("github_add_comment", {"issue_number": 1, "body": "New"}, "GET R/issues/1"),
        ("github_set_issue_lock", {"issue_number": 1, "locked": True}, "GET R/issues/1"),
    ]
    for tool, args, ask in calls:
        agent.refused(tool, code, asks=[ask] if asked else [], **args)
    agent.unread(uri(agent), code, asks=[LIST] if asked else [])
    agent.bare("github_get_capabilities", asks=[])
