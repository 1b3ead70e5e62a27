# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of nullable-mcp."""

from __future__ import annotations

from typing import cast

from . import models
from .runtime import Call, Tool, Toolbox
from .runtime.expressions import ABSENT, coalesce, compact

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Echo(Tool[models.EchoArgs, models.EchoResult]):
    """Return what was given, and say what was not."""

    name = "echo"

    def fill(self, args: models.EchoArgs, call: Call) -> None:
        if "title" not in args:
            found_title = coalesce(args["text"], ABSENT)
            if found_title is not ABSENT:
                args["title"] = found_title

    async def answer(self, args: models.EchoArgs, call: Call) -> models.EchoResult:
        return cast(
            models.EchoResult,
            compact(
                {
                    "text": args["text"],
                    "count": args.get("count", ABSENT),
                    "tags": args["tags"],
                    "person": args["person"],
                    "label": coalesce(args["text"], ABSENT),
                    "shown": f"{args['text'] if args['text'] is not None else 'nothing'} by {args['person']['name'] if args['person'] is not None else 'nobody'}",
                }
            ),
        )
