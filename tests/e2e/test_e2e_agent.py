"""An agent at work: one story with every tool in it, over every transport and in both eras."""

from __future__ import annotations

import json

import pytest
from agents import ISSUE, Agent, Facts
from fakes.github import faults
from worlds import REVISIONS

LISTING = "sort=created&direction=desc&per_page=100"


@pytest.fixture
def story(agent_everywhere: Agent) -> Agent:
    """A repository in which 60 issues wait, pull requests among them; the oldest one has a long thread."""
    home = agent_everywhere.home
    home.issue("Crash on save", "Steps:\n" + "x" * 3000, labels=["bug"], user="grace").many_comments(30)
    for number in range(59):
        home.issue(f"Wish {number}")
        home.pull(f"Wish {number} granted")
    return agent_everywhere


def test_an_agent_triages_an_issue(story: Agent, request: pytest.FixtureRequest) -> None:
    assert story.client.protocol_version == REVISIONS[request.node.callspec.params["agent_everywhere"].era]
    number = found_by_text(story)
    version = read_to_the_end(story, number)
    update_against_a_change(story, number, version)
    comment_on_what_is_locked(story, number)


def found_by_text(agent: Agent) -> int:
    """Page through what is open, then ask for what is wanted."""
    asks = [f"GET R/issues?state=open&{LISTING}"]
    first = agent.gives("github_find_issues", asks=asks)
    assert len(first["issues"]) == 50
    second = agent.gives("github_find_issues", cursor=first["next_cursor"], asks=[f"{asks[0]}&page=2"])
    assert (len(second["issues"]), second["has_more"]) == (10, False)
    search = f'GET /search/issues?q=repo:acme/{agent.repo} is:issue state:open label:"bug" crash save&per_page=50'
    (row,) = agent.gives("github_find_issues", query="crash save", labels=["bug"], asks=[search])["issues"]
    return int(row["number"])


def read_to_the_end(agent: Agent, number: int) -> str:
    """Read an issue with its thread: as a summary, in full, and as a resource. Returns its version."""
    thread = f"GET R/issues/{number}/comments?per_page=20"
    read = agent.gives("github_get_issue", issue_number=number, asks=[f"GET R/issues/{number}", thread])
    assert (len(read["issue"]["body"]), read["issue"]["body_truncated"]) == (2000, True)
    cursor = read["comments_cursor"]
    rest = agent.gives("github_list_comments", issue_number=number, cursor=cursor, asks=[f"{thread}&page=2"])
    assert [comment["body"] for comment in (*read["comments"], *rest["comments"])] == [
        f"Comment {place}" for place in range(1, 31)
    ]
    uri = ISSUE.format(owner="acme", repo=agent.repo, issue_number=number)
    whole = agent.read(uri, asks=[f"GET R/issues/{number}"])
    assert len(whole["body"]) == 3007
    assert whole["version"] == read["issue"]["version"]
    return str(whole["version"])


def update_against_a_change(agent: Agent, number: int, version: str) -> None:
    """Try to label an issue that somebody else has just retitled, look again, and do it."""
    with agent.home_issue(number).changing("grace") as change:
        change.title("Crash on save and load")
    get, label = f"GET R/issues/{number}", "GET R/labels/design"
    args: Facts = {"issue_number": number, "add_labels": ["design"], "remove_labels": ["bug"]}
    error = agent.refused("github_update_issue", "version_conflict", expected_version=version, asks=[get], **args)
    issue = agent.repaired(error, asks=[get])["issue"]
    assert issue["title"] == "Crash on save and load"
    asks = [get, label, f"PATCH R/issues/{number}"]
    updated = agent.gives("github_update_issue", expected_version=issue["version"], asks=asks, **args)
    assert updated["labels"] == ["design"]
    assert agent.gives("github_update_issue", asks=asks[:2], **args) == updated


def comment_on_what_is_locked(agent: Agent, number: int) -> None:
    """Lock an issue, fail to comment on it, do what the error says, and comment."""
    get, lock = f"GET R/issues/{number}", f"R/issues/{number}/lock"
    locked = {"issue_number": number, "locked": True, "lock_reason": "too heated"}
    assert agent.gives("github_set_issue_lock", asks=[get, f"PUT {lock}"], **locked) == locked
    args: Facts = {"issue_number": number, "body": "Fixed.", "idempotency_key": "c"}
    events = f"GET R/issues/{number}/events?per_page=100"
    error = agent.refused("github_add_comment", "issue_locked", asks=[get, events], **args)
    agent.repaired(error, asks=[get, f"DELETE {lock}"])
    posted = agent.gives("github_add_comment", asks=[get, f"POST R/issues/{number}/comments"], **args)
    assert agent.gives("github_add_comment", asks=[], **args) == posted


def test_an_agent_files_an_issue_once(story: Agent) -> None:
    args: Facts = {"title": "It is slow", "labels": ["design", "bug"], "assignees": ["alice"], "idempotency_key": "f"}
    guards = ["GET R/labels/design", "GET R/labels/bug", "GET R/assignees/alice"]
    wrong = {**args, "labels": ["desing"]}
    asks = ["GET R/labels/desing", "GET R/labels?per_page=100"]
    error = story.refused("github_create_issue", "label_not_found", asks=asks, **wrong)
    assert error["details"]["allowed"] == ["bug", "design"]
    story.world.github.inject(faults.closed(stored=True), method="POST")
    error = story.refused("github_create_issue", "outcome_unknown", asks=[*guards, "POST R/issues"], **args)
    seen = story.repaired(error, asks=[f"GET R/issues?state=all&since={story.minute_ago}&{LISTING}"])
    assert seen["issues"][0]["title"] == "It is slow"
    mine = f"GET R/issues?state=all&creator=alice&since={story.minute_ago}&{LISTING}"
    found = story.gives("github_create_issue", asks=["GET /user", mine], **args)
    assert found["issue_number"] == seen["issues"][0]["number"]
    calls = [story.begin("github_create_issue", **args) for _ in range(3)]
    assert [story.given("github_create_issue", call.result()) for call in calls] == [found] * 3
    assert sum(issue.title == "It is slow" for issue in story.home.repository.issues.values()) == 1


def test_an_agent_learns_what_the_server_does(story: Agent) -> None:
    summary = story.bare("github_get_capabilities", asks=[])
    assert summary == story.read("github://capabilities", asks=[])
    assert json.dumps(summary["does"][0]).count("github_find_issues") == 1
    assert set(summary["error_catalog"]["issue_locked"]["occurs_on"]) <= set(story.tools())
    listing = f"GET R/issues?state=open&{LISTING}"
    rows = story.read(f"github://repos/acme/{story.repo}/issues", asks=[listing])
    assert len(rows) == 50
