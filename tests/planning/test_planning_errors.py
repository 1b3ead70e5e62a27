"""Every code that the planning server can answer with, and the data beside it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from fakes.github import faults
from fakes.github.boards import ProjectBuilder
from fakes.github.builders import IssueBuilder, RepositoryBuilder
from planning_world import LOGIN, OWNER, Facts, Planner, World
from test_planning_boards import FIND, ITEMS, which
from test_planning_issues import ATTACH, CREATE, GET, MIF, NESTING, TYPES, asked, named

NEW = {"title": "T", "body": "B", "mif": MIF}


def data(error: Facts) -> Facts:
    """The data of an error: all but its message."""
    return {key: value for key, value in error.items() if key != "message"}


def below(home: RepositoryBuilder, above: int) -> IssueBuilder:
    """An issue with so many others above it."""
    chain = [home.issue(f"Level {level}") for level in range(above + 1)]
    for parent, child in itertools.pairwise(chain):
        parent.sub_issue(child)
    return chain[-1]


def attaching(home: RepositoryBuilder, parent: IssueBuilder, child: IssueBuilder) -> tuple[Facts, list[str]]:
    """The arguments that attach a child, and what is asked before it is."""
    numbers = {"parentNumber": parent.number, "childNumber": child.number}
    asks = [f"GET {{place}}/issues/{number}" for number in numbers.values()]
    return {**named(home), **numbers}, asked(home, *asks, NESTING)


def test_a_child_with_seven_issues_above_it_is_the_last(planner: Planner, home: RepositoryBuilder) -> None:
    parent, child, grandchild = below(home, 6), home.issue("Child"), home.issue("Grandchild")
    args, asks = attaching(home, parent, child)
    planner.gives("add_sub_issue", **args, asks=[*asks, ATTACH])
    assert child.issue.parent is parent.issue
    args, asks = attaching(home, child, grandchild)
    error = planner.refused("add_sub_issue", "limit_exceeded", **args, asks=asks)
    assert data(error) == {"limit": "max_nesting_levels", "parentLevel": 8, "max": 8}
    assert grandchild.issue.parent is None


def test_a_hundredth_sub_issue_is_the_last(planner: Planner, home: RepositoryBuilder) -> None:
    parent, last, more, *children = home.many_issues(102)
    for child in children:
        parent.sub_issue(child)
    args, asks = attaching(home, parent, last)
    planner.gives("add_sub_issue", **args, asks=[*asks, ATTACH])
    args, asks = attaching(home, parent, more)
    error = planner.refused("add_sub_issue", "limit_exceeded", **args, asks=asks)
    assert data(error) == {"limit": "max_sub_issues_per_parent", "current": 100, "max": 100}


STEPS: dict[str, tuple[Facts, str, int]] = {
    # What cannot be found: the step that it is, and how many requests are made up to it.
    "label": ({"labels": ["nothing"]}, "resolve_label_id", 2),
    "person": ({"assignees": ["nobody-at-all"]}, "resolve_user_id", 2),
    "milestone": ({"milestoneNumber": 9}, "resolve_milestone_id", 2),
}


@pytest.mark.parametrize("case", STEPS)
def test_what_an_issue_names_has_to_be_there(planner: Planner, home: RepositoryBuilder, case: str) -> None:
    given, step, count = STEPS[case]
    path = {"label": "{place}/labels/nothing", "person": "/users/nobody-at-all", "milestone": "{place}/milestones/9"}
    asks = asked(home, GET, f"GET {path[case]}")
    error = planner.refused("create_issue", "resolve_issue_id", **named(home), **NEW, **given, asks=asks)
    assert data(error) == {"lookupStep": step, "cause": "Not Found"}
    assert len(asks) == count


def test_repositories_and_issues_have_to_be_there(
    planner: Planner, home: RepositoryBuilder, board: ProjectBuilder
) -> None:
    missing = {"owner": OWNER, "repo": "nothing"}
    for tool, args, path in (
        ("create_issue", NEW, ""),
        ("create_discussion", {"categoryName": "Ideas", "title": "T", "body": "B"}, ""),
        ("add_sub_issue", {"parentNumber": 1, "childNumber": 2}, "/issues/1"),
        ("add_item_to_project", {"issueNumber": 1, **which(board)}, "/issues/1"),
    ):
        asks = [*([FIND] if "issueNumber" in args else []), f"GET /repos/{OWNER}/nothing{path}"]
        error = planner.refused(tool, "resolve_issue_id", **missing, **args, asks=asks)
        step = "resolve_issue_node_id" if path else "resolve_repository_id"
        assert data(error) == {"lookupStep": step, "cause": "Not Found"}
    home.issue()
    asks = asked(home, "GET {place}/issues/1", "GET {place}/issues/7")
    error = planner.refused(
        "add_sub_issue", "resolve_issue_id", **named(home), parentNumber=1, childNumber=7, asks=asks
    )
    assert data(error) == {"lookupStep": "resolve_issue_node_id", "cause": "Not Found"}


def test_a_board_has_to_be_there(planner: Planner, home: RepositoryBuilder, world: World) -> None:
    home.issue()
    for login, number in ((OWNER, 9999), ("nobody-at-all", 1), (LOGIN, 1)):
        place = {"projectOwnerLogin": login, "projectNumber": number}
        error = planner.refused("get_project_items", "resolve_project_id", **place, asks=[FIND])
        assert set(data(error)) == {"lookupStep", "cause"}
        assert error["lookupStep"] == "resolve_project_node_id"
        assert error["cause"].startswith("Could not resolve to a")
    args = {"itemId": "PVTI_1", "fieldId": "PVTF_1", "value": {"kind": "text", "text": "x"}}
    planner.refused("set_field_value", "resolve_project_id", **place, **args, asks=[FIND])


@pytest.mark.parametrize("status", [401, 410, 422, 451, 500, 503])
def test_a_lookup_that_fails_otherwise_says_why(planner: Planner, home: RepositoryBuilder, status: int) -> None:
    planner.world.github.inject(faults.answered(status, "Just so"), path=f"/repos/{home.repository.full_name}")
    error = planner.refused("create_issue", "resolve_issue_id", **named(home), **NEW, asks=asked(home, GET))
    assert data(error) == {"lookupStep": "resolve_repository_id", "cause": "Just so"}


def test_a_type_has_to_be_the_organizations(planner: Planner, home: RepositoryBuilder) -> None:
    home.issue()
    expected = {"org": OWNER, "typeName": "Saga", "available": ["Task", "Bug", "Feature"]}
    args = {**named(home), "issueType": "Saga"}
    error = planner.refused("create_issue", "unknown_issue_type", **args, **NEW, asks=[*asked(home, GET), TYPES])
    assert data(error) == expected
    error = planner.refused("update_issue", "unknown_issue_type", **args, number=1, title="New", asks=[TYPES])
    assert data(error) == expected
    assert home.repository.issues[1].title != "New"


def test_users_have_no_types(planner: Planner, world: World) -> None:
    home = world.repository(LOGIN)
    home.issue()
    expected = {"org": LOGIN, "typeName": "Bug", "available": []}
    args = {**named(home), "issueType": "Bug"}
    error = planner.refused("create_issue", "unknown_issue_type", **args, **NEW, asks=[*asked(home, GET), TYPES])
    assert data(error) == expected
    error = planner.refused("update_issue", "unknown_issue_type", **args, number=1, asks=[TYPES])
    assert data(error) == expected


def test_refusals_carry_their_status_or_what_graphql_said(
    planner: Planner, home: RepositoryBuilder, board: ProjectBuilder
) -> None:
    error = planner.refused(
        "list_milestones",
        "github_api_error",
        owner=OWNER,
        repo="nothing",
        asks=[f"GET /repos/{OWNER}/nothing/milestones?state=open&per_page=100"],
    )
    assert (error["status"], error["message"]) == (404, "Not Found")
    assert "graphqlErrors" not in error
    error = planner.refused(
        "list_sub_issues", "github_api_error", **named(home), parentNumber=7, asks=["query repository"]
    )
    (told,) = error["graphqlErrors"]
    assert (told["type"], told["path"]) == ("NOT_FOUND", ["repository", "issue"])
    assert told["message"] in error["message"]
    planner.world.github.inject(faults.schema_error(), root="node")
    error = planner.refused("get_project_items", "github_api_error", **which(board), asks=[FIND, ITEMS])
    assert error["graphqlErrors"][0]["extensions"]["code"] == "undefinedField"
    planner.world.github.inject(faults.neither(), root="node")
    planner.refused("get_project_items", "github_api_error", **which(board), asks=[FIND, ITEMS])


def test_pages_that_do_not_go_on_are_an_error(planner: Planner, board: ProjectBuilder) -> None:
    for _ in range(101):
        board.draft()
    for how, count in (("unchanged", 2), ("null", 1)):
        planner.world.github.inject(faults.stuck_pages(how), root="node", times=None)
        planner.refused("get_project_items", "github_api_error", **which(board), asks=[FIND, *[ITEMS] * count])
        planner.world.github.rules.queue.clear()


def test_what_is_wrong_with_arguments_is_told(planner: Planner, home: RepositoryBuilder) -> None:
    wrong: list[tuple[str, Any, str]] = [
        ("mif", {"id": "a:b", "type": "Story", "namespace": "n"}, "mif.id"),
        ("mif", {"id": "a", "type": "Saga", "namespace": "n"}, "mif.type"),
        ("mif", {"id": "a", "type": "Story"}, "mif.namespace"),
        ("labels", "bug", "labels"),
        ("milestoneNumber", 1.5, "milestoneNumber"),
        ("title", None, "title"),
    ]
    for name, value, field in wrong:
        args = {**named(home), **NEW, name: value}
        error = planner.refused("create_issue", "github_api_error", **args, asks=[])
        assert (error["field"], field in error["message"]) == (field, True)
    assert CREATE not in planner.asked
