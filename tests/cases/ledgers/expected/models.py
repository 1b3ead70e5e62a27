# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of issues-mcp."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class TrackerGetIssueAnswer(TypedDict):
    title: str
    comments: int


class TrackerAddCommentAnswer(TypedDict):
    id: int


class GetIssueArgs(TypedDict):
    number: int


class GetIssueResult(TypedDict):
    title: str
    comments: int


class AddCommentArgs(TypedDict):
    number: int
    text: str


class AddCommentResult(TypedDict):
    id: int


class SettleArgs(TypedDict):
    number: int
    text: NotRequired[str]


class SettleResult(TypedDict):
    locked: bool
