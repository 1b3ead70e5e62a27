# Code generated from specs/github_issues/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of github-issues-mcp."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, cast

from . import contexts, handlers, models, views
from .runtime import Call, Repair, Tool, Toolbox, Violation, disjoint, exclusive, only_with
from .runtime.expressions import ABSENT, coalesce, compact, path, subtract
from .runtime.requesting import Page, ToolError
from .upstreams import Github

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GithubFindIssues(Tool[models.GithubFindIssuesArgs, models.GithubFindIssuesResult]):
    """Find issues in one GitHub repository by structured filters and/or free-text query."""

    name = "github_find_issues"
    asks = (Github,)

    async def page(self, args: models.GithubFindIssuesArgs, call: Call, place: str | None) -> Page[models.FoundIssue]:
        return await handlers.github_find_issues(args, contexts.GithubFindIssuesContext(call), place)

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
    asks = (Github,)

    async def answer(self, args: models.GithubGetIssueArgs, call: Call) -> models.GithubGetIssueResult:
        issue = await Github(call).get_issue(owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"])
        if "pull_request" in issue:
            raise call.error("issue_not_found", {"reason": "The number is a pull request, not an issue."})
        page: Any = ABSENT
        thread: Any = ABSENT
        if args["include_comments"]:
            pages = Github(call).list_issue_comments(
                owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"]
            )
            page = await pages.first()
            thread = page.rows
        result = compact(
            {
                "issue": views.issue(issue, args, call),
                "comments": ABSENT if thread is ABSENT else [views.comment(it, args, call) for it in thread],
            }
        )
        return cast(
            models.GithubGetIssueResult,
            call.begin_list("comments", result, page, has_more="comments_has_more", next_cursor="comments_cursor"),
        )

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
    asks = (Github,)

    async def page(self, args: models.GithubListCommentsArgs, call: Call, place: str | None) -> Page[models.Comment]:
        pages = Github(call).list_issue_comments(
            owner=args["owner"],
            repo=args["repo"],
            issue_number=args["issue_number"],
            updated_after=args.get("updated_after", ABSENT),
        )
        page = await pages.at(place)
        thread = page.rows
        return page.of([views.comment(it, args, call) for it in thread])

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
    asks = (Github,)

    async def answer(self, args: models.GithubCreateIssueArgs, call: Call) -> models.GithubCreateIssueResult:
        return await handlers.github_create_issue(args, contexts.GithubCreateIssueContext(call))

    async def find(self, args: models.GithubCreateIssueArgs, call: Call) -> models.GithubCreateIssueResult | None:
        return await handlers.github_create_issue_find(args, contexts.GithubCreateIssueContext(call))

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
    asks = (Github,)

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

    async def answer(self, args: models.GithubUpdateIssueArgs, call: Call) -> models.GithubUpdateIssueResult:
        return await handlers.github_update_issue(args, contexts.GithubUpdateIssueContext(call))

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
    asks = (Github,)

    async def answer(self, args: models.GithubAddCommentArgs, call: Call) -> models.GithubAddCommentResult:
        issue = await Github(call).get_issue(owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"])
        if "pull_request" in issue:
            raise call.error("issue_not_found", {"reason": "The number is a pull request, not an issue."})
        locks: Any = ABSENT
        if issue["locked"]:
            with suppress(ToolError):
                pages = Github(call).list_issue_events(
                    owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"]
                )
                locks, _ = await pages.collect(max=300)
                locks = [it for it in locks if it["event"] == "locked"]
        if issue["locked"]:
            raise call.error(
                "issue_locked",
                compact(
                    {
                        "lock_reason": coalesce(
                            (
                                issue["active_lock_reason"]
                                if "active_lock_reason" in issue
                                and issue["active_lock_reason"] is not None
                                and issue["active_lock_reason"] in ["off-topic", "too heated", "resolved", "spam"]
                                else None
                            ),
                            ABSENT,
                        ),
                        "locked_at": coalesce(
                            (
                                coalesce(path(locks, subtract(len(locks), 1), "created_at"), None)
                                if locks is not ABSENT
                                else None
                            ),
                            ABSENT,
                        ),
                    }
                ),
            )
        comment = await Github(call).create_comment(
            owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"], body=args["body"]
        )
        return {"comment_id": comment["id"], "url": comment["html_url"], "created_at": comment["created_at"]}

    async def find(self, args: models.GithubAddCommentArgs, call: Call) -> models.GithubAddCommentResult | None:
        me = await Github(call).get_me()
        pages = Github(call).list_issue_comments(
            owner=args["owner"],
            repo=args["repo"],
            issue_number=args["issue_number"],
            updated_after=call.first_started_at,
        )
        comment: Any = ABSENT
        async for it in pages:
            if (
                it["user"] is not None
                and (it["user"]["login"] == me["login"] if me is not None else it["user"]["type"] == "Bot")
                and "body" in it
                and it["body"] is not None
                and it["body"] == args["body"]
                and it["created_at"] >= call.first_started_at
            ):
                comment = it
                break
        if comment is ABSENT:
            return None
        return {"comment_id": comment["id"], "url": comment["html_url"], "created_at": comment["created_at"]}

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
    asks = (Github,)

    def rules(self, args: models.GithubSetIssueLockArgs) -> Iterator[Violation]:
        if "lock_reason" in args and not args["locked"]:
            yield Violation(fields=("lock_reason",), reason="lock_reason is only allowed when locked is true.")

    async def answer(self, args: models.GithubSetIssueLockArgs, call: Call) -> models.GithubSetIssueLockResult:
        issue = await Github(call).get_issue(owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"])
        if "pull_request" in issue:
            raise call.error("issue_not_found", {"reason": "The number is a pull request, not an issue."})
        if args["locked"]:
            await Github(call).lock_issue(
                owner=args["owner"],
                repo=args["repo"],
                issue_number=args["issue_number"],
                lock_reason=args.get("lock_reason", ABSENT),
            )
            call.done("The conversation was locked.")
        if not args["locked"]:
            await Github(call).unlock_issue(owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"])
        return cast(
            models.GithubSetIssueLockResult,
            compact(
                {
                    "issue_number": args["issue_number"],
                    "locked": args["locked"],
                    "lock_reason": args.get("lock_reason", ABSENT),
                }
            ),
        )

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
