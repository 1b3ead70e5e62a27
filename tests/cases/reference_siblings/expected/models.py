# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of reference-siblings-mcp."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class Page(TypedDict):
    """A page."""

    title: str
    """A name."""
    number: NotRequired[int]


Color: TypeAlias = Literal["red", "green", "blue"]


UseArgsPaint: TypeAlias = Literal["red", "green"]


class UseArgs(TypedDict):
    owner: str
    """Who owns it."""
    alias: NotRequired[str]
    """A name."""
    paint: UseArgsPaint
    cover: Page | None
    """The first page."""
    due: NotRequired[str]
    pages: list[Page]


class UseResult(TypedDict):
    page: Page
    """The page that is shown."""
    due: NotRequired[str]
