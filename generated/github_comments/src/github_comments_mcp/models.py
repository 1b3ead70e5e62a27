# Code generated from specs/github_comments/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of github-comments-mcp."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class Author(TypedDict):
    login: str


class Comment(TypedDict):
    id: int
    html_url: str
    body: NotRequired[str | None]
    user: Author | None


IssueState: TypeAlias = Literal["open", "closed"]


class Issue(TypedDict):
    number: int
    title: str
    state: IssueState
    comments: int
    html_url: str


class InvalidFieldParams(TypedDict):
    fields: list[str]
    reason: str


class NotSentParams(TypedDict):
    operation: str
    status: NotRequired[int]
    cause: str


class NoAnswerParams(TypedDict):
    operation: str
    status: NotRequired[int]
    cause: str


class GithubErrorParams(TypedDict):
    operation: str
    status: int


class RateLimitedParams(TypedDict):
    retry_after_ms: int


class OutcomeUnknownParams(TypedDict):
    operation: str
    status: NotRequired[int]
    cause: str


class CommentArgs(TypedDict):
    owner: str
    """Login of the repository's owner."""
    repo: str
    """Name of the repository, without its owner."""
    issue_number: int
    """Number of the issue or pull request."""
    body: str
    """Text, in GitHub's Markdown."""


class CommentResult(TypedDict):
    comment_id: int
    url: str


class ReplyInThreadArgs(TypedDict):
    owner: str
    """Login of the repository's owner."""
    repo: str
    """Name of the repository, without its owner."""
    issue_number: int
    """Number of the pull request."""
    comment_id: int
    """Id of the review comment that began the thread: replies have no replies."""
    body: str
    """Text, in GitHub's Markdown."""


class ReplyInThreadResult(TypedDict):
    comment_id: int
    url: str


class EditOwnCommentArgs(TypedDict):
    owner: str
    """Login of the repository's owner."""
    repo: str
    """Name of the repository, without its owner."""
    comment_id: int
    """Id of a comment in the conversation of an issue or pull request, which replies in threads are not part of."""
    body: str
    """Text, in GitHub's Markdown."""


class EditOwnCommentResult(TypedDict):
    comment_id: int
    url: str


class DeleteOwnCommentArgs(TypedDict):
    owner: str
    """Login of the repository's owner."""
    repo: str
    """Name of the repository, without its owner."""
    comment_id: int
    """Id of a comment in the conversation of an issue or pull request, which replies in threads are not part of."""


class DeleteOwnCommentResult(TypedDict):
    comment_id: int
    deleted: bool


class UpsertStickyCommentArgs(TypedDict):
    owner: str
    """Login of the repository's owner."""
    repo: str
    """Name of the repository, without its owner."""
    issue_number: int
    """Number of the issue or pull request."""
    marker: str
    """Names the sticky comment within its issue."""
    body: str
    """Text, in GitHub's Markdown."""


class UpsertStickyCommentResult(TypedDict):
    comment_id: int
    url: str
    created: bool


class CreateIssueArgs(TypedDict):
    owner: str
    """Login of the repository's owner."""
    repo: str
    """Name of the repository, without its owner."""
    title: str
    """Title of the issue."""
    body: NotRequired[str]
    """Text, in GitHub's Markdown."""


class CreateIssueResult(TypedDict):
    issue_number: int
    url: str


CloseIssueArgsReason: TypeAlias = Literal["completed", "not_planned"]


class CloseIssueArgs(TypedDict):
    owner: str
    """Login of the repository's owner."""
    repo: str
    """Name of the repository, without its owner."""
    issue_number: int
    """Number of the issue."""
    comment: NotRequired[str]
    """Text, in GitHub's Markdown."""
    reason: CloseIssueArgsReason
    """Why it is closed."""


class CloseIssueResult(TypedDict):
    issue_number: int
    state: Literal["closed"]
    comment_id: NotRequired[int]


class GetIssueArgs(TypedDict):
    owner: str
    """Login of the repository's owner."""
    repo: str
    """Name of the repository, without its owner."""
    issue_number: int
    """Number of the issue or pull request."""


GetIssueResultState: TypeAlias = Literal["open", "closed"]


class GetIssueResult(TypedDict):
    issue_number: int
    title: str
    state: GetIssueResultState
    comments: int
    url: str
