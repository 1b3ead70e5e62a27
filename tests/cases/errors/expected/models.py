# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of errors-mcp."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class InvalidFieldParams(TypedDict):
    fields: list[str]
    reason: str


class UpstreamUnavailableParams(TypedDict):
    status: NotRequired[int]
    cause: NotRequired[str]


IssueLockedParamsReason: TypeAlias = Literal["spam", "heated"]


class IssueLockedParamsSince(TypedDict):
    days: int


class IssueLockedParams(TypedDict):
    reason: IssueLockedParamsReason
    since: IssueLockedParamsSince
    by: NotRequired[str]


class QuotaExceededParams(TypedDict):
    retry_after_ms: int
    remaining: int


class TrackerGetIssueAnswer(TypedDict):
    title: str
    locked: bool


class FindIssuesArgs(TypedDict):
    number: NotRequired[int]


class FindIssuesResult(TypedDict):
    numbers: list[int]


class GetIssueArgs(TypedDict):
    number: int


class GetIssueResult(TypedDict):
    title: str
