# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of errors-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox
from .upstreams import Tracker

TOOLBOX = Toolbox()


@TOOLBOX.tool
class FindIssues(Tool[models.FindIssuesArgs, models.FindIssuesResult]):
    """Find issues by number."""

    name = "find_issues"

    async def answer(self, args: models.FindIssuesArgs, call: Call) -> models.FindIssuesResult:
        return {"numbers": []}


@TOOLBOX.tool
class GetIssue(Tool[models.GetIssueArgs, models.GetIssueResult]):
    """Return one issue."""

    name = "get_issue"

    async def answer(self, args: models.GetIssueArgs, call: Call) -> models.GetIssueResult:
        issue = await Tracker(call).get_issue(number=args["number"])
        if issue["locked"]:
            raise call.error("issue_locked", {"reason": "spam", "since": {"days": 3}})
        return {"title": issue["title"]}
