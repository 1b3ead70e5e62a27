"""A picture of everything that GitHub stores, in its own words."""

from __future__ import annotations

from typing import Any

from .model import Repository, Role
from .rest.bodies import comment_body, event_body, label_body, milestone_body, repository_body
from .rest.issue_body import issue_body
from .store import Store


def picture_of(store: Store) -> dict[str, Any]:
    """Return all repositories with what is in them, by name; budgets and tokens are not part of it."""
    with store.lock:
        return {found.full_name: _repository(found) for found in store.repositories.values()}


def _repository(repository: Repository) -> dict[str, Any]:
    issues = {
        str(issue.number): issue_body("", repository, issue)
        | {
            "deleted": issue.deleted,
            "comments": [comment_body("", repository, issue, comment) for comment in issue.comments],
            "events": [event_body("", repository, event) for event in issue.events],
        }
        for issue in repository.issues.values()
    }
    return {
        **repository_body("", repository, Role.ADMIN),
        "labels": [label_body("", repository, label) for label in repository.labels.values()],
        "milestones": [milestone_body("", repository, found) for found in repository.milestones.values()],
        "issues": issues,
    }
