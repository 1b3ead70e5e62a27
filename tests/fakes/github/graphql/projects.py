"""The types around boards of organizations and users: their columns, rows, and what stands in each."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from ..clock import written
from ..model import Issue, Role, User
from ..planning import Project, ProjectField, ProjectItem
from ..rest.bodies import SITE
from ..rest.context import Context
from ..store import node_id
from .issues import actor
from .nodes import field_thing, issue_thing, require_read, visible_projects
from .types import Arguments, Member, Thing, Unresolved, connection, connection_types, one, plain

READ = ("read:project",)
OnBoard = tuple[Project, ProjectItem]

VALUE_TYPES = {
    "TITLE": "ProjectV2ItemFieldTextValue",
    "TEXT": "ProjectV2ItemFieldTextValue",
    "NUMBER": "ProjectV2ItemFieldNumberValue",
    "DATE": "ProjectV2ItemFieldDateValue",
    "SINGLE_SELECT": "ProjectV2ItemFieldSingleSelectValue",
    "ITERATION": "ProjectV2ItemFieldIterationValue",
    "LABELS": "ProjectV2ItemFieldLabelValue",
    "REPOSITORY": "ProjectV2ItemFieldRepositoryValue",
}


# --- boards


def project_of(owner: User, arguments: Arguments, context: Context) -> Thing:
    number = arguments["number"]
    for found in visible_projects(context):
        if found.owner is owner and found.number == number:
            return Thing("ProjectV2", require_read(context, found))
    raise Unresolved("NOT_FOUND", f"Could not resolve to a ProjectV2 with the number {number}.")


def projects_of(owner: User, _arguments: Arguments, context: Context) -> list[Thing]:
    found = [project for project in visible_projects(context) if project.owner is owner]
    return [Thing("ProjectV2", require_read(context, project)) for project in found]


def items_with(value: tuple[object, Issue], arguments: Arguments, context: Context) -> list[Thing]:
    """Return the rows that show an issue, of the boards that the token sees."""
    found = [(project, item) for project in visible_projects(context) for item in project.items]
    rows = [row for row in found if row[1].content is value[1] and _shown(row[1], arguments)]
    return [Thing("ProjectV2Item", (require_read(context, project), item)) for project, item in rows]


def _shown(item: ProjectItem, arguments: Arguments) -> bool:
    return not item.archived or arguments.get("includeArchived", True)


def items_of(project: Project, _arguments: Arguments, _context: Context) -> list[Thing]:
    return [Thing("ProjectV2Item", (project, item)) for item in project.items if not item.archived]


def fields_of(project: Project, _arguments: Arguments, _context: Context) -> list[Thing]:
    return [field_thing(column) for column in project.fields]


def field_named(project: Project, arguments: Arguments, _context: Context) -> Thing | None:
    return next((field_thing(column) for column in project.fields if column.name == arguments["name"]), None)


# --- rows


def visible_content(item: ProjectItem, context: Context) -> Thing | None:
    """Return the issue or pull request that a row shows, or None when it is a draft, or hidden from the token."""
    if item.content is None or item.content.deleted:
        return None
    home = context.store.home(item.content)
    return issue_thing(home, item.content) if context.role(home) > Role.NONE else None


def content_of(value: OnBoard, _arguments: Arguments, context: Context) -> Thing | None:
    return Thing("DraftIssue", value[1]) if value[1].content is None else visible_content(value[1], context)


def kind_of_item(value: OnBoard, _arguments: Arguments, context: Context) -> str:
    found = content_of(value, {}, context)
    kinds = {"DraftIssue": "DRAFT_ISSUE", "Issue": "ISSUE", "PullRequest": "PULL_REQUEST"}
    return "REDACTED" if found is None else kinds[found.type]


def values_of(value: OnBoard, _arguments: Arguments, context: Context) -> list[Thing]:
    """Return what stands in the columns of a row; empty ones are left out."""
    project, item = value
    content = visible_content(item, context)
    return [
        Thing(VALUE_TYPES[column.kind], (item, column, held))
        for column in project.fields
        for held in _held(item, column, content)
    ]


def _held(item: ProjectItem, column: ProjectField, content: Thing | None) -> Iterator[object]:
    """Yield what stands in a column, if anything does."""
    if column.kind == "TITLE":
        if item.content is None or content is not None:
            yield item.title if item.content is None else item.content.title
    elif column.kind in ("LABELS", "REPOSITORY"):
        if content is not None and (column.kind == "REPOSITORY" or content.value[1].labels):
            yield content
    elif column.id in item.values:
        yield item.values[column.id]


def value_named(value: OnBoard, arguments: Arguments, context: Context) -> Thing | None:
    rows = values_of(value, {}, context)
    return next((row for row in rows if row.value[1].name == arguments["name"]), None)


# --- the types


def column(type_: str) -> dict[str, Member]:
    return {
        "id": plain(lambda found: node_id(type_, found.id)),
        "databaseId": plain(attrgetter("id")),
        "name": plain(attrgetter("name")),
        "dataType": plain(attrgetter("kind")),
    }


def options_of(found: ProjectField, _arguments: Arguments, _context: Context) -> list[Thing]:
    return [Thing("ProjectV2SingleSelectFieldOption", option) for option in found.options]


def iterations_of(found: ProjectField, _arguments: Arguments, _context: Context) -> list[Thing]:
    return [Thing("ProjectV2IterationFieldIteration", iteration) for iteration in found.iterations]


HELD: dict[str, Member] = {
    "id": plain(lambda value: node_id("ProjectV2ItemFieldValue", int(f"{value[0].id}{value[1].id}"))),
    "field": one("ProjectV2FieldConfiguration", lambda value: field_thing(value[1])),
    "createdAt": plain(lambda value: written(value[0].created_at)),
    "updatedAt": plain(lambda value: written(value[0].updated_at)),
}
"""The fields that all values have which can be written."""
OWNER: dict[str, Member] = {
    "projectV2": Member(project_of, "ProjectV2", {"number": "Int!"}, READ),
    "projectsV2": connection("ProjectV2Connection", projects_of, scopes=READ),
}
CONTENT: dict[str, Member] = {
    "projectItems": connection("ProjectV2ItemConnection", items_with, {"includeArchived": "Boolean"}, READ)
}
ITERATION: dict[str, Member] = {
    "id": plain(attrgetter("id")),
    "title": plain(attrgetter("title")),
    "startDate": plain(attrgetter("start_date")),
    "duration": plain(attrgetter("duration")),
}
TYPES: dict[str, dict[str, Member]] = {
    "ProjectV2": {
        "id": plain(lambda project: node_id("ProjectV2", project.id)),
        "number": plain(attrgetter("number")),
        "title": plain(attrgetter("title")),
        "closed": plain(attrgetter("closed")),
        "public": plain(attrgetter("public")),
        "url": plain(lambda project: f"{SITE}/{project.owner.login}/projects/{project.number}"),
        "owner": one("ProjectV2Owner", lambda project: actor(project.owner)),
        "items": connection("ProjectV2ItemConnection", items_of),
        "fields": connection("ProjectV2FieldConfigurationConnection", fields_of),
        "field": Member(field_named, "ProjectV2FieldConfiguration", {"name": "String!"}),
    },
    "ProjectV2Item": {
        "id": plain(lambda value: node_id("ProjectV2Item", value[1].id)),
        "databaseId": plain(lambda value: value[1].id),
        "isArchived": plain(lambda value: value[1].archived),
        "createdAt": plain(lambda value: written(value[1].created_at)),
        "updatedAt": plain(lambda value: written(value[1].updated_at)),
        "type": Member(kind_of_item),
        "project": one("ProjectV2", lambda value: Thing("ProjectV2", value[0])),
        "content": Member(content_of, "ProjectV2ItemContent"),
        "fieldValues": connection("ProjectV2ItemFieldValueConnection", values_of),
        "fieldValueByName": Member(value_named, "ProjectV2ItemFieldValue", {"name": "String!"}),
    },
    "DraftIssue": {
        "id": plain(lambda item: node_id("DraftIssue", item.id)),
        "title": plain(attrgetter("title")),
        "body": plain(attrgetter("body")),
        "creator": one("Actor", lambda item: actor(item.creator)),
        "createdAt": plain(lambda item: written(item.created_at)),
    },
    "ProjectV2Field": column("ProjectV2Field"),
    "ProjectV2SingleSelectField": column("ProjectV2SingleSelectField")
    | {"options": Member(options_of, "ProjectV2SingleSelectFieldOption")},
    "ProjectV2IterationField": column("ProjectV2IterationField")
    | {
        "configuration": one(
            "ProjectV2IterationFieldConfiguration",
            lambda found: Thing("ProjectV2IterationFieldConfiguration", found),
        )
    },
    "ProjectV2SingleSelectFieldOption": {"id": plain(attrgetter("id")), "name": plain(attrgetter("name"))},
    "ProjectV2IterationFieldConfiguration": {"iterations": Member(iterations_of, "ProjectV2IterationFieldIteration")},
    "ProjectV2IterationFieldIteration": ITERATION,
    "ProjectV2ItemFieldTextValue": HELD | {"text": plain(lambda value: value[2])},
    "ProjectV2ItemFieldNumberValue": HELD | {"number": plain(lambda value: value[2])},
    "ProjectV2ItemFieldDateValue": HELD | {"date": plain(lambda value: value[2])},
    "ProjectV2ItemFieldSingleSelectValue": HELD
    | {"name": plain(lambda value: value[2].name), "optionId": plain(lambda value: value[2].id)},
    "ProjectV2ItemFieldIterationValue": HELD
    | {
        "iterationId": plain(lambda value: value[2].id),
        "title": plain(lambda value: value[2].title),
        "startDate": plain(lambda value: value[2].start_date),
        "duration": plain(lambda value: value[2].duration),
    },
    "ProjectV2ItemFieldLabelValue": {
        "field": HELD["field"],
        "labels": connection(
            "LabelConnection", lambda value, *_: [Thing("Label", label) for label in value[2].value[1].labels]
        ),
    },
    "ProjectV2ItemFieldRepositoryValue": {
        "field": HELD["field"],
        "repository": one("Repository", lambda value: Thing("Repository", value[2].value[0])),
    },
    **connection_types("ProjectV2"),
    **connection_types("ProjectV2Item"),
    **connection_types("ProjectV2ItemFieldValue"),
    **connection_types("ProjectV2FieldConfiguration"),
}
