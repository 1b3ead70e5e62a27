"""The server of GitHub comments in front of a fake GitHub that knows its app; each test has a repository."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from tests.lost.place import Home, Place, place
from tests.lost.server import Server, Start


@pytest.fixture(scope="session")
def comments_portal() -> Iterator[BlockingPortal]:
    """The event loop clients live in."""
    with start_blocking_portal() as started:
        yield started


@pytest.fixture(scope="session")
def github_place() -> Iterator[Place]:
    """A GitHub with an app."""
    with place() as made:
        yield made


@pytest.fixture(scope="session")
def server(
    github_place: Place, comments_portal: BlockingPortal, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server that looks installations up, over stdio."""
    log = tmp_path_factory.mktemp("server") / "log"
    with Server(comments_portal, github_place.environment(), log) as started:
        yield started


@pytest.fixture
def home(github_place: Place) -> Home:
    """A repository of an account for which the app has no token yet."""
    made = github_place.home()
    github_place.github.log.clear()
    return made


@pytest.fixture
def start(github_place: Place, comments_portal: BlockingPortal, tmp_path: Path) -> Iterator[Start]:
    """A function that starts a server of the test's own, which works in the folder of the test."""
    with ExitStack() as stack:

        def started(transport: str = "stdio", era: str = "modern", **settings: str | None) -> Server:
            environment = github_place.environment(**settings)
            made = Server(comments_portal, environment, tmp_path / "log", transport=transport, era=era)
            return stack.enter_context(made)

        yield started


@pytest.fixture(autouse=True)
def no_fault_is_left(github_place: Place) -> Iterator[None]:
    """Every fault that a test asked for has to have happened."""
    yield
    rules, github_place.github.rules.queue = github_place.github.rules.queue, []
    assert all(rule.applied for rule in rules), rules
