# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of unions-mcp."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class FieldText(TypedDict):
    kind: Literal["text"]
    text: str


class FieldDate(TypedDict):
    kind: Literal["date"]
    date: str
    time: NotRequired[str]


class FieldNone(TypedDict):
    kind: Literal["none"]


Field: TypeAlias = FieldText | FieldDate | FieldNone


class SetFieldArgsTargetId(TypedDict):
    by: Literal["id"]
    id: int


class SetFieldArgsTargetName(TypedDict):
    by: Literal["name"]
    name: str
    exact: bool


SetFieldArgsTarget: TypeAlias = SetFieldArgsTargetId | SetFieldArgsTargetName


class SetFieldArgs(TypedDict):
    field: Field
    """The value of a field."""
    fallback: NotRequired[Field | None]
    """The value of a field."""
    target: SetFieldArgsTarget


class SetFieldResult(TypedDict):
    field: Field
    """The value of a field."""
    others: list[Field]
    kind: str
