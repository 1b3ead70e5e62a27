"""Labels of repositories and of issues."""

from __future__ import annotations

from ..model import Issue, Label, Repository
from ..wire import Answer, Refusal, invalid, not_found
from .bodies import label_body
from .changes import LABEL, Change
from .context import Context
from .fields import checked, names
from .paging import listed
from .routing import Route


def _named(context: Context, repository: Repository) -> Label:
    label = repository.labels.get(context.arguments["name"].lower())
    if label is None:
        raise not_found()
    return label


def list_labels(context: Context) -> Answer:
    repository = context.repository()
    origin = context.call.origin
    rows = sorted(repository.labels.values(), key=lambda label: label.name.lower())
    return listed(context, rows, lambda row: label_body(origin, repository, row), repository)


def get_label(context: Context) -> Answer:
    repository = context.repository()
    return Answer.json(200, label_body(context.call.origin, repository, _named(context, repository)))


def create_label(context: Context) -> Answer:
    repository = context.repository()
    context.require_push(repository)
    body = context.body()
    name: str = checked(body, "name", "string", required=True)
    if name.lower() in repository.labels:
        raise invalid("Label", "name", "already_exists")
    if not 0 < len(name.strip()) <= LABEL:
        raise invalid("Label", "name", "custom", message=f"name is too long (maximum is {LABEL} characters)")
    label = context.store.label(repository, name)
    label.color = checked(body, "color", "string") or label.color
    label.description = checked(body, "description", "string")
    context.store.changed()
    return Answer.json(201, label_body(context.call.origin, repository, label))


def delete_label(context: Context) -> Answer:
    """Delete a label, also from every issue that has it."""
    repository = context.repository()
    context.require_push(repository)
    label = _named(context, repository)
    del repository.labels[label.name.lower()]
    for issue in repository.issues.values():
        issue.labels = tuple(other for other in issue.labels if other is not label)
    context.store.changed()
    return Answer(204)


# --- of one issue


def _labels_of(context: Context, repository: Repository, issue: Issue) -> Answer:
    return Answer.json(200, [label_body(context.call.origin, repository, label) for label in issue.labels])


def list_issue_labels(context: Context) -> Answer:
    repository = context.repository()
    issue = context.issue(repository)
    origin = context.call.origin
    return listed(context, issue.labels, lambda row: label_body(origin, repository, row), repository)


def add_issue_labels(context: Context) -> Answer:
    repository = context.repository()
    issue = context.issue(repository)
    context.require_push(repository)
    added = names(context.body(), "labels")
    if not added:
        raise Refusal(422, "Validation Failed", [{"resource": "Label", "field": "name", "code": "missing_field"}])
    change = Change(context.store, repository, issue, context.user)
    change.labels([*(label.name for label in issue.labels), *added])
    change.done()
    return _labels_of(context, repository, issue)


def remove_issue_label(context: Context) -> Answer:
    repository = context.repository()
    issue = context.issue(repository)
    context.require_push(repository)
    name = context.arguments["name"].lower()
    kept = [label.name for label in issue.labels if label.name.lower() != name]
    if len(kept) == len(issue.labels):
        raise Refusal(404, "Label does not exist")
    change = Change(context.store, repository, issue, context.user)
    change.labels(kept)
    change.done()
    return _labels_of(context, repository, issue)


LABELS, ISSUE = "/repos/{owner}/{repo}/labels", "/repos/{owner}/{repo}/issues/{number}/labels"
ROUTES = (
    Route("GET", LABELS, list_labels, "issues/labels#list-labels-for-a-repository"),
    Route("POST", LABELS, create_label, "issues/labels#create-a-label"),
    Route("GET", f"{LABELS}/{{name}}", get_label, "issues/labels#get-a-label"),
    Route("DELETE", f"{LABELS}/{{name}}", delete_label, "issues/labels#delete-a-label"),
    Route("GET", ISSUE, list_issue_labels, "issues/labels#list-labels-for-an-issue"),
    Route("POST", ISSUE, add_issue_labels, "issues/labels#add-labels-to-an-issue"),
    Route("DELETE", f"{ISSUE}/{{name}}", remove_issue_label, "issues/labels#remove-a-label-from-an-issue"),
)
