# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of content-blocks-mcp."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class ShowArgs(TypedDict):
    name: str
    size: NotRequired[int | None]
