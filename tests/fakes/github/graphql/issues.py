"""The types around issues: repositories, issues and pull requests, their labels, types, milestones and comments."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from ..clock import written
from ..model import Comment, Issue, Milestone, Repository, Role, User
from ..rest.bodies import SITE, page_url
from ..rest.context import Context
from ..rest.issue_body import completion
from ..store import kind_of, node_id
from .nodes import issue_thing
from .types import Arguments, Member, Thing, Unresolved, connection, connection_types, one, plain

InRepository = tuple[Repository, Issue]


def actor(user: User | None) -> Thing | None:
    return None if user is None else Thing(user.type, user)


USER = {
    "id": plain(lambda user: node_id(user.type, user.id)),
    "databaseId": plain(attrgetter("id")),
    "login": plain(attrgetter("login")),
    "url": plain(lambda user: f"{SITE}/{user.login}"),
}


# --- lists of issues


def ordered(rows: list[Thing], order: dict[str, str] | None) -> list[Thing]:
    """Return issues in the order that was asked for: by number, where none was."""
    if order is None:
        return rows
    keys: dict[str, Callable[[Issue], Any]] = {
        "CREATED_AT": attrgetter("created_at"),
        "UPDATED_AT": attrgetter("updated_at"),
        "COMMENTS": lambda issue: len(issue.comments),
    }
    key = keys[order["field"]]
    return sorted(rows, key=lambda row: (key(row.value[1]), row.value[1].number), reverse=order["direction"] == "DESC")


def issues_of(place: Repository, arguments: Arguments, _context: Context) -> list[Thing]:
    states = arguments.get("states") or ["OPEN", "CLOSED"]
    labels = {name.lower() for name in arguments.get("labels") or ()}
    found = [
        issue_thing(place, issue)
        for issue in place.issues.values()
        if not issue.is_pull
        and not issue.deleted
        and issue.state.upper() in states
        and (not labels or labels & {label.name.lower() for label in issue.labels})
    ]
    return ordered(found, arguments.get("orderBy"))


def sub_issues(value: InRepository, _arguments: Arguments, context: Context) -> list[Thing]:
    """Return the sub-issues of an issue, except those in repositories that the token does not see."""
    homes = ((context.store.home(child), child) for child in value[1].children)
    return [issue_thing(home, child) for home, child in homes if context.role(home) > Role.NONE]


def parent_of(value: InRepository, _arguments: Arguments, context: Context) -> Thing | None:
    parent = value[1].parent
    home = None if parent is None else context.store.home(parent)
    return None if parent is None or home is None or not context.role(home) else issue_thing(home, parent)


def numbered(pull: bool) -> Callable[[Repository, Arguments, Context], Thing]:
    """Return what resolves the number of an issue, or of a pull request."""

    def resolve(place: Repository, arguments: Arguments, _context: Context) -> Thing:
        number = arguments["number"]
        issue = place.issues.get(number)
        if issue is None or issue.deleted or issue.is_pull != pull or not (pull or place.has_issues):
            what = "a PullRequest" if pull else "an Issue"
            raise Unresolved("NOT_FOUND", f"Could not resolve to {what} with the number of {number}.")
        return issue_thing(place, issue)

    return resolve


# --- issues and pull requests


def comments_of(value: InRepository, _arguments: Arguments, _context: Context) -> list[Thing]:
    return [Thing("IssueComment", (*value, comment)) for comment in value[1].comments]


def milestone_of(value: InRepository) -> Thing | None:
    return None if value[1].milestone is None else Thing("Milestone", (value[0], value[1].milestone))


SHARED = {
    "id": plain(lambda value: node_id(kind_of(value[1]), value[1].id)),
    "databaseId": plain(lambda value: value[1].id),
    "number": plain(lambda value: value[1].number),
    "title": plain(lambda value: value[1].title),
    "body": plain(lambda value: value[1].body or ""),
    "state": plain(lambda value: "MERGED" if value[1].merged_at else value[1].state.upper()),
    "locked": plain(lambda value: value[1].locked),
    "url": plain(lambda value: page_url(*value)),
    "createdAt": plain(lambda value: written(value[1].created_at)),
    "updatedAt": plain(lambda value: written(value[1].updated_at)),
    "closedAt": plain(lambda value: written(value[1].closed_at)),
    "author": one("Actor", lambda value: actor(value[1].user)),
    "repository": one("Repository", lambda value: Thing("Repository", value[0])),
    "milestone": one("Milestone", milestone_of),
    "labels": connection("LabelConnection", lambda value, *_: [Thing("Label", label) for label in value[1].labels]),
    "assignees": connection("UserConnection", lambda value, *_: [Thing("User", user) for user in value[1].assignees]),
    "comments": connection("IssueCommentConnection", comments_of),
}
ISSUE = SHARED | {
    "stateReason": plain(lambda value: value[1].state_reason and value[1].state_reason.upper()),
    "issueType": one("IssueType", lambda value: None if value[1].type is None else Thing("IssueType", value[1].type)),
    "parent": Member(parent_of, "Issue"),
    "subIssues": connection("IssueConnection", sub_issues),
    "subIssuesSummary": one("SubIssuesSummary", lambda value: Thing("SubIssuesSummary", completion(value[1]))),
}


def comment_url(value: tuple[Repository, Issue, Comment]) -> str:
    return f"{page_url(value[0], value[1])}#issuecomment-{value[2].id}"


def milestone_url(value: tuple[Repository, Milestone]) -> str:
    return f"{SITE}/{value[0].full_name}/milestone/{value[1].number}"


TYPES: dict[str, dict[str, Member]] = {
    "Issue": ISSUE,
    "PullRequest": SHARED,
    "SubIssuesSummary": {
        "total": plain(lambda value: value[0]),
        "completed": plain(lambda value: value[1]),
        "percentCompleted": plain(lambda value: value[2]),
    },
    "IssueType": {
        "id": plain(lambda type_: node_id("IssueType", type_.id)),
        "name": plain(attrgetter("name")),
        "description": plain(attrgetter("description")),
        "isEnabled": plain(attrgetter("enabled")),
    },
    "IssueComment": {
        "id": plain(lambda value: node_id("IssueComment", value[2].id)),
        "databaseId": plain(lambda value: value[2].id),
        "body": plain(lambda value: value[2].body or ""),
        "url": plain(comment_url),
        "createdAt": plain(lambda value: written(value[2].created_at)),
        "updatedAt": plain(lambda value: written(value[2].updated_at)),
        "author": one("Actor", lambda value: actor(value[2].user)),
    },
    "Label": {
        "id": plain(lambda label: node_id("Label", label.id)),
        "name": plain(attrgetter("name")),
        "color": plain(attrgetter("color")),
    },
    "Milestone": {
        "id": plain(lambda value: node_id("Milestone", value[1].id)),
        "number": plain(lambda value: value[1].number),
        "title": plain(lambda value: value[1].title),
        "state": plain(lambda value: value[1].state.upper()),
        "dueOn": plain(lambda value: written(value[1].due_on)),
        "url": plain(milestone_url),
    },
    **connection_types("Issue"),
    **connection_types("IssueComment"),
    **connection_types("IssueType"),
    **connection_types("Label"),
    **connection_types("User"),
}
