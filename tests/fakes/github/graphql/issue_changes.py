"""Mutations of issues: creating them, making one a part of another, and commenting."""

from __future__ import annotations

from collections.abc import Mapping

from ..model import Issue, Milestone, Repository, Role, User
from ..planning import IssueType
from ..rest.changes import BODY, TITLE, Change
from ..rest.comments import added
from ..rest.context import Context
from .nodes import issue_thing, thing_of
from .types import Arguments, Member, Thing, Unresolved, cursor, mutation, payload

CHILDREN, LEVELS = 100, 8
"""How many sub-issues an issue may have, and how many issues may stand above one."""


def unprocessable(message: str) -> Unresolved:
    return Unresolved("UNPROCESSABLE", message)


def text_of(wanted: Arguments, name: str, most: int, blank: bool = False) -> str:
    """Return a text of the input; one that is too long, or says nothing where it must, is refused."""
    text = wanted.get(name) or ""
    if not blank and not text.strip():
        raise unprocessable(f"{name.capitalize()} can't be blank")
    if len(text) > most:
        raise unprocessable(f"{name.capitalize()} is too long (maximum is {most} characters)")
    return str(text)


def repository_of(wanted: Arguments, context: Context) -> Repository:
    found: Repository = thing_of(wanted["repositoryId"], context, "Repository").value
    return found


def add_comment(wanted: Arguments, context: Context) -> Mapping[str, Thing]:
    subject = thing_of(wanted["subjectId"], context)
    if subject.type not in ("Issue", "PullRequest"):
        raise unprocessable("Subject cannot be commented on")
    place, issue = subject.value
    context.require_write(place)
    comment = added(context, place, issue, text_of(wanted, "body", BODY))
    edge = (cursor(len(issue.comments)), Thing("IssueComment", (place, issue, comment)))
    return {"subject": subject, "commentEdge": Thing("IssueCommentEdge", edge)}


# --- creating


def create_issue(wanted: Arguments, context: Context) -> Mapping[str, Thing]:
    """Store an issue; everything that its input names is looked up before."""
    place = repository_of(wanted, context)
    context.require_write(place)
    if not place.has_issues:
        raise unprocessable("Issues are disabled for this repository")
    title, body = text_of(wanted, "title", TITLE), text_of(wanted, "body", BODY, blank=True)
    labels = [thing_of(text, context, "Label").value for text in wanted.get("labelIds") or ()]
    people: list[User] = [thing_of(text, context, "User", "Bot").value for text in wanted.get("assigneeIds") or ()]
    milestone = _milestone(wanted.get("milestoneId"), place, context)
    type_ = _type(wanted.get("issueTypeId"), place, context)
    issue = context.store.add_issue(place, title=title, body=body, user=context.user)
    change = Change(context.store, place, issue, context.user)
    # As over REST: what only people with more rights may set is dropped without a word.
    if context.role(place) >= Role.TRIAGE:
        change.labels(label.name for label in labels if label in place.labels.values())
        change.assignees(user.login for user in people if place.can_be_assigned(user.login))
        change.milestone(milestone)
        change.type(type_)
    change.done()
    return {"issue": issue_thing(place, issue)}


def _milestone(text: str | None, place: Repository, context: Context) -> Milestone | None:
    if text is None:
        return None
    home, milestone = thing_of(text, context, "Milestone").value
    if home is not place:
        raise unprocessable("Milestone does not belong to this repository")
    found: Milestone = milestone
    return found


def _type(text: str | None, place: Repository, context: Context) -> IssueType | None:
    if text is None:
        return None
    type_: IssueType = thing_of(text, context, "IssueType").value
    if type_ not in place.owner.issue_types or not type_.enabled:
        raise unprocessable("Issue type is not enabled for this repository")
    return type_


# --- parts of issues


def add_sub_issue(wanted: Arguments, context: Context) -> Mapping[str, Thing]:
    if wanted.get("subIssueId") is None:
        raise unprocessable("Either subIssueId or subIssueUrl must be provided")
    above = thing_of(wanted["issueId"], context, "Issue")
    below = thing_of(wanted["subIssueId"], context, "Issue")
    place, parent = above.value
    child_place, child = below.value
    context.require_push(place, parent.user)
    if problem := _obstacle(parent, child, replace=bool(wanted.get("replaceParent"))):
        raise unprocessable(f"Failed to add sub-issue #{child.number} to parent #{parent.number}. {problem}")
    change = Change(context.store, child_place, child, context.user)
    change.parent(parent)
    change.done()
    context.store.touch(parent)
    return {"issue": above, "subIssue": below}


def _obstacle(parent: Issue, child: Issue, replace: bool) -> str | None:
    """Return why an issue cannot become a part of another one, or None when it can."""
    if child.parent is parent:
        return "Issue may not contain duplicate sub-issues and Sub issue may only have one parent"
    if child.parent is not None and not replace:
        return "Sub issue may only have one parent"
    above = _chain(parent)
    if any(issue is child for issue in above):
        return "Sub issue cannot be its own ancestor"
    if len(parent.children) >= CHILDREN:
        return f"Parent cannot have more than {CHILDREN} sub-issues"
    if len(above) + _depth(child) > LEVELS:
        return f"Sub-issues cannot be nested more than {LEVELS} levels deep"
    return None


def _chain(issue: Issue | None) -> list[Issue]:
    """Return an issue and everything above it."""
    return [] if issue is None else [issue, *_chain(issue.parent)]


def _depth(issue: Issue) -> int:
    """Return how many levels hang below an issue."""
    return max((1 + _depth(child) for child in issue.children), default=0)


MUTATIONS: dict[str, Member] = {
    "addComment": mutation("AddComment", add_comment),
    "addSubIssue": mutation("AddSubIssue", add_sub_issue),
    "createIssue": mutation("CreateIssue", create_issue),
}
TYPES: dict[str, dict[str, Member]] = {
    "AddCommentPayload": payload(subject="Node", commentEdge="IssueCommentEdge"),
    "AddSubIssuePayload": payload(issue="Issue", subIssue="Issue"),
    "CreateIssuePayload": payload(issue="Issue"),
}
