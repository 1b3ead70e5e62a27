# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of nullable-mcp."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class Person(TypedDict):
    name: str


EchoArgsColor: TypeAlias = Literal["red", "green"]


class EchoArgs(TypedDict):
    text: str | None
    count: NotRequired[int | None]
    color: EchoArgsColor | None
    tags: list[str | None] | None
    person: Person | None
    title: NotRequired[str]


class EchoResult(TypedDict):
    label: NotRequired[str]
    text: str | None
    count: NotRequired[int | None]
    tags: list[str | None] | None
    person: NotRequired[Person | None]
    shown: str
