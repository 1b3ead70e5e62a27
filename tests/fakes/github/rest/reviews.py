"""Pull requests as far as their reviews go: reading one, and what is said about places in its changes."""

from __future__ import annotations

from ..clock import written
from ..model import Comment, Issue, Repository, Role, Thread
from ..store import node_id
from ..wire import Answer, Refusal, invalid, not_found
from .bodies import Body, association, page_url, reactions_body, repository_url, user_body
from .changes import BODY
from .comments import LOCKED_PAGE
from .context import Context
from .fields import checked
from .issue_body import issue_body
from .paging import listed
from .routing import Route

PERMISSION = "pull_requests"
Found = tuple[Issue, Thread, Comment]


def review_comment_body(origin: str, repository: Repository, pull: Issue, thread: Thread, comment: Comment) -> Body:
    base = repository_url(origin, repository)
    url = f"{base}/pulls/comments/{comment.id}"
    first = thread.comments[0]
    return {
        "url": url,
        "pull_request_review_id": thread.id,
        "id": comment.id,
        "node_id": node_id("PullRequestReviewComment", comment.id),
        "diff_hunk": f"@@ -{thread.line} +{thread.line} @@",
        "path": thread.path,
        "line": thread.line,
        "side": "RIGHT",
        "commit_id": "0" * 40,
        "user": user_body(origin, comment.user),
        "body": comment.body,
        "created_at": written(comment.created_at),
        "updated_at": written(comment.updated_at),
        "html_url": f"{page_url(repository, pull)}#discussion_r{comment.id}",
        "pull_request_url": f"{base}/pulls/{pull.number}",
        "author_association": association(repository, comment.user),
        "reactions": reactions_body(url),
        **({} if comment is first else {"in_reply_to_id": first.id}),
    }


def _answered(context: Context, repository: Repository, found: Found, status: int = 200) -> Answer:
    body = review_comment_body(context.call.origin, repository, *found)
    return Answer.json(status, body, {"location": body["url"]} if status == 201 else None)


def _pull(context: Context, repository: Repository) -> Issue:
    issue = context.issue(repository)
    if not issue.is_pull:
        raise not_found()
    return issue


def _comment(context: Context, repository: Repository) -> Found:
    text = context.arguments["comment"]
    found = context.store.thread(repository, int(text)) if text.isascii() and text.isdigit() else None
    if found is None or found[0].deleted:
        raise not_found()
    return found


def _text(context: Context) -> str:
    text: str = checked(context.body(), "body", "string", required=True)
    if not text.strip():
        raise invalid("PullRequestReviewComment", "body", "missing_field")
    if len(text) > BODY:
        message = f"body is too long (maximum is {BODY} characters)"
        raise invalid("PullRequestReviewComment", "body", "custom", message=message)
    return text


def _written(context: Context, pull: Issue, repository: Repository, text: str) -> Comment:
    """Return a new comment of who asks; a lock stops those who may not push."""
    if pull.locked and context.role(repository) < Role.PUSH:
        message = "Unable to create comment because issue is locked."
        raise Refusal(403, message, documentation=LOCKED_PAGE)
    now = context.now
    return Comment(context.store.next_id("PullRequestReviewComment"), context.user, text, now, now)


def get_pull(context: Context) -> Answer:
    repository = context.repository(reads=PERMISSION)
    pull = _pull(context, repository)
    body = issue_body(context.call.origin, repository, pull)
    del body["pull_request"]
    url = f"{repository_url(context.call.origin, repository)}/pulls/{pull.number}"
    more = {"url": url, "merged": pull.merged_at is not None, "merged_at": written(pull.merged_at)}
    return Answer.json(200, body | more | {"review_comments": sum(len(thread.comments) for thread in pull.threads)})


def list_comments(context: Context) -> Answer:
    repository = context.repository(reads=PERMISSION)
    pull = _pull(context, repository)
    homes = {comment.id: thread for thread in pull.threads for comment in thread.comments}
    rows = sorted((row for thread in pull.threads for row in thread.comments), key=lambda row: row.id)
    origin = context.call.origin
    return listed(
        context, rows, lambda row: review_comment_body(origin, repository, pull, homes[row.id], row), repository
    )


def create_comment(context: Context) -> Answer:
    """Begin a thread at a line of a file."""
    repository = context.repository(reads=PERMISSION)
    pull = _pull(context, repository)
    context.require_write(repository, PERMISSION)
    body, text = context.body(), _text(context)
    path: str = checked(body, "path", "string", required=True)
    checked(body, "commit_id", "string", required=True)
    line: int = checked(body, "line", "integer", required=True)
    comment = _written(context, pull, repository, text)
    thread = Thread(context.store.next_id("PullRequestReviewThread"), path, line, [comment])
    pull.threads.append(thread)
    context.store.touch(pull)
    return _answered(context, repository, (pull, thread, comment), 201)


def reply(context: Context) -> Answer:
    """Answer the comment that began a thread; replies have no replies."""
    repository = context.repository(reads=PERMISSION)
    pull = _pull(context, repository)
    home, thread, above = _comment(context, repository)
    if home is not pull:
        raise not_found()
    context.require_write(repository, PERMISSION)
    text = _text(context)
    if above is not thread.comments[0]:
        raise invalid("PullRequestReviewComment", "in_reply_to", value=above.id)
    comment = _written(context, pull, repository, text)
    thread.comments.append(comment)
    context.store.touch(pull)
    return _answered(context, repository, (pull, thread, comment), 201)


def get_comment(context: Context) -> Answer:
    repository = context.repository(reads=PERMISSION)
    return _answered(context, repository, _comment(context, repository))


def update_comment(context: Context) -> Answer:
    repository = context.repository(reads=PERMISSION)
    pull, thread, comment = _comment(context, repository)
    context.require_push(repository, comment.user, permission=PERMISSION)
    comment.body, comment.updated_at = _text(context), context.now
    context.store.touch(pull)
    return _answered(context, repository, (pull, thread, comment))


def delete_comment(context: Context) -> Answer:
    """Delete a comment; a thread goes with its last one."""
    repository = context.repository(reads=PERMISSION)
    pull, thread, comment = _comment(context, repository)
    context.require_push(repository, comment.user, permission=PERMISSION)
    thread.comments = [other for other in thread.comments if other is not comment]
    pull.threads = [other for other in pull.threads if other.comments]
    context.store.touch(pull)
    return Answer(204)


PULLS = "/repos/{owner}/{repo}/pulls"
ONE = f"{PULLS}/comments/{{comment}}"
LIST = f"{PULLS}/{{number}}/comments"
PAGE = "pulls/comments#"
ROUTES = (
    Route("GET", f"{PULLS}/{{number}}", get_pull, "pulls/pulls#get-a-pull-request"),
    Route("GET", LIST, list_comments, f"{PAGE}list-review-comments-on-a-pull-request"),
    Route("POST", LIST, create_comment, f"{PAGE}create-a-review-comment-for-a-pull-request"),
    Route("POST", f"{LIST}/{{comment}}/replies", reply, f"{PAGE}create-a-reply-for-a-review-comment"),
    Route("GET", ONE, get_comment, f"{PAGE}get-a-review-comment-for-a-pull-request"),
    Route("PATCH", ONE, update_comment, f"{PAGE}update-a-review-comment-for-a-pull-request"),
    Route("DELETE", ONE, delete_comment, f"{PAGE}delete-a-review-comment-for-a-pull-request"),
)
