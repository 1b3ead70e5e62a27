# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of lifecycle-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Count(Tool[models.CountArgs, models.CountResult]):
    """Count things."""

    name = "count"

    async def answer(self, args: models.CountArgs, call: Call) -> models.CountResult:
        return {"count": 0}


@TOOLBOX.tool
class CountAll(Tool[models.CountAllArgs, models.CountAllResult]):
    """Count all things."""

    name = "count_all"

    async def answer(self, args: models.CountAllArgs, call: Call) -> models.CountAllResult:
        return {"count": 0}
