"""The tools that write: what each is asked, and the requests it makes for that, the last of which the faults hit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .place import BOT, Home

MARKER = "<!-- sticky:deployments -->"
EFFECTS = {
    "createComment": "a comment",
    "replyToReviewComment": "a reply",
    "updateComment": "the new text",
    "deleteComment": "the comment is gone",
    "createIssue": "an issue",
    "closeIssue": "closed",
}
"""What GitHub stores of each write."""

Arguments = dict[str, Any]


def as_it_is(home: Home) -> None:
    """Change nothing."""


@dataclass(frozen=True)
class Column:
    """One use of a tool.

    Attributes:
        requests: The operations it asks for until the one that is hit: reads, writes that come before, the write.
        prepare: What else has to be there.
    """

    title: str
    tool: str
    requests: tuple[str, ...]
    arguments: Callable[[Home], Arguments]
    prepare: Callable[[Home], None] = as_it_is

    @property
    def write(self) -> str:
        """The write that is hit."""
        return self.requests[-1]

    @property
    def lookup(self) -> str | None:
        """The tool's own read before its write."""
        first = self.requests[0]
        return None if first in EFFECTS else first

    def stored(self, count: int) -> list[str]:
        """What is stored once so many of the requests were carried out."""
        return [EFFECTS[name] for name in self.requests[:count] if name in EFFECTS]


def _own(home: Home) -> Arguments:
    return {**home.place, "comment_id": home.own.id}


def _sticky(home: Home) -> None:
    home.issue.comment(f"{MARKER}\nproduction: 1.1", user=BOT)
    home.noted()


def _upsert(home: Home) -> Arguments:
    return {**home.numbered, "marker": "deployments", "body": "production: 1.2"}


def _reply(home: Home) -> Arguments:
    return {
        **home.place,
        "issue_number": home.pull.number,
        "comment_id": home.thread.comments[0].id,
        "body": "It was slow.",
    }


def _close(home: Home) -> Arguments:
    return {**home.numbered, "comment": "Done in 1.2."}


COLUMNS = (
    Column("comment", "comment", ("createComment",), lambda home: {**home.numbered, "body": "Deployed again."}),
    Column("reply_in_thread", "reply_in_thread", ("replyToReviewComment",), _reply),
    Column(
        "edit_own_comment",
        "edit_own_comment",
        ("getComment", "updateComment"),
        lambda home: {**_own(home), "body": "Deployed to production."},
    ),
    Column("delete_own_comment", "delete_own_comment", ("getComment", "deleteComment"), _own),
    Column("upsert_sticky_comment, creating", "upsert_sticky_comment", ("listComments", "createComment"), _upsert),
    Column(
        "upsert_sticky_comment, editing", "upsert_sticky_comment", ("listComments", "updateComment"), _upsert, _sticky
    ),
    Column("create_issue", "create_issue", ("createIssue",), lambda home: {**home.place, "title": "It crashes"}),
    Column("close_issue", "close_issue", ("closeIssue",), lambda home: home.numbered),
    Column("close_issue with a comment, at the comment", "close_issue", ("createComment",), _close),
    Column("close_issue with a comment, at the close", "close_issue", ("createComment", "closeIssue"), _close),
)
