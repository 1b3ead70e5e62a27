"""Comments on issues and pull requests."""

from __future__ import annotations

from ..model import Comment, Issue, Repository, Role
from ..wire import Answer, Refusal, invalid, not_found
from .bodies import comment_body
from .changes import BODY
from .context import Context
from .fields import checked
from .issue_filters import since
from .paging import listed
from .routing import Route

LOCKED_PAGE = "https://docs.github.com/articles/locking-conversations/"


def _answered(context: Context, repository: Repository, issue: Issue, comment: Comment, status: int = 200) -> Answer:
    body = comment_body(context.call.origin, repository, issue, comment)
    return Answer.json(status, body, {"location": body["url"]} if status == 201 else None)


def _text(context: Context) -> str:
    text: str = checked(context.body(), "body", "string", required=True)
    if not text.strip():
        raise invalid("IssueComment", "body", "missing_field")
    if len(text) > BODY:
        raise invalid("IssueComment", "body", "custom", message=f"body is too long (maximum is {BODY} characters)")
    return text


def list_comments(context: Context) -> Answer:
    """Return the comments of one issue, the oldest first: nothing can sort this list."""
    repository = context.repository()
    issue = context.issue(repository)
    moment = since(context)
    rows = [comment for comment in issue.comments if moment is None or comment.updated_at >= moment]
    origin = context.call.origin
    return listed(context, rows, lambda row: comment_body(origin, repository, issue, row), repository)


def list_all_comments(context: Context) -> Answer:
    """Return the comments of the whole repository, by the moment of creation or of the last change."""
    repository = context.repository()
    moment = since(context)
    by_change = context.call.argument("sort") == "updated"
    homes = {comment.id: issue for issue in repository.issues.values() for comment in issue.comments}
    rows = [
        comment
        for issue in repository.issues.values()
        if not issue.deleted
        for comment in issue.comments
        if moment is None or comment.updated_at >= moment
    ]
    rows.sort(key=lambda row: (row.updated_at if by_change else row.created_at, row.id))
    if context.call.argument("direction") == "desc":
        rows.reverse()
    origin = context.call.origin
    return listed(context, rows, lambda row: comment_body(origin, repository, homes[row.id], row), repository)


def create_comment(context: Context) -> Answer:
    repository = context.repository()
    issue = context.issue(repository)
    context.require_write(repository)
    comment = added(context, repository, issue, _text(context))
    return _answered(context, repository, issue, comment, 201)


def added(context: Context, repository: Repository, issue: Issue, text: str) -> Comment:
    """Store a comment; a lock stops those who may not push."""
    if issue.locked and context.role(repository) < Role.PUSH:
        message = "Unable to create comment because issue is locked."
        raise Refusal(403, message, documentation=LOCKED_PAGE)
    now = context.now
    comment = Comment(context.store.next_id("IssueComment"), context.user, text, now, now)
    issue.comments.append(comment)
    context.store.touch(issue)
    return comment


def _place(context: Context, repository: Repository) -> tuple[Issue, Comment]:
    text = context.arguments["comment"]
    found = context.store.comment(repository, int(text)) if text.isdigit() else None
    if found is None or found[0].deleted:
        raise not_found()
    return found


def get_comment(context: Context) -> Answer:
    repository = context.repository()
    return _answered(context, repository, *_place(context, repository))


def update_comment(context: Context) -> Answer:
    repository = context.repository()
    issue, comment = _place(context, repository)
    context.require_push(repository, comment.user)
    comment.body, comment.updated_at = _text(context), context.now
    context.store.touch(issue)
    return _answered(context, repository, issue, comment)


def delete_comment(context: Context) -> Answer:
    repository = context.repository()
    issue, comment = _place(context, repository)
    context.require_push(repository, comment.user)
    issue.comments.remove(comment)
    context.store.touch(issue)
    return Answer(204)


ISSUES = "/repos/{owner}/{repo}/issues"
ONE = f"{ISSUES}/comments/{{comment}}"
ROUTES = (
    Route("GET", f"{ISSUES}/{{number}}/comments", list_comments, "issues/comments#list-issue-comments"),
    Route("POST", f"{ISSUES}/{{number}}/comments", create_comment, "issues/comments#create-an-issue-comment"),
    Route("GET", f"{ISSUES}/comments", list_all_comments, "issues/comments#list-issue-comments-for-a-repository"),
    Route("GET", ONE, get_comment, "issues/comments#get-an-issue-comment"),
    Route("PATCH", ONE, update_comment, "issues/comments#update-an-issue-comment"),
    Route("DELETE", ONE, delete_comment, "issues/comments#delete-an-issue-comment"),
)
