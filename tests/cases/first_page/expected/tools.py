# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: make generate
"""The tools of first-page-mcp."""

from __future__ import annotations

from collections.abc import Iterator

from . import models
from .runtime import Tool, Toolbox, Violation

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GetIssue(Tool[models.GetIssueArgs, models.GetIssueResult]):
    """Return one issue and, when asked, its first comments."""

    name = "get_issue"

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

    def presence(self, args: models.ListCommentsArgs, result: models.ListCommentsResult) -> Iterator[Violation]:
        if ("next_cursor" in result) != result["has_more"]:
            yield Violation(fields=("next_cursor",), reason="Present when has_more is true.")
