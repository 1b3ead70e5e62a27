"""Commenting, locking and unlocking: what a locked issue refuses, and the way out that the refusal names."""

from __future__ import annotations

from typing import Any

import pytest
from agents import Agent, refusal
from fakes.github import faults

GET = "GET R/issues/1"
POST = "POST R/issues/1/comments"
EVENTS = "GET R/issues/1/events?per_page=100"
LOCK, UNLOCK = "PUT R/issues/1/lock", "DELETE R/issues/1/lock"
ME = "GET /user"
COMMENT, SET_LOCK = "github_add_comment", "github_set_issue_lock"


@pytest.fixture
def issue(agent: Agent) -> Agent:
    """An issue 1 that anybody may comment on."""
    agent.home.issue("Crash")
    return agent


@pytest.fixture
def look(issue: Agent) -> str:
    """What is asked to find a comment that a lost call may have posted."""
    return f"GET R/issues/1/comments?since={issue.minute_ago}&per_page=20"


def comments(agent: Agent) -> list[str | None]:
    return [comment.body for comment in agent.home.repository.issues[1].comments]


def test_a_comment_is_posted(issue: Agent) -> None:
    found = issue.gives(COMMENT, issue_number=1, body="Fixed — ✔\n", asks=[GET, POST])
    (comment,) = issue.home.repository.issues[1].comments
    assert (comment.body, comment.user and comment.user.login) == ("Fixed — ✔\n", "alice")
    assert found["comment_id"] == comment.id
    assert found["url"].endswith(f"/issues/1#issuecomment-{comment.id}")


@pytest.mark.parametrize("reason", [None, "too heated", "off-topic", "resolved", "spam"])
def test_a_locked_issue_is_unlocked_as_the_error_says_and_commented_on(issue: Agent, reason: str | None) -> None:
    reasons = {} if reason is None else {"lock_reason": reason}
    locked = issue.gives(SET_LOCK, issue_number=1, locked=True, asks=[GET, LOCK], **reasons)
    assert locked == {"issue_number": 1, "locked": True, **reasons}
    assert issue.world.github.log[-1].body == reasons
    args = {"issue_number": 1, "body": "Hello"}
    error = issue.refused(COMMENT, "issue_locked", asks=[GET, EVENTS], **args)
    said = f' with reason "{reason}"' if reason else ""
    assert error["details"]["reason"] == f"Conversation locked on {issue.moment}{said}."
    assert error["details"]["value"] == 1
    assert comments(issue) == []
    assert issue.repaired(error, asks=[GET, UNLOCK]) == {"issue_number": 1, "locked": False}
    issue.gives(COMMENT, asks=[GET, POST], **args)
    assert comments(issue) == ["Hello"]


@pytest.mark.parametrize("fault", [faults.server_error(500), faults.closed(), faults.forbidden(), faults.broken_json()])
def test_when_it_was_locked_is_told_only_if_it_can_be(issue: Agent, fault: faults.Fault) -> None:
    with issue.home_issue(1).changing() as change:
        change.lock("spam")
    issue.world.github.inject(fault, path=".*/events")
    error = issue.refused(COMMENT, "issue_locked", issue_number=1, body="Hello", asks=[GET, EVENTS])
    assert error["details"]["reason"] == 'Conversation locked with reason "spam".'


def test_a_lock_that_comes_in_between_is_the_same_refusal(issue: Agent) -> None:
    issue.world.github.inject(faults.forbidden("locked"), method="POST")
    error = issue.refused(COMMENT, "issue_locked", issue_number=1, body="Hello", asks=[GET, POST])
    assert issue.repaired(error, asks=[GET, UNLOCK])["locked"] is False


def test_locking_and_unlocking_can_be_repeated(issue: Agent) -> None:
    for _ in range(2):
        issue.gives(SET_LOCK, issue_number=1, locked=True, lock_reason="spam", asks=[GET, LOCK])
    for _ in range(2):
        issue.gives(SET_LOCK, issue_number=1, locked=False, asks=[GET, UNLOCK])
    assert not issue.home.repository.issues[1].locked


@pytest.mark.parametrize("locked", [True, False])
def test_locking_takes_the_right_to_push(issue: Agent, locked: bool) -> None:
    issue.home.repository.collaborators.clear()
    asks = [GET, LOCK if locked else UNLOCK]
    error = issue.refused(SET_LOCK, "insufficient_scope", issue_number=1, locked=locked, asks=asks)
    assert error["details"] == {"required_scopes": ["issues:write"]}


@pytest.mark.parametrize(
    ("tool", "args", "field"),
    [
        (SET_LOCK, {"locked": False, "lock_reason": "spam"}, "lock_reason"),
        (SET_LOCK, {"locked": True, "lock_reason": "boring"}, "lock_reason"),
        (SET_LOCK, {}, "locked"),
        (COMMENT, {"body": ""}, "body"),
        (COMMENT, {"body": "x" * 65537}, "body"),
        (COMMENT, {"body": "x", "idempotency_key": ""}, "idempotency_key"),
    ],
)
def test_what_cannot_be_done_is_not_tried(issue: Agent, tool: str, args: dict[str, Any], field: str) -> None:
    error = issue.refused(tool, "invalid_field", issue_number=1, asks=[], **args)
    assert error["details"]["field"] == field


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("locked", [True, False])
def test_a_lock_whose_answer_was_lost_is_compared(issue: Agent, locked: bool, stored: bool) -> None:
    if not locked:
        issue.gives(SET_LOCK, issue_number=1, locked=True, asks=[GET, LOCK])
    issue.world.github.inject(faults.closed(stored=stored), path=".*/lock")
    asks = [GET, LOCK if locked else UNLOCK]
    error = issue.refused(SET_LOCK, "outcome_unknown", issue_number=1, locked=locked, asks=asks)
    assert issue.repaired(error, asks=[GET])["issue"]["locked"] is (locked is stored)


