"""What the tests of the fakes share: a running fake with one repository, and clients that talk to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx2
import pytest
from fakes.github import FakeGithub
from fakes.github.builders import RepositoryBuilder

Connect = Callable[..., httpx2.Client]


@pytest.fixture
def github() -> Iterator[FakeGithub]:
    with FakeGithub() as fake:
        yield fake


@pytest.fixture
def widgets(github: FakeGithub) -> RepositoryBuilder:
    """A repository that Alice may push to, and Bob may read."""
    return github.repository("acme/widgets", collaborators={"alice": "push"}, labels=["bug", "help wanted"])


@pytest.fixture
def planned(github: FakeGithub, widgets: RepositoryBuilder) -> RepositoryBuilder:
    """The repository of `widgets`, in an organization that has types of issues."""
    github.organization("acme", issue_types=["Task", "Bug"])
    return widgets


@pytest.fixture
def connect(github: FakeGithub) -> Iterator[Connect]:
    """Return a function that gives a client with a new token; its arguments are those of the token."""
    clients: list[httpx2.Client] = []

    def connected(name: str = "alice", **facts: object) -> httpx2.Client:
        value = github.token(name, **facts).value
        headers = {"authorization": f"Bearer {value}", "accept": "application/vnd.github+json"}
        # Loading certificates would take longer than most of these tests.
        clients.append(httpx2.Client(base_url=github.url, headers=headers, timeout=5, verify=False))
        return clients[-1]

    yield connected
    for client in clients:
        client.close()


@pytest.fixture
def alice(connect: Connect, widgets: RepositoryBuilder) -> httpx2.Client:
    return connect("alice")


@pytest.fixture
def bob(connect: Connect, widgets: RepositoryBuilder) -> httpx2.Client:
    return connect("bob")
