# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of lifecycle-mcp."""

from __future__ import annotations

from typing import TypedDict


class CountArgs(TypedDict):
    pass


class CountResult(TypedDict):
    count: int


class CountAllArgs(TypedDict):
    pass


class CountAllResult(TypedDict):
    count: int
