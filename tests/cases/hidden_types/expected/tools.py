# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of hidden-types-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Go(Tool[models.GoArgs, models.GoResult]):
    """Go on."""

    name = "go"

    async def answer(self, args: models.GoArgs, call: Call) -> models.GoResult:
        return {"later": args["later"]}
