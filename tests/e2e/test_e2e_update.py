"""Editing issues: one PATCH with what changes, none when nothing does, and none against what somebody else has done."""

from __future__ import annotations

from typing import Any

import pytest
from agents import Agent, Facts
from fakes.github import faults

GET = "GET R/issues/1"
PATCH = "PATCH R/issues/1"
UPDATE = "github_update_issue"


def label(name: str) -> str:
    return f"GET R/labels/{name}"


@pytest.fixture
def issue(agent: Agent) -> Agent:
    """An issue 1 with a label and somebody assigned."""
    agent.home.label("fixed")
    agent.home.issue("Crash", "Steps: none", labels=["bug"], assignees=["alice"])
    return agent


def sent(agent: Agent) -> Any:
    """What the last request said."""
    return agent.world.github.log[-1].body


def version(agent: Agent) -> str:
    asks = [GET]
    read = agent.gives("github_get_issue", issue_number=1, include_comments=False, asks=asks)
    return str(read["issue"]["version"])


@pytest.mark.parametrize(
    ("args", "looked_up", "body"),
    [
        ({"title": "Crash on save"}, [], {"title": "Crash on save"}),
        ({"body": "Other"}, [], {"body": "Other"}),
        ({"body": ""}, [], {"body": ""}),
        ({"state": "closed"}, [], {"state": "closed"}),
        (
            {"state": "closed", "state_reason": "not_planned"},
            [],
            {"state": "closed", "state_reason": "not_planned"},
        ),
        ({"assignees": []}, [], {"assignees": []}),
        ({"assignees": ["alice", "grace"]}, [], {"assignees": ["alice", "grace"]}),
        ({"labels": []}, [], {"labels": []}),
        ({"labels": ["design"]}, ["design"], {"labels": ["design"]}),
        ({"add_labels": ["fixed"]}, ["fixed"], {"labels": ["bug", "fixed"]}),
        ({"add_labels": ["FIXED", "bug"]}, ["FIXED", "bug"], {"labels": ["bug", "FIXED"]}),
        ({"remove_labels": ["BUG"]}, [], {"labels": []}),
        ({"remove_labels": ["bug", "never there"]}, [], {"labels": []}),
        ({"add_labels": ["fixed"], "remove_labels": ["bug"]}, ["fixed"], {"labels": ["fixed"]}),
        (
            {"title": "T", "body": "B", "state": "closed", "add_labels": ["fixed"], "assignees": []},
            ["fixed"],
            {"title": "T", "body": "B", "state": "closed", "labels": ["bug", "fixed"], "assignees": []},
        ),
    ],
)
def test_what_changes_is_sent_at_once(issue: Agent, args: Facts, looked_up: list[str], body: Facts) -> None:
    issue.home.repository.assignable.add("grace")
    before = version(issue)
    asks = [GET, *map(label, looked_up), PATCH]
    found = issue.gives(UPDATE, issue_number=1, expected_version=before, asks=asks, **args)
    assert sent(issue) == body
    assert found["version"] != before
    assert found["version"] == version(issue)
    # All of it is absolute: again, it changes nothing.
    again = issue.gives(UPDATE, issue_number=1, asks=asks[:-1], **args)
    assert again == found


@pytest.mark.parametrize(
    ("args", "looked_up"),
    [
        ({}, []),
        ({"title": "Crash", "body": "Steps: none", "state": "open"}, []),
        # An issue that is open is so for no reason, unless it was closed before.
        ({"state": "open", "state_reason": "reopened"}, []),
        ({"labels": ["BUG"]}, ["BUG"]),
        ({"add_labels": ["bug"]}, ["bug"]),
        ({"remove_labels": ["design", "never there"]}, []),
        ({"assignees": ["Alice"]}, []),
    ],
)
def test_nothing_is_written_when_nothing_changes(issue: Agent, args: Facts, looked_up: list[str]) -> None:
    before = version(issue)
    found = issue.gives(UPDATE, issue_number=1, asks=[GET, *map(label, looked_up)], **args)
    assert found == {
        "issue_number": 1,
        "state": "open",
        "labels": ["bug"],
        "assignees": ["alice"],
        "version": before,
        "url": f"https://github.com/acme/{issue.repo}/issues/1",
    }


def test_an_empty_body_is_one_however_github_says_so(agent: Agent) -> None:
    agent.home.issue("Crash", None)
    before = version(agent)
    assert agent.gives(UPDATE, issue_number=1, body="", asks=[GET])["version"] == before


def test_closing_for_another_reason_is_a_change(issue: Agent) -> None:
    issue.gives(UPDATE, issue_number=1, state="closed", state_reason="completed", asks=[GET, PATCH])
    issue.gives(UPDATE, issue_number=1, state="closed", asks=[GET])
    issue.gives(UPDATE, issue_number=1, state="closed", state_reason="completed", asks=[GET])
    issue.gives(UPDATE, issue_number=1, state="closed", state_reason="not_planned", asks=[GET, PATCH])
    assert issue.home.repository.issues[1].state_reason == "not_planned"
    issue.gives(UPDATE, issue_number=1, state="open", state_reason="reopened", asks=[GET, PATCH])


