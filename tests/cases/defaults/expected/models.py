# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of defaults-mcp."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class GreetArgs(TypedDict):
    name: str
    """Whom to greet."""
    shown_title: NotRequired[str]
    shown_age: NotRequired[int]
    call_by: str
    """The name to use."""
    language: str
    nickname: NotRequired[str]
    upper: str
    times: int
    title: NotRequired[str]
    age: NotRequired[int]
    first_mood: NotRequired[str]
    moods: list[str]


class GreetResult(TypedDict):
    greeting: str
    times: int
