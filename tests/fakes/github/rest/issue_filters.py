"""Which issues a list holds, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..clock import read
from ..model import Issue, Repository
from ..wire import Refusal, invalid, not_found
from .context import Context

Filter = Callable[[Issue], bool]


def matching(context: Context, repository: Repository) -> list[Issue]:
    """Return the issues and pull requests that the query asks for, sorted; where issues are off, pull requests stay."""
    filters = list(_filters(context, repository))
    found = [
        issue
        for issue in repository.issues.values()
        if not issue.deleted
        and issue.transferred_to is None
        and (repository.has_issues or issue.is_pull)
        and all(holds(issue) for holds in filters)
    ]
    return ordered(context, found)


def ordered(context: Context, issues: list[Issue]) -> list[Issue]:
    """Return issues sorted as asked; those that are equal keep the order of their numbers."""
    keys: dict[str, Callable[[Issue], Any]] = {
        "created": lambda issue: (issue.created_at, issue.number),
        "updated": lambda issue: (issue.updated_at, issue.number),
        "comments": lambda issue: (len(issue.comments), issue.number),
    }
    key = _one_of(context, "sort", "created", *keys)
    return sorted(issues, key=keys[key], reverse=_one_of(context, "direction", "desc", "asc", "desc") == "desc")


def _one_of(context: Context, name: str, usual: str, *known: str) -> str:
    value = context.call.argument(name) or usual
    if value not in known:
        raise invalid("Issue", name, value=value)
    return value


def _filters(context: Context, repository: Repository) -> Iterable[Filter]:
    state = _one_of(context, "state", "open", "open", "closed", "all")
    if state != "all":
        yield lambda issue: issue.state == state
    for name in filter(None, context.call.argument("labels").split(",")):
        yield labelled(name)
    if login := context.call.argument("creator"):
        creator = _known(context, "creator", login)
        yield lambda issue: issue.user is not None and issue.user.login.lower() == creator
    if login := context.call.argument("assignee"):
        yield _assigned(login if login in ("*", "none") else _known(context, "assignee", login))
    if login := context.call.argument("mentioned"):
        yield lambda issue: f"@{login}".lower() in (issue.body or "").lower()
    if text := context.call.argument("milestone"):
        yield _in_milestone(text, repository)
    if (moment := since(context)) is not None:
        yield lambda issue: issue.updated_at >= moment


def since(context: Context) -> Any:
    """Return the moment that `since` names, or None where it is not used."""
    text = context.call.argument("since")
    moment = read(text) if text else None
    if text and moment is None:
        raise Refusal(422, f"Invalid request.\n\n{text} is not a valid date-time.")
    return moment


def labelled(name: str) -> Filter:
    return lambda issue: any(label.name.lower() == name.lower() for label in issue.labels)


def _known(context: Context, field: str, login: str) -> str:
    if login.lower() not in context.store.users:
        raise invalid("Issue", field, value=login)
    return login.lower()


def _assigned(login: str) -> Filter:
    if login == "*":
        return lambda issue: bool(issue.assignees)
    if login == "none":
        return lambda issue: not issue.assignees
    return lambda issue: any(user.login.lower() == login for user in issue.assignees)


def _in_milestone(text: str, repository: Repository) -> Filter:
    if text == "*":
        return lambda issue: issue.milestone is not None
    if text == "none":
        return lambda issue: issue.milestone is None
    if not text.isdigit() or int(text) not in repository.milestones:
        raise not_found()
    return lambda issue: issue.milestone is not None and issue.milestone.number == int(text)
