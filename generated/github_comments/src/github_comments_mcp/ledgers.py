# Code generated from specs/github_comments/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""How what github-comments-mcp has booked is undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .runtime import Call, Ledger, Ledgers
from .runtime.requesting import gone
from .upstreams import Github

LEDGERS = Ledgers()


@LEDGERS.ledger
class Comments(Ledger):
    """Undone by deleteComment, one entry at a time."""

    name = "comments"

    def arguments(self, entry: Mapping[str, Any], call: Call) -> dict[str, Any]:
        return {"owner": entry["owner"], "repo": entry["repo"], "comment_id": entry["comment_id"]}

    async def undo(self, args: Mapping[str, Any], call: Call) -> None:
        await Github(call, gone).deleteComment(owner=args["owner"], repo=args["repo"], comment_id=args["comment_id"])


@LEDGERS.ledger
class Replies(Ledger):
    """Undone by deleteReviewComment, one entry at a time."""

    name = "replies"

    def arguments(self, entry: Mapping[str, Any], call: Call) -> dict[str, Any]:
        return {"owner": entry["owner"], "repo": entry["repo"], "comment_id": entry["comment_id"]}

    async def undo(self, args: Mapping[str, Any], call: Call) -> None:
        await Github(call, gone).deleteReviewComment(
            owner=args["owner"], repo=args["repo"], comment_id=args["comment_id"]
        )
