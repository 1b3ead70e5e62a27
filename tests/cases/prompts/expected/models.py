# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of prompts-mcp."""

from __future__ import annotations

from typing import TypedDict


class PingArgs(TypedDict):
    pass


class PingResult(TypedDict):
    answer: str
