# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of step-names-mcp."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, cast

from . import models
from .runtime import Call, Tool, Toolbox, Violation
from .runtime.expressions import ABSENT, compact, path, same, to_integer
from .runtime.requesting import Page, Refusal, ToolError
from .upstreams import Tracker

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GetIssue(Tool[models.GetIssueArgs, models.GetIssueResult]):
    """Return one issue."""

    name = "get_issue"

    async def answer(self, args: models.GetIssueArgs, call: Call) -> models.GetIssueResult:
        self_ = await Tracker(call).get_issue(number=args["number"])
        l_ = await Tracker(call).get_issue(number=args["number"])
        Tracker_ = await Tracker(call).get_issue(number=args["number"])
        found_ = await Tracker(call).get_issue(number=args["number"])
        found__ = await Tracker(call).get_issue(number=args["number"])
        __ = await Tracker(call).get_issue(number=args["number"])

        async def get_issue_refused_(answer: Refusal) -> ToolError | None:
            if answer.status == 404:
                return Tracker(call).error("issue_not_found", answer)
            return None

        await Tracker(call, get_issue_refused_).get_issue(number=args["number"])

        async def get_issue_refused__(answer: Refusal) -> ToolError | None:
            if answer.status == 410:
                return Tracker(call).error("issue_not_found", answer)
            return None

        await Tracker(call, get_issue_refused__).get_issue(number=args["number"])
        get_issue_refused = await Tracker(call).get_issue(number=args["number"])
        first: Any = ABSENT
        with suppress(ToolError):
            pages = Tracker(call).list_issues(label=args.get("label", ABSENT))
            async for it in pages:
                if it["number"] > self_["number"]:
                    first = it
                    break
        pages = Tracker(call).list_issues(label=args.get("label", ABSENT))
        listed, more = await pages.collect(max=10)
        if more:
            raise call.error("issue_not_found", {})
        Page_ = [views_["title"] for views_ in listed]
        mixed = [self_["title"], self_["number"]]
        return cast(
            models.GetIssueResult,
            compact(
                {
                    "titles": [
                        self_["title"],
                        l_["title"],
                        Tracker_["title"],
                        found_["title"],
                        found__["title"],
                        __["title"],
                        get_issue_refused["title"],
                        ", ".join(Page_),
                    ],
                    "numbers": [to_integer(cast_) for cast_ in [O_ for O_ in mixed if same(O_, self_["number"])]],
                    "first": path(first, "title"),
                }
            ),
        )


@TOOLBOX.tool
class ListIssues(Tool[models.ListIssuesArgs, models.ListIssuesResult]):
    """List issues, newest first."""

    name = "list_issues"

    async def page(self, args: models.ListIssuesArgs, call: Call, place: str | None) -> Page[models.Issue]:
        pages = Tracker(call).list_issues(label=args.get("label", ABSENT))
        page = await pages.at(place)
        issues = page.rows
        return page.of(issues)

    def presence(self, args: models.ListIssuesArgs, result: models.ListIssuesResult) -> Iterator[Violation]:
        if ("next_cursor" in result) != result["has_more"]:
            yield Violation(fields=("next_cursor",), reason="Present when has_more is true.")
        if ("truncation_hint" in result) != ("truncated" in result and result["truncated"]):
            yield Violation(fields=("truncation_hint",), reason="Present when truncated is true.")
