# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of writers-mcp."""

from __future__ import annotations

from typing import Any

from . import models
from .runtime import Call, Repair, Tool, Toolbox
from .runtime.expressions import ABSENT
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
        issue = await Tracker(call).get_issue(number=args["number"])
        call.require_version("issue", issue, "expected")
        comment = await Tracker(call).add_comment(number=args["number"], text=args["text"])
        return {"id": comment["id"]}

    async def find(self, args: models.AddCommentArgs, call: Call) -> models.AddCommentResult | None:
        pages = Tracker(call).list_comments(number=args["number"])
        comment: Any = ABSENT
        async for it in pages:
            if it["text"] == args["text"]:
                comment = it
                break
        if comment is ABSENT:
            return None
        return {"id": comment["id"]}

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="count_comments",
            tool="get_issue",
            arguments={"number": call.args["number"], "since": call.started_at},
            alternative="Ask the user to look.",
        )

    def adds_if_unknown(self, call: Call) -> str:
        return "The comment may be there."
