# Code generated from specs/github_issues/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""How github-issues-mcp shows what upstreams tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from . import models
from .runtime import Call, VersionContents
from .runtime.expressions import ABSENT, coalesce, compact, cut, path, sort

VERSIONS = VersionContents()


@VERSIONS.contents("issue")
def issue_version(it: Any) -> Any:
    """What a version token of issue is made of."""
    return {
        "title": it["title"],
        "body": coalesce(it.get("body"), ""),
        "state": it["state"],
        "state_reason": coalesce(it.get("state_reason"), ""),
        "labels": sort([coalesce(path(label, "name"), label, "") for label in it["labels"]]),
        "assignees": sorted(
            [
                coalesce(user["login"], "")
                for user in (it["assignees"] if "assignees" in it and it["assignees"] is not None else [])
            ]
        ),
        "locked": it["locked"],
    }


def issue(it: Mapping[str, Any], args: Mapping[str, Any], call: Call) -> models.Issue:
    """What Issue shows of an object."""
    return cast(
        models.Issue,
        compact(
            {
                "issue_number": it["number"],
                "title": it["title"],
                "state": it["state"],
                "state_reason": coalesce(
                    (
                        it["state_reason"]
                        if "state_reason" in it
                        and it["state_reason"] is not None
                        and it["state_reason"]
                        in (["completed", "not_planned", "reopened"] if it["state"] == "closed" else ["reopened"])
                        else None
                    ),
                    ABSENT,
                ),
                "locked": it["locked"],
                "lock_reason": coalesce(
                    (
                        it["active_lock_reason"]
                        if it["locked"] and "active_lock_reason" in it and it["active_lock_reason"] is not None
                        else None
                    ),
                    ABSENT,
                ),
                "author": path(it, "user", "login"),
                "labels": [coalesce(path(label, "name"), label, "") for label in it["labels"]],
                "assignees": [
                    user["login"]
                    for user in (it["assignees"] if "assignees" in it and it["assignees"] is not None else [])
                ],
                "created_at": it["created_at"],
                "updated_at": it["updated_at"],
                "body": (
                    coalesce(it.get("body"), "")
                    if args["detail"] == "full"
                    else cut(coalesce(it.get("body"), ""), 2000)
                ),
                "body_truncated": coalesce(
                    True if args["detail"] == "summary" and len(coalesce(it.get("body"), "")) > 2000 else None, ABSENT
                ),
                "version": call.version("issue", it),
                "url": it["html_url"],
            }
        ),
    )


def comment(it: Mapping[str, Any], args: Mapping[str, Any], call: Call) -> models.Comment:
    """What Comment shows of an object."""
    return cast(
        models.Comment,
        compact(
            {
                "comment_id": it["id"],
                "author": coalesce(path(it, "user", "login"), "ghost"),
                "created_at": it["created_at"],
                "updated_at": coalesce(it["updated_at"] if it["updated_at"] != it["created_at"] else None, ABSENT),
                "body": (
                    coalesce(it.get("body"), "")
                    if args["detail"] == "full"
                    else cut(coalesce(it.get("body"), ""), 2000)
                ),
                "body_truncated": coalesce(
                    True if args["detail"] == "summary" and len(coalesce(it.get("body"), "")) > 2000 else None, ABSENT
                ),
            }
        ),
    )
