# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of writers-mcp."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class VersionConflictParams(TypedDict):
    current: str


class TrackerGetIssueAnswer(TypedDict):
    title: str
    comments: int


class TrackerListCommentsAnswerItem(TypedDict):
    id: int
    text: str


class TrackerAddCommentAnswer(TypedDict):
    id: int


class GetIssueArgs(TypedDict):
    number: int
    since: NotRequired[str]


class GetIssueResult(TypedDict):
    title: str
    comments: int


class AddCommentArgs(TypedDict):
    number: int
    text: str
    expected: NotRequired[str]
    key: NotRequired[str]


class AddCommentResult(TypedDict):
    id: int
