# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of first-page-mcp."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from . import models
from .runtime import Call, Tool, Toolbox, Violation
from .runtime.expressions import ABSENT, compact
from .runtime.requesting import Page
from .upstreams import Tracker

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GetIssue(Tool[models.GetIssueArgs, models.GetIssueResult]):
    """Return one issue and, when asked, its first comments."""

    name = "get_issue"

    async def answer(self, args: models.GetIssueArgs, call: Call) -> models.GetIssueResult:
        issue = await Tracker(call).get_issue(number=args["number"])
        page: Any = ABSENT
        comments: Any = ABSENT
        if args["with_comments"]:
            pages = Tracker(call).list_comments(number=args["number"])
            page = await pages.first()
            comments = page.rows
        result = compact({"title": issue["title"], "comments": comments})
        return cast(
            models.GetIssueResult,
            call.begin_list("comments", result, page, has_more="has_more_comments", next_cursor="next_comments"),
        )

    def presence(self, args: models.GetIssueArgs, result: models.GetIssueResult) -> Iterator[Violation]:
        if ("comments" in result) != args["with_comments"]:
            yield Violation(fields=("comments",), reason="Present when with_comments is true.")
        if ("has_more_comments" in result) != args["with_comments"]:
            yield Violation(fields=("has_more_comments",), reason="Present when with_comments is true.")
        if ("next_comments" in result) != ("has_more_comments" in result and result["has_more_comments"]):
            yield Violation(fields=("next_comments",), reason="Present when has_more_comments is true.")


@TOOLBOX.tool
class ListComments(Tool[models.ListCommentsArgs, models.ListCommentsResult]):
    """List the comments on an issue."""

    name = "list_comments"

    async def page(self, args: models.ListCommentsArgs, call: Call, place: str | None) -> Page[models.Comment]:
        pages = Tracker(call).list_comments(number=args["number"])
        page = await pages.at(place)
        comments = page.rows
        return page.of(comments)

    def presence(self, args: models.ListCommentsArgs, result: models.ListCommentsResult) -> Iterator[Violation]:
        if ("next_cursor" in result) != result["has_more"]:
            yield Violation(fields=("next_cursor",), reason="Present when has_more is true.")
