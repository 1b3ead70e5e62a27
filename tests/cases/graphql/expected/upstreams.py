# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The requests that graphql-mcp may make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from . import models
from .runtime.expressions import ABSENT, compact
from .runtime.github_app import GithubAppUpstream
from .runtime.requesting import Page, Pages, Refusal, Request, Scopes, ToolError, refusal


class Tracker(GithubAppUpstream):
    """The requests that may be made to Tracker."""

    name = "tracker"
    title = "Tracker"
    scopes = Scopes(header="x-oauth-scopes", tokens="^gh[po]_", code="scope_missing")

    def base_url(self) -> str:
        return "https://tracker.example.com"

    def app(self) -> Mapping[str, Any]:
        return {
            "app_id": self.settings.get("app_id", ABSENT),
            "private_key": self.settings.get("app_key", ABSENT),
            "installation_id": self.settings["installation"],
        }

    async def probe(self) -> None:
        await self.who_am_i()

    async def get_issue(self, *, number: int) -> models.TrackerGetIssueAnswerIssue:
        """query Issue($number: Int!) { …"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.error == "NOT_FOUND":
                return self.error("issue_not_found", answer)
            return None

        async def empty(answer: Refusal) -> ToolError:
            return self.error("issue_not_found", answer)

        document = "query Issue($number: Int!) {\n" "  issue(number: $number) { id title }\n" "}"

        request = Request(
            operation="get_issue",
            method="POST",
            path="/graphql",
            reads=True,
            body={"query": document, "variables": {"number": number}},
        )
        answer = await self.query(request, refused)
        value = cast("models.TrackerGetIssueAnswerIssue | None", answer.body["issue"])
        if value is None:
            raise await empty(refusal(answer, {}))
        return value

    def list_issues(self, *, first: int = 50) -> Pages[models.TrackerListIssuesAnswerIssuesNodesItem]:
        """query Issues($first: Int!, $after: String) { …"""

        document = (
            "query Issues($first: Int!, $after: String) {\n"
            "  issues(first: $first, after: $after) { nodes { title } pageInfo { hasNextPage endCursor } }\n"
            "}"
        )

        async def read(place: str | None) -> Page[models.TrackerListIssuesAnswerIssuesNodesItem]:
            after = ABSENT if place is None else place
            request = Request(
                operation="list_issues",
                method="POST",
                path="/graphql",
                reads=True,
                body={"query": document, "variables": compact({"first": first, "after": after})},
            )
            answer = await self.query(request)
            return Page(rows=answer.body["issues"]["nodes"], next=self.connected(answer, place, answer.body["issues"]))

        return Pages(read)

    async def who_am_i(self) -> Any:
        """{ viewer { login } }"""

        document = "{ viewer { login } }"
        request = Request(
            operation="who_am_i",
            method="POST",
            path="/graphql",
            reads=True,
            body={"query": document, "variables": {}},
        )
        answer = await self.query(request)
        return answer.body

    async def close_issue(self, *, id: str) -> Any:
        """mutation Close($id: ID!) { closeIssue(id: $id) { id } }"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.error == "NOT_FOUND":
                return self.error("issue_not_found", answer)
            return None

        document = "mutation Close($id: ID!) { closeIssue(id: $id) { id } }"

        request = Request(
            operation="close_issue",
            method="POST",
            path="/graphql",
            reads=False,
            body={"query": document, "variables": {"id": id}},
        )
        answer = await self.query(request, refused, needs=("issues:write",))
        return answer.body
