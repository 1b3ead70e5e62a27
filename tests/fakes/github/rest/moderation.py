"""Locks of issues, and the history of what happened to them."""

from __future__ import annotations

from ..wire import Answer, invalid
from .bodies import event_body
from .changes import Change
from .context import Context
from .fields import checked
from .paging import listed
from .routing import Route

LOCK_REASONS = ("off-topic", "too heated", "resolved", "spam")


def _change(context: Context) -> Change:
    """Return the change of an issue's lock that a request may make: only those who may push do."""
    repository = context.repository()
    issue = context.issue(repository)
    context.require_push(repository)
    return Change(context.store, repository, issue, context.user)


def lock(context: Context) -> Answer:
    change = _change(context)
    reason = checked(context.body(), "lock_reason", "string")
    if reason not in (None, *LOCK_REASONS):
        raise invalid("Issue", "lock_reason", value=reason)
    change.lock(reason)
    change.done()
    return Answer(204)


def unlock(context: Context) -> Answer:
    change = _change(context)
    change.unlock()
    change.done()
    return Answer(204)


def list_events(context: Context) -> Answer:
    repository = context.repository()
    issue = context.issue(repository)
    origin = context.call.origin
    return listed(context, issue.events, lambda row: event_body(origin, repository, row), repository)


ISSUE = "/repos/{owner}/{repo}/issues/{number}"
ROUTES = (
    Route("PUT", f"{ISSUE}/lock", lock, "issues/issues#lock-an-issue"),
    Route("DELETE", f"{ISSUE}/lock", unlock, "issues/issues#unlock-an-issue"),
    Route("GET", f"{ISSUE}/events", list_events, "issues/events#list-issue-events"),
)
