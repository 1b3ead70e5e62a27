"""GraphQL on the fake: what it answers, and the ways in which that fails."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from fakes.github import FakeGithub, faults
from fakes.github.builders import RepositoryBuilder
from fakes.github.graphql.document import Field, ParseError, parsed, root_fields

ADD = """
mutation Add($input: AddCommentInput!) {
  addComment(input: $input) { commentEdge { node { body author { login } } } subject { id } }
}
"""


def ask(client: httpx2.Client, query: str, **variables: object) -> dict[str, Any]:
    answer = client.post("/graphql", json={"query": query, "variables": variables})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def node(client: httpx2.Client, number: int = 1) -> str:
    found: str = client.get(f"/repos/acme/widgets/issues/{number}").json()["node_id"]
    return found


def test_documents_say_what_comes_back(github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue("Broken", labels=["bug"], comments=["One", "Two"])
    query = """
      # Whatever stands in comments and between the words does not count.
      query Find($owner: String!, $name: String = "widgets", $number: Int!) {
        me: viewer { login __typename }
        repository(owner: $owner, name: $name) {
          ...Names
          issue(number: $number) {
            title state author { login }
            labels(first: 10) { nodes { name } }
            comments(first: 1) { totalCount nodes { body } pageInfo { hasNextPage endCursor } }
          }
        }
      }
      fragment Names on Repository { nameWithOwner }
    """
    body = ask(alice, query, owner="acme", number=1)
    page = body["data"]["repository"]["issue"].pop("comments")
    assert body == {
        "data": {
            "me": {"login": "alice", "__typename": "User"},
            "repository": {
                "nameWithOwner": "acme/widgets",
                "issue": {
                    "title": "Broken",
                    "state": "OPEN",
                    "author": {"login": "author"},
                    "labels": {"nodes": [{"name": "bug"}]},
                },
            },
        }
    }
    assert (page["totalCount"], page["nodes"], page["pageInfo"]["hasNextPage"]) == (2, [{"body": "One"}], True)
    after = page["pageInfo"]["endCursor"]
    rest = """query ($id: ID!, $after: String) { node(id: $id) { ... on Issue {
      comments(first: 1, after: $after) { nodes { body } pageInfo { hasNextPage } } } } }"""
    second = ask(alice, rest, id=node(alice), after=after)["data"]["node"]["comments"]
    assert second == {"nodes": [{"body": "Two"}], "pageInfo": {"hasNextPage": False}}
    assert github.log[0].fields == ("viewer", "repository")
    assert github.log.writes == []


def test_a_mutation_stores(github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue()
    subject = node(alice)
    body = ask(alice, ADD, input={"subjectId": subject, "body": 'Said "so"'})
    made = {"body": 'Said "so"', "author": {"login": "alice"}}
    assert body == {"data": {"addComment": {"commentEdge": {"node": made}, "subject": {"id": subject}}}}
    assert alice.get("/repos/acme/widgets/issues/1/comments").json()[0]["body"] == 'Said "so"'
    assert [(entry.fields, entry.changed) for entry in github.log.writes] == [(("addComment",), True)]


def test_what_is_not_there_is_an_error_with_a_type(
    github: FakeGithub, widgets: RepositoryBuilder, bob: httpx2.Client
) -> None:
    github.repository("acme/secret", private=True)
    for name in ("secret", "nothing"):
        body = ask(bob, f'{{ viewer {{ login }} repository(owner: "acme", name: "{name}") {{ id }} }}')
        assert body["data"] == {"viewer": {"login": "bob"}, "repository": None}
        (error,) = body["errors"]
        assert error == {
            "type": "NOT_FOUND",
            "path": ["repository"],
            "locations": [{"line": 1, "column": 20}],
            "message": f"Could not resolve to a Repository with the name 'acme/{name}'.",
        }
    missing = ask(bob, '{ repository(owner: "acme", name: "widgets") { name issue(number: 9) { id } } }')
    assert missing["data"] == {"repository": {"name": "widgets", "issue": None}}
    assert missing["errors"][0]["path"] == ["repository", "issue"]


def test_a_refused_mutation_has_no_value(widgets: RepositoryBuilder, alice: httpx2.Client, bob: httpx2.Client) -> None:
    widgets.issue(locked=True)
    refused = ask(bob, ADD, input={"subjectId": node(bob), "body": "x"})
    assert refused["data"] == {"addComment": None}
    message = "Unable to create comment because issue is locked."
    assert [(error["type"], error["message"]) for error in refused["errors"]] == [("FORBIDDEN", message)]
    nowhere = ask(alice, ADD, input={"subjectId": "I_nothing", "body": "x"})
    assert nowhere["errors"][0]["type"] == "NOT_FOUND"
    assert "data" in ask(alice, ADD, input={"subjectId": node(alice), "body": "x"})


def test_what_does_not_fit_the_types_is_not_carried_out(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client
) -> None:
    widgets.issue()
    before = github.picture()
    body = ask(alice, ADD.replace("subject { id }", "subject { id nonsense }"), input={"subjectId": node(alice)})
    assert body == {
        "errors": [
            {
                "path": ["mutation", "addComment", "subject", "nonsense"],
                "extensions": {"code": "undefinedField", "typeName": "Node", "fieldName": "nonsense"},
                "locations": [{"line": 3, "column": 91}],
                "message": "Field 'nonsense' doesn't exist on type 'Node'",
            }
        ]
    }
    assert "errors" in ask(alice, "query ($id: ID!) { node(id: $id) { id } }")
    unnamed = ask(alice, "{ repository { id } }")["errors"][0]
    assert unnamed["message"] == "Field 'repository' is missing required arguments: owner, name"
    assert ask(alice, "{ viewer { login }")["errors"][0]["message"] == "Parse error on end of file at [1, 19]"
    assert alice.post("/graphql", json={}).status_code == 400
    assert github.picture() == before


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{ a b: c(x: 1) { d } }", ("a", "c")),
        ("  # query\n\n mutation{createIssue(input:{a:[1,{b:$c}],d:E}){issue{id}}}", ("createIssue",)),
        ('query Q($a: [Int!]! = [1], $b: X) @d(e: "f") { g(h: """a "quoted" b""") @i }', ("g",)),
        ("fragment F on T { x } query { ...F y }", ("y",)),
        ("{ a", ()),
        ("", ()),
        ("{ ! }", ()),
        ("{ a } ~", ()),
    ],
)
def test_root_fields_are_found_whatever_the_layout(text: str, expected: tuple[str, ...]) -> None:
    assert root_fields(text) == expected


def test_values_are_read() -> None:
    text = '{ a(s: "\\u00e9\\n", b: """ x """, i: -1, f: 1.5e3, t: true, n: null, e: OPEN, l: [1 2], o: {k: "v"}) }'
    (field,) = parsed(text).operations[0].selections
    assert isinstance(field, Field)
    assert field.arguments == {
        "s": "é\n", "b": "x", "i": -1, "f": 1500.0, "t": True, "n": None, "e": "OPEN", "l": [1, 2], "o": {"k": "v"},
    }  # fmt: skip
    with pytest.raises(ParseError, match=r'Parse error on "\)" at \[2, 3\]'):
        parsed("{ a(\nb:) }")


def test_a_spent_budget_is_told_with_the_status_of_success(github: FakeGithub, alice: httpx2.Client) -> None:
    github.limit("alice", "graphql", 1)
    assert "data" in ask(alice, "{ viewer { login } }")
    spent = alice.post("/graphql", json={"query": "{ viewer { login } }"})
    assert (spent.status_code, spent.headers["x-ratelimit-remaining"]) == (200, "0")
    assert [error["type"] for error in spent.json()["errors"]] == ["RATE_LIMITED"]
    assert alice.get("/user").status_code == 200


# --- faults


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (faults.typed_error("FORBIDDEN", "no"), {"data": {"addComment": None}, "types": ["FORBIDDEN"]}),
        (faults.untyped_error(), {"data": None, "types": [None]}),
        (faults.untyped_error(stored=True), {"data": None, "types": [None]}),
        (faults.neither(), {"types": []}),
        (faults.schema_error(), {"types": [None]}),
        (faults.points_spent(), {"types": ["RATE_LIMITED"]}),
        (
            faults.partial_data("addComment.commentEdge"),
            {"data": {"addComment": {"commentEdge": None, "subject": None}}, "types": ["FORBIDDEN"]},
        ),
    ],
    ids=lambda value: value.name if isinstance(value, faults.Fault) else "",
)
def test_faults(
    github: FakeGithub,
    widgets: RepositoryBuilder,
    alice: httpx2.Client,
    fault: faults.Fault,
    expected: dict[str, object],
) -> None:
    issue = widgets.issue()
    subject = node(alice)
    rule = github.inject(fault, root="addComment")
    assert ask(alice, "{ viewer { login } }") == {"data": {"viewer": {"login": "alice"}}}
    body = ask(alice, ADD, input={"subjectId": subject, "body": "x"})
    found = {"types": [error.get("type") for error in body.pop("errors", [])], **body}
    if fault.name == "partial_data":
        found["data"]["addComment"]["subject"] = None
    assert found == expected
    assert (rule.applied, len(issue.issue.comments)) == (1, int(fault.stored and fault.name != "neither"))


def test_page_information_may_lie(github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue()
    query = """{ repository(owner: "acme", name: "widgets") {
      issues(first: 1) { nodes { number } pageInfo { hasNextPage endCursor } } } }"""
    info = "/data/repository/issues/pageInfo"

    def told() -> object:
        return ask(alice, query)["data"]["repository"]["issues"].get("pageInfo")

    more = {f"{info}/hasNextPage": True}
    for fault, expected in [
        (faults.edited(more), {"hasNextPage": True, "endCursor": "Y3Vyc29yOnYyOjE="}),
        (faults.edited(more | {f"{info}/endCursor": None}), {"hasNextPage": True, "endCursor": None}),
        (faults.edited(remove=[info]), None),
    ]:
        github.inject(fault, root="repository")
        assert told() == expected
    assert told() == {"hasNextPage": False, "endCursor": "Y3Vyc29yOnYyOjE="}
