"""Editing issues: what is asked for, less what is so already."""

from __future__ import annotations

from collections.abc import Iterable

from github_issues_mcp.contexts import GithubUpdateIssueContext
from github_issues_mcp.handlers.issues import assignees_of, labels_of
from github_issues_mcp.handlers.labels import allowed_labels, unknown_labels
from github_issues_mcp.models import (
    GithubIssue,
    GithubUpdateIssueArgs,
    GithubUpdateIssueResult,
    IssueState,
    StateReason,
)
from github_issues_mcp.runtime.handling import ABSENT, Absent


async def github_update_issue(args: GithubUpdateIssueArgs, ctx: GithubUpdateIssueContext) -> GithubUpdateIssueResult:
    """One PATCH with the final set of labels; none at all when nothing would change."""
    issue = await ctx.github.get_issue(owner=args["owner"], repo=args["repo"], issue_number=args["issue_number"])
    if "pull_request" in issue:
        raise ctx.fail.issue_not_found(reason="The number is a pull request, not an issue.")
    ctx.versions.issue.require(issue)
    await _require_labels(args, ctx)
    title = _changed(args.get("title", ABSENT), issue["title"])
    body = _changed(args.get("body", ABSENT), issue.get("body") or "")
    state, reason = _state(args, issue)
    labels = _wanted_labels(args, issue)
    assignees = args.get("assignees", ABSENT)
    if assignees is not ABSENT and _same_names(assignees, assignees_of(issue)):
        assignees = ABSENT
    if any(part is not ABSENT for part in (title, body, state, labels, assignees)):
        issue = await ctx.github.update_issue(
            owner=args["owner"],
            repo=args["repo"],
            issue_number=args["issue_number"],
            title=title,
            body=body,
            state=state,
            state_reason=reason,
            labels=labels,
            assignees=assignees,
        )
    return {
        "issue_number": issue["number"],
        "state": issue["state"],
        "labels": labels_of(issue),
        "assignees": assignees_of(issue),
        "version": ctx.versions.issue(issue),
        "url": issue["html_url"],
    }


async def _require_labels(args: GithubUpdateIssueArgs, ctx: GithubUpdateIssueContext) -> None:
    unknown = await unknown_labels(args.get("labels", []), args["owner"], args["repo"], ctx)
    added = await unknown_labels(args.get("add_labels", []), args["owner"], args["repo"], ctx)
    if unknown or added:
        allowed = await allowed_labels(args["owner"], args["repo"], ctx)
        if unknown:
            raise ctx.fail.label_not_found(field="labels", positions=unknown, allowed=allowed)
        raise ctx.fail.label_not_found(field="add_labels", positions=added, allowed=allowed)


def _changed(wanted: str | Absent, current: str) -> str | Absent:
    return ABSENT if wanted == current else wanted


def _state(args: GithubUpdateIssueArgs, issue: GithubIssue) -> tuple[IssueState | Absent, StateReason | Absent]:
    """The state to set and its reason; both absent when the issue is in it already, for that reason."""
    state, reason = args.get("state", ABSENT), args.get("state_reason", ABSENT)
    # What is open is so for no reason that could be set.
    if state == issue["state"] and (state == "open" or reason in (ABSENT, issue.get("state_reason"))):
        return ABSENT, ABSENT
    return state, reason


def _wanted_labels(args: GithubUpdateIssueArgs, issue: GithubIssue) -> list[str] | Absent:
    """The whole set of labels the issue shall have; absent when it has it."""
    current = labels_of(issue)
    wanted = args.get("labels", current)
    known = {label.lower() for label in wanted}
    wanted = [*wanted, *(label for label in args.get("add_labels", []) if label.lower() not in known)]
    removed = {label.lower() for label in args.get("remove_labels", [])}
    wanted = [label for label in wanted if label.lower() not in removed]
    return ABSENT if _same_names(wanted, current) else wanted


def _same_names(some: Iterable[str], others: Iterable[str]) -> bool:
    return {name.lower() for name in some} == {name.lower() for name in others}
