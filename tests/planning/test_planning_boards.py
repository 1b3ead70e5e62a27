"""Boards over the wire: putting issues on them, writing into their fields, and reading them."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.github.boards import ProjectBuilder
from fakes.github.builders import RepositoryBuilder
from fakes.github.store import node_id
from planning_world import LOGIN, OWNER, Planner, World
from test_planning_issues import asked, named, sent

FIND, FIND_OF_USER, ON_BOARDS, ITEMS = "query organization", "query user", "query repository", "query node"
ADD, SET = "mutation addProjectV2ItemById", "mutation updateProjectV2ItemFieldValue"


def which(board: ProjectBuilder) -> dict[str, Any]:
    """The two arguments that name a board."""
    return {"projectOwnerLogin": board.project.owner.login, "projectNumber": board.project.number}


def item_id(item: Any) -> str:
    return node_id("ProjectV2Item", item.id)


def test_an_issue_is_put_on_a_board_once(
    planner: Planner, home: RepositoryBuilder, board: ProjectBuilder, world: World
) -> None:
    issue = home.issue()
    place = {**named(home), **which(board), "issueNumber": 1}
    look = [FIND, *asked(home, "GET {place}/issues/1"), ON_BOARDS]
    world.board().add(issue)
    made = planner.gives("add_item_to_project", **place, asks=[*look, ADD])
    (item,) = board.project.items
    assert made == {"itemId": item_id(item), "existed": False}
    assert item.content is issue.issue
    again = planner.gives("add_item_to_project", **place, asks=look)
    assert again == {"itemId": item_id(item), "existed": True}
    assert len(board.project.items) == 1


def test_a_user_may_own_the_board(planner: Planner, home: RepositoryBuilder, world: World) -> None:
    home.issue()
    board = world.board(LOGIN)
    place = {**named(home), **which(board), "issueNumber": 1}
    look = [FIND, *asked(home, "GET {place}/issues/1")]
    error = planner.refused("add_item_to_project", "resolve_project_id", **place, asks=look[:1])
    assert error["lookupStep"] == "resolve_project_node_id"
    of_user = [FIND_OF_USER, look[1], ON_BOARDS, ADD]
    made = planner.gives("add_item_to_project", **place, projectOwnerType="user", asks=of_user)
    assert made == {"itemId": item_id(board.project.items[0]), "existed": False}
    items = planner.gives("get_project_items", **which(board), projectOwnerType="user", asks=[FIND_OF_USER, ITEMS])
    assert len(items["items"]) == 1


FIELDS: dict[str, tuple[str, Any, Any, str]] = {
    # The kind: the column, what is given, what is sent, and what then stands there.
    "text": ("Note", {"text": "Ask Bob"}, {"text": "Ask Bob"}, "Ask Bob"),
    "number": ("Size", {"number": 2.5}, {"number": 2.5}, "2.5"),
    "date": ("Due", {"date": "2026-02-01"}, {"date": "2026-02-01"}, "2026-02-01"),
}


@pytest.mark.parametrize("kind", FIELDS)
def test_a_field_is_set(planner: Planner, board: ProjectBuilder, kind: str) -> None:
    name, given, value, shown = FIELDS[kind]
    _set(planner, board, name, {"kind": kind, **given}, value)
    (held,) = board.project.items[0].values.values()
    assert str(held) == shown


def test_members_of_other_kinds_are_dropped(planner: Planner, board: ProjectBuilder) -> None:
    _set(planner, board, "Note", {"kind": "text", "text": "Ask Bob", "number": 3, "color": "red"}, {"text": "Ask Bob"})


def test_a_choice_is_made(planner: Planner, board: ProjectBuilder) -> None:
    option = board.named("Status").options[1]
    _set(planner, board, "Status", {"kind": "singleSelect", "optionId": option.id}, {"singleSelectOptionId": option.id})
    assert list(board.project.items[0].values.values()) == [option]


def test_an_iteration_is_chosen(planner: Planner, board: ProjectBuilder) -> None:
    sprint = board.named("Sprint").iterations[1]
    _set(planner, board, "Sprint", {"kind": "iteration", "iterationId": sprint.id}, {"iterationId": sprint.id})
    assert list(board.project.items[0].values.values()) == [sprint]


COLUMNS = {"Status": "ProjectV2SingleSelectField", "Sprint": "ProjectV2IterationField"}


def _set(planner: Planner, board: ProjectBuilder, name: str, given: Any, value: Any) -> None:
    item = board.draft()
    field = node_id(COLUMNS.get(name, "ProjectV2Field"), board.named(name).id)
    made = planner.gives(
        "set_field_value", **which(board), itemId=item_id(item), fieldId=field, value=given, asks=[FIND, SET]
    )
    assert made == {"itemId": item_id(item)}
    # Members that are not set are left out: null would mean something else.
    assert sent(planner)["variables"] == {
        "projectId": board.node_id,
        "itemId": item_id(item),
        "fieldId": field,
        "value": value,
    }


VALUES: dict[str, Any] = {
    "no-kind": {"text": "x"},
    "unknown-kind": {"kind": "color", "text": "x"},
    "missing-member": {"kind": "text", "number": 3},
    "type": {"kind": "number", "number": "3"},
    "no-object": "text",
    "null": None,
}


@pytest.mark.parametrize("case", VALUES)
def test_a_value_has_to_be_of_its_kind(planner: Planner, board: ProjectBuilder, case: str) -> None:
    place = {**which(board), "itemId": "PVTI_1", "fieldId": "PVTF_1"}
    error = planner.refused("set_field_value", "github_api_error", **place, value=VALUES[case], asks=[])
    assert error["field"].partition(".")[0] == "value"


def test_a_board_is_read(planner: Planner, home: RepositoryBuilder, board: ProjectBuilder, world: World) -> None:
    issue, pull, private = (
        home.issue("Sign in", labels=["bug"]),
        home.pull("Passkeys"),
        world.repository(private=True, collaborators={}),
    )
    rows = [
        board.add(issue, Note="Ask Bob", Size=3, Due="2026-02-01", Status="Done", Sprint="Sprint 1"),
        board.add(pull, Size=0),
        board.draft("Think", Note=""),
        board.add(private.issue("Secret")),
    ]
    found = planner.gives("get_project_items", **which(board), asks=[FIND, ITEMS])
    place = home.repository.full_name
    fields = [
        {"fieldName": "Title", "text": "Sign in"},
        {"fieldName": "Status", "optionName": "Done"},
        {"fieldName": "Note", "text": "Ask Bob"},
        {"fieldName": "Size", "number": 3},
        {"fieldName": "Due", "date": "2026-02-01"},
    ]
    # What is no text, number, date or choice is not told: labels, the repository, an iteration.
    assert list(found) == ["items"]
    assert found["items"][0] == {
        "id": item_id(rows[0]),
        "title": "Sign in",
        "number": 1,
        "repo": place,
        "fieldValues": fields,
    }
    assert found["items"][1] == {
        "id": item_id(rows[1]),
        "title": "Passkeys",
        "number": 2,
        "repo": place,
        "fieldValues": [{"fieldName": "Title", "text": "Passkeys"}, {"fieldName": "Size", "number": 0}],
    }
    assert found["items"][2] == {
        "id": item_id(rows[2]),
        "title": "Think",
        "number": None,
        "repo": None,
        "fieldValues": [{"fieldName": "Title", "text": "Think"}, {"fieldName": "Note", "text": ""}],
    }
    # An issue that the token may not see is a row all the same.
    assert found["items"][3] == {
        "id": item_id(rows[3]),
        "title": None,
        "number": None,
        "repo": None,
        "fieldValues": [],
    }


def test_a_long_board_is_read_page_by_page(planner: Planner, board: ProjectBuilder) -> None:
    titles = [f"Draft {number}" for number in range(201)]
    for title in titles:
        board.draft(title)
    found = planner.gives("get_project_items", **which(board), asks=[FIND, ITEMS, ITEMS, ITEMS])
    assert [item["title"] for item in found["items"]] == titles
    first, second, third = (entry.body["variables"] for entry in planner.world.github.log if entry.fields == ("node",))
    assert "after" not in first
    assert first["first"] == 100
    assert second["after"] != third["after"]


def test_a_board_longer_than_can_be_told_is_an_error(planner: Planner, board: ProjectBuilder) -> None:
    for number in range(1000):
        board.draft(str(number))
    found = planner.gives("get_project_items", **which(board), asks=[FIND, *[ITEMS] * 10])
    assert len(found["items"]) == 1000
    board.draft("One too many")
    planner.refused("get_project_items", "github_api_error", **which(board), asks=[FIND, *[ITEMS] * 10])


def test_an_empty_board_is_read(planner: Planner, board: ProjectBuilder) -> None:
    assert planner.gives("get_project_items", **which(board), asks=[FIND, ITEMS]) == {"items": []}
    assert board.project.owner.login == OWNER
