# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of enums-mcp."""

from __future__ import annotations

import builtins
from typing import Any, Literal, TypeAlias, TypedDict

State: TypeAlias = Literal["open", "closed"]


Level: TypeAlias = Literal[1, 2, 3]


Mixed: TypeAlias = Literal[1, "one", True] | None


CompareArgsStatesItem: TypeAlias = Literal["new", "old"]


class CompareArgs(TypedDict):
    state: State
    other: State | None
    level: Level
    mixed: Mixed
    fixed: Literal["yes"]
    seven: Literal[7]
    never: Literal[False]
    ratio: int | float
    list: Any
    states: builtins.list[CompareArgsStatesItem]
    one: Literal["only"]


CompareResultKind: TypeAlias = Literal["a", "b"]


class CompareResult(TypedDict):
    same: bool
    state: State
    mixed: Mixed
    kind: CompareResultKind
    fixed: Literal["done"]
