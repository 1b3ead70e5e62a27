# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of open-objects-mcp."""

from __future__ import annotations

from typing import cast

from . import models
from .runtime import Call, Tool, Toolbox
from .runtime.expressions import ABSENT, coalesce, compact

TOOLBOX = Toolbox()


@TOOLBOX.tool
class PassOn(Tool[models.PassOnArgs, models.PassOnResult]):
    """Return what was given."""

    name = "pass_on"

    async def answer(self, args: models.PassOnArgs, call: Call) -> models.PassOnResult:
        return cast(
            models.PassOnResult,
            compact(
                {
                    "labels": args["labels"],
                    "record": args["record"],
                    "anything": args["anything"],
                    "first": coalesce(args["record"].get("title", ABSENT), ABSENT),
                }
            ),
        )
