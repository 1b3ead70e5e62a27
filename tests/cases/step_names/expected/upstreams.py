# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The requests that step-names-mcp may make."""

from __future__ import annotations

from typing import cast

from . import models
from .runtime.expressions import ABSENT, Absent, compact
from .runtime.requesting import Page, Pages, Request, Upstream, segment


class Tracker(Upstream):
    """The requests that may be made to Tracker."""

    name = "tracker"
    title = "Tracker"

    def base_url(self) -> str:
        return "https://tracker.example.com"

    def list_issues(self, *, label: str | Absent = ABSENT) -> Pages[models.Issue]:
        """GET /issues"""

        async def read(place: str | None) -> Page[models.Issue]:
            request = self.continued(
                place,
                Request(
                    operation="list_issues",
                    method="GET",
                    path="/issues",
                    reads=True,
                    query=compact({"label": label}),
                ),
            )
            answer = await self.ask(request)
            return Page(rows=answer.body, next=self.linked(answer, place))

        return Pages(read)

    async def get_issue(self, *, number: int) -> models.Issue:
        """GET /issues/{number}"""
        request = Request(
            operation="get_issue",
            method="GET",
            path=f"/issues/{segment(number)}",
            reads=True,
        )
        answer = await self.ask(request)
        return cast(models.Issue, answer.body)
