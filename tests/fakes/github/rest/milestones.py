"""Milestones of repositories."""

from __future__ import annotations

from typing import Any

from ..clock import read
from ..model import Milestone
from ..wire import Answer, invalid, not_found
from .bodies import milestone_body
from .context import Context
from .fields import checked, shown, wrong
from .paging import listed
from .routing import Route


def list_milestones(context: Context) -> Answer:
    repository = context.repository()
    state = context.call.argument("state", "open")
    if state not in ("open", "closed", "all"):
        raise invalid("Milestone", "state", value=state)
    rows = [found for found in repository.milestones.values() if state in ("all", found.state)]
    origin = context.call.origin
    return listed(context, rows, lambda row: milestone_body(origin, repository, row), repository)


def get_milestone(context: Context) -> Answer:
    repository = context.repository()
    text = context.arguments["number"]
    milestone = repository.milestones.get(int(text)) if text.isdigit() else None
    if milestone is None:
        raise not_found()
    return Answer.json(200, milestone_body(context.call.origin, repository, milestone))


def create_milestone(context: Context) -> Answer:
    repository = context.repository()
    context.require_push(repository)
    body = context.body()
    title: str = checked(body, "title", "string", required=True)
    state: Any = checked(body, "state", "string") or "open"
    due: str | None = checked(body, "due_on", "string")
    if due and read(due) is None:
        raise wrong(f"For 'properties/due_on', {shown(due)} is not a valid date-time.")
    if any(found.title == title for found in repository.milestones.values()):
        raise invalid("Milestone", "title", "already_exists")
    if not title.strip():
        raise invalid("Milestone", "title", "missing_field")
    if state not in ("open", "closed"):
        raise invalid("Milestone", "state", value=state)
    number, now = max(repository.milestones, default=0) + 1, context.now
    milestone = Milestone(context.store.next_id("Milestone"), number, title, context.user, now, now)
    milestone.description = checked(body, "description", "string")
    milestone.state, milestone.due_on = state, read(due) if due else None
    milestone.closed_at = now if state == "closed" else None
    repository.milestones[number] = milestone
    context.store.changed()
    return Answer.json(201, milestone_body(context.call.origin, repository, milestone))


PLACE = "/repos/{owner}/{repo}/milestones"
ROUTES = (
    Route("GET", PLACE, list_milestones, "issues/milestones#list-milestones"),
    Route("POST", PLACE, create_milestone, "issues/milestones#create-a-milestone"),
    Route("GET", f"{PLACE}/{{number}}", get_milestone, "issues/milestones#get-a-milestone"),
)
