"""What the GitHub issues server does that takes loops."""

from __future__ import annotations

from github_issues_mcp.handlers.creating import github_create_issue, github_create_issue_find
from github_issues_mcp.handlers.finding import github_find_issues
from github_issues_mcp.handlers.index import issue_index
from github_issues_mcp.handlers.updating import github_update_issue

__all__ = [
    "github_create_issue",
    "github_create_issue_find",
    "github_find_issues",
    "github_update_issue",
    "issue_index",
]
