"""Creating issues: what is looked up before the write, and what is refused without one."""

from __future__ import annotations

from typing import Any

import pytest
from agents import Agent, Facts

POST = "POST R/issues"
CREATE = "github_create_issue"


def label(name: str) -> str:
    return f"GET R/labels/{name}"


def created(agent: Agent) -> list[str]:
    return [issue.title for issue in agent.home.repository.issues.values()]


def sent(agent: Agent) -> Any:
    """What the last request said."""
    return agent.world.github.log[-1].body


def test_a_title_is_enough(agent: Agent) -> None:
    found = agent.gives(CREATE, title="Crash", asks=[POST])
    assert sent(agent) == {"title": "Crash"}
    version = found.pop("version")
    url = f"https://github.com/acme/{agent.repo}/issues/1"
    assert found == {"issue_number": 1, "url": url, "labels": [], "assignees": []}
    read = agent.gives("github_get_issue", issue_number=1, include_comments=False, asks=["GET R/issues/1"])
    assert read["issue"]["version"] == version
    assert read["issue"]["author"] == "alice"


def test_labels_and_assignees_are_looked_up_first(agent: Agent) -> None:
    agent.home.label("a/b c, d?")
    names = ["BUG", "a/b c, d?"]
    asks = [label("BUG"), label("a%2Fb%20c%2C%20d%3F"), "GET R/assignees/alice", POST]
    args = {"title": "Crash", "body": "Steps: …", "labels": names, "assignees": ["alice"]}
    found = agent.gives(CREATE, asks=asks, **args)
    assert sent(agent) == args
    # As GitHub spells them.
    assert (found["labels"], found["assignees"]) == (["bug", "a/b c, d?"], ["alice"])


@pytest.mark.parametrize(
    ("labels", "looked_up", "positions"),
    [
        (["nope"], ["nope"], 1),
        (["bug", "nope", "design", "canary"], ["bug", "nope", "design", "canary"], 2),
        ([""], [], 1),
        (["../../bug"], ["..%2F..%2Fbug"], 1),
    ],
)
def test_unknown_labels_create_nothing(agent: Agent, labels: list[str], looked_up: list[str], positions: int) -> None:
    asks = [*map(label, looked_up), "GET R/labels?per_page=100"]
    error = agent.refused(CREATE, "label_not_found", title="Crash", labels=labels, asks=asks)
    assert error["details"]["field"] == "labels"
    assert error["details"]["allowed"] == ["bug", "design"]
    assert f"names {positions} label" in error["message"]
    assert "canary" not in str(error)
    assert created(agent) == []
    agent.gives(CREATE, title="Crash", labels=error["details"]["allowed"], asks=[label("bug"), label("design"), POST])


@pytest.mark.parametrize("login", ["bobby", "bob smith", "a/b"])
def test_whoever_cannot_be_assigned_creates_nothing(agent: Agent, login: str) -> None:
    encoded = login.replace(" ", "%20").replace("/", "%2F")
    asks = ["GET R/assignees/alice", f"GET R/assignees/{encoded}", "GET R"]
    error = agent.refused(CREATE, "invalid_field", title="Crash", assignees=["alice", login], asks=asks)
    assert error["details"]["field"] == "assignees"
    assert "assignees[1]" in error["details"]["reason"]
    assert login not in str(error)
    assert created(agent) == []


@pytest.mark.parametrize(
    ("args", "asks"),
    [
        ({}, ["POST R/issues"]),
        ({"labels": ["bug"]}, [label("bug"), "GET R/labels?per_page=100"]),
        ({"assignees": ["alice"]}, ["GET R/assignees/alice", "GET R"]),
    ],
)
def test_a_repository_that_is_not_there(agent: Agent, args: Facts, asks: list[str]) -> None:
    asks = [ask.replace("R", "/repos/acme/nowhere", 1) if " R" in ask else ask for ask in asks]
    agent.refused(CREATE, "repo_not_found", repo="nowhere", title="Crash", asks=asks, **args)


def test_issues_that_are_switched_off(agent: Agent) -> None:
    agent.home.repository.has_issues = False
    error = agent.refused(CREATE, "invalid_field", title="Crash", asks=[POST])
    assert error["details"]["field"] == "repo"


def test_a_reader_creates_without_labels_and_is_told_so(agent: Agent) -> None:
    agent.home.repository.collaborators.clear()
    found = agent.gives(CREATE, title="Crash", labels=["bug"], asks=[label("bug"), POST])
    assert found["labels"] == []


def test_a_repository_that_was_renamed_is_written_to_where_github_says(agent: Agent) -> None:
    old = agent.repo
    agent.home.rename(f"{old}-next")
    found = agent.gives(CREATE, repo=old, title="Crash", asks=[f"POST /repos/acme/{old}/issues", POST])
    assert found["issue_number"] == 1
    assert created(agent) == ["Crash"]


def test_a_hundred_labels_are_allowed_at_most(agent: Agent) -> None:
    for number in range(150):
        agent.home.label(f"label {number}")
    asks = [label("nope"), "GET R/labels?per_page=100"]
    error = agent.refused(CREATE, "label_not_found", title="Crash", labels=["nope"], asks=asks)
    assert len(error["details"]["allowed"]) == 100
