# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The resources of resources-mcp."""

from __future__ import annotations

from typing import Any

from . import models
from .runtime import Call, Resources
from .runtime.expressions import text_of

RESOURCES = Resources()


@RESOURCES.resource("about")
async def about(args: dict[str, Any], call: Call) -> Any:
    """What this is about."""
    return {"text": "Notes", "kinds": ["work", "home"]}


@RESOURCES.resource("readme")
async def readme(args: dict[str, Any], call: Call) -> Any:
    """Read me"""
    return [{"type": "text", "text": "# Notes"}]


@RESOURCES.resource("note")
async def note(args: models.NoteArgs, call: Call) -> Any:
    """One note."""
    return {"text": f"Note {text_of(args['id'])} of {args['kind']}"}


@RESOURCES.resource("from_tool")
async def from_tool(args: models.FromToolArgs, call: Call) -> Any:
    """Note of the tool"""
    result = await call.run("get_note", {"kind": args["kind"], "id": args["id"]})
    return result["text"]
