"""Completions: the owners and repositories that the token sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from agents import INDEX, ISSUE, Agent
from anyio.from_thread import BlockingPortal
from worlds import MIXED, Server, Way, repository, world_in

REPOS = "GET /user/repos?per_page=100"


@pytest.fixture(scope="module", params=MIXED, ids=str)
def sighted(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, e2e_portal: BlockingPortal
) -> Iterator[Agent]:
    """An agent whose token sees repositories of several owners, and one that it does not see."""
    way: Way = request.param
    with world_in(tmp_path_factory.mktemp("completions")) as world:
        for name in ("acme/apples", "acme/Anchors", "Ada/engine", "bob/apples"):
            world.github.repository(name, collaborators={"alice": "read"}, private=True)
        world.github.repository("acme/attic", private=True)
        with Server(world, e2e_portal, way.transport) as server:
            yield Agent(world, server.client(way.era), e2e_portal, repository(world))


@pytest.fixture
def visible(sighted: Agent) -> Agent:
    """The same, when nothing that was read is remembered any more."""
    sighted.world.pass_time(30)
    return sighted


@pytest.mark.parametrize(
    ("argument", "typed", "chosen", "expected"),
    [
        ("owner", "", None, ["acme", "Ada", "bob"]),
        ("owner", "a", None, ["acme", "Ada"]),
        ("owner", "AC", None, ["acme"]),
        ("owner", "zz", None, []),
        ("repo", "a", None, ["apples", "Anchors"]),
        ("repo", "a", {"owner": "ACME"}, ["apples", "Anchors"]),
        ("repo", "", {"owner": "ada"}, ["engine"]),
        ("repo", "a", {"owner": "nobody"}, []),
    ],
)
@pytest.mark.parametrize("template", [INDEX, ISSUE])
def test_owners_and_repositories_complete(
    visible: Agent, template: str, argument: str, typed: str, chosen: Any, expected: list[str]
) -> None:
    found = visible.completes(argument, typed, uri=template, chosen=chosen, asks=[REPOS])
    assert sorted(found.values) == sorted(expected)
    assert (found.total, found.has_more) == (len(expected), False)


def test_completions_ask_once_in_half_a_minute(visible: Agent) -> None:
    visible.completes("owner", "a", asks=[REPOS])
    visible.completes("owner", "ac", asks=[])
    visible.completes("repo", "", chosen={"owner": "acme"}, asks=[])
    visible.world.pass_time(29)
    visible.completes("repo", "ap", asks=[])
    visible.world.pass_time(1)
    visible.completes("owner", "acm", asks=[REPOS])


def test_what_is_no_owner_and_no_repository_completes_to_nothing(visible: Agent) -> None:
    assert visible.completes("state", "o", asks=[]).values == []
    assert visible.completes("issue_number", "1", uri=ISSUE, asks=[]).values == []


def test_a_hundred_values_are_given_of_those_there_are(visible: Agent) -> None:
    for number in range(250):
        visible.world.github.repository(f"many/repo-{number}", collaborators={"alice": "read"})
    asks = [REPOS, f"{REPOS}&page=2", f"{REPOS}&page=3"]
    found = visible.completes("repo", "repo-", chosen={"owner": "many"}, asks=asks)
    assert (len(found.values), found.total, found.has_more) == (100, 250, True)
