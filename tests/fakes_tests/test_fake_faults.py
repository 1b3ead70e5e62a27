"""The faults of the fake that are in an answer: its status, its headers, its body."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest
from fakes.github import FakeGithub, Rule, faults
from fakes.github.builders import RepositoryBuilder
from fakes.github.rules import from_json
from test_fake_paging import links, walk

ISSUES = "/repos/acme/widgets/issues"
NEW = {"title": "New"}
JSON = "application/json; charset=utf-8"


def stored(github: FakeGithub) -> int:
    return len(github.store.repositories[1_000_001].issues)


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("status", [500, 502, 503, 504])
@pytest.mark.parametrize(
    ("body", "kind"),
    [("json", JSON), ("html", "text/html; charset=utf-8"), ("empty", None)],
)
def test_server_errors(
    github: FakeGithub, alice: httpx2.Client, status: int, body: Any, kind: str | None, keep: bool
) -> None:
    github.inject(faults.server_error(status, body, stored=keep, retry_after="7"), "POST")
    answer = alice.post(ISSUES, json=NEW)
    assert (answer.status_code, answer.headers.get("content-type")) == (status, kind)
    assert (answer.headers["retry-after"], answer.content == b"") == ("7", body == "empty")
    assert (stored(github), github.log[0].changed, github.log[0].status) == (int(keep), keep, status)
    assert github.log[0].fault == "server_error"
    assert alice.post(ISSUES, json=NEW).status_code == 201


@pytest.mark.parametrize(
    ("fault", "status", "message", "headers"),
    [
        (faults.unauthorized(), 401, "Bad credentials", {}),
        (
            faults.forbidden(),
            403,
            "Resource not accessible by integration",
            {"x-accepted-github-permissions": "issues=write"},
        ),
        (faults.forbidden("admin"), 403, "Must have admin rights to Repository.", {}),
        (faults.forbidden("locked"), 403, "Unable to create comment because issue is locked.", {}),
        (faults.secondary_limit(), 403, "You have exceeded a secondary rate limit.", {"retry-after": "60"}),
        (
            faults.secondary_limit(429, date_in=90),
            429,
            "You have exceeded a secondary rate limit.",
            {"retry-after": "Thu, 01 Jan 2026 00:01:30 GMT"},
        ),
        (faults.secondary_limit(retry_after="soon"), 403, "You have", {"retry-after": "soon"}),
        (faults.secondary_limit(retry_after=""), 403, "You have", {"retry-after": ""}),
        (faults.secondary_limit(retry_after=None), 403, "You have", {"retry-after": None}),
        (
            faults.primary_limit(),
            403,
            "API rate limit exceeded",
            {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1767225660", "retry-after": None},
        ),
        (faults.primary_limit(429, reset_in=-100), 429, "API rate", {"x-ratelimit-reset": "1767225500"}),
        (faults.primary_limit(reset_in=1e9), 403, "API rate", {"x-ratelimit-reset": "2767225600"}),
        (faults.primary_limit(reset="never"), 403, "API rate", {"x-ratelimit-reset": "never"}),
        (faults.too_many(), 429, "Too Many Requests", {"retry-after": None, "x-ratelimit-reset": None}),
        (faults.answered(404, "Not Found"), 404, "Not Found", {}),
        (faults.answered(409), 409, "Conflict", {}),
        (faults.answered(410, "This issue was deleted"), 410, "This issue was deleted", {}),
        (faults.answered(451), 451, "Unavailable For Legal Reasons", {}),
    ],
    ids=lambda value: value.name if isinstance(value, faults.Fault) else "",
)
def test_refusals(
    github: FakeGithub,
    alice: httpx2.Client,
    fault: faults.Fault,
    status: int,
    message: str,
    headers: dict[str, str | None],
) -> None:
    github.inject(fault)
    answer = alice.post(ISSUES, json=NEW)
    assert answer.status_code == status
    assert answer.json()["message"].startswith(message)
    assert answer.json()["documentation_url"].startswith("https://docs.github.com/")
    assert {name: answer.headers.get(name) for name in headers} == headers
    assert (stored(github), github.log[0].changed) == (0, False)


@pytest.mark.parametrize("errors", [None, [{"resource": "Issue", "field": "title", "code": "custom"}]])
def test_validation_may_or_may_not_name_fields(
    github: FakeGithub, alice: httpx2.Client, errors: list[dict[str, Any]] | None
) -> None:
    github.inject(faults.invalid(errors))
    answer = alice.post(ISSUES, json=NEW)
    assert (answer.status_code, answer.json().get("errors")) == (422, errors)


@pytest.mark.parametrize("status", [301, 302, 307])
def test_redirects(github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client, status: int) -> None:
    widgets.issue()
    rule = github.inject(faults.redirect(status, "/repositories/1000001/issues/1"))
    answer = alice.get(f"{ISSUES}/1")
    assert (answer.status_code, answer.headers["location"]) == (status, f"{github.url}/repositories/1000001/issues/1")
    rule.times = 2
    assert alice.get(f"{ISSUES}/1", follow_redirects=True).json()["number"] == 1
    github.inject(faults.redirect(status, origin="http://127.0.0.1:9"))
    foreign = alice.get(f"{ISSUES}/1?page=2").headers["location"]
    assert foreign == f"http://127.0.0.1:9{ISSUES}/1?page=2"


# --- bodies


@pytest.mark.parametrize(
    ("fault", "content", "kind"),
    [
        (faults.html_body(), b"<!DOCTYPE", "text/html; charset=utf-8"),
        (faults.wrong_type(), b'{"url"', "text/plain"),
        (faults.empty(), b"", JSON),
        (faults.replaced("[1, 2"), b"[1, 2", JSON),
        (faults.broken_json(0.01), b'{"url"', JSON),
    ],
    ids=lambda value: value.name if isinstance(value, faults.Fault) else "",
)
def test_bodies_that_cannot_be_read(
    github: FakeGithub, alice: httpx2.Client, fault: faults.Fault, content: bytes, kind: str
) -> None:
    github.inject(fault)
    answer = alice.post(ISSUES, json=NEW)
    assert (answer.status_code, answer.headers["content-type"]) == (201, kind)
    assert answer.content.startswith(content)
    assert (len(answer.content) > 0) == (content != b"")
    assert stored(github) == 1
    if fault.name != "wrong_type":
        with pytest.raises(ValueError):
            answer.json()


def test_fields_may_be_missing_or_of_another_type(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client
) -> None:
    widgets.issue(labels=["bug", "help wanted"])
    changes = {"/0/user": None, "/0/number": "one", "/*/labels/*/name": 7, "/0/a~1b": {"new": True}}
    github.inject(faults.edited(changes, remove=["/*/title", "/0/labels/1", "/0/nothing"]))
    (issue,) = alice.get(ISSUES).json()
    assert (issue["user"], issue["number"], issue["a/b"]) == (None, "one", {"new": True})
    assert ([label["name"] for label in issue["labels"]], "title" in issue) == ([7], False)
    assert alice.get(ISSUES).json()[0]["title"] == "An issue"


def test_labels_may_be_bare_names(github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue(labels=["bug"])
    github.inject(faults.bare_labels(), times=2)
    assert alice.get(ISSUES).json()[0]["labels"] == alice.get(f"{ISSUES}/1").json()["labels"] == ["bug"]


def test_searches_may_be_incomplete(github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    github.inject(faults.edited({"/incomplete_results": True}), path="/search/issues")
    assert alice.get("/search/issues", params={"q": "x"}).json()["incomplete_results"] is True


def test_fields_of_a_request_may_be_dropped(github: FakeGithub, alice: httpx2.Client) -> None:
    github.inject(faults.dropped(["labels", "assignees"]))
    made = alice.post(ISSUES, json={"title": "New", "labels": ["bug"], "assignees": ["alice"]})
    assert (made.status_code, made.json()["title"], made.json()["labels"]) == (201, "New", [])
    assert alice.get(f"{ISSUES}/1").json()["assignees"] == []


@pytest.mark.parametrize(("length", "expected"), [(False, None), (True, "0")])
def test_no_content_with_and_without_a_length(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client, length: bool, expected: str | None
) -> None:
    widgets.issue()
    github.inject(faults.no_content(length))
    answer = alice.put(f"{ISSUES}/1/lock")
    assert (answer.status_code, answer.content, answer.headers.get("content-length")) == (204, b"", expected)
    assert alice.get(f"{ISSUES}/1").json()["locked"]


# --- links


def test_links_that_lead_astray(github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.many_issues(3)
    for fault, expected in [
        (faults.linked("/elsewhere?x=1"), f"{github.url}/elsewhere?x=1"),
        (faults.foreign_link("http://example.invalid"), f"http://example.invalid{ISSUES}?per_page=2&page=2"),
        (faults.self_link(), f"{github.url}{ISSUES}?per_page=2"),
        (faults.endless_links(), f"{github.url}{ISSUES}?per_page=2&page=2"),
    ]:
        github.inject(fault)
        assert links(alice.get(f"{ISSUES}?per_page=2")) == {"next": expected}
    github.inject(faults.no_links())
    assert links(alice.get(f"{ISSUES}?per_page=2")) == {}


def test_links_may_never_end(github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue()
    github.inject(faults.endless_links(), times=5)
    assert walk(alice, ISSUES) == [[1], [], [], [], [], []]


# --- others who act at the same time


def test_somebody_changes_an_issue_between_a_read_and_a_write(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client, bob: httpx2.Client
) -> None:
    widgets.issue("Before", user="bob")
    errand = faults.Errand("bob", "PATCH", f"{ISSUES}/1", {"title": "After"})
    github.inject(faults.meanwhile(errand), "GET", f"{ISSUES}/1")
    assert [alice.get(f"{ISSUES}/1").json()["title"] for _ in range(2)] == ["Before", "After"]
    # What others do is neither in the log nor a change by this request.
    assert github.log.lines == [f"GET {ISSUES}/1"] * 2
    assert [(entry.fault, entry.changed) for entry in github.log] == [("meanwhile", False), (None, False)]
    github.inject(faults.meanwhile(action=lambda: widgets.issue("Also"), first=True))
    assert len(alice.get(ISSUES).json()) == 2


def test_tests_change_issues_too(github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    issue = widgets.issue()
    github.advance(60)
    with issue.changing("carol") as change:
        change.close("not_planned")
        change.labels(["bug"])
    found = alice.get(f"{ISSUES}/1").json()
    assert (found["state_reason"], found["closed_by"]["login"]) == ("not_planned", "carol")
    assert found["updated_at"] == "2026-01-01T00:01:00Z"


def test_pages_shift_when_rows_come_and_go(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client, bob: httpx2.Client
) -> None:
    widgets.many_issues(4)
    github.inject(faults.meanwhile(faults.Errand("bob", "POST", ISSUES, NEW)), path=ISSUES)
    assert walk(alice, f"{ISSUES}?per_page=2") == [[4, 3], [3, 2], [1]]
    github.inject(faults.meanwhile(faults.Errand("alice", "PATCH", f"{ISSUES}/5", {"state": "closed"})), path=ISSUES)
    assert walk(alice, f"{ISSUES}?per_page=2") == [[5, 4], [2, 1]]


# --- rules


def test_rules_say_which_request_goes_wrong(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client, bob: httpx2.Client
) -> None:
    widgets.issue()
    rules = [
        github.inject(faults.answered(500), method="POST"),
        github.inject(faults.answered(501), path=f"{ISSUES}/[0-9]+"),
        github.inject(faults.answered(502), path=ISSUES, nth=2, times=2),
        github.inject(faults.answered(503), token="bob", times=None),
    ]
    assert alice.post(ISSUES, json=NEW).status_code == 500
    assert [alice.get(f"{ISSUES}/1").status_code for _ in range(2)] == [501, 200]
    # The request by its id has the same route; the POST went to the first rule.
    assert [alice.get("/repositories/1000001/issues").status_code for _ in range(4)] == [200, 502, 502, 200]
    assert [bob.get("/user").status_code for _ in range(3)] == [503, 503, 503]
    assert [(rule.seen, rule.applied) for rule in rules] == [(1, 1), (2, 1), (4, 2), (3, 3)]


def test_a_token_may_be_refused_once_or_always(github: FakeGithub, alice: httpx2.Client) -> None:
    github.inject(faults.unauthorized())
    assert [alice.get("/user").status_code for _ in range(2)] == [401, 200]
    github.inject(faults.unauthorized(), times=None)
    assert [alice.get("/user").status_code for _ in range(3)] == [401, 401, 401]


OPTIONS: dict[str, dict[str, object]] = {
    "answered": {"status": 409},
    "dropped": {"fields": ["labels"]},
    "edited": {"set": {"/title": 1}},
    "linked": {"to": "/x"},
    "meanwhile": {"requests": [{"token": "bob", "method": "GET", "path": "/user"}]},
    "partial_data": {"field": "viewer"},
    "replaced": {"text": "x"},
}


@pytest.mark.parametrize("name", faults.CATALOGUE)
def test_every_fault_can_be_asked_for_in_json(name: str) -> None:
    rule = from_json(json.loads(json.dumps({"fault": name, "with": OPTIONS.get(name, {}), "method": "GET", "nth": 3})))
    assert isinstance(rule, Rule)
    assert (rule.fault.name, rule.method, rule.nth, rule.times) == (name, "GET", 3, 1)
