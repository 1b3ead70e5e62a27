"""The server in front of a fake GitHub, over every transport and in both eras; tests share processes where they can."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from agents import Agent, Start
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from worlds import MIXED, WAYS, Server, Way, World, repository, world_in

Connected = Callable[[Way], Client]


@pytest.fixture(scope="session")
def e2e_portal() -> Iterator[BlockingPortal]:
    """The event loop clients live in."""
    with start_blocking_portal() as started:
        yield started


@pytest.fixture(scope="session")
def shared_world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A world in which time stands still; every test has a repository of its own there."""
    with world_in(tmp_path_factory.mktemp("world")) as world:
        yield world


@pytest.fixture(scope="session")
def connected(shared_world: World, e2e_portal: BlockingPortal) -> Iterator[Connected]:
    """A function that gives the client for a way. One process over HTTP serves both eras."""
    servers: dict[Way | str, Server] = {}
    clients: dict[Way, Client] = {}
    with ExitStack() as stack:

        def client(way: Way) -> Client:
            if way not in clients:
                process = "http" if way.transport == "http" else way
                if process not in servers:
                    servers[process] = stack.enter_context(Server(shared_world, e2e_portal, way.transport))
                clients[way] = servers[process].client(way.era)
            return clients[way]

        yield client


@pytest.fixture(params=MIXED, ids=str)
def agent(
    request: pytest.FixtureRequest, connected: Connected, shared_world: World, e2e_portal: BlockingPortal
) -> Agent:
    """An agent in an empty repository that it may push to, over both transports and in both eras."""
    return Agent(shared_world, connected(request.param), e2e_portal, repository(shared_world))


@pytest.fixture(params=WAYS, ids=str)
def agent_everywhere(
    request: pytest.FixtureRequest, connected: Connected, shared_world: World, e2e_portal: BlockingPortal
) -> Agent:
    """The same over every transport in every era."""
    return Agent(shared_world, connected(request.param), e2e_portal, repository(shared_world))


@pytest.fixture(autouse=True)
def no_fault_is_left(shared_world: World) -> Iterator[None]:
    """Every fault that a test asked for has to have happened."""
    yield
    rules, shared_world.github.rules.queue = shared_world.github.rules.queue, []
    assert all(rule.applied for rule in rules), rules


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A world of the test's own."""
    with world_in(tmp_path) as made:
        yield made


@pytest.fixture
def start(world: World, e2e_portal: BlockingPortal) -> Iterator[Start]:
    """A function that starts a server in the test's own world: its way, options and settings are given."""
    with ExitStack() as stack:
        home = repository(world)

        def started(way: Way, *args: str, **settings: Any) -> tuple[Server, Agent]:
            server = stack.enter_context(Server(world, e2e_portal, way.transport, *args, **settings))
            return server, Agent(world, server.client(way.era), e2e_portal, home)

        yield started
