"""Boards of organizations and users on the fake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from fakes.github import FakeGithub, faults
from fakes.github.boards import ProjectBuilder
from fakes.github.builders import RepositoryBuilder
from test_fake_graphql import ask, node

Connect = Callable[..., httpx2.Client]
FIND = """query ($login: String!, $number: Int!) {
  organization(login: $login) { projectV2(number: $number) { id title } }
}"""
ADD = """mutation ($input: AddProjectV2ItemByIdInput!) { addProjectV2ItemById(input: $input) { item { id } } }"""
SET = """mutation ($input: UpdateProjectV2ItemFieldValueInput!) {
  updateProjectV2ItemFieldValue(input: $input) { projectV2Item { id } }
}"""
ITEMS = """query ($id: ID!, $after: String, $size: Int = 100) { node(id: $id) { ... on ProjectV2 {
  items(first: $size, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id type
      content {
        ... on Issue { number title repository { nameWithOwner } }
        ... on PullRequest { number title repository { nameWithOwner } }
        ... on DraftIssue { title }
      }
      fieldValues(first: 20) { nodes {
        ... on ProjectV2ItemFieldTextValue { text field { ...Named } }
        ... on ProjectV2ItemFieldNumberValue { number field { ...Named } }
        ... on ProjectV2ItemFieldDateValue { date field { ...Named } }
        ... on ProjectV2ItemFieldSingleSelectValue { name field { ...Named } }
        ... on ProjectV2ItemFieldIterationValue { title field { ...Named } }
      } }
    }
  }
} } }
fragment Named on ProjectV2FieldCommon { name }"""
SCOPES = ["repo", "project"]


@pytest.fixture
def board(github: FakeGithub, widgets: RepositoryBuilder) -> ProjectBuilder:
    github.organization("acme")
    fields: list[dict[str, Any]] = [
        {"name": "Note"},
        {"name": "Size", "kind": "number"},
        {"name": "Due", "kind": "date"},
        {"name": "Sprint", "kind": "iteration", "iterations": ["2026-01-05", "2026-01-19"]},
    ]
    return github.project("acme", fields=fields, collaborators={"alice": "push", "bob": "read"})


@pytest.fixture
def planner(connect: Connect, board: ProjectBuilder) -> httpx2.Client:
    return connect("planner", login="alice", scopes=SCOPES)


def items(client: httpx2.Client, board: ProjectBuilder, **variables: object) -> dict[str, Any]:
    found: dict[str, Any] = ask(client, ITEMS, id=board.node_id, **variables)["data"]["node"]["items"]
    return found


def types(body: dict[str, Any]) -> list[str | None]:
    return [error.get("type") for error in body["errors"]]


def test_a_board_is_found_by_its_number(github: FakeGithub, board: ProjectBuilder, planner: httpx2.Client) -> None:
    found = ask(planner, FIND, login="acme", number=1)["data"]["organization"]["projectV2"]
    assert found == {"id": board.node_id, "title": "Board"}
    missing = ask(planner, FIND, login="acme", number=2)
    assert missing["data"] == {"organization": {"projectV2": None}}
    assert missing["errors"][0]["path"] == ["organization", "projectV2"]
    assert missing["errors"][0]["message"] == "Could not resolve to a ProjectV2 with the number 2."
    own = github.project("alice", "Mine")
    body = ask(planner, '{ user(login: "alice") { projectV2(number: 1) { id owner { ... on User { login } } } } }')
    assert body["data"]["user"]["projectV2"] == {"id": own.node_id, "owner": {"login": "alice"}}
    assert types(ask(planner, FIND, login="alice", number=1)) == ["NOT_FOUND"]


def test_boards_are_hidden_from_strangers(github: FakeGithub, board: ProjectBuilder, connect: Connect) -> None:
    stranger = connect("carol", scopes=SCOPES)
    assert types(ask(stranger, FIND, login="acme", number=1)) == ["NOT_FOUND"]
    assert types(ask(stranger, ITEMS, id=board.node_id)) == ["NOT_FOUND"]
    board.project.public = True
    assert "errors" not in ask(stranger, FIND, login="acme", number=1)


def test_classic_tokens_need_a_scope_for_boards(
    board: ProjectBuilder, connect: Connect, widgets: RepositoryBuilder
) -> None:
    widgets.issue()
    plain, reader = connect("a", login="alice"), connect("b", login="alice", scopes=["repo", "read:project"])
    body = ask(plain, FIND, login="acme", number=1)
    # These documents are refused before anything is carried out, once for every field that needs the scope.
    assert ("data" in body, types(body)) == (False, ["INSUFFICIENT_SCOPES"] * 3)
    assert body["errors"][0]["message"].startswith(
        "Your token has not been granted the required scopes to execute this query. The 'projectV2' field requires "
        "one of the following scopes: ['read:project'], but your token has only been granted the: ['repo'] scopes."
    )
    assert "errors" not in ask(reader, FIND, login="acme", number=1)
    refused = ask(reader, ADD, input={"projectId": board.node_id, "contentId": node(reader)})
    assert types(refused) == ["INSUFFICIENT_SCOPES"]
    assert "['project']" in refused["errors"][0]["message"]
    assert board.project.items == []


@pytest.mark.parametrize("kind", ["fine_grained", "installation"])
def test_other_tokens_need_a_permission_for_boards(board: ProjectBuilder, connect: Connect, kind: str) -> None:
    without = connect("a", login="alice", kind=kind)
    assert types(ask(without, FIND, login="acme", number=1)) == ["FORBIDDEN"]
    assert types(ask(without, ITEMS, id=board.node_id)) == ["FORBIDDEN"]
    permissions = {"issues": "write", "organization_projects": "write"}
    allowed = connect("b", login="alice", kind=kind, permissions=permissions)
    assert "errors" not in ask(allowed, FIND, login="acme", number=1)


def test_an_issue_is_on_a_board_once(board: ProjectBuilder, planner: httpx2.Client, widgets: RepositoryBuilder) -> None:
    widgets.issue()
    given = {"projectId": board.node_id, "contentId": node(planner)}
    first, second = (ask(planner, ADD, input=given)["data"]["addProjectV2ItemById"]["item"] for _ in range(2))
    assert first == second
    query = """{ repository(owner: "acme", name: "widgets") { issue(number: 1) {
      projectItems(first: 100) { nodes { id project { id } } } } } }"""
    found = ask(planner, query)["data"]["repository"]["issue"]["projectItems"]["nodes"]
    assert found == [{"id": first["id"], "project": {"id": board.node_id}}]
    assert types(ask(planner, ADD, input=given | {"contentId": board.node_id})) == ["NOT_FOUND"]
    assert types(ask(planner, ADD, input=given | {"projectId": "PVT_x"})) == ["NOT_FOUND"]


def test_who_only_reads_changes_nothing(board: ProjectBuilder, connect: Connect, widgets: RepositoryBuilder) -> None:
    widgets.issue()
    bob = connect("b", login="bob", scopes=SCOPES)
    assert types(ask(bob, ADD, input={"projectId": board.node_id, "contentId": node(bob)})) == ["FORBIDDEN"]


def test_rows_tell_what_they_show_and_what_stands_in_them(
    github: FakeGithub, board: ProjectBuilder, planner: httpx2.Client, widgets: RepositoryBuilder
) -> None:
    values = {"Note": "n", "Size": 2.5, "Due": "2026-02-01", "Status": "Done", "Sprint": "Sprint 2"}
    board.add(widgets.issue("Broken", labels=["bug"]), **values)
    board.add(widgets.pull("Mended"))
    board.draft("Someday")
    board.add(github.repository("acme/secret", private=True).issue())
    issue, pull, draft, hidden = items(planner, board)["nodes"]
    place = {"nameWithOwner": "acme/widgets"}
    assert (issue["type"], issue["content"]) == ("ISSUE", {"number": 1, "title": "Broken", "repository": place})
    assert (pull["type"], pull["content"]["number"]) == ("PULL_REQUEST", 2)
    assert (draft["type"], draft["content"]) == ("DRAFT_ISSUE", {"title": "Someday"})
    assert (hidden["type"], hidden["content"], hidden["fieldValues"]["nodes"]) == ("REDACTED", None, [])
    assert issue["fieldValues"]["nodes"] == [
        {"text": "Broken", "field": {"name": "Title"}},
        # Labels and the repository are values of types that were not asked for.
        {},
        {},
        {"name": "Done", "field": {"name": "Status"}},
        {"text": "n", "field": {"name": "Note"}},
        {"number": 2.5, "field": {"name": "Size"}},
        {"date": "2026-02-01", "field": {"name": "Due"}},
        {"title": "Sprint 2", "field": {"name": "Sprint"}},
    ]


def columns(client: httpx2.Client, board: ProjectBuilder) -> dict[str, dict[str, Any]]:
    query = """query ($id: ID!) { node(id: $id) { ... on ProjectV2 { fields(first: 20) { nodes {
      ... on ProjectV2FieldCommon { id name dataType }
      ... on ProjectV2SingleSelectField { options { id name } }
      ... on ProjectV2IterationField { configuration { iterations { id startDate } } }
    } } } } }"""
    nodes = ask(client, query, id=board.node_id)["data"]["node"]["fields"]["nodes"]
    return {item["name"]: item for item in nodes}


def test_values_are_written_by_kind(board: ProjectBuilder, planner: httpx2.Client) -> None:
    board.draft()
    found = columns(planner, board)
    (item,) = items(planner, board)["nodes"]
    option = found["Status"]["options"][1]
    iteration = found["Sprint"]["configuration"]["iterations"][0]
    assert (option["name"], iteration["startDate"]) == ("In Progress", "2026-01-05")

    def write(name: str, **value: object) -> dict[str, Any]:
        ids = {"projectId": board.node_id, "itemId": item["id"], "fieldId": found[name]["id"]}
        return ask(planner, SET, input={**ids, "value": value})

    fitting: list[tuple[str, dict[str, Any]]] = [
        ("Note", {"text": ""}),
        ("Size", {"number": 0}),
        ("Due", {"date": "2026-03-01"}),
        ("Status", {"singleSelectOptionId": option["id"]}),
        ("Sprint", {"iterationId": iteration["id"]}),
    ]
    for name, value in fitting:
        assert write(name, **value)["data"] == {"updateProjectV2ItemFieldValue": {"projectV2Item": {"id": item["id"]}}}
    written = [next(iter(value.values())) for value in items(planner, board)["nodes"][0]["fieldValues"]["nodes"]]
    assert written == ["A draft", "In Progress", "", 0, "2026-03-01", "Sprint 1"]
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("Note", {"number": 1}),
        ("Note", {"text": "x", "number": 1}),
        ("Note", {}),
        ("Status", {"singleSelectOptionId": "nothing"}),
        ("Sprint", {"iterationId": option["id"]}),
        ("Title", {"text": "x"}),
    ]
    for name, value in wrong:
        refused = write(name, **value)
        assert (refused["data"], types(refused)) == ({"updateProjectV2ItemFieldValue": None}, ["UNPROCESSABLE"])
    assert types(write("Due", date="tomorrow")) == [None]


def test_what_is_not_of_the_board_is_not_written(
    github: FakeGithub, board: ProjectBuilder, planner: httpx2.Client
) -> None:
    other = github.project("acme", "Other", collaborators={"alice": "push"})
    board.draft()
    other.draft()
    here, there = ({"item": items(planner, place)["nodes"][0]["id"]} for place in (board, other))
    note = columns(planner, board)["Note"]["id"]

    def write(item: str, field: str) -> list[str | None]:
        ids = {"projectId": board.node_id, "itemId": item, "fieldId": field}
        return types(ask(planner, SET, input={**ids, "value": {"text": "x"}}))

    assert write(there["item"], note) == ["UNPROCESSABLE"]
    assert write(here["item"], columns(planner, other)["Title"]["id"]) == ["UNPROCESSABLE"]
    assert write("PVTI_x", note) == write(here["item"], "PVTF_x") == ["NOT_FOUND"]
    board.project.items[0].archived = True
    assert write(here["item"], note) == ["UNPROCESSABLE"]
    assert items(planner, board)["nodes"] == []


# --- pages


def test_boards_are_read_page_by_page(board: ProjectBuilder, planner: httpx2.Client) -> None:
    for number in range(5):
        board.draft(f"Draft {number}")
    titles, after, pages = [], None, 0
    while True:
        page = items(planner, board, size=2, **({} if after is None else {"after": after}))
        titles += [item["content"]["title"] for item in page["nodes"]]
        after, pages = page["pageInfo"]["endCursor"], pages + 1
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert (titles, pages) == ([f"Draft {number}" for number in range(5)], 3)
    for size, expected in ((0, "ARGUMENT_LIMIT"), (101, "EXCESSIVE_PAGINATION")):
        assert types(ask(planner, ITEMS, id=board.node_id, size=size)) == [expected]
    assert types(ask(planner, ITEMS, id=board.node_id, after="nonsense")) == ["INVALID_CURSOR_ARGUMENTS"]


def test_pages_may_lead_nowhere(github: FakeGithub, board: ProjectBuilder, planner: httpx2.Client) -> None:
    for _ in range(3):
        board.draft()
    github.inject(faults.stuck_pages(), root="node", times=2)
    first = items(planner, board, size=1)["pageInfo"]
    second = items(planner, board, size=1, after=first["endCursor"])["pageInfo"]
    assert first == second == {"hasNextPage": True, "endCursor": first["endCursor"]}
    github.inject(faults.stuck_pages("null"), root="node")
    assert items(planner, board)["pageInfo"] == {"hasNextPage": True, "endCursor": None}
    github.inject(faults.stuck_pages("missing"), root="node")
    assert "pageInfo" not in items(planner, board)
