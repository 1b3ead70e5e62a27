"""How GitHub writes an issue; a pull request is one with a key of its own."""

from __future__ import annotations

from ..clock import written
from ..model import Issue, Repository
from ..planning import IssueType
from ..store import kind_of, node_id
from .bodies import (
    Body,
    association,
    label_body,
    milestone_body,
    page_url,
    reactions_body,
    repository_url,
    user_body,
)


def issue_body(origin: str, repository: Repository, issue: Issue) -> Body:
    """Return an issue with every key that the documentation names for it."""
    base = repository_url(origin, repository)
    url = f"{base}/issues/{issue.number}"
    assignees = [user_body(origin, user) for user in issue.assignees]
    milestone = issue.milestone
    return {
        "url": url,
        "repository_url": base,
        "labels_url": f"{url}/labels{{/name}}",
        "comments_url": f"{url}/comments",
        "events_url": f"{url}/events",
        "html_url": page_url(repository, issue),
        "id": issue.id,
        "node_id": node_id(kind_of(issue), issue.id),
        "number": issue.number,
        "title": issue.title,
        "user": user_body(origin, issue.user),
        "labels": [label_body(origin, repository, label) for label in issue.labels],
        "state": issue.state,
        "locked": issue.locked,
        "assignee": assignees[0] if assignees else None,
        "assignees": assignees,
        "milestone": None if milestone is None else milestone_body(origin, repository, milestone),
        "comments": len(issue.comments),
        "created_at": written(issue.created_at),
        "updated_at": written(issue.updated_at),
        "closed_at": written(issue.closed_at),
        "author_association": association(repository, issue.user),
        "active_lock_reason": issue.lock_reason,
        **(_pull_body(base, repository, issue) if issue.is_pull else _only_of_issues(issue)),
        "body": issue.body,
        "closed_by": user_body(origin, issue.closed_by),
        "reactions": reactions_body(url),
        "timeline_url": f"{url}/timeline",
        "performed_via_github_app": None,
        "state_reason": issue.state_reason,
    }


def type_body(type_: IssueType) -> Body:
    return {
        "id": type_.id,
        "node_id": node_id("IssueType", type_.id),
        "name": type_.name,
        "description": type_.description,
        "color": None,
        "created_at": written(type_.created_at),
        "updated_at": written(type_.created_at),
        "is_enabled": type_.enabled,
    }


def completion(issue: Issue) -> tuple[int, int, int]:
    """Return how many sub-issues an issue has, how many of them are closed, and how many percent that is."""
    total = len(issue.children)
    closed = sum(child.state == "closed" for child in issue.children)
    return total, closed, 100 * closed // total if total else 0


def _only_of_issues(issue: Issue) -> Body:
    names = ("total", "completed", "percent_completed")
    return {
        "type": None if issue.type is None else type_body(issue.type),
        "sub_issues_summary": dict(zip(names, completion(issue), strict=True)),
    }


def _pull_body(base: str, repository: Repository, issue: Issue) -> Body:
    page = page_url(repository, issue)
    return {
        "draft": False,
        "pull_request": {
            "url": f"{base}/pulls/{issue.number}",
            "html_url": page,
            "diff_url": f"{page}.diff",
            "patch_url": f"{page}.patch",
            "merged_at": written(issue.merged_at),
        },
    }
