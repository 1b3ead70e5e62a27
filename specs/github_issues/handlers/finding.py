"""Finding issues by filters and by text."""

from __future__ import annotations

import re

from github_issues_mcp.contexts import GithubFindIssuesContext
from github_issues_mcp.handlers.issues import assignees_of, author_of, labels_of, preview_of
from github_issues_mcp.models import FoundIssue, GithubFindIssuesArgs, GithubIssue
from github_issues_mcp.runtime.handling import ABSENT, Page, Position, quote

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
        "labels": labels_of(issue),
        "assignees": assignees_of(issue),
        "updated_at": issue["updated_at"],
    }
    if args["include_pull_requests"]:
        shown["is_pull_request"] = "pull_request" in issue
    if args["detail"] == "full":
        shown["body_preview"] = preview_of(issue)
        shown["author"] = author_of(issue)
        shown["comment_count"] = issue["comments"]
        shown["created_at"] = issue["created_at"]
        shown["url"] = issue["html_url"]
        shown["version"] = ctx.versions.issue(issue)
    return shown
