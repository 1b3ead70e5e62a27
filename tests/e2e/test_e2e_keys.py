"""One issue per key, whatever becomes of answers, of servers' patience and of calls at once."""

from __future__ import annotations

import time

import pytest
from agents import Agent, Facts, refusal
from fakes.github import faults
from worlds import until

POST = "POST R/issues"
ME = "GET /user"
CREATE = "github_create_issue"


def look(agent: Agent) -> str:
    """What is asked to find an issue that a lost call may have created."""
    return f"GET R/issues?state=all&creator=alice&since={agent.minute_ago}&sort=created&direction=desc&per_page=100"


def label(name: str) -> str:
    return f"GET R/labels/{name}"


def created(agent: Agent) -> list[str]:
    return [issue.title for issue in agent.home.repository.issues.values()]


def test_one_key_creates_once(agent: Agent) -> None:
    args: Facts = {"title": "Crash", "body": "", "labels": ["bug"], "idempotency_key": "k"}
    first = agent.gives(CREATE, asks=[label("bug"), POST], **args)
    assert agent.gives(CREATE, asks=[], **args) == first
    # The order of arguments is none of their meaning; another key, no key, or another repository is another issue.
    assert agent.gives(CREATE, asks=[], **dict(reversed(args.items()))) == first
    assert agent.gives(CREATE, asks=[label("bug"), POST], **{**args, "idempotency_key": "K"}) != first
    del args["idempotency_key"]
    assert agent.gives(CREATE, asks=[label("bug"), POST], **args) != first
    assert created(agent) == ["Crash"] * 3


def test_a_key_is_of_one_repository(agent: Agent) -> None:
    name = f"other-{agent.world.number()}"
    agent.world.github.repository(f"acme/{name}")
    agent.gives(CREATE, title="Crash", idempotency_key="k", asks=[POST])
    asks = [f"POST /repos/acme/{name}/issues"]
    assert agent.gives(CREATE, repo=name, title="Other", idempotency_key="k", asks=asks)["issue_number"] == 1


@pytest.mark.parametrize("other", [{"title": "Crash 2"}, {"body": ""}, {"labels": []}, {"assignees": ["alice"]}])
def test_a_key_is_for_the_arguments_it_was_used_with(agent: Agent, other: Facts) -> None:
    args = {"title": "Crash", "idempotency_key": "k"}
    agent.gives(CREATE, asks=[POST], **args)
    error = agent.refused(CREATE, "invalid_field", asks=[], **{**args, **other})
    reason = "This key was used with other arguments in the last 24 hours."
    assert error["details"] == {"field": "idempotency_key", "reason": reason}


def test_a_refusal_does_not_use_up_a_key(agent: Agent) -> None:
    asks = [label("nope"), "GET R/labels?per_page=100"]
    agent.refused(CREATE, "label_not_found", title="Crash", labels=["nope"], idempotency_key="k", asks=asks)
    agent.gives(CREATE, title="Crash", labels=["bug"], idempotency_key="k", asks=[label("bug"), POST])


def test_calls_at_once_with_one_key_create_once(agent: Agent) -> None:
    agent.world.github.inject(faults.drip(size=256, pause=0.01), method="POST")
    agent.forget()
    calls = [agent.begin(CREATE, title="Crash", idempotency_key="k") for _ in range(6)]
    results = [agent.given(CREATE, call.result()) for call in calls]
    assert results == [results[0]] * 6
    assert agent.asked == [POST]
    assert created(agent) == ["Crash"]


def test_calls_at_once_with_other_arguments_are_refused(agent: Agent) -> None:
    agent.world.github.inject(faults.drip(size=256, pause=0.05), method="POST")
    agent.forget()
    first = agent.begin(CREATE, title="Crash", idempotency_key="k")
    agent.world.github.log.wait(1)
    refusal(agent.begin(CREATE, title="Other", idempotency_key="k").result(), "invalid_field")
    agent.given(CREATE, first.result())
    assert agent.asked == [POST]


LOST = [
    faults.closed(stored=True),
    faults.reset(stored=True),
    faults.server_error(502, "html", stored=True),
    faults.cut(),
    faults.html_body(),
]
NEVER = [faults.closed(stored=False), faults.reset(stored=False), faults.server_error(503, stored=False)]


@pytest.mark.parametrize("fault", LOST, ids=lambda fault: fault.name)
def test_a_lost_answer_is_found_again_by_its_key(agent: Agent, fault: faults.Fault) -> None:
    args = {"title": "Crash", "body": "Again", "labels": ["bug"], "idempotency_key": "k"}
    agent.world.github.inject(fault, method="POST")
    error = agent.refused(CREATE, "outcome_unknown", asks=[label("bug"), POST], **args)
    listed = agent.repaired(
        error, asks=[f"GET R/issues?state=all&since={agent.minute_ago}&sort=created&direction=desc&per_page=100"]
    )
    assert [issue["title"] for issue in listed["issues"]] == ["Crash"]
    found = agent.gives(CREATE, asks=[ME, look(agent)], **args)
    assert (found["issue_number"], found["labels"]) == (1, ["bug"])
    assert agent.gives(CREATE, asks=[], **args) == found
    assert created(agent) == ["Crash"]


