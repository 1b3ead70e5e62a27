"""The texts of the server that was there first, and which of them a failure has to be told in."""

from __future__ import annotations

UNANSWERED = (
    "{tool}: no answer came back from GitHub for {operation} ({cause}), so whether it took effect is unknown."
    " Look on GitHub before trying again: a retry may do it twice."
)
ANSWERED = (
    "{tool}: GitHub answered {operation} with {status} ({message}), so whether it took effect is unknown."
    " Look on GitHub before trying again: a retry may do it twice."
)
ROLLBACK = " If it did, rollback has no record of it."
COMMENT_TOOLS = frozenset(
    {"comment", "reply_in_thread", "edit_own_comment", "delete_own_comment", "upsert_sticky_comment"}
)
FAILED = "{tool} failed: {why}"
ANSWER = "GitHub error {status}: GitHub {status} on {operation}: {message}"

# The original invented a status 500 for a read without an answer; nothing may be called GitHub's that is not.
NO_ANSWER = "GitHub gave no answer on {operation}: {cause}"
NOT_SENT = "nothing was sent to GitHub for {operation} ({cause})."
ALREADY_DONE = "Already done: comment {comment} was posted."


def unanswered(tool: str, operation: str, cause: str) -> str:
    """A write whose answer never came."""
    return UNANSWERED.format(tool=tool, operation=operation, cause=cause) + _rollback(tool)


def answered(tool: str, operation: str, status: int, message: str) -> str:
    """A write that was answered with a 5xx."""
    return ANSWERED.format(tool=tool, operation=operation, status=status, message=message) + _rollback(tool)


def refused(tool: str, operation: str, status: int, message: str) -> str:
    """A write that GitHub refused, or a read that it answered with a 5xx."""
    return FAILED.format(tool=tool, why=ANSWER.format(status=status, operation=operation, message=message))


def unread(tool: str, operation: str, cause: str) -> str:
    """A read without an answer."""
    return FAILED.format(tool=tool, why=NO_ANSWER.format(operation=operation, cause=cause))


def unsent(tool: str, operation: str, cause: str) -> str:
    """A request that never left."""
    return FAILED.format(tool=tool, why=NOT_SENT.format(operation=operation, cause=cause))


def after(text: str, comment: int | None) -> str:
    """A text with the comment that the same call had posted before, if there was one."""
    if comment is None:
        return text
    end = "" if text.endswith(".") else "."
    return f"{text}{end} {ALREADY_DONE.format(comment=comment)}"


def _rollback(tool: str) -> str:
    return ROLLBACK if tool in COMMENT_TOOLS else ""
