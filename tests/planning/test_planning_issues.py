"""Issues over the wire: what each tool gives, and what GitHub was asked, in order."""

from __future__ import annotations

from typing import Any

from fakes.github.builders import RepositoryBuilder
from fakes.github.store import node_id
from planning_world import LOGIN, OWNER, Planner, World

MIF = {"id": "sign-in", "type": "Story", "namespace": "acme/web"}
BLOCK = "<!-- mif-id: urn:mif:concept:acme/web:sign-in -->\n<!-- mif-type: Story -->\n<!-- mif-ns: acme/web -->\n\n"
GET, NESTING, TYPES = "GET {place}", "query node", "query organization"
CREATE, ATTACH = "mutation createIssue", "mutation addSubIssue"


def asked(home: RepositoryBuilder, *lines: str) -> list[str]:
    """The requests, with the repository's address written out."""
    return [line.format(place=f"/repos/{home.repository.full_name}") for line in lines]


def named(home: RepositoryBuilder) -> dict[str, str]:
    """The two arguments that name a repository."""
    return {"owner": home.repository.owner.login, "repo": home.repository.name}


def stored(home: RepositoryBuilder, number: int) -> Any:
    """An issue as GitHub stores it."""
    return home.repository.issues[number]


def sent(planner: Planner) -> Any:
    """The body of the last request."""
    return planner.world.github.log[-1].body


def test_an_issue_is_created_with_all_that_it_may_have(planner: Planner, home: RepositoryBuilder) -> None:
    home.milestone("1.0")
    home.milestone("2.0")
    made = planner.gives(
        "create_issue",
        **named(home),
        title="Sign in",
        body="As a user …",
        labels=["a b/c", "bug"],
        assignees=[LOGIN],
        milestoneNumber=2,
        issueType="Feature",
        mif=MIF,
        asks=asked(
            home,
            GET,
            "GET {place}/labels/a%20b%2Fc",
            "GET {place}/labels/bug",
            f"GET /users/{LOGIN}",
            "GET {place}/milestones/2",
            TYPES,
            CREATE,
        ),
    )
    issue = stored(home, 1)
    url = f"https://github.com/{home.repository.full_name}/issues/1"
    body = f"{BLOCK}As a user …"
    assert made == {"number": 1, "nodeId": node_id("Issue", issue.id), "url": url, "body": body}
    assert list(made) == ["number", "nodeId", "url", "body"]
    assert (issue.title, issue.body, issue.user.login) == ("Sign in", body, LOGIN)
    assert sorted(label.name for label in issue.labels) == ["a b/c", "bug"]
    assert [user.login for user in issue.assignees] == [LOGIN]
    assert (issue.milestone.title, issue.type.name) == ("2.0", "Feature")


def test_what_is_not_said_is_not_sent(planner: Planner, home: RepositoryBuilder) -> None:
    planner.gives("create_issue", **named(home), title="T", body="", mif=MIF, asks=asked(home, GET, CREATE))
    repository = node_id("Repository", home.repository.id)
    assert sent(planner)["variables"] == {"repositoryId": repository, "title": "T", "body": BLOCK}
    # Unknown arguments are dropped, as the original does it, and empty lists are nothing to look up.
    planner.gives(
        "create_issue",
        **named(home),
        title="T",
        body="",
        mif={**MIF, "version": 2},
        labels=[],
        assignees=[],
        color="red",
        asks=asked(home, GET, CREATE),
    )
    assert "color" not in str(sent(planner))


def test_an_issue_is_updated(planner: Planner, home: RepositoryBuilder) -> None:
    home.issue("Old", "Text")
    path = "PATCH {place}/issues/1"
    url = f"https://github.com/{home.repository.full_name}/issues/1"
    changes: list[tuple[dict[str, str], dict[str, str], list[str]]] = [
        ({"title": "New"}, {"title": "New"}, [path]),
        ({"body": ""}, {"body": ""}, [path]),
        ({"state": "closed"}, {"state": "closed"}, [path]),
        ({"issueType": "Bug"}, {"type": "Bug"}, [TYPES, path]),
        (
            {"title": "Last", "body": "Words", "state": "open", "issueType": "Task"},
            {"title": "Last", "body": "Words", "state": "open", "type": "Task"},
            [TYPES, path],
        ),
    ]
    for given, body, asks in changes:
        made = planner.gives("update_issue", **named(home), number=1, **given, asks=asked(home, *asks))
        assert made == {"number": 1, "url": url}
        assert sent(planner) == body
    issue = stored(home, 1)
    assert (issue.title, issue.body, issue.state, issue.type.name) == ("Last", "Words", "open", "Task")


