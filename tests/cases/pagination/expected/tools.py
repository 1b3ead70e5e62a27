# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: make generate
"""The tools of pagination-mcp."""

from __future__ import annotations

from collections.abc import Iterator

from . import models
from .runtime import Tool, Toolbox, Violation

TOOLBOX = Toolbox()


@TOOLBOX.tool
class ListIssues(Tool[models.ListIssuesArgs, models.ListIssuesResult]):
    """List issues, newest first."""

    name = "list_issues"

    def presence(self, args: models.ListIssuesArgs, result: models.ListIssuesResult) -> Iterator[Violation]:
        if ("next_cursor" in result) != result["has_more"]:
            yield Violation(fields=("next_cursor",), reason="Present when has_more is true.")
        if ("truncation_hint" in result) != ("truncated" in result and result["truncated"]):
            yield Violation(fields=("truncation_hint",), reason="Present when truncated is true.")
