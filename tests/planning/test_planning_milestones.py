"""Milestones, discussions and what a session starts from, over the wire."""

from __future__ import annotations

from typing import Any

from fakes.github.boards import ProjectBuilder
from fakes.github.builders import RepositoryBuilder
from fakes.github.store import node_id
from planning_world import Planner
from test_planning_boards import FIND, ITEMS, which
from test_planning_issues import GET, asked, named, sent, stored

MILESTONES = "GET {place}/milestones?state=open&per_page=100"


def shown(home: RepositoryBuilder, number: int, title: str, due: str | None = None) -> dict[str, Any]:
    url = f"https://github.com/{home.repository.full_name}/milestone/{number}"
    return {"number": number, "title": title, "url": url, "dueOn": due}


def test_a_milestone_is_created(planner: Planner, home: RepositoryBuilder) -> None:
    asks = asked(home, "POST {place}/milestones")
    made = planner.gives("create_milestone", **named(home), title="1.0", asks=asks)
    assert made == shown(home, 1, "1.0")
    assert list(made) == ["number", "title", "url", "dueOn"]
    assert sent(planner) == {"title": "1.0"}
    given = {"title": "2.0", "description": "Later", "state": "closed"}
    made = planner.gives("create_milestone", **named(home), **given, dueOn="2026-03-01T08:00:00Z", asks=asks)
    assert made == shown(home, 2, "2.0", "2026-03-01T08:00:00Z")
    assert sent(planner) == {**given, "due_on": "2026-03-01T08:00:00Z"}
    assert home.repository.milestones[2].state == "closed"
    error = planner.refused("create_milestone", "github_api_error", **named(home), title="1.0", asks=asks)
    assert error["status"] == 422


def test_milestones_are_listed(planner: Planner, home: RepositoryBuilder) -> None:
    for number, state in enumerate(("open", "closed", "open"), start=1):
        home.milestone(f"{number}.0", state)
    for args, numbers in (({}, [1, 3]), ({"state": "closed"}, [2]), ({"state": "all"}, [1, 2, 3])):
        state = args.get("state", "open")
        asks = asked(home, MILESTONES.replace("open", state))
        found = planner.gives("list_milestones", **named(home), **args, asks=asks)
        assert found == [shown(home, number, f"{number}.0") for number in numbers]


def test_milestones_of_several_pages_are_listed(planner: Planner, home: RepositoryBuilder) -> None:
    for number in range(1, 231):
        home.milestone(str(number))
    found = planner.gives(
        "list_milestones",
        **named(home),
        asks=asked(home, *(MILESTONES + page for page in ("", "&page=2", "&page=3"))),
    )
    assert [item["number"] for item in found] == list(range(1, 231))


def test_a_milestone_is_assigned_and_taken_away(planner: Planner, home: RepositoryBuilder) -> None:
    home.issue()
    home.milestone("1.0")
    asks = asked(home, "PATCH {place}/issues/1")
    made = planner.gives("assign_milestone", **named(home), issueNumber=1, milestoneNumber=1, asks=asks)
    assert made == {"issueNumber": 1, "milestoneNumber": 1}
    assert sent(planner) == {"milestone": 1}
    assert stored(home, 1).milestone.title == "1.0"
    made = planner.gives("assign_milestone", **named(home), issueNumber=1, milestoneNumber=None, asks=asks)
    assert made == {"issueNumber": 1, "milestoneNumber": None}
    # Null is what takes the milestone away: leaving it out would change nothing.
    assert sent(planner) == {"milestone": None}
    assert stored(home, 1).milestone is None
    error = planner.refused("assign_milestone", "github_api_error", **named(home), issueNumber=1, asks=[])
    assert error["field"] == "milestoneNumber"


def test_a_discussion_is_created(planner: Planner, home: RepositoryBuilder) -> None:
    for name in ("General", "Ideas"):
        home.category(name)
    given = {**named(home), "title": "Passkeys", "body": "Should we?"}
    asks = [*asked(home, GET), "query repository", "mutation createDiscussion"]
    made = planner.gives("create_discussion", **given, categoryName="Ideas", asks=asks)
    discussion = home.repository.discussions[1]
    url = f"https://github.com/{home.repository.full_name}/discussions/1"
    assert made == {"id": node_id("Discussion", discussion.id), "number": 1, "title": "Passkeys", "url": url}
    assert (discussion.category.name, discussion.body) == ("Ideas", "Should we?")
    error = planner.refused("create_discussion", "github_api_error", **given, categoryName="ideas", asks=asks[:2])
    assert {key: error[key] for key in error if key not in ("message", "reason")} == {
        "owner": given["owner"],
        "repo": given["repo"],
        "categoryName": "ideas",
        "available": ["General", "Ideas"],
    }


def test_the_latest_fifty_discussions_are_listed(planner: Planner, home: RepositoryBuilder) -> None:
    assert planner.gives("list_discussions", **named(home), asks=["query repository"]) == []
    for number in range(1, 61):
        home.discussion(f"Talk {number}", "Ideas" if number % 2 else "General")
    found = planner.gives("list_discussions", **named(home), asks=["query repository"])
    assert len(found) == 50
    latest = home.repository.discussions[60]
    assert found[0] == {
        "id": node_id("Discussion", latest.id),
        "number": 60,
        "title": "Talk 60",
        "url": f"https://github.com/{home.repository.full_name}/discussions/60",
        "category": "General",
    }


def test_a_session_starts_from_milestones_and_a_board(
    planner: Planner, home: RepositoryBuilder, board: ProjectBuilder
) -> None:
    home.milestone("1.0")
    home.milestone("Old", "closed")
    board.add(home.issue("Sign in"))
    alone = planner.gives("get_session_context", **named(home), asks=asked(home, MILESTONES))
    assert alone == {"openMilestones": [shown(home, 1, "1.0")], "projectBoard": None}
    asks = [*asked(home, MILESTONES), FIND, ITEMS]
    both = planner.gives("get_session_context", **named(home), **which(board), asks=asks)
    assert both["openMilestones"] == alone["openMilestones"]
    assert both["projectBoard"] == planner.gives("get_project_items", **which(board), asks=[FIND, ITEMS])
    error = planner.refused(
        "get_session_context",
        "resolve_project_id",
        **named(home),
        **{**which(board), "projectNumber": 999},
        asks=asks[:2],
    )
    assert error["lookupStep"] == "resolve_project_node_id"
