# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of byte-bounds-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Check(Tool[models.CheckArgs, models.CheckResult]):
    """Check texts."""

    name = "check"

    async def answer(self, args: models.CheckArgs, call: Call) -> models.CheckResult:
        return {"fits": True}
