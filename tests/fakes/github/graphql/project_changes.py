"""Mutations of boards: adding a row, and writing into one of its columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model import Role
from ..planning import Project, ProjectField, ProjectItem, Value
from ..rest.context import Context
from ..wire import Refusal
from .issue_changes import unprocessable
from .nodes import PERMISSION, role_in, thing_of
from .types import Arguments, Member, Thing, mutation, payload

WRITE = ("project",)
FIELDS = ("ProjectV2Field", "ProjectV2SingleSelectField", "ProjectV2IterationField")
INPUTS = {
    "TEXT": "text",
    "NUMBER": "number",
    "DATE": "date",
    "SINGLE_SELECT": "singleSelectOptionId",
    "ITERATION": "iterationId",
}
"""Which part of the input a column of each kind is written with."""


def _changeable(wanted: Arguments, context: Context) -> Project:
    project: Project = thing_of(wanted["projectId"], context, "ProjectV2").value
    if not context.permits(PERMISSION, "write"):
        raise context.not_permitted(PERMISSION, "write")
    if role_in(context, project) < Role.PUSH:
        raise Refusal(403, f"{context.user.login} does not have the correct permissions to change this project")
    return project


def add_item(wanted: Arguments, context: Context) -> Mapping[str, Thing]:
    """Add a row for an issue or a pull request; one that is there already is given in its place."""
    project = _changeable(wanted, context)
    content = thing_of(wanted["contentId"], context, "Issue", "PullRequest").value[1]
    item = project.item_of(content)
    if item is None:
        now = context.now
        item = ProjectItem(context.store.next_id("ProjectV2Item"), context.user, now, now, content)
        project.items.append(item)
        context.store.changed()
    return {"item": Thing("ProjectV2Item", (project, item))}


def update_value(wanted: Arguments, context: Context) -> Mapping[str, Thing]:
    """Write into one column of a row."""
    project = _changeable(wanted, context)
    home, item = thing_of(wanted["itemId"], context, "ProjectV2Item").value
    column: ProjectField = thing_of(wanted["fieldId"], context, *FIELDS).value
    if home is not project:
        raise unprocessable("The item does not belong to the project")
    if column not in project.fields:
        raise unprocessable("The field does not belong to the project")
    if item.archived:
        raise unprocessable("The item is archived and cannot be updated")
    item.values[column.id] = _value(column, wanted["value"])
    item.updated_at = context.now
    context.store.changed()
    return {"projectV2Item": Thing("ProjectV2Item", (project, item))}


def _value(column: ProjectField, given: dict[str, Any]) -> Value:
    """Return what is to stand in a column; the input must be of the kind that the column is of, and nothing else."""
    kind = column.kind.lower()
    name = INPUTS.get(column.kind)
    if name is None:
        raise unprocessable(f"The field of type {kind} is currently not supported.")
    told = {key: value for key, value in given.items() if value is not None}
    if len(told) > 1:
        raise unprocessable("Only one value may be given to update a field")
    if name not in told:
        raise unprocessable(f"Did not receive a value of the right type to update a field of type {kind}")
    chosen: Any = told[name]
    if column.kind == "SINGLE_SELECT":
        chosen = next((option for option in column.options if option.id == chosen), None)
        if chosen is None:
            raise unprocessable("The single select option Id does not belong to the field")
    elif column.kind == "ITERATION":
        chosen = next((iteration for iteration in column.iterations if iteration.id == chosen), None)
        if chosen is None:
            raise unprocessable("The iteration Id does not belong to the field")
    found: Value = chosen[:10] if column.kind == "DATE" else chosen
    return found


MUTATIONS: dict[str, Member] = {
    "addProjectV2ItemById": mutation("AddProjectV2ItemById", add_item, WRITE),
    "updateProjectV2ItemFieldValue": mutation("UpdateProjectV2ItemFieldValue", update_value, WRITE),
}
TYPES: dict[str, dict[str, Member]] = {
    "AddProjectV2ItemByIdPayload": payload(item="ProjectV2Item"),
    "UpdateProjectV2ItemFieldValuePayload": payload(projectV2Item="ProjectV2Item"),
}
