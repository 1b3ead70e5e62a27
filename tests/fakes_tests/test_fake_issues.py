"""Issues of the fake: what they look like, which ones a list holds, and how they change."""

from __future__ import annotations

import httpx2
import pytest
from fakes.github import FakeGithub
from fakes.github.builders import RepositoryBuilder

ISSUES = "/repos/acme/widgets/issues"
KEYS = {
    "url", "repository_url", "labels_url", "comments_url", "events_url", "html_url", "id", "node_id", "number", "title",
    "user", "labels", "state", "locked", "assignee", "assignees", "milestone", "comments", "created_at", "updated_at",
    "closed_at", "author_association", "active_lock_reason", "body", "closed_by", "reactions", "timeline_url",
    "performed_via_github_app", "state_reason",
}  # fmt: skip


def numbers(answer: httpx2.Response) -> list[int]:
    assert answer.status_code == 200, answer.text
    return [item["number"] for item in answer.json()]


def test_an_issue_has_every_key_that_is_documented(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client
) -> None:
    widgets.milestone("1.0")
    widgets.issue("Broken", labels=["bug"], assignees=["alice"], milestone=1, locked=True, lock_reason="spam")
    widgets.pull("Mended")
    issue = alice.get(f"{ISSUES}/1").json()
    assert issue.keys() == KEYS | {"type", "sub_issues_summary"}
    assert alice.get(f"{ISSUES}/2").json().keys() == KEYS | {"draft", "pull_request"}
    assert issue["url"] == f"{github.url}{ISSUES}/1"
    assert issue["html_url"] == "https://github.com/acme/widgets/issues/1"
    assert issue["user"]["login"] == "author"
    assert [label["name"] for label in issue["labels"]] == ["bug"]
    assert (issue["assignee"]["login"], issue["milestone"]["title"]) == ("alice", "1.0")
    assert (issue["locked"], issue["active_lock_reason"]) == (True, "spam")
    assert issue["created_at"] == "2026-01-01T00:00:00Z"


def test_everything_follows_from_the_seed_and_the_clock() -> None:
    pictures = []
    for seed in (1, 1, 2):
        with FakeGithub(seed=seed) as github:
            github.repository("acme/widgets", labels=["bug"]).issue(comments=["Yes."])
            pictures.append(github.picture())
    assert pictures[0] == pictures[1]
    assert pictures[0] != pictures[2]


def test_an_account_may_be_gone_and_a_body_missing(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue(body=None, user=None, state="closed", state_reason="duplicate").comment(None, user=None)
    issue = alice.get(f"{ISSUES}/1").json()
    assert (issue["user"], issue["body"], issue["state_reason"]) == (None, None, "duplicate")
    assert alice.get(f"{ISSUES}/1/comments").json()[0]["user"] is None


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, [4, 2, 1]),
        ({"state": "all"}, [4, 3, 2, 1]),
        ({"state": "closed"}, [3]),
        ({"labels": "BUG"}, [2, 1]),
        ({"labels": "bug,help wanted"}, [2]),
        ({"assignee": "Alice"}, [2]),
        ({"assignee": "none"}, [4, 1]),
        ({"assignee": "*"}, [2]),
        ({"creator": "bob"}, [4]),
        ({"milestone": "1"}, [1]),
        ({"milestone": "none"}, [4, 2]),
        ({"since": "2026-01-02T00:00:00Z"}, [4]),
        ({"direction": "asc"}, [1, 2, 4]),
        ({"sort": "comments"}, [1, 4, 2]),
        ({"sort": "updated"}, [4, 2, 1]),
    ],
)
def test_lists_hold_what_was_asked_for(
    widgets: RepositoryBuilder, alice: httpx2.Client, query: dict[str, str], expected: list[int]
) -> None:
    widgets.milestone("1.0")
    widgets.issue("One", labels=["bug"], milestone=1, comments=["a", "b"])
    widgets.issue("Two", labels=["bug", "help wanted"], assignees=["alice"])
    widgets.issue("Three", state="closed")
    widgets.pull("Four", user="bob", updated_at="2026-01-02T00:00:00Z")
    assert numbers(alice.get(ISSUES, params=query)) == expected


def test_pull_requests_are_among_the_issues(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue()
    widgets.pull()
    assert ["pull_request" in item for item in alice.get(ISSUES).json()] == [True, False]


@pytest.mark.parametrize(
    ("query", "field"),
    [({"state": "new"}, "state"), ({"creator": "nobody"}, "creator"), ({"sort": "size"}, "sort")],
)
def test_filters_that_mean_nothing_are_refused(alice: httpx2.Client, query: dict[str, str], field: str) -> None:
    answer = alice.get(ISSUES, params=query)
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"resource": "Issue", "field": field, "code": "invalid", "value": query[field]}]


# --- creating


def test_creating_stores_and_answers_what_was_stored(github: FakeGithub, alice: httpx2.Client) -> None:
    body = {"title": "New", "body": "Text", "labels": ["Bug", "fresh"], "assignees": ["alice"]}
    made = alice.post(ISSUES, json=body)
    assert made.status_code == 201
    assert made.headers["location"] == made.json()["url"]
    # The label that was there keeps its own spelling, and the one that was not comes to be.
    assert [label["name"] for label in made.json()["labels"]] == ["bug", "fresh"]
    assert alice.get(f"{ISSUES}/1").json() == made.json()
    assert alice.get("/repos/acme/widgets/labels/fresh").status_code == 200
    assert [entry.changed for entry in github.log] == [True, False, False]


