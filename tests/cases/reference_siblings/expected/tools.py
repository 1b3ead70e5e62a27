# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of reference-siblings-mcp."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from . import models
from .runtime import Call, Tool, Toolbox, Violation
from .runtime.expressions import ABSENT, compact

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Use(Tool[models.UseArgs, models.UseResult]):
    """Use types."""

    name = "use"

    async def answer(self, args: models.UseArgs, call: Call) -> models.UseResult:
        return cast(models.UseResult, compact({"page": {"title": args["owner"]}, "due": args.get("due", ABSENT)}))

    def presence(self, args: models.UseArgs, result: models.UseResult) -> Iterator[Violation]:
        if ("due" in result) != ("due" in args):
            yield Violation(fields=("due",), reason="Present when due is given.")
