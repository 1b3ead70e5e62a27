# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of argument-rules-mcp."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

SearchArgsState: TypeAlias = Literal["open", "closed"]


SearchArgs = TypedDict(
    "SearchArgs",
    {
        "query": NotRequired[str],
        "owner": NotRequired[str],
        "repo": NotRequired[str],
        "labels": NotRequired[list[str]],
        "without": NotRequired[list[str]],
        "state": NotRequired["SearchArgsState"],
        "reason": NotRequired[str],
        "limit": int,
        "sort-by": NotRequired[str],
    },
)


class SearchResult(TypedDict):
    found: int
