"""The types around reviews of pull requests, and the mutations that settle a thread or open it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..clock import written
from ..model import Comment, Issue, Repository, Thread
from ..rest.bodies import page_url
from ..rest.context import Context
from ..store import node_id
from .issues import actor
from .nodes import issue_thing, thing_of
from .types import Arguments, Member, Thing, connection, connection_types, mutation, one, payload, plain

InThread = tuple[Repository, Issue, Thread, Comment]


def threads_of(value: tuple[Repository, Issue], _arguments: Arguments, _context: Context) -> list[Thing]:
    return [Thing("PullRequestReviewThread", (*value, thread)) for thread in value[1].threads]


def comments_of(value: tuple[Repository, Issue, Thread], _arguments: Arguments, _context: Context) -> list[Thing]:
    return [Thing("PullRequestReviewComment", (*value, comment)) for comment in value[2].comments]


def began(value: InThread) -> Thing | None:
    """Return the comment that a reply answers: the first of its thread."""
    first = value[2].comments[0]
    return None if first is value[3] else Thing("PullRequestReviewComment", (*value[:3], first))


def settling(resolved: bool) -> Callable[[Arguments, Context], Mapping[str, Thing]]:
    """Return the change that settles a thread, or that opens it again; who may not write is refused."""

    def change(wanted: Arguments, context: Context) -> Mapping[str, Thing]:
        found = thing_of(wanted["threadId"], context, "PullRequestReviewThread")
        place, pull, thread = found.value
        context.require_push(place, pull.user, permission="pull_requests")
        if resolved != (thread.resolved_by is not None):
            thread.resolved_by = context.user if resolved else None
            context.store.changed()
        return {"thread": found}

    return change


PULL: dict[str, Member] = {"reviewThreads": connection("PullRequestReviewThreadConnection", threads_of)}
MUTATIONS: dict[str, Member] = {
    "resolveReviewThread": mutation("ResolveReviewThread", settling(True)),
    "unresolveReviewThread": mutation("UnresolveReviewThread", settling(False)),
}
TYPES: dict[str, dict[str, Member]] = {
    "PullRequestReviewThread": {
        "id": plain(lambda value: node_id("PullRequestReviewThread", value[2].id)),
        "path": plain(lambda value: value[2].path),
        "line": plain(lambda value: value[2].line),
        "isResolved": plain(lambda value: value[2].resolved_by is not None),
        "isOutdated": plain(lambda value: value[2].outdated),
        "resolvedBy": one("User", lambda value: actor(value[2].resolved_by)),
        "pullRequest": one("PullRequest", lambda value: issue_thing(*value[:2])),
        "comments": connection("PullRequestReviewCommentConnection", comments_of),
    },
    "PullRequestReviewComment": {
        "id": plain(lambda value: node_id("PullRequestReviewComment", value[3].id)),
        "databaseId": plain(lambda value: value[3].id),
        "body": plain(lambda value: value[3].body or ""),
        "path": plain(lambda value: value[2].path),
        "url": plain(lambda value: f"{page_url(*value[:2])}#discussion_r{value[3].id}"),
        "createdAt": plain(lambda value: written(value[3].created_at)),
        "updatedAt": plain(lambda value: written(value[3].updated_at)),
        "author": one("Actor", lambda value: actor(value[3].user)),
        "replyTo": one("PullRequestReviewComment", began),
    },
    "ResolveReviewThreadPayload": payload(thread="PullRequestReviewThread"),
    "UnresolveReviewThreadPayload": payload(thread="PullRequestReviewThread"),
    **connection_types("PullRequestReviewThread"),
    **connection_types("PullRequestReviewComment"),
}
