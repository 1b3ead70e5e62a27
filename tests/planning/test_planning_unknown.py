"""Writes whose answer is lost, or no answer: the error says that nobody knows, and nothing is sent twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fakes.github import faults
from fakes.github.boards import ProjectBuilder
from fakes.github.builders import RepositoryBuilder
from planning_world import Facts, Planner
from test_planning_boards import ADD, FIND, ON_BOARDS, SET, which
from test_planning_errors import NEW
from test_planning_issues import ATTACH, CREATE, GET, NESTING, asked, named

UNKNOWN = "Whether it took effect is unknown: look on GitHub before trying again."
LOST: dict[str, Callable[[], Any]] = {
    "lost": lambda: faults.closed(stored=True),
    "lost-before": lambda: faults.closed(stored=False),
    "reset": lambda: faults.reset(stored=True),
    "cut": lambda: faults.cut(),
    "500": lambda: faults.server_error(500),
    "502": lambda: faults.server_error(502, "html", stored=True),
    "503": lambda: faults.server_error(503, "empty", retry_after="5"),
    "504": lambda: faults.server_error(504),
    "no-json": lambda: faults.html_body(),
}
GRAPHQL: dict[str, Callable[[], Any]] = {
    "untyped": lambda: faults.untyped_error(stored=True),
    "neither": lambda: faults.neither(stored=True),
}
LINES = {
    "create_issue": CREATE,
    "add_sub_issue": ATTACH,
    "add_item_to_project": ADD,
    "set_field_value": SET,
    "create_discussion": "mutation createDiscussion",
    "create_milestone": "POST {place}/milestones",
    "update_issue": "PATCH {place}/issues/1",
    "assign_milestone": "PATCH {place}/issues/1",
}


def prepared(tool: str, home: RepositoryBuilder, board: ProjectBuilder) -> tuple[Facts, list[str]]:
    """The arguments of a call that could write, and what is asked before it does."""
    home.issue()
    home.issue()
    home.milestone("1.0")
    home.category("Ideas")
    place = named(home)
    value = {"itemId": "PVTI_1", "fieldId": "PVTF_1", "value": {"kind": "text", "text": "x"}}
    calls: dict[str, tuple[Facts, list[str]]] = {
        "create_issue": ({**place, **NEW}, [GET]),
        "add_sub_issue": (
            {**place, "parentNumber": 1, "childNumber": 2},
            ["GET {place}/issues/1", "GET {place}/issues/2", NESTING],
        ),
        "add_item_to_project": ({**place, **which(board), "issueNumber": 1}, [FIND, "GET {place}/issues/1", ON_BOARDS]),
        "set_field_value": ({**which(board), **value}, [FIND]),
        "create_discussion": (
            {**place, "categoryName": "Ideas", "title": "T", "body": "B"},
            [GET, "query repository"],
        ),
        "create_milestone": ({**place, "title": "2.0"}, []),
        "update_issue": ({**place, "number": 1, "title": "T"}, []),
        "assign_milestone": ({**place, "issueNumber": 1, "milestoneNumber": 1}, []),
    }
    args, asks = calls[tool]
    return args, asked(home, *asks, LINES[tool])


def lose(planner: Planner, tool: str, fault: Any) -> None:
    kind, _, rest = LINES[tool].partition(" ")
    github = planner.world.github
    github.inject(fault, root=rest) if kind == "mutation" else github.inject(fault, method=kind)


def doubted(planner: Planner, tool: str, home: RepositoryBuilder, board: ProjectBuilder, fault: Any) -> Facts:
    """The error of a call whose write nobody knows about; it is made once."""
    args, asks = prepared(tool, home, board)
    lose(planner, tool, fault)
    error = planner.refused(tool, "github_api_error", **args, asks=asks)
    assert error["message"].endswith(UNKNOWN)
    assert planner.waits == []
    return error


@pytest.mark.parametrize("how", LOST)
@pytest.mark.parametrize("tool", LINES)
def test_a_write_without_an_answer_is_in_doubt(
    planner: Planner, home: RepositoryBuilder, board: ProjectBuilder, tool: str, how: str
) -> None:
    error = doubted(planner, tool, home, board, LOST[how]())
    assert error.get("status") == (int(how) if how.isdigit() else error.get("status"))


@pytest.mark.parametrize("how", GRAPHQL)
@pytest.mark.parametrize("tool", [tool for tool, line in LINES.items() if line.startswith("mutation")])
def test_a_mutation_that_says_nothing_is_in_doubt(
    planner: Planner, home: RepositoryBuilder, board: ProjectBuilder, tool: str, how: str
) -> None:
    doubted(planner, tool, home, board, GRAPHQL[how]())


@pytest.mark.parametrize("tool", [tool for tool, line in LINES.items() if line.startswith("mutation")])
def test_a_mutation_that_is_refused_is_not_in_doubt(
    planner: Planner, home: RepositoryBuilder, board: ProjectBuilder, tool: str
) -> None:
    args, asks = prepared(tool, home, board)
    lose(planner, tool, faults.typed_error("FORBIDDEN", "Resource not accessible"))
    error = planner.refused(tool, "github_api_error", **args, asks=asks)
    assert error["graphqlErrors"][0]["type"] == "FORBIDDEN"
    assert error["message"] == "Resource not accessible"
    assert UNKNOWN not in error["message"]


def test_a_github_that_cannot_be_reached_was_sent_nothing(planner: Planner, home: RepositoryBuilder) -> None:
    with planner.world.github.refusing():
        error = planner.refused("create_milestone", "github_api_error", **named(home), title="1.0", asks=[])
    assert UNKNOWN not in error["message"]
