"""Calls of every tool with arguments that keep the rules."""

from __future__ import annotations

import random
from typing import Any

CANARY = "canary-7d1f3a"
INDEX = "github://repos/{owner}/{repo}/issues{?state,labels,updated_after}"
NAMES = {"owner": "acme", "repo": "widgets"}


class Calls:
    """Draws calls; cursors and versions come from earlier answers."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._keys = 0
        self.cursors: dict[str, tuple[dict[str, Any], str]] = {}
        self.version: str | None = None

    def draw(self) -> tuple[str, dict[str, Any]]:
        """The name of a tool, `issue_index`, `issue` or `completion`, and its arguments."""
        name = self._chance.choice(DRAWN)
        if name in self.cursors and self._chance.random() < 0.3:
            arguments, cursor = self.cursors.pop(name)
            return name, {**arguments, "cursor": cursor}
        arguments = {} if name == "github_get_capabilities" else dict(NAMES)
        if name in NUMBERED:
            arguments["issue_number"] = self._chance.randrange(1, 99)
        arguments |= {key: value for key, value in self._optional(name).items() if self._chance.random() < 0.4}
        return name, arguments | self._needed(name)

    def _needed(self, name: str) -> dict[str, Any]:
        match name:
            case "github_create_issue":
                return {"title": CANARY}
            case "github_add_comment":
                return {"body": CANARY}
            case "github_set_issue_lock":
                return {"locked": self._chance.random() < 0.5}
            case _:
                return {}

    def _optional(self, name: str) -> dict[str, Any]:
        self._keys += 1
        # One key in a while is used for something else, too.
        key = f"{CANARY} {self._keys // 2}"
        detail = {"detail": self._chance.choice(("summary", "full"))}
        match name:
            case "github_find_issues":
                return {
                    **detail,
                    "query": f"{CANARY} words",
                    "state": self._chance.choice(("open", "closed", "all")),
                    "labels": ["bug", self._chance.choice(("a, b", "x"))],
                    "creator": CANARY,
                    "assignee": CANARY,
                    "updated_after": "2026-01-01T00:00:00Z",
                    "include_pull_requests": True,
                }
            case "github_get_issue":
                return {**detail, "include_comments": False}
            case "github_list_comments":
                return {**detail, "updated_after": "2026-01-01T00:00:00Z"}
            case "github_create_issue":
                return {"body": CANARY, "labels": ["bug"], "assignees": ["bob"], "idempotency_key": key}
            case "github_update_issue":
                version = {} if self.version is None else {"expected_version": self.version}
                changes = {"body": CANARY, "title": CANARY, "state": "closed", "assignees": [], "add_labels": ["bug"]}
                return {**changes, "remove_labels": ["x"], **version}
            case "github_add_comment":
                return {"idempotency_key": key}
            case "issue_index":
                return {"labels": "bug"}
            case _:
                return {}


NUMBERED = (
    "github_get_issue",
    "github_list_comments",
    "github_update_issue",
    "github_add_comment",
    "github_set_issue_lock",
    "issue",
)
DRAWN = (*NUMBERED, "github_find_issues", "github_find_issues", "github_create_issue", "github_create_issue",
         "issue_index", "completion", "github_get_capabilities")  # fmt: skip


def uri(name: str, arguments: dict[str, Any]) -> str:
    """The address of a resource."""
    base = f"github://repos/{arguments['owner']}/{arguments['repo']}/issues"
    if name == "issue":
        return f"{base}/{arguments['issue_number']}"
    return base + (f"?labels={arguments['labels']}" if "labels" in arguments else "")
