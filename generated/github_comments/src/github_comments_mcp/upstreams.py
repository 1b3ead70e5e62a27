# Code generated from specs/github_comments/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The requests that github-comments-mcp may make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from . import models
from .runtime.expressions import ABSENT, Absent, compact
from .runtime.github_app import GithubAppUpstream
from .runtime.requesting import Page, Pages, RateLimit, Request, segment


class Github(GithubAppUpstream):
    """The requests that may be made to GitHub."""

    name = "github"
    title = "GitHub"
    rate_limit = RateLimit(
        statuses=(403, 429),
        remaining="x-ratelimit-remaining",
        reset="x-ratelimit-reset",
        after="retry-after",
        default_ms=60000,
    )

    def base_url(self) -> str:
        return str(self.settings["github_url"])

    def headers(self) -> Mapping[str, Any]:
        return {"accept": "application/vnd.github+json", "x-github-api-version": "2022-11-28"}

    def app(self) -> Mapping[str, Any]:
        return {
            "app_id": self.settings.get("app_id", ABSENT),
            "private_key": self.settings.get("app_key", ABSENT),
            "installation_id": self.settings.get("installation_id", ABSENT),
            "owner": self.call.args.get("owner", ABSENT),
            "repo": self.call.args.get("repo", ABSENT),
        }

    async def createComment(self, *, owner: str, repo: str, issue_number: int, text: str) -> models.Comment:
        """POST /repos/{owner}/{repo}/issues/{issue_number}/comments"""
        request = Request(
            operation="createComment",
            method="POST",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(issue_number)}/comments",
            reads=False,
            body={"body": text},
        )
        answer = await self.ask(request)
        return cast(models.Comment, answer.body)

    async def replyToReviewComment(
        self, *, owner: str, repo: str, issue_number: int, comment_id: int, body: str
    ) -> models.Comment:
        """POST /repos/{owner}/{repo}/pulls/{issue_number}/comments/{comment_id}/replies"""
        request = Request(
            operation="replyToReviewComment",
            method="POST",
            path=f"/repos/{segment(owner)}/{segment(repo)}/pulls/{segment(issue_number)}/comments/{segment(comment_id)}/replies",
            reads=False,
            body={"body": body},
        )
        answer = await self.ask(request)
        return cast(models.Comment, answer.body)

    async def getComment(self, *, owner: str, repo: str, comment_id: int) -> models.Comment:
        """GET /repos/{owner}/{repo}/issues/comments/{comment_id}"""
        request = Request(
            operation="getComment",
            method="GET",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/comments/{segment(comment_id)}",
            reads=True,
        )
        answer = await self.ask(request)
        return cast(models.Comment, answer.body)

    async def updateComment(self, *, owner: str, repo: str, comment_id: int, text: str) -> models.Comment:
        """PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}"""
        request = Request(
            operation="updateComment",
            method="PATCH",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/comments/{segment(comment_id)}",
            reads=False,
            body={"body": text},
        )
        answer = await self.ask(request)
        return cast(models.Comment, answer.body)

    async def deleteComment(self, *, owner: str, repo: str, comment_id: int) -> Any:
        """DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}"""
        request = Request(
            operation="deleteComment",
            method="DELETE",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/comments/{segment(comment_id)}",
            reads=False,
        )
        answer = await self.ask(request)
        return answer.body

    async def deleteReviewComment(self, *, owner: str, repo: str, comment_id: int) -> Any:
        """DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}"""
        request = Request(
            operation="deleteReviewComment",
            method="DELETE",
            path=f"/repos/{segment(owner)}/{segment(repo)}/pulls/comments/{segment(comment_id)}",
            reads=False,
        )
        answer = await self.ask(request)
        return answer.body

    def listComments(self, *, owner: str, repo: str, issue_number: int) -> Pages[models.Comment]:
        """GET /repos/{owner}/{repo}/issues/{issue_number}/comments"""

        async def read(place: str | None) -> Page[models.Comment]:
            request = self.continued(
                place,
                Request(
                    operation="listComments",
                    method="GET",
                    path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(issue_number)}/comments",
                    reads=True,
                    query={"per_page": 100},
                ),
            )
            answer = await self.ask(request)
            return Page(rows=answer.body, next=self.linked(answer, place))

        return Pages(read)

    async def createIssue(self, *, owner: str, repo: str, title: str, body: str | Absent = ABSENT) -> models.Issue:
        """POST /repos/{owner}/{repo}/issues"""
        request = Request(
            operation="createIssue",
            method="POST",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues",
            reads=False,
            body=compact({"title": title, "body": body}),
        )
        answer = await self.ask(request)
        return cast(models.Issue, answer.body)

    async def closeIssue(
        self, *, owner: str, repo: str, issue_number: int, reason: Literal["completed", "not_planned"]
    ) -> models.Issue:
        """PATCH /repos/{owner}/{repo}/issues/{issue_number}"""
        request = Request(
            operation="closeIssue",
            method="PATCH",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(issue_number)}",
            reads=False,
            body={"state": "closed", "state_reason": reason},
        )
        answer = await self.ask(request)
        return cast(models.Issue, answer.body)

    async def getIssue(self, *, owner: str, repo: str, issue_number: int) -> models.Issue:
        """GET /repos/{owner}/{repo}/issues/{issue_number}"""
        request = Request(
            operation="getIssue",
            method="GET",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(issue_number)}",
            reads=True,
        )
        answer = await self.ask(request)
        return cast(models.Issue, answer.body)
