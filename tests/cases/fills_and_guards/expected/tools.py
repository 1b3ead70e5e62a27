# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of fills-mcp."""

from __future__ import annotations

from typing import cast

from . import models
from .runtime import Call, Tool, Toolbox
from .runtime.expressions import ABSENT, compact

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Where(Tool[models.WhereArgs, models.WhereResult]):
    """Say where a thing would go."""

    name = "where"

    def fill(self, args: models.WhereArgs, call: Call) -> None:
        if "owner" not in args and "repo" not in args:
            found_owner = call.config.get("default_owner", ABSENT)
            found_repo = call.config.get("default_repo", ABSENT)
            if found_owner is not ABSENT and found_repo is not ABSENT:
                args["owner"] = found_owner
                args["repo"] = found_repo
        if "owner" not in args or "repo" not in args:
            raise call.error("missing_destination", {})
        if "board" not in args:
            found_board = call.config["board"]
            args["board"] = found_board

    def guard(self, args: models.WhereArgs, call: Call) -> None:
        if len(call.config["allowed"]) > 0 and args["owner"] not in call.config["allowed"]:
            raise call.error("not_allowed", {"allowed": call.config["allowed"]})

    async def answer(self, args: models.WhereArgs, call: Call) -> models.WhereResult:
        return cast(
            models.WhereResult, compact({"path": f"{args['owner']}/{args['repo']}", "board": args.get("board", ABSENT)})
        )
