# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of byte-bounds-mcp."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class CheckArgsListItem(TypedDict):
    name: str


class CheckArgsPartShort(TypedDict):
    kind: Literal["short"]
    text: str


class CheckArgsPartLong(TypedDict):
    kind: Literal["long"]


CheckArgsPart: TypeAlias = CheckArgsPartShort | CheckArgsPartLong


CheckArgs = TypedDict(
    "CheckArgs",
    {
        "body": str,
        "a/b": NotRequired[str],
        "list": "list[CheckArgsListItem]",
        "part": "CheckArgsPart",
    },
)


class CheckResult(TypedDict):
    fits: bool
