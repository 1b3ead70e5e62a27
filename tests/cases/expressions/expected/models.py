# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of expressions-mcp."""

from __future__ import annotations

import builtins
from typing import Any, NotRequired, TypedDict


class Row(TypedDict):
    id: int
    name: str
    note: NotRequired[str | None]
    score: int | float


class Line(TypedDict):
    name: str
    long: bool
    rank: NotRequired[int]


class ComputeArgs(TypedDict):
    rows: list[Row]
    name: str
    number: int
    ratio: int | float
    flag: bool
    best: NotRequired[Row]
    map: dict[str, Any]


class ComputeResultNested(TypedDict):
    list: builtins.list[int]
    name: NotRequired[str]


class ComputeResult(TypedDict):
    names: list[str]
    lines: list[Line]
    line: Line
    kept: list[Row]
    sum: int
    half: int | float
    text: str
    parts: list[str]
    odd: bool
    best: Row | None
    nested: ComputeResultNested
    first: NotRequired[str]
    when: str
