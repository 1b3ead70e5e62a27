"""Issues: listing, reading, creating and updating them."""

from __future__ import annotations

from typing import Any

from ..model import Issue, Milestone, Repository, Role
from ..planning import IssueType
from ..wire import Answer, Refusal, invalid
from .changes import BODY, LABEL, TITLE, Change
from .context import Context
from .fields import checked, names
from .issue_body import issue_body
from .issue_filters import matching
from .paging import listed
from .routing import Route

REASONS = ("completed", "not_planned", "duplicate", "reopened")


def answered(context: Context, repository: Repository, issue: Issue, status: int = 200) -> Answer:
    body = issue_body(context.call.origin, repository, issue)
    return Answer.json(status, body, {"location": body["url"]} if status == 201 else None)


def list_issues(context: Context) -> Answer:
    repository = context.repository()
    rows = matching(context, repository)
    return listed(context, rows, lambda row: issue_body(context.call.origin, repository, row), repository, cursors=True)


def get_issue(context: Context) -> Answer:
    repository = context.repository()
    return answered(context, repository, context.issue(repository))


def create_issue(context: Context) -> Answer:
    repository = context.repository()
    context.require_write(repository)
    if not repository.has_issues:
        raise Refusal(410, "Issues has been disabled in this repository.")
    wanted = Wanted(context, repository, creating=True)
    facts = {"title": wanted.title, "body": wanted.text, "user": context.user}
    issue = context.store.add_issue(repository, **facts)
    change = Change(context.store, repository, issue, context.user)
    wanted.apply_to_metadata(change)
    change.done()
    return answered(context, repository, issue, 201)


def update_issue(context: Context) -> Answer:
    repository = context.repository()
    issue = context.issue(repository)
    context.require_push(repository, issue.user)
    wanted = Wanted(context, repository, creating=False)
    change = Change(context.store, repository, issue, context.user)
    if wanted.title is not None:
        change.title(wanted.title)
    if "body" in wanted.sent:
        change.body(wanted.text)
    if wanted.state == "closed":
        change.close(wanted.reason)
    elif wanted.state == "open":
        change.reopen()
    elif wanted.reason is not None and issue.state == "closed":
        change.close(wanted.reason)
    wanted.apply_to_metadata(change)
    change.done()
    return answered(context, repository, issue)


class Wanted:
    """What a body asks for, checked as a whole before anything is stored."""

    def __init__(self, context: Context, repository: Repository, creating: bool) -> None:
        self.sent: dict[str, Any] = context.body()
        self.title: str | None = _title(self.sent, creating)
        self.text: str | None = _text(self.sent)
        self.state: str | None = checked(self.sent, "state", "string")
        self.reason: str | None = checked(self.sent, "state_reason", "string")
        labels, assignees = names(self.sent, "labels"), names(self.sent, "assignees")
        milestone = _milestone(self.sent, repository)
        if self.state not in (None, "open", "closed"):
            raise invalid("Issue", "state", value=self.state)
        if self.reason not in (None, *REASONS):
            raise invalid("Issue", "state_reason", value=self.reason)
        # GitHub says nothing when it drops what only people with more rights may set.
        allowed = context.role(repository) >= Role.TRIAGE
        self.labels = _labels(labels) if allowed else None
        self.assignees = _assignees(assignees, repository) if allowed else None
        self.milestone = milestone if allowed else None
        self.sets_milestone = allowed and "milestone" in self.sent
        # What is no name is not refused either: an object changes nothing.
        named = "type" in self.sent and not isinstance(self.sent["type"], dict)
        type_ = _type(self.sent, repository) if named else None
        self.sets_type = named and context.role(repository) >= Role.PUSH
        self.type = type_ if self.sets_type else None

    def apply_to_metadata(self, change: Change) -> None:
        if self.labels is not None:
            change.labels(self.labels)
        if self.assignees is not None:
            change.assignees(self.assignees)
        if self.sets_milestone:
            change.milestone(self.milestone)
        if self.sets_type:
            change.type(self.type)


def _title(body: dict[str, Any], creating: bool) -> str | None:
    title = checked(body, "title", "string", "integer", required=creating)
    if title is None:
        return None
    if not str(title).strip():
        raise invalid("Issue", "title", "missing_field")
    if len(str(title)) > TITLE:
        raise invalid("Issue", "title", "custom", message=f"title is too long (maximum is {TITLE} characters)")
    return str(title)


def _text(body: dict[str, Any]) -> str | None:
    text: str | None = checked(body, "body", "string")
    if text is not None and len(text) > BODY:
        raise invalid("Issue", "body", "custom", message=f"body is too long (maximum is {BODY} characters)")
    return text


def _labels(labels: list[str] | None) -> list[str] | None:
    for name in labels or ():
        if not name.strip():
            raise invalid("Label", "name", "missing_field")
        if len(name) > LABEL:
            raise invalid("Label", "name", "custom", message=f"name is too long (maximum is {LABEL} characters)")
    return labels


def _assignees(logins: list[str] | None, repository: Repository) -> list[str] | None:
    for login in logins or ():
        if not repository.can_be_assigned(login):
            raise invalid("Issue", "assignees", value=login)
    return logins


def _milestone(body: dict[str, Any], repository: Repository) -> Milestone | None:
    number = checked(body, "milestone", "integer", "string")
    if number is None:
        return None
    found = repository.milestones.get(int(number)) if str(number).isdigit() else None
    if found is None:
        raise invalid("Issue", "milestone", value=number)
    return found


def _type(body: dict[str, Any], repository: Repository) -> IssueType | None:
    name = checked(body, "type", "string")
    if name is None:
        return None
    found = next((type_ for type_ in repository.owner.issue_types if type_.name.lower() == name.lower()), None)
    if found is None or not found.enabled:
        raise invalid("Issue", "type", value=name)
    return found


PLACE = "/repos/{owner}/{repo}/issues"
ROUTES = (
    Route("GET", PLACE, list_issues, "issues/issues#list-repository-issues"),
    Route("POST", PLACE, create_issue, "issues/issues#create-an-issue"),
    Route("GET", f"{PLACE}/{{number}}", get_issue, "issues/issues#get-an-issue"),
    Route("PATCH", f"{PLACE}/{{number}}", update_issue, "issues/issues#update-an-issue"),
)
