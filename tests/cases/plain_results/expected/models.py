# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of plain-results-mcp."""

from __future__ import annotations

from typing import TypeAlias, TypedDict


class ListArgs(TypedDict):
    pass


ListResult: TypeAlias = list[str]


class CountArgs(TypedDict):
    words: list[str]


CountResult: TypeAlias = int
