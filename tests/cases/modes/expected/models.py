# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of modes-mcp."""

from __future__ import annotations

from typing import TypedDict


class GetNoteArgs(TypedDict):
    id: int


class GetNoteResult(TypedDict):
    text: str


class SaveNoteArgs(TypedDict):
    id: int
    text: str


class SaveNoteResult(TypedDict):
    saved: bool
