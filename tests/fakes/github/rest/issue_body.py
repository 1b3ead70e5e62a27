"""How GitHub writes an issue; a pull request is one with a key of its own."""

from __future__ import annotations

from ..clock import written
from ..model import Issue, Repository
from ..store import node_id
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
        "node_id": node_id("Issue", issue.id),
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
        **(_pull_body(base, repository, issue) if issue.is_pull else {"type": None}),
        "body": issue.body,
        "closed_by": user_body(origin, issue.closed_by),
        "reactions": reactions_body(url),
        "timeline_url": f"{url}/timeline",
        "performed_via_github_app": None,
        "state_reason": issue.state_reason,
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
