"""Types of issues, issues that GraphQL creates, milestones and discussions on the fake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from fakes.github import FakeGithub, faults
from fakes.github.builders import RepositoryBuilder
from test_fake_graphql import ask

Connect = Callable[..., httpx2.Client]
REPOSITORY = "/repos/acme/widgets"
TYPES = "query ($login: String!) { organization(login: $login) { issueTypes(first: 25) { nodes { id name } } } }"
CREATE = """mutation ($input: CreateIssueInput!) {
  createIssue(input: $input) { clientMutationId issue { number id url body } }
}"""
DISCUSS = """mutation ($input: CreateDiscussionInput!) {
  createDiscussion(input: $input) { discussion { id number title url } }
}"""


def errors(body: dict[str, Any]) -> list[tuple[str, str]]:
    return [(error["type"], error["message"]) for error in body["errors"]]


def ids_of_types(client: httpx2.Client) -> dict[str, str]:
    nodes = ask(client, TYPES, login="acme")["data"]["organization"]["issueTypes"]["nodes"]
    return {item["name"]: item["id"] for item in nodes}


# --- types


def test_only_organizations_have_types_of_issues(planned: RepositoryBuilder, alice: httpx2.Client) -> None:
    assert list(ids_of_types(alice)) == ["Task", "Bug"]
    body = ask(alice, TYPES, login="alice")
    assert body["data"] == {"organization": None}
    assert errors(body) == [("NOT_FOUND", "Could not resolve to an Organization with the login of 'alice'.")]
    assert "errors" not in ask(alice, '{ user(login: "alice") { id } }')
    assert errors(ask(alice, '{ user(login: "acme") { id } }'))[0][0] == "NOT_FOUND"


def test_an_issue_gets_a_type_by_its_name(planned: RepositoryBuilder, alice: httpx2.Client, bob: httpx2.Client) -> None:
    planned.issue(user="bob")
    path = f"{REPOSITORY}/issues/1"
    typed = alice.patch(path, json={"type": "Bug"}).json()["type"]
    assert (typed["name"], typed["node_id"]) == ("Bug", ids_of_types(alice)["Bug"])
    # An object is no name: it is not even refused. Nor is what only those who push may set.
    for client, given in ((alice, {"name": "Task"}), (bob, "Task")):
        answer = client.patch(path, json={"type": given})
        assert (answer.status_code, answer.json()["type"]["name"]) == (200, "Bug")
    refused = alice.patch(path, json={"type": "Epic"})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "type")
    assert alice.patch(path, json={"type": None}).json()["type"] is None
    assert alice.post(f"{REPOSITORY}/issues", json={"title": "x", "type": "Task"}).json()["type"]["name"] == "Task"


# --- creating


def test_an_issue_is_created_from_ids_that_rest_gave(
    github: FakeGithub, planned: RepositoryBuilder, alice: httpx2.Client
) -> None:
    planned.milestone("1.0")
    given = {
        "repositoryId": alice.get(REPOSITORY).json()["node_id"],
        "title": "New",
        "body": "Text",
        "labelIds": [alice.get(f"{REPOSITORY}/labels/bug").json()["node_id"]],
        "assigneeIds": [alice.get("/users/alice").json()["node_id"]],
        "milestoneId": alice.get(f"{REPOSITORY}/milestones/1").json()["node_id"],
        "issueTypeId": ids_of_types(alice)["Bug"],
        "clientMutationId": "7",
    }
    payload = ask(alice, CREATE, input=given)["data"]["createIssue"]
    found = alice.get(f"{REPOSITORY}/issues/1").json()
    assert payload == {
        "clientMutationId": "7",
        "issue": {"number": 1, "id": found["node_id"], "url": found["html_url"], "body": "Text"},
    }
    assert [label["name"] for label in found["labels"]] == ["bug"]
    assert [user["login"] for user in found["assignees"]] == ["alice"]
    assert (found["milestone"]["title"], found["type"]["name"], found["user"]["login"]) == ("1.0", "Bug", "alice")
    entry = github.log.writes[0]
    assert (entry.operation, entry.fields, entry.changed, entry.answered) == ("mutation", ("createIssue",), True, True)


@pytest.mark.parametrize(
    ("wrong", "type_"),
    [
        ({"repositoryId": "R_nothing"}, "NOT_FOUND"),
        ({"labelIds": ["LA_nothing"]}, "NOT_FOUND"),
        ({"issueTypeId": "IT_nothing"}, "NOT_FOUND"),
        ({"title": " "}, "UNPROCESSABLE"),
        ({"title": "x" * 257}, "UNPROCESSABLE"),
        ({"body": "x" * 65537}, "UNPROCESSABLE"),
    ],
)
def test_what_an_issue_cannot_be_created_from(
    github: FakeGithub, planned: RepositoryBuilder, alice: httpx2.Client, wrong: dict[str, Any], type_: str
) -> None:
    given = {"repositoryId": alice.get(REPOSITORY).json()["node_id"], "title": "New"} | wrong
    before = github.picture()
    body = ask(alice, CREATE, input=given)
    assert (body["data"], [kind for kind, _ in errors(body)]) == ({"createIssue": None}, [type_])
    assert github.picture() == before


def test_what_permissions_leave_out_is_forbidden(planned: RepositoryBuilder, connect: Connect) -> None:
    client = connect("r", kind="installation", permissions={"issues": "read"}, access={"acme/widgets": "push"})
    given = {"repositoryId": client.get(REPOSITORY).json()["node_id"], "title": "New"}
    assert errors(ask(client, CREATE, input=given)) == [("FORBIDDEN", "Resource not accessible by integration")]


# --- milestones


def test_milestones_are_listed_in_pages_and_given_to_issues(planned: RepositoryBuilder, alice: httpx2.Client) -> None:
    planned.issue()
    for number in range(1, 4):
        planned.milestone(f"{number}.0", "closed" if number == 2 else "open")
    path = f"{REPOSITORY}/milestones"
    page = alice.get(path, params={"per_page": 1})
    assert [item["title"] for item in page.json()] == ["1.0"]
    assert [item["title"] for item in alice.get(page.links["next"]["url"]).json()] == ["3.0"]
    assert len(alice.get(path, params={"state": "all"}).json()) == 3
    given = alice.patch(f"{REPOSITORY}/issues/1", json={"milestone": 3})
    assert given.json()["milestone"]["title"] == "3.0"
    assert alice.patch(f"{REPOSITORY}/issues/1", json={"title": "Kept"}).json()["milestone"]["number"] == 3
    assert alice.patch(f"{REPOSITORY}/issues/1", json={"milestone": None}).json()["milestone"] is None
    assert alice.patch(f"{REPOSITORY}/issues/1", json={"milestone": 9}).status_code == 422
    assert alice.post(path, json={"title": "4.0", "due_on": "soon"}).status_code == 422


# --- discussions


def test_discussions_belong_to_categories(github: FakeGithub, planned: RepositoryBuilder, alice: httpx2.Client) -> None:
    for name in ("Ideas", "General"):
        planned.category(name)
    planned.issue()
    planned.discussion("Older", "Ideas")
    github.advance(60)
    categories = ask(
        alice,
        """{ repository(owner: "acme", name: "widgets") { hasDiscussionsEnabled
          discussionCategories(first: 25) { nodes { id name } } } }""",
    )["data"]["repository"]["discussionCategories"]["nodes"]
    assert [item["name"] for item in categories] == ["Ideas", "General"]
    place = alice.get(REPOSITORY).json()["node_id"]
    given = {"repositoryId": place, "categoryId": categories[1]["id"], "title": "Newer", "body": "Text"}
    made = ask(alice, DISCUSS, input=given)["data"]["createDiscussion"]["discussion"]
    assert (made["number"], made["url"]) == (3, "https://github.com/acme/widgets/discussions/3")
    listing = """{ repository(owner: "acme", name: "widgets") {
      discussions(first: 50) { nodes { id number title url category { name } } } } }"""
    rows = ask(alice, listing)["data"]["repository"]["discussions"]["nodes"]
    # The one that changed last comes first; issues and discussions share their numbers.
    assert [(row["number"], row["title"], row["category"]["name"]) for row in rows] == [
        (3, "Newer", "General"),
        (2, "Older", "Ideas"),
    ]
    assert rows[0]["id"] == made["id"]
    assert alice.post(f"{REPOSITORY}/issues", json={"title": "x"}).json()["number"] == 4
    assert errors(ask(alice, DISCUSS, input=given | {"categoryId": place}))[0][0] == "NOT_FOUND"
    assert errors(ask(alice, DISCUSS, input=given | {"title": ""}))[0][0] == "UNPROCESSABLE"


# --- faults


@pytest.mark.parametrize(
    "fault",
    [
        faults.closed(),
        faults.closed(stored=True),
        faults.reset(stored=True),
        faults.hang(),
        faults.hang(stored=True),
        faults.cut(),
    ],
    ids=lambda fault: f"{fault.name}-{fault.stored}",
)
def test_a_lost_mutation_may_have_been_carried_out(
    github: FakeGithub, planned: RepositoryBuilder, alice: httpx2.Client, fault: faults.Fault
) -> None:
    rule = github.inject(fault, operation="mutation", root="createIssue")
    given = {"repositoryId": alice.get(REPOSITORY).json()["node_id"], "title": "New"}
    assert ask(alice, TYPES, login="acme")["data"]
    with pytest.raises(httpx2.TransportError):
        alice.post("/graphql", json={"query": CREATE, "variables": {"input": given}}, timeout=0.3)
    assert (rule.applied, len(planned.repository.issues)) == (1, int(fault.stored))
    entry = github.log[-1]
    assert (entry.operation, entry.fields, entry.answered) == ("mutation", ("createIssue",), False)


@pytest.mark.parametrize(
    ("fault", "status", "wait"),
    [
        (faults.server_error(502, "html"), 502, None),
        (faults.server_error(503, stored=True, retry_after="7"), 503, "7"),
        (faults.secondary_limit(429, "soon"), 429, "soon"),
        (faults.too_many(), 429, None),
        (faults.forbidden("saml"), 403, None),
    ],
    ids=lambda value: value.name if isinstance(value, faults.Fault) else "",
)
def test_a_mutation_may_be_answered_with_another_status(
    github: FakeGithub,
    planned: RepositoryBuilder,
    alice: httpx2.Client,
    fault: faults.Fault,
    status: int,
    wait: str | None,
) -> None:
    given = {"repositoryId": alice.get(REPOSITORY).json()["node_id"], "title": "New"}
    github.inject(fault, root="createIssue", nth=2)
    first, second = (alice.post("/graphql", json={"query": CREATE, "variables": {"input": given}}) for _ in range(2))
    assert (first.status_code, second.status_code, second.headers.get("retry-after")) == (200, status, wait)
    assert (len(planned.repository.issues), github.log[-1].answered) == (1 + fault.stored, True)


def test_a_refusal_uses_the_names_that_were_asked_for(
    github: FakeGithub, planned: RepositoryBuilder, alice: httpx2.Client
) -> None:
    github.inject(faults.typed_error("FORBIDDEN", "no"), operation="query")
    body = ask(alice, "{ me: viewer { login } viewer { id } }")
    assert body["data"] == {"me": None, "viewer": None}
    assert [error["path"] for error in body["errors"]] == [["me"], ["viewer"]]