# --- keys


def test_one_key_comments_once_on_each_issue(issue: Agent) -> None:
    issue.home.issue("Other")
    args = {"body": "Hello", "idempotency_key": "k"}
    first = issue.gives(COMMENT, issue_number=1, asks=[GET, POST], **args)
    assert issue.gives(COMMENT, issue_number=1, asks=[], **args) == first
    asks = ["GET R/issues/2", "POST R/issues/2/comments"]
    assert issue.gives(COMMENT, issue_number=2, asks=asks, **args) != first
    error = issue.refused(COMMENT, "invalid_field", issue_number=1, asks=[], **{**args, "body": "Other"})
    assert error["details"]["field"] == "idempotency_key"


def test_calls_at_once_with_one_key_comment_once(issue: Agent) -> None:
    issue.world.github.inject(faults.drip(size=256, pause=0.01), method="POST")
    issue.forget()
    calls = [issue.begin(COMMENT, issue_number=1, body="Hello", idempotency_key="k") for _ in range(6)]
    results = [issue.given(COMMENT, call.result()) for call in calls]
    assert results == [results[0]] * 6
    assert issue.asked == [GET, POST]


@pytest.mark.parametrize("fault", [faults.closed(stored=True), faults.cut(), faults.server_error(504, stored=True)])
def test_a_lost_comment_is_found_again(issue: Agent, look: str, fault: faults.Fault) -> None:
    args = {"issue_number": 1, "body": "Hello", "idempotency_key": "k"}
    issue.world.github.inject(fault, method="POST")
    error = issue.refused(COMMENT, "outcome_unknown", asks=[GET, POST], **args)
    listed = issue.repaired(error, asks=[look])
    found = issue.gives(COMMENT, asks=[ME, look], **args)
    assert [found["comment_id"]] == [comment["comment_id"] for comment in listed["comments"]]
    assert issue.gives(COMMENT, asks=[], **args) == found
    assert comments(issue) == ["Hello"]


@pytest.mark.parametrize("fault", [faults.server_error(502), faults.closed(), faults.broken_json()])
def test_a_look_that_fails_posts_nothing(issue: Agent, look: str, fault: faults.Fault) -> None:
    args = {"issue_number": 1, "body": "Hello", "idempotency_key": "k"}
    issue.world.github.inject(faults.closed(stored=True), method="POST")
    issue.refused(COMMENT, "outcome_unknown", asks=[GET, POST], **args)
    for path, asks in (("/user", [ME]), (".*/comments", [ME, look])):
        issue.world.github.inject(fault, method="GET", path=path)
        issue.refused(COMMENT, "upstream_unavailable", asks=asks, **args)
    issue.gives(COMMENT, asks=[ME, look], **args)
    assert comments(issue) == ["Hello"]


def test_an_app_finds_what_a_bot_wrote(issue: Agent, look: str) -> None:
    args = {"issue_number": 1, "body": "Hello", "idempotency_key": "k"}
    issue.world.github.inject(faults.closed(stored=False), method="POST")
    issue.refused(COMMENT, "outcome_unknown", asks=[GET, POST], **args)
    issue.home_issue(1).comment("Hello", user="alice")
    bots = issue.home_issue(1).comment("Hello", user="helper[bot]")
    issue.world.github.inject(faults.forbidden("integration"), path="/user")
    assert issue.gives(COMMENT, asks=[ME, look], **args)["comment_id"] == bots.id


def test_a_comment_that_was_never_stored_is_posted_after_a_look(issue: Agent, look: str) -> None:
    args = {"issue_number": 1, "body": "Hello", "idempotency_key": "k"}
    # None of these is it: it is another's, says something else, or was there before and only edited since.
    home = issue.home_issue(1)
    home.comment("Hello", user="grace")
    home.comment("Hello!", user="alice")
    home.comment("Hello", user="alice", created_at="2025-06-01T00:00:00Z", updated_at=issue.moment)
    issue.world.github.inject(faults.closed(stored=False), method="POST")
    issue.refused(COMMENT, "outcome_unknown", asks=[GET, POST], **args)
    found = issue.gives(COMMENT, asks=[ME, look, GET, POST], **args)
    assert found["comment_id"] == home.issue.comments[3].id


def test_a_key_that_met_a_lock_is_free_again(issue: Agent) -> None:
    args = {"issue_number": 1, "body": "Hello", "idempotency_key": "k"}
    with issue.home_issue(1).changing() as change:
        change.lock(None)
    error = issue.refused(COMMENT, "issue_locked", asks=[GET, EVENTS], **args)
    issue.repaired(error, asks=[GET, UNLOCK])
    issue.gives(COMMENT, asks=[GET, POST], **args)


def test_a_call_that_is_still_at_work_holds_its_key(issue: Agent) -> None:
    args = {"issue_number": 1, "idempotency_key": "k"}
    issue.world.github.inject(faults.drip(size=256, pause=0.05), method="POST")
    issue.forget()
    first = issue.begin(COMMENT, body="Hello", **args)
    issue.world.github.log.wait(2)
    refusal(issue.begin(COMMENT, body="Other", **args).result(), "invalid_field")
    issue.given(COMMENT, first.result())
    assert comments(issue) == ["Hello"]
