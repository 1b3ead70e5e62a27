"""The planning server in front of a fake GitHub: most tests share one process, whose settings they write themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fakes.github import FakeGithub
from fakes.github.boards import ProjectBuilder
from fakes.github.builders import RepositoryBuilder
from planning_world import Planner, Start, World, given


@pytest.fixture(scope="session")
def planning_portal() -> Iterator[BlockingPortal]:
    """The event loop clients live in."""
    with start_blocking_portal() as started:
        yield started


@pytest.fixture(scope="session")
def planning_world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with FakeGithub() as github:
        yield World(github, tmp_path_factory.mktemp("planning"))


@pytest.fixture(scope="session")
def shared_planner(planning_world: World, planning_portal: BlockingPortal) -> Iterator[Planner]:
    with planning_world.planner(planning_portal) as started:
        # The scopes of its token are looked up before the first write to a board, and known from then on.
        place, board = planning_world.repository(), planning_world.board()
        place.issue()
        names = {"owner": "acme", "repo": place.repository.name, "issueNumber": 1}
        which = {"projectOwnerLogin": "acme", "projectNumber": board.project.number}
        given(started.begin("add_item_to_project", **names, **which).result())
        yield started


@pytest.fixture
def world(planning_world: World) -> Iterator[World]:
    """The world without settings; every fault that a test asks for has to happen."""
    planning_world.no_settings()
    yield planning_world
    rules, planning_world.github.rules.queue = planning_world.github.rules.queue, []
    assert all(rule.applied for rule in rules), rules


@pytest.fixture
def planner(world: World, shared_planner: Planner) -> Planner:
    """The client of the server that tests share."""
    return shared_planner


@pytest.fixture
def start(world: World, planning_portal: BlockingPortal) -> Iterator[Start]:
    """A function that starts a server of the test's own, given its environment."""
    with ExitStack() as stack:

        def started(**settings: Any) -> Planner:
            return stack.enter_context(world.planner(planning_portal, **settings))

        yield started


@pytest.fixture
def home(world: World) -> RepositoryBuilder:
    """An empty repository of the organization."""
    return world.repository(labels=["bug", "a b/c"])


@pytest.fixture
def board(world: World) -> ProjectBuilder:
    """An empty board of the organization."""
    fields = [
        {"name": "Note"},
        {"name": "Size", "kind": "number"},
        {"name": "Due", "kind": "date"},
        {"name": "Sprint", "kind": "iteration", "iterations": ["2026-01-05", "2026-01-19"]},
    ]
    return world.board(fields=fields)
