"""The labels of a repository: GitHub would create those it does not know, so they are looked up before a write."""

from __future__ import annotations

from collections.abc import Sequence

from github_issues_mcp.contexts import GithubCreateIssueContext, GithubUpdateIssueContext

MOST_ALLOWED = 100

Labelling = GithubCreateIssueContext | GithubUpdateIssueContext


async def unknown_labels(names: Sequence[str], owner: str, repo: str, ctx: Labelling) -> list[int]:
    """The positions of the names that are no labels of the repository."""
    unknown = []
    for position, name in enumerate(names):
        if not name or await ctx.github.get_label(owner=owner, repo=repo, name=name) is None:
            unknown.append(position)
    return unknown


async def allowed_labels(owner: str, repo: str, ctx: Labelling) -> list[str]:
    labels = await ctx.github.list_labels(owner=owner, repo=repo).all(max=MOST_ALLOWED)
    return [label["name"] for label in labels]
