"""The index of issues, without their bodies."""

from __future__ import annotations

from github_issues_mcp.contexts import IssueIndexContext
from github_issues_mcp.handlers.issues import preview_of
from github_issues_mcp.models import GithubIssue, IndexEntry, IssueIndexArgs
from github_issues_mcp.runtime.handling import ABSENT

INDEX_ROWS = 50
LOOKED_THROUGH = 500


async def issue_index(args: IssueIndexArgs, ctx: IssueIndexContext) -> list[IndexEntry]:
    """The newest issues, without their bodies."""
    labels = args.get("labels", [])
    if any("," in label for label in labels):
        raise ctx.fail.invalid_field(
            fields=["labels"], reason="Labels with a comma cannot be asked for here; use github_find_issues."
        )
    issues = ctx.github.list_issues(
        owner=args["owner"],
        repo=args["repo"],
        state=args["state"],
        labels=",".join(labels) if labels else ABSENT,
        updated_after=args.get("updated_after", ABSENT),
    )
    entries: list[IndexEntry] = []
    looked_through = 0
    async for issue in issues:
        looked_through += 1
        if "pull_request" not in issue:
            entries.append(_entry(issue, args))
        if len(entries) == INDEX_ROWS or looked_through == LOOKED_THROUGH:
            break
    return entries


def _entry(issue: GithubIssue, args: IssueIndexArgs) -> IndexEntry:
    return {
        "uri": f"github://repos/{args['owner']}/{args['repo']}/issues/{issue['number']}",
        "name": f"#{issue['number']}",
        "title": issue["title"],
        "description": preview_of(issue),
        "size": len((issue.get("body") or "").encode()),
        "annotations": {"lastModified": issue["updated_at"]},
    }
