"""Answers that are lost, one by one: docs/lost-answers.md has all of them, here are those with a story."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fakes.github import faults
from tests.lost.place import REQUESTS, Home, Place
from tests.lost.server import Server, Start, envelope, told

CLOSED = "the connection was closed without an answer"
LOOK = "so whether it took effect is unknown. Look on GitHub before trying again: a retry may do it twice."
ROLLBACK = "If it did, rollback has no record of it."

WRITES = [
    ("comment", "POST", "createComment", "a comment"),
    ("reply_in_thread", "POST", "replyToReviewComment", "a reply"),
    ("edit_own_comment", "PATCH", "updateComment", "the new text"),
    ("delete_own_comment", "DELETE", "deleteComment", "the comment is gone"),
    ("upsert_sticky_comment", "POST", "createComment", "a comment"),
]


def arguments(tool: str, home: Home) -> dict[str, Any]:
    match tool:
        case "comment":
            return {**home.numbered, "body": "Deployed again."}
        case "reply_in_thread":
            first = home.thread.comments[0].id
            return {**home.place, "issue_number": home.pull.number, "comment_id": first, "body": "It was slow."}
        case "edit_own_comment":
            return {**home.place, "comment_id": home.own.id, "body": "Deployed to production."}
        case "delete_own_comment":
            return {**home.place, "comment_id": home.own.id}
        case "upsert_sticky_comment":
            return {**home.numbered, "marker": "deployments", "body": "production: 1.2"}
        case "create_issue":
            return {**home.place, "title": "It crashes"}
    return home.numbered


def loses(place: Place, operation: str, fault: faults.Fault) -> None:
    place.github.inject(fault, *REQUESTS[operation])


@pytest.mark.parametrize(("tool", "method", "operation", "stored"), WRITES)
@pytest.mark.parametrize("fault", [faults.closed(stored=True), faults.reset(stored=True)], ids=["closed", "reset"])
def test_a_comment_tool_whose_answer_is_lost_is_unknown_and_speaks_of_rollback(
    server: Server,
    github_place: Place,
    home: Home,
    tool: str,
    method: str,
    operation: str,
    stored: str,
    fault: faults.Fault,
) -> None:
    assert REQUESTS[operation][0] == method
    loses(github_place, operation, fault)
    result = server.call(tool, arguments(tool, home))
    assert result.is_error
    assert told(result) == f"{tool}: no answer came back from GitHub for {operation} ({CLOSED}), {LOOK} {ROLLBACK}"
    assert home.stored == [stored]


@pytest.mark.parametrize(("tool", "operation"), [(tool, operation) for tool, _, operation, _ in WRITES])
def test_a_comment_tool_that_is_answered_with_a_502_repeats_what_github_said(
    server: Server, github_place: Place, home: Home, tool: str, operation: str
) -> None:
    loses(github_place, operation, faults.server_error(502))
    text = told(server.call(tool, arguments(tool, home)))
    assert text == f"{tool}: GitHub answered {operation} with 502 (Server Error), {LOOK} {ROLLBACK}"


@pytest.mark.parametrize("status", [500, 502, 503, 504])
@pytest.mark.parametrize("stored", [True, False])
def test_an_issue_that_is_answered_with_a_5xx_is_unknown_without_rollback(
    server: Server, github_place: Place, home: Home, status: int, stored: bool
) -> None:
    loses(github_place, "createIssue", faults.server_error(status, stored=stored, message="Upstream timed out"))
    result = server.call("create_issue", arguments("create_issue", home))
    assert told(result) == f"create_issue: GitHub answered createIssue with {status} (Upstream timed out), {LOOK}"
    assert home.stored == (["an issue"] if stored else [])
    assert "repair" not in envelope(result), "no tool searches for issues"


def test_an_issue_whose_answer_is_lost_neither_failed_nor_speaks_of_rollback(
    server: Server, github_place: Place, home: Home
) -> None:
    loses(github_place, "createIssue", faults.closed(stored=True))
    text = told(server.call("create_issue", arguments("create_issue", home)))
    assert text == f"create_issue: no answer came back from GitHub for createIssue ({CLOSED}), {LOOK}"
    assert home.stored == ["an issue"]


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (faults.closed(stored=True), f"GitHub gave no answer on getIssue: {CLOSED}"),
        (faults.server_error(502), "GitHub error 502: GitHub 502 on getIssue: Server Error"),
        (faults.server_error(503), "GitHub error 503: GitHub 503 on getIssue: Server Error"),
        (faults.broken_json(), "GitHub 200 on getIssue: the answer is not JSON"),
    ],
)
def test_a_read_without_an_answer_or_with_a_5xx_stays_failed(
    server: Server, github_place: Place, home: Home, fault: faults.Fault, why: str
) -> None:
    loses(github_place, "getIssue", fault)
    result = server.call("get_issue", home.numbered)
    assert told(result) == f"get_issue failed: {why}"
    assert (envelope(result)["code"], envelope(result)["temporary"]) == ("no_answer", True)


@pytest.mark.parametrize(
    ("tool", "lookup"),
    [
        ("upsert_sticky_comment", "listComments"),
        ("edit_own_comment", "getComment"),
        ("delete_own_comment", "getComment"),
    ],
)
@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (faults.closed(), f"GitHub gave no answer on {{}}: {CLOSED}"),
        (faults.server_error(500), "GitHub error 500: GitHub 500 on {}: Server Error"),
    ],
    ids=["lost", "500"],
)
def test_the_lookup_of_a_tool_that_writes_is_a_read_and_nothing_is_written_after_it(
    server: Server, github_place: Place, home: Home, tool: str, lookup: str, fault: faults.Fault, why: str
) -> None:
    loses(github_place, lookup, fault)
    assert told(server.call(tool, arguments(tool, home))) == f"{tool} failed: {why.format(lookup)}"
    assert (github_place.asked, home.stored) == (["installation", "token", lookup], [])


@pytest.mark.parametrize(("tool", "operation"), [(tool, operation) for tool, _, operation, _ in WRITES])
def test_a_write_that_is_refused_reads_as_failed(
    server: Server, github_place: Place, home: Home, tool: str, operation: str
) -> None:
    loses(github_place, operation, faults.invalid([{"field": "body", "code": "too_long"}]))
    result = server.call(tool, arguments(tool, home))
    why = f"GitHub error 422: GitHub 422 on {operation}: Validation Failed: body: too_long"
    assert told(result) == f"{tool} failed: {why}"
    assert (envelope(result)["code"], home.stored) == ("github_error", [])


@pytest.mark.parametrize("tool", ["comment", "create_issue", "upsert_sticky_comment", "get_issue"])
@pytest.mark.parametrize(
    ("request_", "name", "asked"),
    [
        ("installation", "find_installation", ["installation"]),
        ("token", "mint_token", ["installation", "token"]),
    ],
)
@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (faults.closed(stored=True), CLOSED),
        (faults.server_error(503), "the service answered with status 503"),
    ],
    ids=["lost", "503"],
)
def test_what_comes_before_every_request_leaves_nothing_open(
    server: Server,
    github_place: Place,
    home: Home,
    tool: str,
    request_: str,
    name: str,
    asked: list[str],
    fault: faults.Fault,
    cause: str,
) -> None:
    loses(github_place, request_, fault)
    result = server.call(tool, arguments(tool, home))
    text = told(result)
    assert text.startswith(f"{tool} failed: nothing was sent to GitHub for ")
    assert text.endswith(f" ({name}: {cause}).")
    assert envelope(result)["code"] == "not_sent"
    assert (github_place.asked, home.stored) == (asked, [])
    # Nothing of it sticks: the next call finds its token.
    assert not server.call(tool, arguments(tool, home)).is_error


def test_a_lost_mint_is_the_only_request_when_the_installation_is_given(
    start: Start, github_place: Place, home: Home
) -> None:
    server = start(GITHUB_APP_INSTALLATION_ID=github_place.installation(home))
    loses(github_place, "token", faults.closed(stored=True))
    text = told(server.call("comment", arguments("comment", home)))
    assert text == f"comment failed: nothing was sent to GitHub for createComment (mint_token: {CLOSED})."
    assert github_place.asked == ["token"]


@pytest.mark.parametrize("tool", ["comment", "create_issue", "delete_own_comment"])
def test_a_refused_connection_leaves_nothing_open(server: Server, github_place: Place, home: Home, tool: str) -> None:
    assert not server.call("get_issue", home.numbered).is_error
    with github_place.github.refusing():
        result = server.call(tool, arguments(tool, home))
    text = told(result)
    assert text.startswith(f"{tool} failed: nothing was sent to GitHub for ")
    assert text.endswith(" (the connection was refused).")
    assert (envelope(result)["code"], home.stored) == ("not_sent", [])


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (
            faults.closed(stored=True),
            f"close_issue: no answer came back from GitHub for closeIssue ({CLOSED}), {LOOK} Already done:",
        ),
        (
            faults.server_error(502),
            f"close_issue: GitHub answered closeIssue with 502 (Server Error), {LOOK} Already done:",
        ),
        (
            faults.invalid(),
            "close_issue failed: GitHub error 422: GitHub 422 on closeIssue: Validation Failed. Already done:",
        ),
    ],
    ids=["lost", "502", "422"],
)
def test_a_close_that_goes_wrong_names_the_comment_that_was_posted_before(
    server: Server, github_place: Place, home: Home, fault: faults.Fault, text: str
) -> None:
    loses(github_place, "closeIssue", fault)
    result = server.call("close_issue", {**home.numbered, "comment": "Done in 1.2."})
    assert told(result) == f"{text} comment {home.posted} was posted."
    assert envelope(result)["completed"] == [f"comment {home.posted} was posted"]
    assert home.issue.issue.comments[-1].body == "Done in 1.2."


def test_an_issue_is_not_closed_when_its_comment_may_be_missing(
    server: Server, github_place: Place, home: Home
) -> None:
    loses(github_place, "createComment", faults.closed())
    result = server.call("close_issue", {**home.numbered, "comment": "Done in 1.2."})
    assert told(result) == f"close_issue: no answer came back from GitHub for createComment ({CLOSED}), {LOOK}"
    assert (home.stored, "completed" in envelope(result)) == ([], False)
    assert github_place.asked[-1] == "createComment"


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize(("era", "revision"), [("modern", "2026-07-28"), ("legacy", "2025-11-25")])
def test_an_unknown_outcome_is_the_same_everywhere(
    start: Start, github_place: Place, home: Home, transport: str, era: str, revision: str
) -> None:
    server = start(transport, era)
    assert server.revision == revision
    loses(github_place, "createComment", faults.closed(stored=True))
    result = server.call("comment", arguments("comment", home))
    assert told(result) == f"comment: no answer came back from GitHub for createComment ({CLOSED}), {LOOK} {ROLLBACK}"
    error = envelope(result)
    assert (error["code"], error["temporary"], error["retry_after_ms"]) == ("outcome_unknown", False, None)
    assert error["repair"] == {"next_step": "look_before_retrying", "tool": "get_issue", "arguments": home.numbered}
    looked = server.call(error["repair"]["tool"], error["repair"]["arguments"])
    assert looked.structured_content["comments"] == 3, "the comment that was stored is counted"


def test_rollback_has_a_record_of_what_was_answered_and_of_nothing_that_was_lost(
    start: Start, github_place: Place, home: Home
) -> None:
    server = start()
    answered = {tool: server.call(tool, arguments(tool, home)) for tool in ("comment", "reply_in_thread")}
    for operation in ("createComment", "replyToReviewComment"):
        loses(github_place, operation, faults.closed(stored=True))
    for tool in answered:
        assert ROLLBACK in told(server.call(tool, arguments(tool, home)))
    assert home.stored == ["a comment"] * 2 + ["a reply"] * 2
    for ledger, tool in (("comments", "comment"), ("replies", "reply_in_thread")):
        booked = server.booked(ledger)
        assert booked.endswith(f"{ledger}: 1 booked\n")
        assert str(answered[tool].structured_content["comment_id"]) in booked
