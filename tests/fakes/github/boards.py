"""Filling the fake with organizations and boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .builders import IssueBuilder, role
from .model import User
from .planning import FieldKind, Iteration, Option, Project, ProjectField, ProjectItem, Value
from .store import Store, node_id

KINDS: Mapping[str, FieldKind] = {
    "text": "TEXT",
    "number": "NUMBER",
    "date": "DATE",
    "single_select": "SINGLE_SELECT",
    "iteration": "ITERATION",
    # These follow from what a row shows.
    "title": "TITLE",
    "labels": "LABELS",
    "repository": "REPOSITORY",
}
STATUS = ("Todo", "In Progress", "Done")


def add_organization(store: Store, login: str, issue_types: Iterable[str] = ("Task", "Bug", "Feature")) -> User:
    """Return an organization with these types of issues; its repositories may be there already, or come later."""
    with store.lock:
        found = store.user(login)
        found.type = "Organization"
        for name in issue_types:
            store.issue_type(found, name)
        return found


def add_project(store: Store, owner: str, title: str = "Board", **facts: Any) -> ProjectBuilder:
    """Return a new board of an organization or a user, with the columns that GitHub gives to each, and more.

    `fields` are the arguments of `ProjectBuilder.field`; `collaborators` maps logins to roles.
    """
    roles = {login.lower(): role(given) for login, given in facts.pop("collaborators", {}).items()}
    fields = facts.pop("fields", ())
    with store.lock:
        user = store.user(owner)
        number = 1 + sum(found.owner is user for found in store.projects.values())
        made = Project(store.next_id("ProjectV2"), number, title, user, store.clock(), collaborators=roles, **facts)
        store.projects[made.id] = made
        builder = ProjectBuilder(store, made)
        for name in ("Title", "Labels", "Repository"):
            builder.field(name, name.lower())
        builder.field("Status", "single_select", options=STATUS)
        for wanted in fields:
            builder.field(**wanted)
        return builder


class ProjectBuilder:
    """A board that is being filled; `project` is what is stored."""

    def __init__(self, store: Store, project: Project) -> None:
        self.store, self.project = store, project

    @property
    def node_id(self) -> str:
        return node_id("ProjectV2", self.project.id)

    def field(
        self, name: str, kind: str = "text", options: Iterable[str] = (), iterations: Iterable[str] = ()
    ) -> ProjectField:
        """Add a column: text, number, date, single_select with options, or iteration with its first days."""
        with self.store.lock:
            made = ProjectField(self.store.next_id("ProjectV2Field"), name, KINDS[kind])
            made.options = [Option(f"{made.id:x}{place}", option) for place, option in enumerate(options)]
            made.iterations = [
                Iteration(f"{made.id:x}{place}", f"{name} {place + 1}", start) for place, start in enumerate(iterations)
            ]
            self.project.fields.append(made)
            return made

    def named(self, name: str) -> ProjectField:
        return next(column for column in self.project.fields if column.name == name)

    def add(self, issue: IssueBuilder, **values: Any) -> ProjectItem:
        """Add a row for an issue or a pull request; `values` are what stands in columns, by their names."""
        return self._added(ProjectItem(*self._start(), content=issue.issue), values)

    def draft(self, title: str = "A draft", body: str = "", **values: Any) -> ProjectItem:
        return self._added(ProjectItem(*self._start(), title=title, body=body), values)

    def _start(self) -> tuple[int, User, Any, Any]:
        now = self.store.clock()
        return self.store.next_id("ProjectV2Item"), self.project.owner, now, now

    def _added(self, item: ProjectItem, values: Mapping[str, Any]) -> ProjectItem:
        with self.store.lock:
            item.values = {self.named(name).id: chosen(self.named(name), value) for name, value in values.items()}
            self.project.items.append(item)
            self.store.changed()
            return item


def chosen(column: ProjectField, value: Any) -> Value:
    """Return what stands in a column: options and iterations are given by their names."""
    if column.kind == "SINGLE_SELECT":
        return next(option for option in column.options if option.name == value)
    if column.kind == "ITERATION":
        return next(iteration for iteration in column.iterations if iteration.title == value)
    found: Value = value
    return found
