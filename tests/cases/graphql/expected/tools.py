# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of graphql-mcp."""

from __future__ import annotations

from collections.abc import Iterator

from . import models
from .runtime import Call, Repair, Tool, Toolbox, Violation
from .runtime.requesting import Page
from .upstreams import Tracker

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GetIssue(Tool[models.GetIssueArgs, models.GetIssueResult]):
    """Return one issue."""

    name = "get_issue"
    asks = (Tracker,)

    async def answer(self, args: models.GetIssueArgs, call: Call) -> models.GetIssueResult:
        issue = await Tracker(call).get_issue(number=args["number"])
        return {"title": issue["title"]}


@TOOLBOX.tool
class ListIssues(Tool[models.ListIssuesArgs, models.ListIssuesResult]):
    """Return issues."""

    name = "list_issues"
    asks = (Tracker,)

    async def page(self, args: models.ListIssuesArgs, call: Call, place: str | None) -> Page[str]:
        pages = Tracker(call).list_issues()
        page = await pages.at(place)
        issues = page.rows
        return page.of([issue["title"] for issue in issues])

    def presence(self, args: models.ListIssuesArgs, result: models.ListIssuesResult) -> Iterator[Violation]:
        if ("next_cursor" in result) != result["has_more"]:
            yield Violation(fields=("next_cursor",), reason="Present when has_more is true.")


@TOOLBOX.tool
class CloseIssue(Tool[models.CloseIssueArgs, models.CloseIssueResult]):
    """Close one issue."""

    name = "close_issue"
    asks = (Tracker,)
    needs = ((Tracker, "close_issue", ("issues:write",)),)

    async def answer(self, args: models.CloseIssueArgs, call: Call) -> models.CloseIssueResult:
        issue = await Tracker(call).get_issue(number=args["number"])
        await Tracker(call).close_issue(id=issue["id"])
        return {"closed": True}

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="get_issue",
            arguments={"number": call.args["number"]},
        )
