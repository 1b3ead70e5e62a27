"""What the GitHub issues server does that takes loops: finding, creating and editing issues, and the index of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from github_issues_mcp.contexts import (
    GithubCreateIssueContext,
    GithubFindIssuesContext,
    GithubUpdateIssueContext,
    IssueIndexContext,
)
from github_issues_mcp.models import (
    FoundIssue,
    GithubCreateIssueArgs,
    GithubCreateIssueResult,
    GithubFindIssuesArgs,
    GithubIssue,
    GithubUpdateIssueArgs,
    GithubUpdateIssueResult,
    IndexEntry,
    IssueIndexArgs,
    IssueState,
    StateReason,
)
from github_issues_mcp.runtime.handling import ABSENT, Absent, Page, Position, quote

PREVIEW = 200
ALLOWED_LABELS = 100
INDEX_ROWS = 50
LOOKED_THROUGH = 500
PLAIN_WORD = re.compile(r"\w[\w.,;!?'/-]*")
OPERATORS = ("AND", "OR", "NOT")


async def github_find_issues(
    args: GithubFindIssuesArgs, ctx: GithubFindIssuesContext, at: Position
) -> Page[FoundIssue]:
    """Filters alone are a list; text, and labels that a list cannot be asked for, are a search."""
    searched = "query" in args or any("," in label for label in args.get("labels", []))
    if searched:
        pages = ctx.github.search_issues(q=_search(args))
    else:
        pages = ctx.github.list_issues(
            owner=args["owner"],
            repo=args["repo"],
            state=args["state"],
            labels=",".join(args["labels"]) if "labels" in args else ABSENT,
            assignee=args.get("assignee", ABSENT),
            creator=args.get("creator", ABSENT),
            updated_after=args.get("updated_after", ABSENT),
        )
    page = await pages.at(at)
    rows = [issue for issue in page.rows if args["include_pull_requests"] or "pull_request" not in issue]
    if searched:
        # A search must not show another repository, whatever its text was read as.
        home = f"/repos/{args['owner']}/{args['repo']}".lower()
        rows = [issue for issue in rows if issue["repository_url"].lower().endswith(home)]
    return page.of([_found(issue, args, ctx) for issue in rows])


def _search(args: GithubFindIssuesArgs) -> str:
    """The search for what was asked, of which nothing that the caller wrote is read as more than a text."""
    parts = [f"repo:{args['owner']}/{args['repo']}"]
    if not args["include_pull_requests"]:
        parts.append("is:issue")
    if args["state"] != "all":
        parts.append(f"state:{args['state']}")
    parts += [f"label:{quote(label)}" for label in args.get("labels", [])]
    if "assignee" in args:
        parts.append(f"assignee:{quote(args['assignee'])}")
    if "creator" in args:
        parts.append(f"author:{quote(args['creator'])}")
    if "updated_after" in args:
        parts.append(f"updated:>={args['updated_after']}")
    parts += [_word(word) for word in args.get("query", "").split()]
    return " ".join(parts)


def _word(word: str) -> str:
    """A word of a search, in quotes where it could be a qualifier or an operator: GitHub counts the quotes as text."""
    plain = PLAIN_WORD.fullmatch(word) and word.rstrip(".,;!?") not in OPERATORS
    return word if plain else quote(word)


def _found(issue: GithubIssue, args: GithubFindIssuesArgs, ctx: GithubFindIssuesContext) -> FoundIssue:
    shown: FoundIssue = {
        "number": issue["number"],
        "title": issue["title"],
        "state": issue["state"],
        "labels": _labels(issue),
        "assignees": _assignees(issue),
        "updated_at": issue["updated_at"],
    }
    if args["include_pull_requests"]:
        shown["is_pull_request"] = "pull_request" in issue
    if args["detail"] == "full":
        shown["body_preview"] = _preview(issue)
        shown["author"] = _author(issue)
        shown["comment_count"] = issue["comments"]
        shown["created_at"] = issue["created_at"]
        shown["url"] = issue["html_url"]
        shown["version"] = ctx.versions.issue(issue)
    return shown


async def github_create_issue(args: GithubCreateIssueArgs, ctx: GithubCreateIssueContext) -> GithubCreateIssueResult:
    """GitHub would create labels it does not know and drop assignees it cannot assign, so both are looked up first."""
    unknown = await _unknown_labels(args.get("labels", []), args["owner"], args["repo"], ctx)
    if unknown:
        allowed = await _allowed_labels(args["owner"], args["repo"], ctx)
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
        "labels": _labels(issue),
        "assignees": _assignees(issue),
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
    if assignees is not ABSENT and _same_names(assignees, _assignees(issue)):
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
        "labels": _labels(issue),
        "assignees": _assignees(issue),
        "version": ctx.versions.issue(issue),
        "url": issue["html_url"],
    }


async def _require_labels(args: GithubUpdateIssueArgs, ctx: GithubUpdateIssueContext) -> None:
    unknown = await _unknown_labels(args.get("labels", []), args["owner"], args["repo"], ctx)
    added = await _unknown_labels(args.get("add_labels", []), args["owner"], args["repo"], ctx)
    if unknown or added:
        allowed = await _allowed_labels(args["owner"], args["repo"], ctx)
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
    current = _labels(issue)
    wanted = args.get("labels", current)
    known = {label.lower() for label in wanted}
    wanted = [*wanted, *(label for label in args.get("add_labels", []) if label.lower() not in known)]
    removed = {label.lower() for label in args.get("remove_labels", [])}
    wanted = [label for label in wanted if label.lower() not in removed]
    return ABSENT if _same_names(wanted, current) else wanted


def _same_names(some: Iterable[str], others: Iterable[str]) -> bool:
    return {name.lower() for name in some} == {name.lower() for name in others}


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
        "description": _preview(issue),
        "size": len((issue.get("body") or "").encode()),
        "annotations": {"lastModified": issue["updated_at"]},
    }


Labelling = GithubCreateIssueContext | GithubUpdateIssueContext


async def _unknown_labels(names: Sequence[str], owner: str, repo: str, ctx: Labelling) -> list[int]:
    """The positions of the names that are no labels of the repository."""
    unknown = []
    for position, name in enumerate(names):
        if not name or await ctx.github.get_label(owner=owner, repo=repo, name=name) is None:
            unknown.append(position)
    return unknown


async def _allowed_labels(owner: str, repo: str, ctx: Labelling) -> list[str]:
    labels = await ctx.github.list_labels(owner=owner, repo=repo).all(max=ALLOWED_LABELS)
    return [label["name"] for label in labels]


def _labels(issue: GithubIssue) -> list[str]:
    return [label if isinstance(label, str) else label["name"] for label in issue["labels"]]


def _assignees(issue: GithubIssue) -> list[str]:
    return [user["login"] for user in issue.get("assignees") or []]


def _author(issue: GithubIssue) -> str:
    return "ghost" if issue["user"] is None else issue["user"]["login"]


def _preview(issue: GithubIssue) -> str:
    """The beginning of the body, on one line."""
    return " ".join((issue.get("body") or "").split())[:PREVIEW]
