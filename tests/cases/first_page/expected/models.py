# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of first-page-mcp."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class Comment(TypedDict):
    id: int
    body: str


class TrackerGetIssueAnswer(TypedDict):
    title: str


class GetIssueArgs(TypedDict):
    number: int
    with_comments: bool


class GetIssueResult(TypedDict):
    title: str
    comments: NotRequired[list[Comment]]
    has_more_comments: NotRequired[bool]
    """House pagination convention, not protocol: true means there is another page."""
    next_comments: NotRequired[str]
    """Pass to list_comments as cursor to continue."""


class ListCommentsArgs(TypedDict):
    number: int
    cursor: NotRequired[str]
    """Opaque continuation token from next_comments or a previous response's next_cursor."""


class ListCommentsResult(TypedDict):
    comments: list[Comment]
    has_more: bool
    """House pagination convention, not protocol: true means there is another page."""
    next_cursor: NotRequired[str]
    """Opaque token of the next page."""
