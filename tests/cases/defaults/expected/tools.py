# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of defaults-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox
from .runtime.expressions import ABSENT, at

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Greet(Tool[models.GreetArgs, models.GreetResult]):
    """Greet a person."""

    name = "greet"

    def fill(self, args: models.GreetArgs, call: Call) -> None:
        if "shown_title" not in args:
            found_shown_title = args.get("title", ABSENT)
            if found_shown_title is not ABSENT:
                args["shown_title"] = found_shown_title
        if "shown_age" not in args:
            found_shown_age = args.get("age", ABSENT)
            if found_shown_age is not ABSENT:
                args["shown_age"] = found_shown_age
        if "call_by" not in args:
            args["call_by"] = args["name"]
        if "language" not in args:
            args["language"] = call.config["language"]
        if "nickname" not in args:
            found_nickname = call.config.get("nickname", ABSENT)
            if found_nickname is not ABSENT:
                args["nickname"] = found_nickname
        if "upper" not in args:
            args["upper"] = args["name"] + "!"
        if "first_mood" not in args:
            found_first_mood = at(args["moods"], 0)
            if found_first_mood is not ABSENT:
                args["first_mood"] = found_first_mood

    async def answer(self, args: models.GreetArgs, call: Call) -> models.GreetResult:
        return {
            "greeting": f"{'Guten Tag' if args['language'] == 'de' else 'Hello'}, {args['call_by']}{' (' + args['nickname'] + ')' if 'nickname' in args else ''}",
            "times": args["times"],
        }
