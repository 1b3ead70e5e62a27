# Code generated from specs/github_issues/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The resources of github-issues-mcp."""

from __future__ import annotations

from typing import Any

from . import contexts, handlers, models
from .runtime import Call, Resources

RESOURCES = Resources()


@RESOURCES.resource("issue_index")
async def issue_index(args: models.IssueIndexArgs, call: Call) -> Any:
    """Index of a repository's issues: uri, name, title, a one-line preview, size and last
    change of each, without bodies.
    """
    return await handlers.issue_index(args, contexts.IssueIndexContext(call))


@RESOURCES.resource("issue")
async def issue(args: models.IssueArgs, call: Call) -> Any:
    """One issue with its whole body, in the same shape as the issue in github_get_issue."""
    result = await call.run(
        "github_get_issue",
        {
            "include_comments": False,
            "detail": "full",
            "owner": args["owner"],
            "repo": args["repo"],
            "issue_number": args["issue_number"],
        },
    )
    return result["issue"]
