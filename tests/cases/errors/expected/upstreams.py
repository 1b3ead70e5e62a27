# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The requests that errors-mcp may make."""

from __future__ import annotations

from typing import cast

from . import models
from .runtime.requesting import Refusal, Request, ToolError, Upstream, segment


class Tracker(Upstream):
    """The requests that may be made to Tracker."""

    name = "tracker"
    title = "Tracker"

    def base_url(self) -> str:
        return "https://tracker.example.com"

    async def get_issue(self, *, number: int) -> models.TrackerGetIssueAnswer:
        """GET /issues/{number}"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 404:
                return self.error("issue_not_found", answer)
            return None

        request = Request(
            operation="get_issue",
            method="GET",
            path=f"/issues/{segment(number)}",
            reads=True,
        )
        answer = await self.ask(request, refused)
        return cast(models.TrackerGetIssueAnswer, answer.body)