def test_labels_and_assignees_are_dropped_without_a_word_for_those_who_only_read(bob: httpx2.Client) -> None:
    made = bob.post(ISSUES, json={"title": "New", "labels": ["bug"], "assignees": ["alice"], "milestone": None})
    assert made.status_code == 201
    assert (made.json()["labels"], made.json()["assignees"], made.json()["user"]["login"]) == ([], [], "bob")


LONG = "title is too long (maximum is 256 characters)"


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"title": " "}, [{"resource": "Issue", "field": "title", "code": "missing_field"}]),
        ({"title": "x" * 257}, [{"resource": "Issue", "field": "title", "code": "custom", "message": LONG}]),
        (
            {"title": "x", "assignees": ["nobody"]},
            [{"resource": "Issue", "field": "assignees", "code": "invalid", "value": "nobody"}],
        ),
        (
            {"title": "x", "milestone": 9},
            [{"resource": "Issue", "field": "milestone", "code": "invalid", "value": 9}],
        ),
    ],
)
def test_wrong_values_are_refused_by_field(
    github: FakeGithub, alice: httpx2.Client, body: dict[str, object], errors: list[dict[str, object]]
) -> None:
    answer = alice.post(ISSUES, json=body)
    assert answer.status_code == 422
    assert answer.json() == {
        "message": "Validation Failed",
        "errors": errors,
        "documentation_url": "https://docs.github.com/rest/issues/issues#create-an-issue",
        "status": "422",
    }
    assert not github.store.repositories[1_000_001].issues


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        ("{}", 422, 'Invalid request.\n\n"title" wasn\'t supplied.'),
        ('{"title": []}', 422, "Invalid request.\n\nFor 'properties/title', [] is not a string."),
        (
            '{"title": "x", "labels": "bug"}',
            422,
            "Invalid request.\n\nFor 'properties/labels', \"bug\" is not an array.",
        ),
        ('{"title": "x", "labels": [1]}', 422, "Invalid request.\n\nFor 'items', 1 is not a string."),
        ('{"title"', 400, "Problems parsing JSON"),
        ("[]", 400, "Body should be a JSON object"),
    ],
)
def test_wrong_types_are_refused_in_a_sentence(alice: httpx2.Client, text: str, status: int, message: str) -> None:
    answer = alice.post(ISSUES, content=text)
    assert (answer.status_code, answer.json()["message"]) == (status, message)


# --- updating


def test_states_and_their_reasons(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue()

    def patched(**body: str) -> tuple[str, str | None, bool]:
        issue = alice.patch(f"{ISSUES}/1", json=body).json()
        return issue["state"], issue["state_reason"], issue["closed_at"] is not None

    assert patched(state="closed") == ("closed", "completed", True)
    assert patched(state="closed", state_reason="not_planned") == ("closed", "not_planned", True)
    assert patched(state="open") == ("open", "reopened", False)
    assert alice.patch(f"{ISSUES}/1", json={"state": "gone"}).status_code == 422
    assert alice.patch(f"{ISSUES}/1", json={"state_reason": "bored"}).status_code == 422
    events = alice.get(f"{ISSUES}/1/events").json()
    assert [(item["event"], item["actor"]["login"]) for item in events] == [
        ("closed", "alice"),
        ("closed", "alice"),
        ("reopened", "alice"),
    ]


def test_labels_and_assignees_are_replaced(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue(labels=["bug"], assignees=["alice"], body="Text")
    issue = alice.patch(f"{ISSUES}/1", json={"labels": ["HELP WANTED"], "assignees": [], "body": ""}).json()
    assert [label["name"] for label in issue["labels"]] == ["help wanted"]
    assert (issue["assignees"], issue["body"]) == ([], "")
    events = [item["event"] for item in alice.get(f"{ISSUES}/1/events").json()]
    assert events == ["labeled", "assigned", "unlabeled", "labeled", "unassigned"]


def test_an_update_that_changes_nothing_leaves_no_trace(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client
) -> None:
    widgets.issue("Same", labels=["bug"])
    before = github.picture()
    github.advance(60)
    assert alice.patch(f"{ISSUES}/1", json={"title": "Same", "labels": ["Bug"], "state": "open"}).status_code == 200
    assert github.picture() == before
    assert not github.log[-1].changed
    alice.patch(f"{ISSUES}/1", json={"title": "Other"})
    assert alice.get(f"{ISSUES}/1").json()["updated_at"] == "2026-01-01T00:01:00Z"


def test_authors_may_edit_their_text_but_not_its_labels(widgets: RepositoryBuilder, bob: httpx2.Client) -> None:
    widgets.issue(user="bob")
    widgets.issue(user="somebody else")
    issue = bob.patch(f"{ISSUES}/1", json={"title": "Mine", "labels": ["bug"]}).json()
    assert (issue["title"], issue["labels"]) == ("Mine", [])
    refused = bob.patch(f"{ISSUES}/2", json={"title": "Mine"})
    assert (refused.status_code, refused.json()["message"]) == (403, "Must have admin rights to Repository.")
