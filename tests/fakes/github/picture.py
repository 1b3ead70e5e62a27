"""A picture of everything that GitHub stores, in its own words."""

from __future__ import annotations

from typing import Any

from .model import Issue, Repository, Role, Thread
from .planning import Iteration, Option, Project, Value
from .rest.bodies import comment_body, event_body, label_body, milestone_body, repository_body
from .rest.issue_body import issue_body
from .rest.reviews import review_comment_body
from .store import Store


def picture_of(store: Store) -> dict[str, Any]:
    """Return all repositories and boards with what is in them, by name; budgets and tokens are not part of it."""
    with store.lock:
        places = {found.full_name: _repository(found) for found in store.repositories.values()}
        boards = {f"{found.owner.login}/projects/{found.number}": _board(found) for found in store.projects.values()}
        return places | boards


def _board(project: Project) -> dict[str, Any]:
    names = {column.id: column.name for column in project.fields}
    items = [
        {
            "id": item.id,
            "content": item.title if item.content is None else item.content.id,
            "archived": item.archived,
            "values": {names[number]: _plain(value) for number, value in item.values.items()},
        }
        for item in project.items
    ]
    return {"title": project.title, "fields": list(names.values()), "items": items}


def _plain(value: Value) -> str | float:
    return value.name if isinstance(value, Option) else value.title if isinstance(value, Iteration) else value


def _repository(repository: Repository) -> dict[str, Any]:
    issues = {
        str(issue.number): issue_body("", repository, issue)
        | {
            "deleted": issue.deleted,
            "comments": [comment_body("", repository, issue, comment) for comment in issue.comments],
            "events": [event_body("", repository, event) for event in issue.events],
            "parent": None if issue.parent is None else issue.parent.id,
            "threads": [_thread(repository, issue, thread) for thread in issue.threads],
        }
        for issue in repository.issues.values()
    }
    return {
        **repository_body("", repository, Role.ADMIN),
        "labels": [label_body("", repository, label) for label in repository.labels.values()],
        "milestones": [milestone_body("", repository, found) for found in repository.milestones.values()],
        "issues": issues,
        "discussions": {
            str(found.number): [found.title, found.body, found.category.name]
            for found in repository.discussions.values()
        },
    }


def _thread(repository: Repository, pull: Issue, thread: Thread) -> dict[str, Any]:
    comments = [review_comment_body("", repository, pull, thread, comment) for comment in thread.comments]
    return {"resolved_by": thread.resolved_by and thread.resolved_by.login, "comments": comments}
