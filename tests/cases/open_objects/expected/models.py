# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of open-objects-mcp."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class Record(TypedDict):
    id: int
    kind: NotRequired[str]


class PassOnArgs(TypedDict):
    labels: dict[str, Any]
    record: Record
    anything: Any
    """Any value at all."""
    either: str | int
    pair: list[Any]
    odd: NotRequired[Any]


class PassOnResult(TypedDict):
    labels: dict[str, Any]
    record: Record
    anything: Any
    first: NotRequired[str]
