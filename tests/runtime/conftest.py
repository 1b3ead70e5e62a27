"""The demo server, started once per transport and era for all tests that only ask it something."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from desks import Desk
from serving import Program, Speaker, assemble, speaker, stdio_target, web

WAYS = [(transport, era) for transport in ("stdio", "http") for era in ("modern", "legacy")]


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that holds the package `demo`."""
    return assemble(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="session")
def portal() -> Iterator[BlockingPortal]:
    """The event loop clients live in."""
    with start_blocking_portal() as started:
        yield started


@pytest.fixture(scope="session")
def live_web(package: Path) -> Iterator[tuple[Program, str]]:
    """The server over HTTP."""
    with web(package) as started:
        yield started


@pytest.fixture(scope="session")
def mock_web(package: Path) -> Iterator[tuple[Program, str]]:
    """The server over HTTP, answering from examples with plain JSON responses."""
    with web(package, "--mock", "--json-response") as started:
        yield started


@pytest.fixture(scope="session", params=WAYS, ids=lambda way: "-".join(way))
def live(request: pytest.FixtureRequest, package: Path, portal: BlockingPortal) -> Iterator[Speaker]:
    """A client of the server, over every transport and in both eras."""
    yield from _connected(request, package, portal, fixture="live_web", args=())


@pytest.fixture(scope="session", params=WAYS, ids=lambda way: "-".join(way))
def mock(request: pytest.FixtureRequest, package: Path, portal: BlockingPortal) -> Iterator[Speaker]:
    """A client of the server that answers from its examples."""
    yield from _connected(request, package, portal, fixture="mock_web", args=("--mock",))


def _connected(
    request: pytest.FixtureRequest, package: Path, portal: BlockingPortal, *, fixture: str, args: tuple[str, ...]
) -> Iterator[Speaker]:
    transport, era = request.param
    with ExitStack() as stack:
        target = stdio_target(package, *args) if transport == "stdio" else request.getfixturevalue(fixture)[1]
        yield stack.enter_context(speaker(portal, target, era))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk without configuration files."""
    (tmp_path / "project/deep").mkdir(parents=True)
    return Desk(tmp_path)
