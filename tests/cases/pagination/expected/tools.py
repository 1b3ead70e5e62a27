# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of pagination-mcp."""

from __future__ import annotations

from collections.abc import Iterator

from . import models
from .runtime import Call, Tool, Toolbox, Violation
from .runtime.expressions import ABSENT
from .runtime.requesting import Page
from .upstreams import Tracker

TOOLBOX = Toolbox()


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
