# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of step-names-mcp."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class Issue(TypedDict):
    number: int
    title: str


class GetIssueArgs(TypedDict):
    number: int
    label: NotRequired[str]


class GetIssueResult(TypedDict):
    titles: list[str]
    numbers: list[int]
    first: NotRequired[str]


class ListIssuesArgs(TypedDict):
    label: NotRequired[str]
    """A label that issues must have."""
    cursor: NotRequired[str]
    """Opaque continuation token from a previous response's next_cursor."""


class ListIssuesResult(TypedDict):
    issues: list[Issue]
    """Issues of this page."""
    has_more: bool
    """House pagination convention, not protocol: true means there is another page."""
    next_cursor: NotRequired[str]
    """Opaque token of the next page."""
    truncated: NotRequired[bool]
    """True means that the cap of 500 results cuts some off."""
    truncation_hint: NotRequired[str]
    """How to see the rest."""
    estimated_total: NotRequired[int]
    """An estimate of how many results there are in all."""
