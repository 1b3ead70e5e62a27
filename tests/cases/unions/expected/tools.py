# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of unions-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox

TOOLBOX = Toolbox()


@TOOLBOX.tool
class SetField(Tool[models.SetFieldArgs, models.SetFieldResult]):
    """Return the field as it would be set."""

    name = "set_field"

    async def answer(self, args: models.SetFieldArgs, call: Call) -> models.SetFieldResult:
        return {"field": args["field"], "others": [args["field"]], "kind": args["field"]["kind"]}
