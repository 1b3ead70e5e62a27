# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: make generate
"""The tools of writers-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Repair, Tool, Toolbox

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GetIssue(Tool[models.GetIssueArgs, models.GetIssueResult]):
    """Return one issue."""

    name = "get_issue"


@TOOLBOX.tool
class AddComment(Tool[models.AddCommentArgs, models.AddCommentResult]):
    """Comment on an issue."""

    name = "add_comment"

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="count_comments",
            tool="get_issue",
            arguments={"number": call.args["number"], "since": call.started_at},
            alternative="Ask the user to look.",
        )
