# Code generated from specs/github_comments/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of github-comments-mcp."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from . import models
from .runtime import Call, Repair, Tool, Toolbox, Violation
from .runtime.expressions import ABSENT, coalesce, compact, lower_ascii, path, text_of
from .upstreams import Github

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Comment(Tool[models.CommentArgs, models.CommentResult]):
    """Post a comment on an issue or pull request."""

    name = "comment"
    asks = (Github,)

    def guard(self, args: models.CommentArgs, call: Call) -> None:
        if "allowed_repositories" in call.config and not any(
            lower_ascii(name) == lower_ascii(args["owner"] + "/" + args["repo"])
            for name in call.config["allowed_repositories"]
        ):
            raise call.error("repo_not_allowed", {})

    async def answer(self, args: models.CommentArgs, call: Call) -> models.CommentResult:
        made = await Github(call).createComment(
            owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"], text=args["body"]
        )
        await call.book("comments", {"owner": args["owner"], "repo": args["repo"], "comment_id": made["id"]})
        return {"comment_id": made["id"], "url": made["html_url"]}

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="get_issue",
            arguments={
                "owner": call.args["owner"],
                "repo": call.args["repo"],
                "issue_number": call.args["issue_number"],
            },
        )

    def adds_if_unknown(self, call: Call) -> str:
        return "If it did, rollback has no record of it."


@TOOLBOX.tool
class ReplyInThread(Tool[models.ReplyInThreadArgs, models.ReplyInThreadResult]):
    """Reply to a review comment of a pull request, in its thread."""

    name = "reply_in_thread"
    asks = (Github,)

    def guard(self, args: models.ReplyInThreadArgs, call: Call) -> None:
        if "allowed_repositories" in call.config and not any(
            lower_ascii(name) == lower_ascii(args["owner"] + "/" + args["repo"])
            for name in call.config["allowed_repositories"]
        ):
            raise call.error("repo_not_allowed", {})

    async def answer(self, args: models.ReplyInThreadArgs, call: Call) -> models.ReplyInThreadResult:
        made = await Github(call).replyToReviewComment(
            owner=args["owner"],
            repo=args["repo"],
            issue_number=args["issue_number"],
            comment_id=args["comment_id"],
            body=args["body"],
        )
        await call.book("replies", {"owner": args["owner"], "repo": args["repo"], "comment_id": made["id"]})
        return {"comment_id": made["id"], "url": made["html_url"]}

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="get_issue",
            arguments={
                "owner": call.args["owner"],
                "repo": call.args["repo"],
                "issue_number": call.args["issue_number"],
            },
        )

    def adds_if_unknown(self, call: Call) -> str:
        return "If it did, rollback has no record of it."


@TOOLBOX.tool
class EditOwnComment(Tool[models.EditOwnCommentArgs, models.EditOwnCommentResult]):
    """Replace the text of a comment that this app wrote."""

    name = "edit_own_comment"
    asks = (Github,)

    def guard(self, args: models.EditOwnCommentArgs, call: Call) -> None:
        if "allowed_repositories" in call.config and not any(
            lower_ascii(name) == lower_ascii(args["owner"] + "/" + args["repo"])
            for name in call.config["allowed_repositories"]
        ):
            raise call.error("repo_not_allowed", {})

    async def answer(self, args: models.EditOwnCommentArgs, call: Call) -> models.EditOwnCommentResult:
        before = await Github(call).getComment(owner=args["owner"], repo=args["repo"], comment_id=args["comment_id"])
        if lower_ascii(coalesce(path(before, "user", "login"), "")) != lower_ascii(call.config["bot_login"]):
            raise call.error("not_own_comment", {})
        after = await Github(call).updateComment(
            owner=args["owner"], repo=args["repo"], comment_id=args["comment_id"], text=args["body"]
        )
        return {"comment_id": after["id"], "url": after["html_url"]}

    def adds_if_unknown(self, call: Call) -> str:
        return "If it did, rollback has no record of it."


@TOOLBOX.tool
class DeleteOwnComment(Tool[models.DeleteOwnCommentArgs, models.DeleteOwnCommentResult]):
    """Delete a comment that this app wrote."""

    name = "delete_own_comment"
    asks = (Github,)

    def guard(self, args: models.DeleteOwnCommentArgs, call: Call) -> None:
        if "allowed_repositories" in call.config and not any(
            lower_ascii(name) == lower_ascii(args["owner"] + "/" + args["repo"])
            for name in call.config["allowed_repositories"]
        ):
            raise call.error("repo_not_allowed", {})

    async def answer(self, args: models.DeleteOwnCommentArgs, call: Call) -> models.DeleteOwnCommentResult:
        before = await Github(call).getComment(owner=args["owner"], repo=args["repo"], comment_id=args["comment_id"])
        if lower_ascii(coalesce(path(before, "user", "login"), "")) != lower_ascii(call.config["bot_login"]):
            raise call.error("not_own_comment", {})
        await Github(call).deleteComment(owner=args["owner"], repo=args["repo"], comment_id=args["comment_id"])
        return {"comment_id": args["comment_id"], "deleted": True}

    def adds_if_unknown(self, call: Call) -> str:
        return "If it did, rollback has no record of it."


