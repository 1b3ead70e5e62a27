# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The requests that issues-mcp may make."""

from __future__ import annotations

from typing import Any, cast

from . import models
from .runtime.expressions import ABSENT, Absent, compact
from .runtime.requesting import Request, Upstream, segment


class Tracker(Upstream):
    """The requests that may be made to Tracker."""

    name = "tracker"
    title = "Tracker"

    def base_url(self) -> str:
        return "https://tracker.example.com"

    async def get_issue(self, *, number: int) -> models.TrackerGetIssueAnswer:
        """GET /issues/{number}"""
        request = Request(
            operation="get_issue",
            method="GET",
            path=f"/issues/{segment(number)}",
            reads=True,
        )
        answer = await self.ask(request)
        return cast(models.TrackerGetIssueAnswer, answer.body)

    async def add_comment(self, *, number: int, text: str) -> models.TrackerAddCommentAnswer:
        """POST /issues/{number}/comments"""
        request = Request(
            operation="add_comment",
            method="POST",
            path=f"/issues/{segment(number)}/comments",
            reads=False,
            body={"text": text},
        )
        answer = await self.ask(request)
        return cast(models.TrackerAddCommentAnswer, answer.body)

    async def lock_issue(self, *, number: int, reason: str | Absent = ABSENT) -> Any:
        """PUT /issues/{number}/lock"""
        request = Request(
            operation="lock_issue",
            method="PUT",
            path=f"/issues/{segment(number)}/lock",
            reads=False,
            body=compact({"reason": reason}),
        )
        answer = await self.ask(request, answers=(409,))
        if answer.status == 409:
            return None
        return answer.body

    async def unlock_issue(self, *, number: int, reason: str | Absent = ABSENT) -> Any:
        """DELETE /issues/{number}/lock"""
        request = Request(
            operation="unlock_issue",
            method="DELETE",
            path=f"/issues/{segment(number)}/lock",
            reads=False,
            query=compact({"reason": reason}),
        )
        answer = await self.ask(request)
        return answer.body

    async def delete_comment(self, *, id: int) -> Any:
        """DELETE /comments/{id}"""
        request = Request(
            operation="delete_comment",
            method="DELETE",
            path=f"/comments/{segment(id)}",
            reads=False,
        )
        answer = await self.ask(request)
        return answer.body
