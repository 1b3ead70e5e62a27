# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of graphql-mcp."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class ScopeMissingParams(TypedDict):
    required: list[Literal["issues:write"]]


class TrackerGetIssueAnswerIssue(TypedDict):
    id: str
    title: str


class TrackerGetIssueAnswer(TypedDict):
    issue: TrackerGetIssueAnswerIssue | None


class TrackerListIssuesAnswerIssuesNodesItem(TypedDict):
    title: str


class TrackerListIssuesAnswerIssues(TypedDict):
    nodes: list[TrackerListIssuesAnswerIssuesNodesItem]


class TrackerListIssuesAnswer(TypedDict):
    issues: TrackerListIssuesAnswerIssues


class GetIssueArgs(TypedDict):
    number: int


class GetIssueResult(TypedDict):
    title: str


class ListIssuesArgs(TypedDict):
    cursor: NotRequired[str]
    """Opaque continuation token from a previous response's next_cursor."""


class ListIssuesResult(TypedDict):
    issues: list[str]
    has_more: bool
    """House pagination convention, not protocol: true means there is another page."""
    next_cursor: NotRequired[str]
    """Opaque token of the next page."""


class CloseIssueArgs(TypedDict):
    number: int


class CloseIssueResult(TypedDict):
    closed: bool
