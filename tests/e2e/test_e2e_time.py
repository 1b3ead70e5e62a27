"""Time and keys: cursors that age, idempotency keys that run out, and secrets that are replaced."""

from __future__ import annotations

import pytest
from agents import Agent, Start
from worlds import KEYS, MIXED, WAYS, Way, World

LIST = "GET R/issues?state=open&sort=created&direction=desc&per_page=100"
POST = "POST R/issues"
MINUTE, HOUR = 60, 3600
OTHER = "another-key-that-seals-everything-just-as-well"
GET = "GET R/issues/1"


def comments(page: int) -> str:
    return f"GET R/issues/1/comments?per_page=20&page={page}"


def changed(text: str, place: int) -> str:
    """The text with another character at a place."""
    return text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]


@pytest.mark.parametrize("way", MIXED, ids=str)
def test_cursors_age(world: World, start: Start, way: Way) -> None:
    _, agent = start(way)
    agent.home.many_issues(120)[0].many_comments(50)
    found = agent.gives("github_find_issues", asks=[LIST])["next_cursor"]
    read = agent.gives("github_get_issue", issue_number=1, asks=[GET, "GET R/issues/1/comments?per_page=20"])
    thread = read["comments_cursor"]
    world.pass_time(15 * MINUTE - 1)
    later = agent.gives("github_find_issues", cursor=found, asks=[LIST])["next_cursor"]
    agent.gives("github_list_comments", issue_number=1, cursor=thread, asks=[comments(2)])
    world.pass_time(1)
    # Whatever else is wrong with it: that it is too old is the first thing to know.
    for args in ({}, {"state": "all"}):
        error = agent.refused("github_find_issues", "cursor_expired", cursor=found, asks=[], **args)
        assert error["details"]["field"] == "cursor"
        assert error["repair"]["next_step"] == "restart_without_cursor"
    agent.refused("github_list_comments", "cursor_expired", issue_number=1, cursor=thread, asks=[])
    # Every page comes with a cursor of its own age.
    agent.gives("github_find_issues", cursor=later, asks=[f"{LIST}&page=2"])
    agent.gives("github_find_issues", asks=[LIST])


def test_only_cursors_of_this_server_are_taken(start: Start) -> None:
    _, agent = start(WAYS[0])
    agent.home.many_issues(60)
    cursor = agent.gives("github_find_issues", asks=[LIST])["next_cursor"]
    strange = [
        "",
        "0",
        "é" * 40,
        cursor[:-1],
        cursor + "A",
        *(changed(cursor, place) for place in (0, 5, 8, len(cursor) // 2, len(cursor) - 1)),
        agent.gives("github_find_issues", detail="full", asks=[LIST])["issues"][0]["version"],
    ]
    for text in strange:
        error = agent.refused("github_find_issues", "invalid_field", cursor=text, asks=[])
        assert error["details"]["field"] == "cursor"
        assert "value" not in error["details"]
    _, other = start(WAYS[2], STATE_KEYS=OTHER)
    error = other.refused("github_find_issues", "invalid_field", cursor=cursor, asks=[])
    assert error["details"]["field"] == "cursor"


@pytest.mark.parametrize("way", MIXED, ids=str)
def test_keys_run_out_after_a_day(world: World, start: Start, way: Way) -> None:
    _, agent = start(way)
    args = {"title": "Crash", "idempotency_key": "k"}
    first = agent.gives("github_create_issue", asks=[POST], **args)
    world.pass_time(12 * HOUR)
    assert agent.gives("github_create_issue", asks=[], **args) == first
    world.pass_time(12 * HOUR - 1)
    # The day is counted from its first use.
    assert agent.gives("github_create_issue", asks=[], **args) == first
    world.pass_time(1)
    assert agent.gives("github_create_issue", asks=[POST], **args) != first
    world.pass_time(24 * HOUR)
    agent.gives("github_create_issue", title="Else", idempotency_key="k", asks=[POST])


def test_secrets_are_replaced_without_a_gap(start: Start) -> None:
    _, old = start(WAYS[0])
    old.home.many_issues(120)
    args = {"title": "Crash", "idempotency_key": "k"}
    created = old.gives("github_create_issue", asks=[POST], **args)
    cursor = old.gives("github_find_issues", asks=[LIST])["next_cursor"]
    version = {"issue_number": created["issue_number"], "expected_version": created["version"]}
    read = f"GET R/issues/{created['issue_number']}"

    def still_good(agent: Agent) -> str:
        assert agent.gives("github_create_issue", asks=[], **args) == created
        again = agent.gives("github_update_issue", title="Crash", asks=[read], **version)["version"]
        page = agent.gives("github_find_issues", cursor=cursor, asks=[LIST])
        assert page["issues"][0]["number"] == 71
        return str(again)

    _, behind = start(WAYS[2], STATE_KEYS=f"{KEYS},{OTHER}")
    assert still_good(behind) == created["version"]
    _, front = start(WAYS[2], STATE_KEYS=f"{OTHER},{KEYS}")
    renewed = still_good(front)
    # What the new secret made is good where it was known beforehand, and for those that have only it.
    assert renewed != created["version"]
    fresh = front.gives("github_find_issues", asks=[LIST])["next_cursor"]
    _, alone = start(WAYS[2], STATE_KEYS=OTHER)
    for agent in (behind, alone):
        agent.gives("github_find_issues", cursor=fresh, asks=[LIST])
        agent.gives("github_update_issue", title="Crash", asks=[read], **{**version, "expected_version": renewed})
    alone.refused("github_find_issues", "invalid_field", cursor=cursor, asks=[])
    error = alone.refused("github_update_issue", "version_conflict", title="Other", asks=[read], **version)
    assert "value" not in error["details"]


def test_without_configured_keys_a_random_one_is_kept_beside_the_store(world: World, start: Start) -> None:
    settings = {"STATE_KEYS": None}
    _, agent = start(WAYS[2], **settings)
    agent.home.many_issues(60)
    cursor = agent.gives("github_find_issues", asks=[LIST])["next_cursor"]
    (key,) = world.folder.glob("*.key")
    assert key.stat().st_mode & 0o777 == 0o600
    _, again = start(WAYS[0], **settings)
    assert len(again.gives("github_find_issues", cursor=cursor, asks=[LIST])["issues"]) == 10


def test_two_servers_with_one_store_act_once(world: World, start: Start) -> None:
    agents = [start(way)[1] for way in MIXED]
    agents[0].forget()
    calls = [agent.begin("github_create_issue", title="Crash", idempotency_key="k") for agent in agents * 3]
    results = [agents[0].given("github_create_issue", call.result()) for call in calls]
    assert results == [results[0]] * 6
    assert agents[0].asked == [POST]
