# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The requests that first-page-mcp may make."""

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

    def list_comments(self, *, number: int) -> Pages[models.Comment]:
        """GET /issues/{number}/comments"""

        async def read(place: str | None) -> Page[models.Comment]:
            request = self.continued(
                place,
                Request(
                    operation="list_comments",
                    method="GET",
                    path=f"/issues/{segment(number)}/comments",
                    reads=True,
                ),
            )
            answer = await self.ask(request)
            return Page(rows=answer.body, next=self.linked(answer, place))

        return Pages(read)
