# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of resources-mcp."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

GetNoteArgsKind: TypeAlias = Literal["work", "home"]


class GetNoteArgs(TypedDict):
    kind: GetNoteArgsKind
    id: int


class GetNoteResult(TypedDict):
    text: str


NoteArgsKind: TypeAlias = Literal["work", "home"]


class NoteArgs(TypedDict):
    kind: NoteArgsKind
    id: int


FromToolArgsKind: TypeAlias = Literal["work", "home"]


class FromToolArgs(TypedDict):
    kind: FromToolArgsKind
    id: int
