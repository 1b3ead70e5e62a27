"""Servers that are killed between a write and its answer, and what those that come after them still know."""

from __future__ import annotations

import sqlite3

import pytest
from agents import Agent, Facts, Start, refusal
from fakes.github import faults
from worlds import MIXED, WAYS, Server, Way, World, until

GET = "GET R/issues/1"
ME = "GET /user"
LIST = "GET R/issues?state=open&sort=created&direction=desc&per_page=100"
# How long a server may be silent before another one takes its work over.
LEASE = 7

CREATE = ("github_create_issue", {"title": "Crash", "body": "Again"}, ["POST R/issues"])
COMMENT = ("github_add_comment", {"issue_number": 1, "body": "Hello"}, [GET, "POST R/issues/1/comments"])
Kind = tuple[str, Facts, list[str]]


def look(kind: Kind, since: str) -> list[str]:
    """What is asked to find out whether the write took effect."""
    if kind is CREATE:
        return [ME, f"GET R/issues?state=all&creator=alice&since={since}&sort=created&direction=desc&per_page=100"]
    return [ME, f"GET R/issues/1/comments?since={since}&per_page=20"]


def written(agent: Agent) -> int:
    """How much of it GitHub has."""
    issues = agent.home.repository.issues.values()
    return sum(issue.title == "Crash" for issue in issues) + sum(len(issue.comments) for issue in issues)


def killed(server: Server, agent: Agent, kind: Kind, stored: bool) -> None:
    """Kill a server while it waits for the answer to a write, and GitHub has stored it or has not."""
    tool, args, asks = kind
    agent.world.github.inject(faults.hang(stored=stored), method="POST")
    agent.forget()
    call = agent.begin(tool, idempotency_key="k", **args)
    agent.world.github.log.wait(len(asks))
    until(lambda: agent.world.github.log[-1].fault == "hang")
    server.kill()
    assert call.exception() is not None
    assert agent.asked == asks
    assert written(agent) == stored


@pytest.mark.parametrize(
    ("way", "kind", "stored"),
    [
        (WAYS[0], CREATE, True),
        (WAYS[1], COMMENT, False),
        (WAYS[2], COMMENT, True),
        (WAYS[3], CREATE, False),
    ],
    ids=["create-stored", "comment-lost", "comment-stored", "create-lost"],
)
def test_the_next_server_looks_before_it_writes(world: World, start: Start, way: Way, kind: Kind, stored: bool) -> None:
    tool, args, asks = kind
    server, agent = start(way)
    agent.home.issue("Other")
    since = agent.minute_ago
    killed(server, agent, kind, stored)
    world.pass_time(LEASE)
    again, successor = start(way)
    expected = look(kind, since) + ([] if stored else asks)
    found = successor.gives(tool, idempotency_key="k", asks=expected, **args)
    assert successor.gives(tool, idempotency_key="k", asks=[], **args) == found
    assert written(successor) == 1
    (event,) = [event for event in again.events if event["event"] == "idempotency_reconciled"]
    assert event["found"] is stored


def test_one_that_still_lives_is_not_interfered_with(world: World, start: Start) -> None:
    tool, args, _ = CREATE
    server, agent = start(WAYS[2])
    killed(server, agent, CREATE, stored=True)
    _, successor = start(WAYS[2])
    # For all the others know, the first one is still at work: they wait, and do nothing.
    successor.forget()
    call = successor.begin(tool, idempotency_key="k", **args)
    refusal(successor.begin(tool, idempotency_key="k", title="Else").result(), "invalid_field")
    assert not call.done()
    assert successor.asked == []
    since = successor.minute_ago
    world.pass_time(LEASE)
    successor.given(tool, call.result())
    assert successor.asked == look(CREATE, since)
    assert written(successor) == 1


def test_many_successors_look_once(world: World, start: Start) -> None:
    tool, args, _ = CREATE
    server, agent = start(WAYS[2])
    since = agent.minute_ago
    killed(server, agent, CREATE, stored=True)
    world.pass_time(LEASE)
    successors = [start(way)[1] for way in MIXED]
    successors[0].tools()
    agent.forget()
    calls = [successor.begin(tool, idempotency_key="k", **args) for successor in successors * 3]
    results = [successors[0].given(tool, call.result()) for call in calls]
    assert results == [results[0]] * 6
    assert agent.asked == look(CREATE, since)


@pytest.mark.parametrize("way", MIXED, ids=str)
def test_what_was_handed_out_outlives_a_server(world: World, start: Start, way: Way) -> None:
    server, agent = start(way)
    agent.home.many_issues(120)[0].many_comments(30)
    cursor = agent.gives("github_find_issues", asks=[LIST])["next_cursor"]
    read = agent.gives("github_get_issue", issue_number=1, asks=[GET, "GET R/issues/1/comments?per_page=20"])
    done = agent.gives("github_create_issue", title="Crash", idempotency_key="k", asks=["POST R/issues"])
    server.kill()
    _, successor = start(way)
    page = successor.gives("github_find_issues", cursor=cursor, asks=[LIST])
    assert page["issues"][0]["number"] == 71
    thread = {"issue_number": 1, "cursor": read["comments_cursor"]}
    asks = ["GET R/issues/1/comments?per_page=20&page=2"]
    assert len(successor.gives("github_list_comments", asks=asks, **thread)["comments"]) == 10
    version = read["issue"]["version"]
    asks = [GET, "PATCH R/issues/1"]
    args = {"issue_number": 1, "title": "Other", "expected_version": version}
    successor.gives("github_update_issue", asks=asks, **args)
    error = successor.refused("github_update_issue", "version_conflict", asks=[GET], **args)
    assert error["details"]["value"] == version
    assert successor.gives("github_create_issue", title="Crash", idempotency_key="k", asks=[]) == done


def test_a_store_that_is_damaged_lets_nothing_be_done_twice(world: World, start: Start) -> None:
    server, agent = start(WAYS[2])
    args = {"title": "Crash", "idempotency_key": "k"}
    agent.gives("github_create_issue", asks=["POST R/issues"], **args)
    server.kill()
    for file in world.folder.glob("state.sqlite3*"):
        file.write_bytes(b"this is no database" * 100)
    again, successor = start(WAYS[2])
    successor.refused("github_create_issue", "upstream_unavailable", asks=[], **args)
    assert "state_unavailable" in {event["event"] for event in again.events}
    # What needs no store goes on.
    successor.gives("github_find_issues", asks=[LIST])


def test_a_store_that_others_hold_is_waited_for(world: World, start: Start) -> None:
    _, agent = start(WAYS[2])
    agent.gives("github_create_issue", title="One", idempotency_key="1", asks=["POST R/issues"])
    holder = sqlite3.connect(world.store, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    agent.forget()
    call = agent.begin("github_create_issue", title="Two", idempotency_key="2")
    # Others are not held up by it.
    agent.given("github_create_issue", agent.begin("github_create_issue", title="Three").result())
    assert not call.done()
    holder.execute("COMMIT")
    holder.close()
    agent.given("github_create_issue", call.result())
    assert agent.asked == ["POST R/issues"] * 2