@TOOLBOX.tool
class UpsertStickyComment(Tool[models.UpsertStickyCommentArgs, models.UpsertStickyCommentResult]):
    """Create or replace the one comment of this app on an issue or pull request that carries a
    marker.
    """

    name = "upsert_sticky_comment"
    asks = (Github,)

    def guard(self, args: models.UpsertStickyCommentArgs, call: Call) -> None:
        if "allowed_repositories" in call.config and not any(
            lower_ascii(name) == lower_ascii(args["owner"] + "/" + args["repo"])
            for name in call.config["allowed_repositories"]
        ):
            raise call.error("repo_not_allowed", {})

    async def answer(self, args: models.UpsertStickyCommentArgs, call: Call) -> models.UpsertStickyCommentResult:
        tag = f"<!-- sticky:{args['marker']} -->"
        text = f"<!-- sticky:{args['marker']} -->\n{args['body']}"
        pages = Github(call).listComments(owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"])
        old: Any = ABSENT
        async for it in pages:
            if lower_ascii(coalesce(path(it, "user", "login"), "")) == lower_ascii(
                call.config["bot_login"]
            ) and coalesce(it.get("body"), "").startswith(tag):
                old = it
                break
        edited: Any = ABSENT
        if old is not ABSENT:
            edited = await Github(call).updateComment(
                owner=args["owner"], repo=args["repo"], comment_id=old["id"], text=text
            )
        made: Any = ABSENT
        if old is ABSENT:
            made = await Github(call).createComment(
                owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"], text=text
            )
            await call.book("comments", {"owner": args["owner"], "repo": args["repo"], "comment_id": made["id"]})
        return {
            "comment_id": edited["id"] if edited is not ABSENT else made["id"],
            "url": edited["html_url"] if edited is not ABSENT else made["html_url"],
            "created": old is ABSENT,
        }

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="get_issue",
            arguments={
                "owner": call.args["owner"],
                "repo": call.args["repo"],
                "issue_number": call.args["issue_number"],
            },
        )

    def adds_if_unknown(self, call: Call) -> str:
        return "If it did, rollback has no record of it."


@TOOLBOX.tool
class CreateIssue(Tool[models.CreateIssueArgs, models.CreateIssueResult]):
    """Create an issue."""

    name = "create_issue"
    asks = (Github,)

    def guard(self, args: models.CreateIssueArgs, call: Call) -> None:
        if "allowed_repositories" in call.config and not any(
            lower_ascii(name) == lower_ascii(args["owner"] + "/" + args["repo"])
            for name in call.config["allowed_repositories"]
        ):
            raise call.error("repo_not_allowed", {})

    async def answer(self, args: models.CreateIssueArgs, call: Call) -> models.CreateIssueResult:
        issue = await Github(call).createIssue(
            owner=args["owner"], repo=args["repo"], title=args["title"], body=args.get("body", ABSENT)
        )
        return {"issue_number": issue["number"], "url": issue["html_url"]}


@TOOLBOX.tool
class CloseIssue(Tool[models.CloseIssueArgs, models.CloseIssueResult]):
    """Close an issue, with an optional comment that is posted first."""

    name = "close_issue"
    asks = (Github,)

    def guard(self, args: models.CloseIssueArgs, call: Call) -> None:
        if "allowed_repositories" in call.config and not any(
            lower_ascii(name) == lower_ascii(args["owner"] + "/" + args["repo"])
            for name in call.config["allowed_repositories"]
        ):
            raise call.error("repo_not_allowed", {})

    async def answer(self, args: models.CloseIssueArgs, call: Call) -> models.CloseIssueResult:
        said: Any = ABSENT
        if "comment" in args:
            said = await Github(call).createComment(
                owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"], text=args["comment"]
            )
            call.done(f"comment {text_of(said['id'])} was posted")
        issue = await Github(call).closeIssue(
            owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"], reason=args["reason"]
        )
        return cast(
            models.CloseIssueResult,
            compact({"issue_number": issue["number"], "state": "closed", "comment_id": path(said, "id")}),
        )

    def presence(self, args: models.CloseIssueArgs, result: models.CloseIssueResult) -> Iterator[Violation]:
        if ("comment_id" in result) != ("comment" in args):
            yield Violation(fields=("comment_id",), reason="Present when comment is given.")

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="get_issue",
            arguments={
                "owner": call.args["owner"],
                "repo": call.args["repo"],
                "issue_number": call.args["issue_number"],
            },
        )


@TOOLBOX.tool
class GetIssue(Tool[models.GetIssueArgs, models.GetIssueResult]):
    """Read one issue."""

    name = "get_issue"
    asks = (Github,)

    def guard(self, args: models.GetIssueArgs, call: Call) -> None:
        if "allowed_repositories" in call.config and not any(
            lower_ascii(name) == lower_ascii(args["owner"] + "/" + args["repo"])
            for name in call.config["allowed_repositories"]
        ):
            raise call.error("repo_not_allowed", {})

    async def answer(self, args: models.GetIssueArgs, call: Call) -> models.GetIssueResult:
        issue = await Github(call).getIssue(owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"])
        return {
            "issue_number": issue["number"],
            "title": issue["title"],
            "state": issue["state"],
            "comments": issue["comments"],
            "url": issue["html_url"],
        }
