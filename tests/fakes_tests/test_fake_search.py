"""The search of the fake."""

from __future__ import annotations

import httpx2
import pytest
from fakes.github import FakeGithub
from fakes.github.builders import RepositoryBuilder
from test_fake_paging import links

SEARCH = "/search/issues"


def found(client: httpx2.Client, query: str, **more: str) -> list[int]:
    answer = client.get(SEARCH, params={"q": query, **more})
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body["total_count"] == len(body["items"])
    return [item["number"] for item in body["items"]]


@pytest.fixture
def filled(widgets: RepositoryBuilder) -> RepositoryBuilder:
    widgets.label("good first issue")
    widgets.label("a,b")
    widgets.issue("Crash on start", "It crashes with a stack overflow.", labels=["bug"], user="bob")
    widgets.issue("Slow start", "Takes ages.", labels=["good first issue", "a,b"], assignees=["alice"])
    widgets.issue("Old crash", "Gone.", state="closed", updated_at="2026-02-01T00:00:00Z")
    widgets.pull("Mend the crash", "Fixes it.").comment("A stack trace would help")
    return widgets


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("repo:acme/widgets", {1, 2, 3, 4}),
        ("is:issue", {1, 2, 3}),
        ("is:pr", {4}),
        ("type:issue state:open", {1, 2}),
        ("is:closed", {3}),
        ('label:"good first issue"', {2}),
        ('label:"A,B"', {2}),
        ("label:bug,nothing", {1}),
        ("-label:bug is:issue is:open", {2}),
        ("no:assignee is:open is:issue", {1}),
        ("assignee:alice", {2}),
        ("assignee:@me", {2}),
        ("author:bob", {1}),
        ("commenter:author", {4}),
        ("updated:>=2026-01-15", {3}),
        ("updated:>=2026-01-15T00:00:00Z", {3}),
        ("updated:<2026-01-15", {1, 2, 4}),
        ("updated:2026-01-01..2026-01-31", {1, 2, 4}),
        ("updated:2026-02-01", {3}),
        ("updated:>2026-02-01", set()),
        ("crash", {1, 3, 4}),
        ("CRASH start", {1}),
        ("stack", {1, 4}),
        ("stack in:body", {1}),
        ("stack in:title", set()),
        ('"stack overflow"', {1}),
        ('"overflow stack"', set()),
        ("crash -old", {1, 4}),
        ("crash ???", {1, 3, 4}),
        ("nonsense:value", set()),
        ("org:acme crash is:open", {1, 4}),
    ],
)
def test_qualifiers_and_words(filled: RepositoryBuilder, alice: httpx2.Client, query: str, expected: set[int]) -> None:
    assert set(found(alice, query)) == expected


def test_results_are_sorted(filled: RepositoryBuilder, alice: httpx2.Client) -> None:
    # The best match has the word in its title and in its text.
    assert found(alice, "start") == [2, 1]
    assert found(alice, "is:issue", sort="updated")[0] == 3
    assert found(alice, "is:issue", sort="created", order="asc") == [1, 2, 3]
    assert found(alice, "repo:acme/widgets", sort="comments")[0] == 4


def test_results_are_issues_with_a_score(filled: RepositoryBuilder, alice: httpx2.Client) -> None:
    body = alice.get(SEARCH, params={"q": "author:bob"}).json()
    assert body.keys() == {"total_count", "incomplete_results", "items"}
    issue = alice.get("/repos/acme/widgets/issues/1").json()
    assert body["items"] == [issue | {"score": 1.0}]


@pytest.mark.parametrize("query", ["repo:acme/nothing x", "repo:acme/secret is:issue", "user:nobody"])
def test_what_cannot_be_seen_cannot_be_searched(
    github: FakeGithub, filled: RepositoryBuilder, alice: httpx2.Client, query: str
) -> None:
    github.repository("acme/secret", private=True, issues=[{"title": "Hidden"}])
    answer = alice.get(SEARCH, params={"q": query})
    assert answer.status_code == 422
    assert answer.json()["message"] == "Validation Failed"
    (error,) = answer.json()["errors"]
    assert (error["resource"], error["field"], error["code"]) == ("Search", "q", "invalid")
    assert error["message"].startswith("The listed users and repositories cannot be searched either because")
    assert found(alice, "hidden") == []


@pytest.mark.parametrize(("query", "code"), [("", "missing"), ("x" * 257, "invalid")])
def test_searches_that_are_refused(alice: httpx2.Client, query: str, code: str) -> None:
    answer = alice.get(SEARCH, params={"q": query})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, code)


def test_qualifiers_do_not_count_as_length(filled: RepositoryBuilder, alice: httpx2.Client) -> None:
    assert found(alice, f"repo:acme/widgets is:issue -label:{'x' * 300} crash") == [3, 1]


def test_no_more_than_a_thousand_results(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.many_issues(1010)
    first = alice.get(SEARCH, params={"q": "repo:acme/widgets", "per_page": "100"})
    assert (first.json()["total_count"], len(first.json()["items"])) == (1010, 100)
    assert links(first)["last"].endswith("&page=10")
    assert len(alice.get(links(first)["last"]).json()["items"]) == 100
    past = alice.get(SEARCH, params={"q": "repo:acme/widgets", "per_page": "100", "page": "11"})
    assert (past.status_code, past.json()["message"]) == (422, "Only the first 1000 search results are available")


def test_the_search_may_lag_behind(github: FakeGithub, filled: RepositoryBuilder, alice: httpx2.Client) -> None:
    github.search_lag(30)
    alice.post("/repos/acme/widgets/issues", json={"title": "A fresh crash"})
    alice.patch("/repos/acme/widgets/issues/1", json={"title": "Renamed", "body": ""})
    assert set(found(alice, "crash")) == {1, 3, 4}
    github.advance(30)
    assert set(found(alice, "crash")) == {3, 4, 5}


def test_some_tokens_must_say_what_they_look_for(
    github: FakeGithub, filled: RepositoryBuilder, alice: httpx2.Client
) -> None:
    value = github.token("app", kind="installation").value
    headers = {"authorization": f"Bearer {value}"}
    answer = alice.get(SEARCH, params={"q": "crash"}, headers=headers)
    assert answer.json()["errors"][0]["message"] == "Query must include 'is:issue' or 'is:pull-request'"
    assert alice.get(SEARCH, params={"q": "crash is:issue"}, headers=headers).status_code == 200
