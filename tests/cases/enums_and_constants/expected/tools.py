# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of enums-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Compare(Tool[models.CompareArgs, models.CompareResult]):
    """Compare values."""

    name = "compare"

    async def answer(self, args: models.CompareArgs, call: Call) -> models.CompareResult:
        return {
            "same": args["level"] == 1 and args["state"] == "open",
            "state": args["state"],
            "mixed": args["mixed"],
            "kind": "a",
            "fixed": "done",
        }
