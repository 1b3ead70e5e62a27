"""The types that the fake knows, and how their fields follow from what is stored: add a row, or a table, for more."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from ..clock import written
from ..model import Comment, Issue, Label, Repository, Role, User
from ..rest.bodies import SITE, page_url
from ..rest.changes import BODY
from ..rest.comments import added
from ..rest.context import Context
from ..store import node_id, parts_of
from .execute import Arguments, Member, Thing, Unresolved

InRepository = tuple[Repository, Issue]


def plain(read: Callable[[Any], Any]) -> Member:
    """Return a scalar that follows from the object alone."""
    return Member(lambda value, _arguments, _context: read(value))


def connection(type_: str, rows: Callable[[Any, Arguments], Sequence[Thing]]) -> Member:
    """Return a list that is read page by page with `first` and `after`."""

    def resolve(value: Any, arguments: Arguments, _context: Context) -> Thing:
        first = arguments.get("first")
        if not isinstance(first, int) or not 1 <= first <= 100:
            message = "You must provide a `first` or `last` value to properly paginate, at most 100."
            raise Unresolved("MISSING_PAGINATION_BOUNDARIES" if first is None else "EXCESSIVE_PAGINATION", message)
        found = rows(value, arguments)
        start = place_of(arguments.get("after"))
        return Thing(type_, (found, start, min(start + first, len(found))))

    return Member(resolve, type_)


def connection_type(of: str) -> dict[str, Member]:
    return {
        "totalCount": plain(lambda page: len(page[0])),
        "nodes": Member(lambda page, _arguments, _context: list(page[0][page[1] : page[2]]), of),
        "pageInfo": Member(lambda page, _arguments, _context: Thing("PageInfo", page), "PageInfo"),
    }


def place_of(after: str | None) -> int:
    """Return where the page after a cursor starts."""
    if after is None:
        return 0
    try:
        return int(base64.b64decode(after, validate=True).decode().rpartition(":")[2])
    except ValueError:
        raise Unresolved("INVALID_CURSOR_ARGUMENTS", f"`{after}` does not appear to be a valid cursor.") from None


def cursor(place: int) -> str:
    return base64.b64encode(f"cursor:v2:{place}".encode()).decode()


def actor(user: User | None) -> Thing | None:
    return None if user is None else Thing(user.type, user)


def issue_thing(repository: Repository, issue: Issue) -> Thing:
    return Thing("PullRequest" if issue.is_pull else "Issue", (repository, issue))


# --- root fields


def viewer(_root: None, _arguments: Arguments, context: Context) -> Thing:
    return Thing("User", context.user)


def repository(_root: None, arguments: Arguments, context: Context) -> Thing:
    owner, name = arguments.get("owner"), arguments.get("name")
    found = context.store.named(str(owner), str(name))
    if found is None or context.role(found) == Role.NONE:
        raise Unresolved("NOT_FOUND", f"Could not resolve to a Repository with the name '{owner}/{name}'.")
    return Thing("Repository", found)


def node(_root: None, arguments: Arguments, context: Context) -> Thing:
    return _subject(arguments.get("id"), context)


def _subject(text: str | None, context: Context) -> Thing:
    kind, number = parts_of(text or "") or ("", 0)
    for place in context.store.repositories.values():
        if context.role(place) == Role.NONE:
            continue
        if kind == "Repository" and place.id == number:
            return Thing("Repository", place)
        for issue in place.issues.values() if kind == "Issue" else ():
            if issue.id == number and not issue.deleted:
                return issue_thing(place, issue)
    raise Unresolved("NOT_FOUND", f"Could not resolve to a node with the global id of '{text}'.")


def issue_of(place: Repository, arguments: Arguments, _context: Context) -> Thing:
    number = arguments.get("number")
    issue = None if number is None else place.issues.get(number)
    if issue is None or issue.deleted or issue.is_pull or not place.has_issues:
        raise Unresolved("NOT_FOUND", f"Could not resolve to an Issue with the number of {number}.")
    return issue_thing(place, issue)


def add_comment(_root: None, arguments: Arguments, context: Context) -> Thing:
    wanted = arguments.get("input") or {}
    subject, text = _subject(wanted.get("subjectId"), context), str(wanted.get("body") or "")
    if subject.type not in ("Issue", "PullRequest"):
        raise Unresolved("UNPROCESSABLE", "Subject cannot be commented on")
    place, issue = subject.value
    context.require_write(place)
    if not text.strip() or len(text) > BODY:
        raise Unresolved("UNPROCESSABLE", "Body is too long" if text.strip() else "Body can't be blank")
    comment = added(context, place, issue, text)
    return Thing("AddCommentPayload", (subject, comment, wanted.get("clientMutationId")))


# --- the types

USER = {
    "id": plain(lambda user: node_id("User", user.id)),
    "databaseId": plain(attrgetter("id")),
    "login": plain(attrgetter("login")),
    "url": plain(lambda user: f"{SITE}/{user.login}"),
}


def comments_of(value: InRepository, _arguments: Arguments) -> list[Thing]:
    return [Thing("IssueComment", (*value, comment)) for comment in value[1].comments]


ISSUE = {
    "id": plain(lambda value: node_id("Issue", value[1].id)),
    "number": plain(lambda value: value[1].number),
    "title": plain(lambda value: value[1].title),
    "body": plain(lambda value: value[1].body or ""),
    "state": plain(lambda value: "MERGED" if value[1].merged_at else value[1].state.upper()),
    "stateReason": plain(lambda value: value[1].state_reason and value[1].state_reason.upper()),
    "locked": plain(lambda value: value[1].locked),
    "url": plain(lambda value: page_url(*value)),
    "createdAt": plain(lambda value: written(value[1].created_at)),
    "updatedAt": plain(lambda value: written(value[1].updated_at)),
    "closedAt": plain(lambda value: written(value[1].closed_at)),
    "author": Member(lambda value, _arguments, _context: actor(value[1].user), "Actor"),
    "repository": Member(lambda value, _arguments, _context: Thing("Repository", value[0]), "Repository"),
    "labels": connection(
        "LabelConnection", lambda value, _arguments: [Thing("Label", label) for label in value[1].labels]
    ),
    "assignees": connection(
        "UserConnection", lambda value, _arguments: [Thing("User", user) for user in value[1].assignees]
    ),
    "comments": connection("IssueCommentConnection", comments_of),
}


def issues_of(place: Repository, arguments: Arguments) -> list[Thing]:
    states = arguments.get("states") or ["OPEN", "CLOSED"]
    return [
        issue_thing(place, issue)
        for issue in place.issues.values()
        if not issue.is_pull and not issue.deleted and issue.state.upper() in states
    ]


def labels_of(place: Repository, _arguments: Arguments) -> list[Thing]:
    return [Thing("Label", label) for label in place.labels.values()]


def comment_url(value: tuple[Repository, Issue, Comment]) -> str:
    return f"{page_url(value[0], value[1])}#issuecomment-{value[2].id}"


def label_id(label: Label) -> str:
    return node_id("Label", label.id)


TYPES: dict[str, dict[str, Member]] = {
    "Query": {
        "viewer": Member(viewer, "User"),
        "repository": Member(repository, "Repository", ("owner", "name")),
        "node": Member(node, "Node", ("id",)),
    },
    "Mutation": {"addComment": Member(add_comment, "AddCommentPayload", ("input",))},
    "Node": {"id": plain(lambda value: None)},
    "Actor": {"login": USER["login"], "url": USER["url"]},
    "User": USER,
    "Bot": USER,
    "Organization": USER,
    "Repository": {
        "id": plain(lambda place: node_id("Repository", place.id)),
        "name": plain(attrgetter("name")),
        "nameWithOwner": plain(attrgetter("full_name")),
        "isPrivate": plain(attrgetter("private")),
        "isArchived": plain(attrgetter("archived")),
        "hasIssuesEnabled": plain(attrgetter("has_issues")),
        "owner": Member(lambda place, _arguments, _context: actor(place.owner), "Actor"),
        "issue": Member(issue_of, "Issue", ("number",)),
        "issues": connection("IssueConnection", issues_of),
        "labels": connection("LabelConnection", labels_of),
    },
    "Issue": ISSUE,
    "PullRequest": ISSUE,
    "IssueComment": {
        "id": plain(lambda value: node_id("IssueComment", value[2].id)),
        "databaseId": plain(lambda value: value[2].id),
        "body": plain(lambda value: value[2].body or ""),
        "url": plain(comment_url),
        "createdAt": plain(lambda value: written(value[2].created_at)),
        "author": Member(lambda value, _arguments, _context: actor(value[2].user), "Actor"),
    },
    "Label": {"id": plain(label_id), "name": plain(attrgetter("name")), "color": plain(attrgetter("color"))},
    "AddCommentPayload": {
        "subject": Member(lambda value, _arguments, _context: value[0], "Node"),
        "commentEdge": Member(lambda value, _arguments, _context: Thing("IssueCommentEdge", value), "IssueCommentEdge"),
        "clientMutationId": plain(lambda value: value[2]),
    },
    "IssueCommentEdge": {
        "node": Member(
            lambda value, _arguments, _context: Thing("IssueComment", (*value[0].value, value[1])), "IssueComment"
        )
    },
    "PageInfo": {
        "hasNextPage": plain(lambda page: page[2] < len(page[0])),
        "hasPreviousPage": plain(lambda page: page[1] > 0),
        "startCursor": plain(lambda page: cursor(page[1]) if page[2] > page[1] else None),
        "endCursor": plain(lambda page: cursor(page[2]) if page[2] > page[1] else None),
    },
    "IssueConnection": connection_type("Issue"),
    "IssueCommentConnection": connection_type("IssueComment"),
    "LabelConnection": connection_type("Label"),
    "UserConnection": connection_type("User"),
}
