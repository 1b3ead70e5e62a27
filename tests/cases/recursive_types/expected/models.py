# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of recursive-types-mcp."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class Folder(TypedDict):
    """A folder and what is in it."""

    name: str
    folders: list[Folder]
    """Folders in it."""
    parent: NotRequired[Folder | None]


class GetFolderArgs(TypedDict):
    like: NotRequired[Folder]
    """A folder and what is in it."""


class GetFolderResult(TypedDict):
    folder: Folder
    """A folder and what is in it."""
