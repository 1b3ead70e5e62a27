"""The types around discussions, and the mutation that begins one."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter

from ..clock import written
from ..model import Repository
from ..planning import Category, Discussion
from ..rest.bodies import SITE
from ..rest.changes import BODY, TITLE
from ..rest.context import Context
from ..store import node_id
from .issue_changes import repository_of, text_of
from .issues import actor
from .nodes import missing, thing_of
from .types import Arguments, Member, Thing, Unresolved, connection, connection_types, mutation, one, payload, plain

USUAL = {"field": "UPDATED_AT", "direction": "DESC"}


def discussions_of(place: Repository, arguments: Arguments, context: Context) -> list[Thing]:
    category = arguments.get("categoryId")
    wanted = None if category is None else thing_of(category, context, "DiscussionCategory").value
    found = [row for row in place.discussions.values() if wanted in (None, row.category)]
    order = arguments.get("orderBy") or USUAL
    key = attrgetter("created_at" if order["field"] == "CREATED_AT" else "updated_at", "number")
    rows = sorted(found, key=key, reverse=order["direction"] == "DESC")
    return [Thing("Discussion", (place, row)) for row in rows]


def categories_of(place: Repository, _arguments: Arguments, _context: Context) -> list[Thing]:
    return [Thing("DiscussionCategory", category) for category in place.categories]


def discussion_of(place: Repository, arguments: Arguments, _context: Context) -> Thing:
    number = arguments["number"]
    if number not in place.discussions:
        raise Unresolved("NOT_FOUND", f"Could not resolve to a Discussion with the number of {number}.")
    return Thing("Discussion", (place, place.discussions[number]))


def create_discussion(wanted: Arguments, context: Context) -> Mapping[str, Thing]:
    place = repository_of(wanted, context)
    context.require_write(place, "discussions")
    category: Category = thing_of(wanted["categoryId"], context, "DiscussionCategory").value
    if category not in place.categories:
        raise missing(wanted["categoryId"])
    title, body = text_of(wanted, "title", TITLE), text_of(wanted, "body", BODY)
    now, number = context.now, place.next_number
    made = Discussion(context.store.next_id("Discussion"), number, title, body, category, context.user, now, now)
    place.discussions[number] = made
    context.store.changed()
    return {"discussion": Thing("Discussion", (place, made))}


def url_of(value: tuple[Repository, Discussion]) -> str:
    return f"{SITE}/{value[0].full_name}/discussions/{value[1].number}"


REPOSITORY: dict[str, Member] = {
    "hasDiscussionsEnabled": plain(lambda place: bool(place.categories)),
    "discussionCategories": connection("DiscussionCategoryConnection", categories_of),
    "discussions": connection(
        "DiscussionConnection", discussions_of, {"categoryId": "ID", "orderBy": "DiscussionOrder"}
    ),
    "discussion": Member(discussion_of, "Discussion", {"number": "Int!"}),
}
MUTATIONS: dict[str, Member] = {"createDiscussion": mutation("CreateDiscussion", create_discussion)}
TYPES: dict[str, dict[str, Member]] = {
    "Discussion": {
        "id": plain(lambda value: node_id("Discussion", value[1].id)),
        "databaseId": plain(lambda value: value[1].id),
        "number": plain(lambda value: value[1].number),
        "title": plain(lambda value: value[1].title),
        "body": plain(lambda value: value[1].body),
        "url": plain(url_of),
        "createdAt": plain(lambda value: written(value[1].created_at)),
        "updatedAt": plain(lambda value: written(value[1].updated_at)),
        "author": one("Actor", lambda value: actor(value[1].user)),
        "category": one("DiscussionCategory", lambda value: Thing("DiscussionCategory", value[1].category)),
        "repository": one("Repository", lambda value: Thing("Repository", value[0])),
    },
    "DiscussionCategory": {
        "id": plain(lambda category: node_id("DiscussionCategory", category.id)),
        "name": plain(attrgetter("name")),
        "isAnswerable": plain(attrgetter("answerable")),
    },
    "CreateDiscussionPayload": payload(discussion="Discussion"),
    **connection_types("Discussion"),
    **connection_types("DiscussionCategory"),
}
