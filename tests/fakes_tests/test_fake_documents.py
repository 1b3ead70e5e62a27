"""Which documents the fake's GraphQL refuses: one that does not fit the types is not carried out at all."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from fakes.github import FakeGithub
from fakes.github.builders import RepositoryBuilder
from test_fake_graphql import ask

CREATE = "mutation ($input: CreateIssueInput!) { createIssue(input: $input) { issue { id } } }"
IN = 'repository(owner: "acme", name: "widgets")'


@pytest.mark.parametrize(
    ("document", "code", "message"),
    [
        ("{ nonsense }", "undefinedField", "Field 'nonsense' doesn't exist on type 'Query'"),
        ("{ viewer { login { x } } }", "selectionMismatch", "Selections can't be made on scalars"),
        ("{ viewer }", "selectionMismatch", "Field must have selections (field 'viewer' returns User"),
        (f"{{ {IN} {{ issue {{ id }} }} }}", "missingRequiredArguments", "is missing required arguments: number"),
        (
            f"{{ {IN} {{ issue(number: null) {{ id }} }} }}",
            "argumentLiteralsIncompatible",
            "Argument 'number' on Field",
        ),
        (f'{{ {IN} {{ issue(number: "1") {{ id }} }} }}', "argumentLiteralsIncompatible", "Argument 'number' on Field"),
        (f"{{ {IN} {{ issue(number: 1, x: 2) {{ id }} }} }}", "argumentNotAccepted", "doesn't accept argument 'x'"),
        (f"{{ {IN} {{ issues(first: 1, states: [LOST]) {{ totalCount }} }} }}", "argumentLiteralsIncompatible", "LOST"),
        ("{ node(id: $id) { id } }", "variableNotDefined", "Variable $id is used by anonymous query but not declared"),
        ("query Q($id: ID!) { viewer { id } }", "variableNotUsed", "Variable $id is declared by Q but not used"),
        ("query ($id: String!) { node(id: $id) { id } }", "variableMismatch", "(String! / ID!)"),
        ("query ($id: ID) { node(id: $id) { id } }", "variableMismatch", "(ID / ID!)"),
        ("query ($id: Id!) { node(id: $id) { id } }", "variableRequiresValidType", "Id isn't a defined input type"),
        ("{ node(id: 1) { ... on Isue { id } } }", "undefinedType", "No such type Isue"),
        ("{ viewer { ... on Issue { id } } }", "cannotSpreadFragment", "Fragment on Issue can't be spread inside User"),
        ("{ viewer { id @skip } }", "missingRequiredArguments", "Directive 'skip' is missing required arguments: if"),
        ("{ viewer { id @maybe } }", "undefinedDirective", "Directive @maybe is not defined"),
        ("{ viewer { ...Missing } }", "useAndDefineFragment", "Fragment Missing was used, but not defined"),
        ("{ node(id: 1) { title } }", "undefinedField", "Field 'title' doesn't exist on type 'Node'"),
        (
            'mutation { createIssue(input: {repositoryId: "R_x"}) { issue { id } } }',
            "argumentLiteralsIncompatible",
            "Argument 'input.title' on Field 'createIssue' has an invalid value. Expected value to not be null.",
        ),
    ],
)
def test_documents_that_do_not_fit(alice: httpx2.Client, document: str, code: str, message: str) -> None:
    body = ask(alice, document, id="R_x")
    assert "data" not in body
    (error,) = body["errors"]
    assert (error["extensions"]["code"], "type" in error) == (code, False)
    assert message in error["message"]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({}, "repositoryId (Expected value to not be null), title (Expected value to not be null)"),
        ({"repositoryId": "R_x", "title": None}, "title (Expected value to not be null)"),
        ({"repositoryId": "R_x", "title": 7}, "title (Could not coerce value 7 to String)"),
        ({"repositoryId": "R_x", "title": "x", "labels": []}, "labels (Field is not defined on CreateIssueInput)"),
        ({"repositoryId": "R_x", "title": "x", "labelIds": [None]}, "labelIds.0 (Expected value to not be null)"),
    ],
)
def test_variables_that_do_not_fit(
    github: FakeGithub, alice: httpx2.Client, given: dict[str, Any], problem: str
) -> None:
    before = github.picture()
    body = ask(alice, CREATE, input=given)
    assert "data" not in body
    (error,) = body["errors"]
    assert error["message"] == (f"Variable $input of type CreateIssueInput! was provided invalid value for {problem}")
    assert error["extensions"]["value"] == given
    assert (error["locations"], "type" in error) == ([{"line": 1, "column": 11}], False)
    assert github.picture() == before


def test_a_variable_that_must_be_there_is_missed(alice: httpx2.Client) -> None:
    (error,) = ask(alice, CREATE)["errors"]
    assert error["message"] == "Variable $input of type CreateIssueInput! was provided invalid value"
    assert error["extensions"]["problems"] == [{"path": [], "explanation": "Expected value to not be null"}]


def test_null_clears_and_what_is_left_out_does_not(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    place = alice.get("/repos/acme/widgets").json()["node_id"]
    document = """mutation ($repository: ID!, $title: String!, $body: String, $labels: [ID!]) {
      createIssue(input: {repositoryId: $repository, title: $title, body: $body, labelIds: $labels}) {
        issue { body }
      }
    }"""
    for more in ({}, {"body": None, "labels": None}):
        made = ask(alice, document, repository=place, title="x", **more)
        assert made == {"data": {"createIssue": {"issue": {"body": ""}}}}


def test_one_value_stands_for_a_list(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue(state="closed")
    found = ask(
        alice, f"{{ {IN} {{ issues(first: 1, states: CLOSED) {{ totalCount edges {{ cursor node {{ id }} }} }} }} }}"
    )
    page = found["data"]["repository"]["issues"]
    assert (page["totalCount"], len(page["edges"])) == (1, 1)


def test_aliases_and_fragments_meet_in_one_answer(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue("One")
    widgets.issue("Two")
    document = f"""{{
      {IN} {{
        first: issue(number: 1) {{ ...Half ... on Issue {{ author {{ url }} }} }}
        second: issue(number: 2) {{ title }}
      }}
    }}
    fragment Half on Issue {{ title author {{ ... on User {{ login }} }} }}"""
    found = ask(alice, document)["data"]["repository"]
    assert found == {
        "first": {"title": "One", "author": {"login": "author", "url": "https://github.com/author"}},
        "second": {"title": "Two"},
    }


def test_selections_may_be_left_out(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    document = """query ($long: Boolean!) { viewer {
      login @skip(if: $long) url @include(if: $long) ... @include(if: $long) { __typename }
    } }"""
    assert ask(alice, document, long=False)["data"] == {"viewer": {"login": "alice"}}
    long = {"url": "https://github.com/alice", "__typename": "User"}
    assert ask(alice, document, long=True)["data"] == {"viewer": long}


def test_global_ids_are_those_of_rest(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    issue, pull = widgets.issue(comments=["x"]), widgets.pull()
    widgets.milestone("1.0")
    repository = "/repos/acme/widgets"
    comment = alice.get(f"{repository}/issues/1/comments").json()[0]["node_id"]
    kinds = {
        alice.get(repository).json()["node_id"]: "Repository",
        alice.get(f"{repository}/issues/{issue.number}").json()["node_id"]: "Issue",
        alice.get(f"{repository}/issues/{pull.number}").json()["node_id"]: "PullRequest",
        alice.get(f"{repository}/labels/bug").json()["node_id"]: "Label",
        alice.get(f"{repository}/milestones/1").json()["node_id"]: "Milestone",
        alice.get("/users/alice").json()["node_id"]: "User",
        comment: "IssueComment",
    }
    for text, kind in kinds.items():
        found = ask(alice, "query ($id: ID!) { node(id: $id) { __typename id } }", id=text)
        assert found == {"data": {"node": {"__typename": kind, "id": text}}}
