# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The requests that pagination-mcp may make."""

from __future__ import annotations

from . import models
from .runtime.expressions import ABSENT, Absent, compact
from .runtime.requesting import Page, Pages, Request, Upstream


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
