"""Creating issues, and finding again one whose creation was not answered."""

from __future__ import annotations

from github_issues_mcp.contexts import GithubCreateIssueContext
from github_issues_mcp.handlers.issues import assignees_of, labels_of
from github_issues_mcp.handlers.labels import allowed_labels, unknown_labels
from github_issues_mcp.models import GithubCreateIssueArgs, GithubCreateIssueResult, GithubIssue
from github_issues_mcp.runtime.handling import ABSENT


async def github_create_issue(args: GithubCreateIssueArgs, ctx: GithubCreateIssueContext) -> GithubCreateIssueResult:
    """GitHub would create labels it does not know and drop assignees it cannot assign, so both are looked up first."""
    unknown = await unknown_labels(args.get("labels", []), args["owner"], args["repo"], ctx)
    if unknown:
        allowed = await allowed_labels(args["owner"], args["repo"], ctx)
        raise ctx.fail.label_not_found(field="labels", positions=unknown, allowed=allowed)
    await _require_assignees(args, ctx)
    issue = await ctx.github.create_issue(
        owner=args["owner"],
        repo=args["repo"],
        title=args["title"],
        body=args.get("body", ABSENT),
        labels=args.get("labels", ABSENT),
        assignees=args.get("assignees", ABSENT),
    )
    return _created(issue, ctx)


async def github_create_issue_find(
    args: GithubCreateIssueArgs, ctx: GithubCreateIssueContext
) -> GithubCreateIssueResult | None:
    """The issue that an earlier call created, if it did: by this token's user, since then, with this text."""
    me = await _me(ctx)
    issues = ctx.github.list_issues(
        owner=args["owner"],
        repo=args["repo"],
        state="all",
        creator=ABSENT if me is None else me,
        updated_after=ctx.call.first_started_at,
    )
    async for issue in issues:
        if issue["created_at"] < ctx.call.first_started_at:
            # The newest come first.
            break
        # GitHub trims titles.
        titled = issue["title"].strip() == args["title"].strip()
        if titled and (issue.get("body") or "") == args.get("body", "") and _is_by(issue, me):
            return _created(issue, ctx)
    return None


async def _me(ctx: GithubCreateIssueContext) -> str | None:
    """The login of the token's user; an App installation has none."""
    me = await ctx.github.get_me()
    return None if me is None else me["login"]


def _is_by(issue: GithubIssue, me: str | None) -> bool:
    user = issue["user"]
    if user is None or "pull_request" in issue:
        return False
    return user["type"] == "Bot" if me is None else user["login"] == me


def _created(issue: GithubIssue, ctx: GithubCreateIssueContext) -> GithubCreateIssueResult:
    return {
        "issue_number": issue["number"],
        "url": issue["html_url"],
        "version": ctx.versions.issue(issue),
        "labels": labels_of(issue),
        "assignees": assignees_of(issue),
    }


async def _require_assignees(args: GithubCreateIssueArgs, ctx: GithubCreateIssueContext) -> None:
    for position, login in enumerate(args.get("assignees", [])):
        if login and await ctx.github.check_assignee(owner=args["owner"], repo=args["repo"], login=login):
            continue
        # A repository that is not there has nobody to assign, either.
        await ctx.github.get_repo(owner=args["owner"], repo=args["repo"])
        raise ctx.fail.invalid_field(
            fields=["assignees"],
            reason=f"assignees[{position}] is nobody who can be assigned in this repository; nothing was created.",
        )
