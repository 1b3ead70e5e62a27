# Code generated from specs/github_issues/contract.yaml. DO NOT EDIT.
# Change the contract, then run: make generate
"""The tools of github-issues-mcp."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import models
from .runtime import Call, Repair, Tool, Toolbox, Violation, disjoint, exclusive, only_with

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GithubFindIssues(Tool[models.GithubFindIssuesArgs, models.GithubFindIssuesResult]):
    """Find issues in one GitHub repository by structured filters and/or free-text query."""

    name = "github_find_issues"

    def presence(self, args: models.GithubFindIssuesArgs, result: models.GithubFindIssuesResult) -> Iterator[Violation]:
        if ("next_cursor" in result) != result["has_more"]:
            yield Violation(fields=("next_cursor",), reason="Present when has_more is true.")
        if ("truncation_hint" in result) != ("truncated" in result and result["truncated"]):
            yield Violation(fields=("truncation_hint",), reason="Present when truncated is true.")
        for issues_item in result["issues"]:
            if ("is_pull_request" in issues_item) != args["include_pull_requests"]:
                yield Violation(
                    fields=("issues[].is_pull_request",), reason="Present when include_pull_requests is true."
                )
            if ("body_preview" in issues_item) != (args["detail"] == "full"):
                yield Violation(fields=("issues[].body_preview",), reason="Present in detail=full.")
            if ("author" in issues_item) != (args["detail"] == "full"):
                yield Violation(fields=("issues[].author",), reason="Present in detail=full.")
            if ("comment_count" in issues_item) != (args["detail"] == "full"):
                yield Violation(fields=("issues[].comment_count",), reason="Present in detail=full.")
            if ("created_at" in issues_item) != (args["detail"] == "full"):
                yield Violation(fields=("issues[].created_at",), reason="Present in detail=full.")
            if ("url" in issues_item) != (args["detail"] == "full"):
                yield Violation(fields=("issues[].url",), reason="Present in detail=full.")
            if ("version" in issues_item) != (args["detail"] == "full"):
                yield Violation(fields=("issues[].version",), reason="Present in detail=full.")


@TOOLBOX.tool
class GithubGetIssue(Tool[models.GithubGetIssueArgs, models.GithubGetIssueResult]):
    """Read one issue and the first page of its comment thread in a single call."""

    name = "github_get_issue"

    def presence(self, args: models.GithubGetIssueArgs, result: models.GithubGetIssueResult) -> Iterator[Violation]:
        if ("comments" in result) != args["include_comments"]:
            yield Violation(fields=("comments",), reason="Present when include_comments is true.")
        if ("comments_has_more" in result) != args["include_comments"]:
            yield Violation(fields=("comments_has_more",), reason="Present when include_comments is true.")
        if ("comments_cursor" in result) != ("comments_has_more" in result and result["comments_has_more"]):
            yield Violation(fields=("comments_cursor",), reason="Present when comments_has_more is true.")
        if "state_reason" in result["issue"] and not (
            result["issue"]["state"] == "closed" or result["issue"]["state_reason"] == "reopened"
        ):
            yield Violation(
                fields=("issue.state_reason",), reason="Present only when state is closed or the issue was reopened."
            )
        if "lock_reason" in result["issue"] and not result["issue"]["locked"]:
            yield Violation(
                fields=("issue.lock_reason",), reason="Present only when locked is true and a reason was given."
            )
        if "body_truncated" in result["issue"] and args["detail"] != "summary":
            yield Violation(
                fields=("issue.body_truncated",),
                reason="Present only in detail=summary when the body was capped; re-read with detail=full for complete text.",
            )
        if "comments" in result:
            for comments_item in result["comments"]:
                if "body_truncated" in comments_item and args["detail"] != "summary":
                    yield Violation(
                        fields=("comments[].body_truncated",),
                        reason="Present only in detail=summary when the body was capped.",
                    )


@TOOLBOX.tool
class GithubListComments(Tool[models.GithubListCommentsArgs, models.GithubListCommentsResult]):
    """Continue reading an issue's comment thread beyond the page github_get_issue returned, or
    re-read only comments newer than a timestamp.
    """

    name = "github_list_comments"

    def presence(
        self, args: models.GithubListCommentsArgs, result: models.GithubListCommentsResult
    ) -> Iterator[Violation]:
        if ("next_cursor" in result) != result["has_more"]:
            yield Violation(fields=("next_cursor",), reason="Present when has_more is true.")
        for comments_item in result["comments"]:
            if "body_truncated" in comments_item and args["detail"] != "summary":
                yield Violation(
                    fields=("comments[].body_truncated",),
                    reason="Present only in detail=summary when the body was capped.",
                )


@TOOLBOX.tool
class GithubCreateIssue(Tool[models.GithubCreateIssueArgs, models.GithubCreateIssueResult]):
    """Create a new issue, optionally with labels and assignees, in one call."""

    name = "github_create_issue"

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="github_find_issues",
            arguments={
                "owner": call.args["owner"],
                "repo": call.args["repo"],
                "state": "all",
                "updated_after": call.started_at,
            },
            alternative="Re-send the same call with the same idempotency_key, if it had one: the server looks for the issue before it creates one.",
        )


@TOOLBOX.tool
class GithubUpdateIssue(Tool[models.GithubUpdateIssueArgs, models.GithubUpdateIssueResult]):
    """Edit an existing issue: title, body, open/closed state, assignees, and labels —
    including incremental label add/remove — in one call.
    """

    name = "github_update_issue"

    def rules(self, args: models.GithubUpdateIssueArgs) -> Iterator[Violation]:
        yield from exclusive(args, ("labels",), ("add_labels", "remove_labels"))
        yield from disjoint(args, "add_labels", "remove_labels")
        yield from only_with(args, "state_reason", "state")
        if not (
            "state_reason" not in args
            or args["state_reason"] != "reopened"
            or "state" in args
            and args["state"] == "open"
        ):
            yield Violation(fields=("state_reason", "state"), reason='state_reason "reopened" needs state="open".')
        if not (
            "state_reason" not in args
            or args["state_reason"] == "reopened"
            or "state" in args
            and args["state"] == "closed"
        ):
            yield Violation(
                fields=("state_reason", "state"),
                reason='state_reason "completed" and "not_planned" need state="closed".',
            )

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="reread_then_compare",
            tool="github_get_issue",
            arguments={
                "owner": call.args["owner"],
                "repo": call.args["repo"],
                "issue_number": call.args["issue_number"],
                "include_comments": False,
            },
            alternative="Call again with the same arguments; every one of them is an absolute value.",
        )


@TOOLBOX.tool
class GithubAddComment(Tool[models.GithubAddCommentArgs, models.GithubAddCommentResult]):
    """Post a comment on an existing issue."""

    name = "github_add_comment"

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="github_list_comments",
            arguments={
                "owner": call.args["owner"],
                "repo": call.args["repo"],
                "issue_number": call.args["issue_number"],
                "updated_after": call.started_at,
            },
            alternative="Re-send the same call with the same idempotency_key, if it had one: the server looks for the comment before it posts one.",
        )


@TOOLBOX.tool
class GithubSetIssueLock(Tool[models.GithubSetIssueLockArgs, models.GithubSetIssueLockResult]):
    """Lock or unlock an issue's conversation (moderation)."""

    name = "github_set_issue_lock"

    def rules(self, args: models.GithubSetIssueLockArgs) -> Iterator[Violation]:
        if "lock_reason" in args and not args["locked"]:
            yield Violation(fields=("lock_reason",), reason="lock_reason is only allowed when locked is true.")

    def presence(
        self, args: models.GithubSetIssueLockArgs, result: models.GithubSetIssueLockResult
    ) -> Iterator[Violation]:
        if ("lock_reason" in result) != (args["locked"] and "lock_reason" in args):
            yield Violation(fields=("lock_reason",), reason="Present only when locked is true and a reason was set.")

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="reread_then_compare",
            tool="github_get_issue",
            arguments={
                "owner": call.args["owner"],
                "repo": call.args["repo"],
                "issue_number": call.args["issue_number"],
                "include_comments": False,
            },
            alternative="Call again with the same arguments; locking what is locked and unlocking what is not changes nothing.",
        )


@TOOLBOX.tool
class GithubGetCapabilities(Tool[models.GithubGetCapabilitiesArgs, dict[str, Any]]):
    """Return this server's capability summary: what it does and does not do, auth
    prerequisites and failure codes, the full per-tool error catalog, rate-limit behavior,
    and the capability fingerprint.
    """

    name = "github_get_capabilities"
