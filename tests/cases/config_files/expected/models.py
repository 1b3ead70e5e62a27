# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of planner-mcp."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class InvalidFieldParams(TypedDict):
    fields: list[str]
    reason: str


class WhereIssueArgs(TypedDict):
    owner: str
    repo: str


class WhereIssueResult(TypedDict):
    place: str


class WhichBoardArgs(TypedDict):
    board_owner: str
    board_number: int
    board_kind: str


class WhichBoardResult(TypedDict):
    owner: str
    number: int
    kind: str


class SessionArgs(TypedDict):
    board_owner: NotRequired[str]
    board_number: NotRequired[int]


class SessionResult(TypedDict):
    board: NotRequired[str]
