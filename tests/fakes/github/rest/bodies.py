"""How GitHub writes things: users, labels, milestones, comments, events, repositories."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from ..clock import written
from ..model import Comment, Event, Issue, Label, Milestone, Repository, Role, User
from ..store import node_id

SITE = "https://github.com"
Body = dict[str, Any]


def repository_url(origin: str, repository: Repository) -> str:
    return f"{origin}/repos/{repository.full_name}"


def user_body(origin: str, user: User | None) -> Body | None:
    """Return a user; None is one whose account was deleted."""
    if user is None:
        return None
    url = f"{origin}/users/{quote(user.login)}"
    return {
        "login": user.login,
        "id": user.id,
        "node_id": node_id(user.type, user.id),
        "avatar_url": f"https://avatars.githubusercontent.com/u/{user.id}?v=4",
        "gravatar_id": "",
        "url": url,
        "html_url": f"{SITE}/{user.login}",
        "followers_url": f"{url}/followers",
        "organizations_url": f"{url}/orgs",
        "repos_url": f"{url}/repos",
        "events_url": f"{url}/events{{/privacy}}",
        "type": user.type,
        "user_view_type": "public",
        "site_admin": False,
    }


def label_body(origin: str, repository: Repository, label: Label) -> Body:
    return {
        "id": label.id,
        "node_id": node_id("Label", label.id),
        "url": f"{repository_url(origin, repository)}/labels/{quote(label.name, safe='')}",
        "name": label.name,
        "color": label.color,
        "default": False,
        "description": label.description,
    }


def milestone_body(origin: str, repository: Repository, milestone: Milestone) -> Body:
    url = f"{repository_url(origin, repository)}/milestones/{milestone.number}"
    inside = [issue for issue in repository.issues.values() if issue.milestone is milestone and not issue.deleted]
    return {
        "url": url,
        "html_url": f"{SITE}/{repository.full_name}/milestone/{milestone.number}",
        "labels_url": f"{url}/labels",
        "id": milestone.id,
        "node_id": node_id("Milestone", milestone.id),
        "number": milestone.number,
        "title": milestone.title,
        "description": milestone.description,
        "creator": user_body(origin, milestone.creator),
        "open_issues": sum(issue.state == "open" for issue in inside),
        "closed_issues": sum(issue.state == "closed" for issue in inside),
        "state": milestone.state,
        "created_at": written(milestone.created_at),
        "updated_at": written(milestone.updated_at),
        "due_on": written(milestone.due_on),
        "closed_at": written(milestone.closed_at),
    }


def association(repository: Repository, user: User | None) -> str:
    """Return what somebody is to a repository, in GitHub's word for it."""
    if user is None:
        return "NONE"
    if user == repository.owner:
        return "OWNER"
    role = repository.collaborators.get(user.login.lower(), Role.NONE)
    return "COLLABORATOR" if role > Role.NONE else "NONE"


REACTIONS = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")


def reactions_body(url: str) -> Body:
    return {"url": f"{url}/reactions", "total_count": 0, **dict.fromkeys(REACTIONS, 0)}


def page_url(repository: Repository, issue: Issue) -> str:
    return f"{SITE}/{repository.full_name}/{'pull' if issue.is_pull else 'issues'}/{issue.number}"


def comment_body(origin: str, repository: Repository, issue: Issue, comment: Comment) -> Body:
    base = repository_url(origin, repository)
    url = f"{base}/issues/comments/{comment.id}"
    return {
        "url": url,
        "html_url": f"{page_url(repository, issue)}#issuecomment-{comment.id}",
        "issue_url": f"{base}/issues/{issue.number}",
        "id": comment.id,
        "node_id": node_id("IssueComment", comment.id),
        "user": user_body(origin, comment.user),
        "created_at": written(comment.created_at),
        "updated_at": written(comment.updated_at),
        "body": comment.body,
        "author_association": association(repository, comment.user),
        "reactions": reactions_body(url),
        "performed_via_github_app": None,
    }


def event_body(origin: str, repository: Repository, event: Event) -> Body:
    return {
        "id": event.id,
        "node_id": node_id("Event", event.id),
        "url": f"{repository_url(origin, repository)}/issues/events/{event.id}",
        "actor": user_body(origin, event.actor),
        "event": event.event,
        "commit_id": None,
        "commit_url": None,
        "created_at": written(event.created_at),
        **{name: _detail(origin, value) for name, value in event.details.items()},
        "performed_via_github_app": None,
    }


def _detail(origin: str, value: object) -> object:
    return user_body(origin, value) if isinstance(value, User) else value


def repository_body(origin: str, repository: Repository, role: Role) -> Body:
    """Return a repository as somebody with this role sees it."""
    url = repository_url(origin, repository)
    return {
        "id": repository.id,
        "node_id": node_id("Repository", repository.id),
        "name": repository.name,
        "full_name": repository.full_name,
        "private": repository.private,
        "owner": user_body(origin, repository.owner),
        "html_url": f"{SITE}/{repository.full_name}",
        "description": repository.description,
        "fork": False,
        "url": url,
        "issues_url": f"{url}/issues{{/number}}",
        "issue_comment_url": f"{url}/issues/comments{{/number}}",
        "issue_events_url": f"{url}/issues/events{{/number}}",
        "labels_url": f"{url}/labels{{/name}}",
        "milestones_url": f"{url}/milestones{{/number}}",
        "assignees_url": f"{url}/assignees{{/user}}",
        "created_at": written(repository.created_at),
        "updated_at": written(repository.created_at),
        "pushed_at": written(repository.created_at),
        "has_issues": repository.has_issues,
        "archived": repository.archived,
        "disabled": False,
        "visibility": "private" if repository.private else "public",
        "default_branch": "main",
        "open_issues_count": sum(issue.state == "open" for issue in repository.issues.values() if not issue.deleted),
        "permissions": {
            "admin": role >= Role.ADMIN,
            "maintain": role >= Role.ADMIN,
            "push": role >= Role.PUSH,
            "triage": role >= Role.TRIAGE,
            "pull": role >= Role.READ,
        },
    }
