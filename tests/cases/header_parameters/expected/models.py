# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of header-parameters-mcp."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class RouteArgs(TypedDict):
    region: str
    """Where to go."""
    shard: NotRequired[int]


class RouteResult(TypedDict):
    region: str