@pytest.mark.parametrize(
    ("args", "fields"),
    [
        ({"labels": ["bug"], "add_labels": ["design"]}, ["labels", "add_labels"]),
        ({"labels": [], "remove_labels": ["bug"]}, ["labels", "remove_labels"]),
        ({"add_labels": ["bug"], "remove_labels": ["bug"]}, ["add_labels", "remove_labels"]),
        ({"state_reason": "completed"}, ["state_reason", "state"]),
        ({"state": "closed", "state_reason": "reopened"}, ["state_reason", "state"]),
        ({"state": "open", "state_reason": "completed"}, ["state_reason", "state"]),
        ({"add_labels": []}, ["add_labels"]),
        ({"body": None}, ["body"]),
        ({"title": ""}, ["title"]),
        ({"expected_version": "v:deadbeef"}, ["expected_version"]),
    ],
)
def test_what_contradicts_itself_is_not_asked(issue: Agent, args: Facts, fields: list[str]) -> None:
    made_up = "expected_version" in args
    code = "version_conflict" if made_up else "invalid_field"
    error = issue.refused(UPDATE, code, issue_number=1, asks=[GET] if made_up else [], **args)
    found = error["details"].get("fields") or [error["details"]["field"]]
    assert found == fields
    # A token that this server did not make is the caller's text, and not repeated.
    assert "deadbeef" not in str(error)


@pytest.mark.parametrize(
    ("args", "field", "looked_up"),
    [
        ({"labels": ["bug", "nope"], "title": "T"}, "labels", ["bug", "nope"]),
        ({"add_labels": ["nope"], "remove_labels": ["bug"]}, "add_labels", ["nope"]),
    ],
)
def test_unknown_labels_change_nothing(issue: Agent, args: Facts, field: str, looked_up: list[str]) -> None:
    before = version(issue)
    asks = [GET, *map(label, looked_up), "GET R/labels?per_page=100"]
    error = issue.refused(UPDATE, "label_not_found", issue_number=1, asks=asks, **args)
    assert error["details"]["field"] == field
    assert error["details"]["allowed"] == ["bug", "design", "fixed"]
    assert version(issue) == before


def test_a_stale_version_changes_nothing_and_is_read_again(issue: Agent) -> None:
    (row,) = issue.gives(
        "github_find_issues",
        detail="full",
        asks=["GET R/issues?state=open&sort=created&direction=desc&per_page=100"],
    )["issues"]
    with issue.home_issue(1).changing("grace") as change:
        change.title("Crash on load")
    args = {"issue_number": 1, "body": "More"}
    error = issue.refused(UPDATE, "version_conflict", expected_version=row["version"], asks=[GET], **args)
    assert error["details"]["field"] == "expected_version"
    assert error["details"]["value"] == row["version"]
    assert error["repair"]["alternative"]
    read = issue.repaired(error, asks=[GET])["issue"]
    assert (read["title"], read["body"]) == ("Crash on load", "Steps: none")
    assert error["details"]["reason"] == f"Current version is {read['version']}."
    found = issue.gives(UPDATE, expected_version=read["version"], asks=[GET, PATCH], **args)
    assert (found["version"], issue.home.repository.issues[1].title) == (version(issue), "Crash on load")


def test_comments_do_not_make_a_version_stale_and_a_lock_does(issue: Agent) -> None:
    before = version(issue)
    issue.world.pass_time(1)
    issue.gives("github_add_comment", issue_number=1, body="Hello", asks=[GET, "POST R/issues/1/comments"])
    assert version(issue) == before
    issue.gives("github_set_issue_lock", issue_number=1, locked=True, asks=[GET, "PUT R/issues/1/lock"])
    issue.refused(UPDATE, "version_conflict", issue_number=1, title="T", expected_version=before, asks=[GET])


def test_the_version_of_another_issue_is_another(issue: Agent) -> None:
    issue.home.issue("Crash 2", "Steps: none", labels=["bug"], assignees=["alice"])
    before = version(issue)
    asks = ["GET R/issues/2"]
    issue.refused(UPDATE, "version_conflict", issue_number=2, title="T", expected_version=before, asks=asks)


def test_without_a_version_the_last_writer_wins(issue: Agent) -> None:
    errand = faults.meanwhile(action=lambda: issue.home_issue(1).issue.__setattr__("title", "Theirs"))
    issue.world.github.inject(errand, method="GET")
    issue.gives(UPDATE, issue_number=1, title="Ours", asks=[GET, PATCH])
    assert issue.home.repository.issues[1].title == "Ours"


def test_a_reader_cannot_edit_what_others_wrote(issue: Agent) -> None:
    issue.home.repository.collaborators.clear()
    error = issue.refused(UPDATE, "insufficient_scope", issue_number=1, title="T", asks=[GET, PATCH])
    assert error["details"] == {"required_scopes": ["issues:write"]}


@pytest.mark.parametrize("stored", [True, False])
def test_a_lost_answer_is_compared_and_repeated(issue: Agent, stored: bool) -> None:
    issue.world.github.inject(faults.closed(stored=stored), method="PATCH")
    args = {"issue_number": 1, "add_labels": ["fixed"], "remove_labels": ["bug"]}
    error = issue.refused(UPDATE, "outcome_unknown", asks=[GET, label("fixed"), PATCH], **args)
    assert "completed" not in error
    read = issue.repaired(error, asks=[GET])["issue"]
    assert read["labels"] == (["fixed"] if stored else ["bug"])
    asks = [GET, label("fixed")] + ([] if stored else [PATCH])
    assert issue.gives(UPDATE, asks=asks, **args)["labels"] == ["fixed"]


@pytest.mark.parametrize(
    ("errors", "fields"),
    [
        ([{"resource": "Issue", "field": "title", "code": "custom", "message": "title is odd"}], "title"),
        ([{"resource": "Issue", "field": "assignees", "code": "invalid"}], "assignees"),
        (None, None),
    ],
)
def test_what_github_finds_invalid_names_the_argument(issue: Agent, errors: Any, fields: str | None) -> None:
    issue.world.github.inject(faults.invalid(errors), method="PATCH")
    error = issue.refused(UPDATE, "invalid_field", issue_number=1, title="T", asks=[GET, PATCH])
    assert error["details"].get("field") == fields
    assert "Validation Failed" in error["message"]
