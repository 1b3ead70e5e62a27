"""The tools of defaults-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox
from .runtime.expressions import ABSENT

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Greet(Tool[models.GreetArgs, models.GreetResult]):
    """Greet a person."""

    name = "greet"

    def fill(self, args: models.GreetArgs, call: Call) -> None:
        if "call_by" not in args:
            args["call_by"] = args["name"]
        if "language" not in args:
            args["language"] = call.config["language"]
        if "nickname" not in args:
            found = call.config.get("nickname", ABSENT)
            if found is not ABSENT:
                args["nickname"] = found
        if "upper" not in args:
            args["upper"] = args["name"] + "!"

    async def answer(self, args: models.GreetArgs, call: Call) -> models.GreetResult:
        return {
            "greeting": f"{'Guten Tag' if args['language'] == 'de' else 'Hello'}, {args['call_by']}{' (' + args['nickname'] + ')' if 'nickname' in args else ''}",
            "times": args["times"],
        }