def test_a_child_is_attached_and_moved(planner: Planner, home: RepositoryBuilder, world: World) -> None:
    first, second, child = (home.issue(title) for title in ("First", "Second", "Child"))
    asks = asked(home, "GET {place}/issues/1", "GET {place}/issues/3", NESTING, ATTACH)
    ids = {issue.number: node_id("Issue", issue.issue.id) for issue in (first, second, child)}
    place = {**named(home), "childNumber": 3}
    made = planner.gives("add_sub_issue", **place, parentNumber=1, asks=asks)
    assert made == {"parentNodeId": ids[1], "childNodeId": ids[3], "replacedParent": True}
    assert child.issue.parent is first.issue
    # Another parent: not without being told to.
    asks[0] = asks[0].replace("issues/1", "issues/2")
    error = planner.refused(
        "add_sub_issue", "github_api_error", **place, parentNumber=2, replaceParent=False, asks=asks
    )
    assert error["graphqlErrors"][0]["type"] == "UNPROCESSABLE"
    assert child.issue.parent is first.issue
    made = planner.gives("add_sub_issue", **place, parentNumber=2, asks=asks)
    assert made["replacedParent"] is True
    assert child.issue.parent is second.issue
    assert sent(planner)["variables"]["replaceParent"] is True
    # A free child needs no replacement.
    home.issue("Free")
    asks[1] = asks[1].replace("issues/3", "issues/4")
    place["childNumber"] = 4
    made = planner.gives("add_sub_issue", **place, parentNumber=2, replaceParent=False, asks=asks)
    assert made["replacedParent"] is False


def test_a_child_may_live_elsewhere(planner: Planner, home: RepositoryBuilder, world: World) -> None:
    other = world.repository()
    parent, child = home.issue("Parent"), other.issue("Child")
    asks = [*asked(home, "GET {place}/issues/1"), *asked(other, "GET {place}/issues/1"), NESTING, ATTACH]
    place = {**named(home), "parentNumber": 1, "childNumber": 1}
    # `childOwner` is `owner` unless it is given, each of the two by itself.
    planner.gives("add_sub_issue", **place, childRepo=other.repository.name, asks=asks)
    assert child.issue.parent is parent.issue
    user = world.repository(LOGIN)
    asks[1] = f"GET /repos/{LOGIN}/{home.repository.name}/issues/1"
    error = planner.refused("add_sub_issue", "resolve_issue_id", **place, childOwner=LOGIN, asks=asks[:2])
    assert error["lookupStep"] == "resolve_issue_node_id"
    user.issue("Child of a user")
    asks[1] = asked(user, "GET {place}/issues/1")[0]
    planner.gives("add_sub_issue", **place, childOwner=LOGIN, childRepo=user.repository.name, asks=asks)


def test_sub_issues_are_listed_with_how_far_they_are(planner: Planner, home: RepositoryBuilder) -> None:
    parent = home.issue("Parent")
    asks = ["query repository"]
    place = {**named(home), "parentNumber": 1}
    empty = planner.gives("list_sub_issues", **place, asks=asks)
    assert empty == {"total": 0, "completed": 0, "percentCompleted": 0, "items": []}
    for title, state in (("One", "closed"), ("Two", "open"), ("Three", "open"), ("Four", "open")):
        parent.sub_issue(home.issue(title, state=state))
    found = planner.gives("list_sub_issues", **place, asks=asks)
    assert {key: found[key] for key in found if key != "items"} == {
        "total": 4,
        "completed": 1,
        "percentCompleted": 25,
    }
    assert found["items"][0] == {
        "number": 2,
        "nodeId": node_id("Issue", stored(home, 2).id),
        "title": "One",
        "state": "CLOSED",
    }
    assert [(item["number"], item["state"]) for item in found["items"][1:]] == [(3, "OPEN"), (4, "OPEN"), (5, "OPEN")]


def test_a_hundred_sub_issues_are_listed(planner: Planner, home: RepositoryBuilder) -> None:
    parent, *children = home.many_issues(101)
    for child in children:
        parent.sub_issue(child)
    found = planner.gives(
        "list_sub_issues", owner=OWNER, repo=home.repository.name, parentNumber=1, asks=["query repository"]
    )
    assert (found["total"], len(found["items"])) == (100, 100)