@pytest.mark.parametrize("fault", NEVER, ids=lambda fault: fault.name)
def test_what_was_never_stored_is_created_after_a_look(agent: Agent, fault: faults.Fault) -> None:
    args = {"title": "Crash", "idempotency_key": "k"}
    # None of these is it: it is another's, has another text, was there long before, or is a pull request.
    agent.home.issue("Crash", None, user="grace")
    agent.home.issue("Crash", "else", user="alice")
    agent.home.issue("Crash", None, user="alice", created_at="2025-06-01T00:00:00Z", updated_at=agent.moment)
    agent.home.pull("Crash", None, user="alice")
    agent.world.github.inject(fault, method="POST")
    agent.refused(CREATE, "outcome_unknown", asks=[POST], **args)
    assert agent.gives(CREATE, asks=[ME, look(agent), POST], **args)["issue_number"] == 5
    assert agent.gives(CREATE, asks=[], **args)["issue_number"] == 5


@pytest.mark.parametrize(("others", "pages"), [(0, [1]), (150, [1, 2])])
def test_no_more_is_looked_through_than_was_created_since(agent: Agent, others: int, pages: list[int]) -> None:
    agent.home.many_issues(150, user="alice", created_at="2025-06-01T00:00:00Z", updated_at=agent.moment)
    args = {"title": "Crash", "idempotency_key": "k"}
    agent.world.github.inject(faults.closed(stored=True), method="POST")
    agent.refused(CREATE, "outcome_unknown", asks=[POST], **args)
    agent.home.many_issues(others, user="alice")
    asks = [ME, *(look(agent) + (f"&page={page}" if page > 1 else "") for page in pages)]
    assert agent.gives(CREATE, asks=asks, **args)["issue_number"] == 151


def test_without_a_key_nothing_is_remembered(agent: Agent) -> None:
    agent.world.github.inject(faults.closed(stored=True), method="POST")
    agent.refused(CREATE, "outcome_unknown", title="Crash", asks=[POST])
    agent.gives(CREATE, title="Crash", asks=[POST])
    assert created(agent) == ["Crash"] * 2


@pytest.mark.parametrize("fault", [faults.closed(), faults.server_error(502), faults.secondary_limit(retry_after="7")])
def test_a_look_that_fails_creates_nothing(agent: Agent, fault: faults.Fault) -> None:
    args = {"title": "Crash", "idempotency_key": "k"}
    agent.world.github.inject(faults.closed(stored=True), method="POST")
    agent.refused(CREATE, "outcome_unknown", asks=[POST], **args)
    limited = fault.name == "secondary_limit"
    agent.world.github.inject(fault, method="GET", path="/user")
    code = "rate_limited" if limited else "upstream_unavailable"
    error = agent.refused(CREATE, code, asks=[ME], **args)
    assert error["retry_after_ms"] == (7000 if limited else None)
    assert agent.gives(CREATE, asks=[ME, look(agent)], **args)["issue_number"] == 1


def test_a_call_that_is_given_up_is_looked_for(agent: Agent) -> None:
    args = {"title": "Crash", "idempotency_key": "k"}
    agent.world.github.inject(faults.hang(stored=True), method="POST")
    agent.forget()
    call = agent.begin(CREATE, **args)
    agent.world.github.log.wait(1)
    until(lambda: created(agent))
    call.cancel()
    # Whoever asks again waits until the call that was given up has put down that nobody knows how it ended.
    assert agent.gives(CREATE, asks=[ME, look(agent)], **args)["issue_number"] == 1
    assert created(agent) == ["Crash"]


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (faults.secondary_limit(retry_after="5"), "rate_limited"),
        (faults.forbidden(), "insufficient_scope"),
        (faults.invalid([{"resource": "Issue", "field": "title", "code": "invalid"}]), "invalid_field"),
        (faults.answered(451), "repo_not_found"),
        (faults.redirect(301, to="/repositories/7/issues"), "repo_not_found"),
    ],
)
def test_a_write_that_was_refused_leaves_its_key_free(agent: Agent, fault: faults.Fault, code: str) -> None:
    args = {"title": "Crash", "idempotency_key": "k"}
    agent.world.github.inject(fault, method="POST")
    agent.refused(CREATE, code, asks=[POST], **args)
    agent.gives(CREATE, asks=[POST], **args)


def test_a_title_that_github_trimmed_is_found_again(agent: Agent) -> None:
    args = {"title": "  Crash ", "idempotency_key": "k"}
    agent.world.github.inject(faults.closed(stored=True), method="POST")
    agent.refused(CREATE, "outcome_unknown", asks=[POST], **args)
    agent.home.repository.issues[1].title = "Crash"
    assert agent.gives(CREATE, asks=[ME, look(agent)], **args)["issue_number"] == 1


def test_a_connection_that_is_refused_has_done_nothing(agent: Agent) -> None:
    args = {"title": "Crash", "idempotency_key": "k"}
    with agent.world.github.refusing():
        error = agent.refused(CREATE, "upstream_unavailable", asks=[], **args)
    assert "repair" not in error
    begun = time.monotonic()
    # The key is free at once: nobody has to look for what was never sent.
    agent.gives(CREATE, asks=[POST], **args)
    assert time.monotonic() - begun < 5
