# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of plain-results-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox

TOOLBOX = Toolbox()


@TOOLBOX.tool
class List(Tool[models.ListArgs, models.ListResult]):
    """List words."""

    name = "list"

    async def answer(self, args: models.ListArgs, call: Call) -> models.ListResult:
        return ["one", "two"]


@TOOLBOX.tool
class Count(Tool[models.CountArgs, models.CountResult]):
    """Count words."""

    name = "count"

    async def answer(self, args: models.CountArgs, call: Call) -> models.CountResult:
        return len(args["words"])
