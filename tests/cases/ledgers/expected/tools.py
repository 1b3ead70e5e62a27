# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of issues-mcp."""

from __future__ import annotations

from typing import Any

from . import models
from .runtime import Call, Repair, Tool, Toolbox
from .runtime.expressions import ABSENT, coalesce, compact, text_of
from .upstreams import Tracker

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GetIssue(Tool[models.GetIssueArgs, models.GetIssueResult]):
    """Return one issue."""

    name = "get_issue"

    async def answer(self, args: models.GetIssueArgs, call: Call) -> models.GetIssueResult:
        issue = await Tracker(call).get_issue(number=args["number"])
        return {"title": issue["title"], "comments": issue["comments"]}


@TOOLBOX.tool
class AddComment(Tool[models.AddCommentArgs, models.AddCommentResult]):
    """Comment on an issue."""

    name = "add_comment"

    async def answer(self, args: models.AddCommentArgs, call: Call) -> models.AddCommentResult:
        comment = await Tracker(call).add_comment(number=args["number"], text=args["text"])
        await call.book("comments", {"id": comment["id"]})
        return {"id": comment["id"]}

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="get_issue",
            arguments={"number": call.args["number"]},
        )


@TOOLBOX.tool
class Settle(Tool[models.SettleArgs, models.SettleResult]):
    """Lock an issue, and say why if a text is given."""

    name = "settle"

    async def answer(self, args: models.SettleArgs, call: Call) -> models.SettleResult:
        said: Any = ABSENT
        if "text" in args:
            said = await Tracker(call).add_comment(number=args["number"], text=coalesce(args["text"], ""))
            await call.book("comments", {"id": said["id"]})
            call.done(f"comment {text_of(said['id'])} was added")
        await Tracker(call).lock_issue(number=args["number"], reason=args.get("text", ABSENT))
        await call.book("locks", compact({"number": args["number"], "reason": args.get("text", ABSENT)}))
        return {"locked": True}

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="get_issue",
            arguments={"number": call.args["number"]},
        )
