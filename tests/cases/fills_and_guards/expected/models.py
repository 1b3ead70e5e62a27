# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of fills-mcp."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class NotAllowedParams(TypedDict):
    allowed: list[str]


class WhereArgs(TypedDict):
    owner: str
    repo: str
    board: NotRequired[int]


class WhereResult(TypedDict):
    path: str
    board: NotRequired[int]
