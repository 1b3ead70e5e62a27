# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The requests that writers-mcp may make."""

from __future__ import annotations

from typing import cast

from . import models
from .runtime.requesting import Page, Pages, Request, Upstream, segment


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

    def list_comments(self, *, number: int) -> Pages[models.TrackerListCommentsAnswerItem]:
        """GET /issues/{number}/comments"""

        async def read(place: str | None) -> Page[models.TrackerListCommentsAnswerItem]:
            page = 1 if place is None else int(place)
            request = Request(
                operation="list_comments",
                method="GET",
                path=f"/issues/{segment(number)}/comments",
                reads=True,
                query={"page": page},
            )
            answer = await self.ask(request)
            return Page(rows=answer.body, next=str(page + 1) if len(answer.body) >= 1 else None)

        return Pages(read)

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
