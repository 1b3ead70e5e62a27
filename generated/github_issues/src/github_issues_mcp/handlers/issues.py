"""What is shown of the issues that GitHub tells."""

from __future__ import annotations

from github_issues_mcp.models import GithubIssue

PREVIEW = 200


def labels_of(issue: GithubIssue) -> list[str]:
    return [label if isinstance(label, str) else label["name"] for label in issue["labels"]]


def assignees_of(issue: GithubIssue) -> list[str]:
    return [user["login"] for user in issue.get("assignees") or []]


def author_of(issue: GithubIssue) -> str:
    return "ghost" if issue["user"] is None else issue["user"]["login"]


def preview_of(issue: GithubIssue) -> str:
    """The beginning of the body, on one line."""
    return " ".join((issue.get("body") or "").split())[:PREVIEW]
