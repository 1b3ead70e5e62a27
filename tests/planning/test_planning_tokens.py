"""Tokens: none at all, those that have scopes, those that have none, and one that `gh` keeps."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.github.boards import ProjectBuilder
from fakes.github.builders import RepositoryBuilder
from planning_world import TOKEN, Planner, Start, World
from test_planning_boards import ADD, FIND, ON_BOARDS, SET, which
from test_planning_errors import NEW, data
from test_planning_issues import asked, named

USER = "GET /user"
VALUE = {"itemId": "PVTI_1", "fieldId": "PVTF_1", "value": {"kind": "text", "text": "x"}}


def on_board(home: RepositoryBuilder, board: ProjectBuilder) -> dict[str, Any]:
    home.issue()
    return {**named(home), **which(board), "issueNumber": 1}


@pytest.mark.parametrize("settings", [{"GITHUB_TOKEN": None}, {"GITHUB_TOKEN": ""}], ids=["absent", "empty"])
def test_without_a_token_nothing_is_asked(
    start: Start, home: RepositoryBuilder, board: ProjectBuilder, settings: dict[str, Any]
) -> None:
    planner = start(**settings)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("create_issue", {**named(home), **NEW}),
        ("list_milestones", named(home)),
        ("add_item_to_project", {**named(home), **which(board), "issueNumber": 1}),
        ("get_project_items", which(board)),
        ("get_session_context", named(home)),
    ]
    for tool, args in calls:
        error = planner.refused(tool, "missing_scope", **args, asks=[])
        assert data(error) == {"presentScopes": []}
        assert "GITHUB_TOKEN" in error["message"]


def test_a_token_that_gh_keeps_is_used(start: Start, home: RepositoryBuilder, world: World) -> None:
    folder = world.folder / f"bin-{world.number()}"
    folder.mkdir()
    gh = folder / "gh"
    gh.write_text(f'#!/bin/sh\n[ "$*" = "auth token" ] && echo {TOKEN}\n', encoding="ascii")
    gh.chmod(0o755)
    planner = start(GITHUB_TOKEN=None, PATH=str(folder))
    asks = asked(home, "GET {place}/milestones?state=open&per_page=100")
    assert planner.gives("list_milestones", **named(home), asks=asks) == []


def test_a_classic_token_needs_the_scope_and_is_looked_up_once(
    start: Start, home: RepositoryBuilder, board: ProjectBuilder, world: World
) -> None:
    planner = start(GITHUB_TOKEN=world.token("reader", scopes=["repo", "read:project"]))
    args = on_board(home, board)
    expected = {"missingScope": "project", "presentScopes": ["repo", "read:project"]}
    # Nothing is looked up for a call that cannot end well.
    error = planner.refused("add_item_to_project", "missing_scope", **args, asks=[USER])
    assert data(error) == expected
    error = planner.refused("set_field_value", "missing_scope", **which(board), **VALUE, asks=[])
    assert data(error) == expected
    assert not board.project.items


def test_a_classic_token_without_any_scope_of_boards(
    start: Start, home: RepositoryBuilder, board: ProjectBuilder, world: World
) -> None:
    planner = start(GITHUB_TOKEN=world.token("coder", scopes=["repo"]))
    args = on_board(home, board)
    expected = {"missingScope": "project", "presentScopes": ["repo"]}
    error = planner.refused("set_field_value", "missing_scope", **which(board), **VALUE, asks=[USER])
    assert data(error) == expected
    error = planner.refused("add_item_to_project", "missing_scope", **args, asks=[])
    assert data(error) == expected


def test_a_scope_that_is_there_is_looked_up_once(
    start: Start, home: RepositoryBuilder, board: ProjectBuilder, world: World
) -> None:
    planner = start(GITHUB_TOKEN=world.token("boarder", scopes=["repo", "project"]))
    args = on_board(home, board)
    look = [FIND, *asked(home, "GET {place}/issues/1"), ON_BOARDS]
    planner.gives("add_item_to_project", **args, asks=[USER, *look, ADD])
    board.project.items.clear()
    planner.gives("add_item_to_project", **args, asks=[*look, ADD])


@pytest.mark.parametrize("kind", ["fine_grained", "installation"])
def test_tokens_with_permissions_are_not_looked_up(
    start: Start, home: RepositoryBuilder, board: ProjectBuilder, world: World, kind: str
) -> None:
    permissions = {"issues": "write", "metadata": "read", "organization_projects": "write"}
    access = {home.repository.full_name: "push"}
    planner = start(GITHUB_TOKEN=world.token(kind, kind=kind, permissions=permissions, access=access))
    args = on_board(home, board)
    look = [FIND, *asked(home, "GET {place}/issues/1"), ON_BOARDS]
    made = planner.gives("add_item_to_project", **args, asks=[*look, ADD])
    assert made["existed"] is False
    planner.refused("set_field_value", "github_api_error", **which(board), **VALUE, asks=[FIND, SET])


def test_a_token_that_does_not_count_is_an_error_of_github(start: Start, home: RepositoryBuilder) -> None:
    planner: Planner = start(GITHUB_TOKEN="ghp_unknown")
    asks = asked(home, "GET {place}/milestones?state=open&per_page=100")
    error = planner.refused("list_milestones", "github_api_error", **named(home), asks=asks)
    assert (error["status"], error["message"]) == (401, "Bad credentials")
