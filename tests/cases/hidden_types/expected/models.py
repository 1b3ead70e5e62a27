# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of hidden-types-mcp."""

from __future__ import annotations

import builtins
import typing
from typing import Literal, NotRequired, TypeAlias, TypedDict

Tree = TypedDict(
    "Tree",
    {
        "a-b": "list[Tree]",
        "list": list[str],
        "Later": NotRequired["Later"],
    },
)


LaterStateType: TypeAlias = "State"


class Later(TypedDict):
    State: LaterStateType
    """The state."""
    str: builtins.str
    Literal: typing.Literal["x"]
    y: NotRequired[builtins.str | None]
    """Text, after str."""
    tree: NotRequired[Tree]


State: TypeAlias = Literal["a", "b"]


class GoArgs(TypedDict):
    tree: Tree
    later: Later


class GoResult(TypedDict):
    later: Later
