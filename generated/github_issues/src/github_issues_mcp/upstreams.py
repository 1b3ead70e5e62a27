# Code generated from specs/github_issues/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The requests that github-issues-mcp may make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from . import models
from .runtime.expressions import ABSENT, Absent, compact
from .runtime.requesting import (
    Page,
    Pages,
    RateLimit,
    Refusal,
    Request,
    ToolError,
    Upstream,
    bearer,
    found,
    missing,
    segment,
)


class Github(Upstream):
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

    async def credentials(self) -> Mapping[str, str]:
        return bearer(self.settings.get("github_token", ABSENT))

    async def refused(self, answer: Refusal) -> ToolError | None:
        if answer.status == 401:
            return self.error("invalid_credential", answer)
        if answer.status == 403:
            return self.error("insufficient_scope", answer, {"required_scopes": ["issues:read"]})
        if answer.status == 404:
            return self.error("repo_not_found", answer)
        if answer.status == 451:
            return self.error("repo_not_found", answer)
        if 400 <= answer.status < 500:
            return self.error(
                "invalid_field",
                answer,
                {"reason": answer.message if answer.message != "" else "GitHub refused the request as invalid."},
            )
        return None

    async def get_repo(self, *, owner: str, repo: str) -> Any:
        """GET /repos/{owner}/{repo}"""
        request = Request(
            operation="get_repo",
            method="GET",
            path=f"/repos/{segment(owner)}/{segment(repo)}",
            reads=True,
        )
        answer = await self.ask(request)
        return answer.body

    def list_issues(
        self,
        *,
        owner: str,
        repo: str,
        state: Literal["open", "closed", "all"],
        labels: str | Absent = ABSENT,
        assignee: str | Absent = ABSENT,
        creator: str | Absent = ABSENT,
        updated_after: str | Absent = ABSENT,
        per_page: int = 100,
    ) -> Pages[models.GithubIssue]:
        """GET /repos/{owner}/{repo}/issues"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 410:
                return self.error(
                    "invalid_field", answer, {"fields": ["repo"], "reason": "Issues are disabled in this repository."}
                )
            return None

        async def read(place: str | None) -> Page[models.GithubIssue]:
            request = self.continued(
                place,
                Request(
                    operation="list_issues",
                    method="GET",
                    path=f"/repos/{segment(owner)}/{segment(repo)}/issues",
                    reads=True,
                    query=compact(
                        {
                            "state": state,
                            "labels": labels,
                            "assignee": assignee,
                            "creator": creator,
                            "since": updated_after,
                            "sort": "created",
                            "direction": "desc",
                            "per_page": per_page,
                        }
                    ),
                ),
            )
            answer = await self.ask(request, refused, blames={"assignee": "assignee", "creator": "creator"})
            return Page(rows=answer.body, next=self.linked(answer, place))

        return Pages(read)

    def search_issues(self, *, q: str, per_page: int = 50) -> Pages[models.GithubIssue]:
        """GET /search/issues"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 422:
                if "repositories cannot be searched" in answer.message:
                    return self.error("repo_not_found", answer)
                if "users cannot be searched" in answer.message:
                    return self.error(
                        "invalid_field",
                        answer,
                        {"fields": ["assignee", "creator"], "reason": "GitHub knows no user of that login."},
                    )
                return self.error(
                    "invalid_field",
                    answer,
                    {"reason": answer.message if answer.message != "" else "GitHub refused the search as invalid."},
                )
            return None

        async def read(place: str | None) -> Page[models.GithubIssue]:
            request = self.continued(
                place,
                Request(
                    operation="search_issues",
                    method="GET",
                    path="/search/issues",
                    reads=True,
                    query={"q": q, "per_page": per_page},
                ),
            )
            answer = await self.ask(request, refused)
            return Page(
                rows=answer.body["items"],
                next=self.linked(answer, place),
                total=answer.body["total_count"],
                cut=answer.body["incomplete_results"],
            )

        return Pages(read)

    async def get_issue(self, *, owner: str, repo: str, issue_number: int) -> models.GithubIssue:
        """GET /repos/{owner}/{repo}/issues/{issue_number}"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 404:
                there = await found(Github(self.call, missing).get_repo(owner=owner, repo=repo))
                return self.error("issue_not_found" if there else "repo_not_found", answer)
            if answer.status == 410:
                if "disabled" in answer.message:
                    return self.error(
                        "invalid_field",
                        answer,
                        {"fields": ["repo"], "reason": "Issues are disabled in this repository."},
                    )
                return self.error("issue_not_found", answer, {"reason": "The issue was deleted."})
            return None

        request = Request(
            operation="get_issue",
            method="GET",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(issue_number)}",
            reads=True,
        )
        answer = await self.ask(request, refused)
        return cast(models.GithubIssue, answer.body)

    def list_issue_events(
        self, *, owner: str, repo: str, issue_number: int, per_page: int = 100
    ) -> Pages[models.GithubListIssueEventsAnswerItem]:
        """GET /repos/{owner}/{repo}/issues/{issue_number}/events"""

        async def read(place: str | None) -> Page[models.GithubListIssueEventsAnswerItem]:
            request = self.continued(
                place,
                Request(
                    operation="list_issue_events",
                    method="GET",
                    path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(issue_number)}/events",
                    reads=True,
                    query={"per_page": per_page},
                ),
            )
            answer = await self.ask(request)
            return Page(rows=answer.body, next=self.linked(answer, place))

        return Pages(read)

    def list_issue_comments(
        self, *, owner: str, repo: str, issue_number: int, updated_after: str | Absent = ABSENT, per_page: int = 20
    ) -> Pages[models.GithubComment]:
        """GET /repos/{owner}/{repo}/issues/{issue_number}/comments"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 404:
                there = await found(Github(self.call, missing).get_repo(owner=owner, repo=repo))
                return self.error("issue_not_found" if there else "repo_not_found", answer)
            if answer.status == 410:
                if "disabled" in answer.message:
                    return self.error(
                        "invalid_field",
                        answer,
                        {"fields": ["repo"], "reason": "Issues are disabled in this repository."},
                    )
                return self.error("issue_not_found", answer, {"reason": "The issue was deleted."})
            return None

        async def read(place: str | None) -> Page[models.GithubComment]:
            request = self.continued(
                place,
                Request(
                    operation="list_issue_comments",
                    method="GET",
                    path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(issue_number)}/comments",
                    reads=True,
                    query=compact({"since": updated_after, "per_page": per_page}),
                ),
            )
            answer = await self.ask(request, refused)
            return Page(rows=answer.body, next=self.linked(answer, place))

        return Pages(read)

    async def create_issue(
        self,
        *,
        owner: str,
        repo: str,
        title: str,
        body: str | Absent = ABSENT,
        labels: list[str] | Absent = ABSENT,
        assignees: list[str] | Absent = ABSENT,
    ) -> models.GithubIssue:
        """POST /repos/{owner}/{repo}/issues"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 403:
                return self.error("insufficient_scope", answer)
            if answer.status == 410:
                return self.error(
                    "invalid_field", answer, {"fields": ["repo"], "reason": "Issues are disabled in this repository."}
                )
            return None

        request = Request(
            operation="create_issue",
            method="POST",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues",
            reads=False,
            body=compact({"title": title, "body": body, "labels": labels, "assignees": assignees}),
        )
        answer = await self.ask(
            request, refused, blames={"title": "title", "body": "body", "labels": "labels", "assignees": "assignees"}
        )
        return cast(models.GithubIssue, answer.body)

    async def update_issue(
        self,
        *,
        owner: str,
        repo: str,
        issue_number: int,
        title: str | Absent = ABSENT,
        body: str | Absent = ABSENT,
        state: models.IssueState | Absent = ABSENT,
        state_reason: models.StateReason | Absent = ABSENT,
        labels: list[str] | Absent = ABSENT,
        assignees: list[str] | Absent = ABSENT,
    ) -> models.GithubIssue:
        """PATCH /repos/{owner}/{repo}/issues/{issue_number}"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 403:
                return self.error("insufficient_scope", answer)
            if answer.status == 404:
                there = await found(Github(self.call, missing).get_repo(owner=owner, repo=repo))
                return self.error("issue_not_found" if there else "repo_not_found", answer)
            if answer.status == 410:
                if "disabled" in answer.message:
                    return self.error(
                        "invalid_field",
                        answer,
                        {"fields": ["repo"], "reason": "Issues are disabled in this repository."},
                    )
                return self.error("issue_not_found", answer, {"reason": "The issue was deleted."})
            return None

        request = Request(
            operation="update_issue",
            method="PATCH",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(issue_number)}",
            reads=False,
            body=compact(
                {
                    "title": title,
                    "body": body,
                    "state": state,
                    "state_reason": state_reason,
                    "labels": labels,
                    "assignees": assignees,
                }
            ),
        )
        answer = await self.ask(
            request,
            refused,
            blames={
                "title": "title",
                "body": "body",
                "state": "state",
                "state_reason": "state_reason",
                "labels": "labels",
                "assignees": "assignees",
            },
        )
        return cast(models.GithubIssue, answer.body)

    async def create_comment(self, *, owner: str, repo: str, issue_number: int, body: str) -> models.GithubComment:
        """POST /repos/{owner}/{repo}/issues/{issue_number}/comments"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 403:
                if "locked" in answer.message:
                    return self.error("issue_locked", answer)
                return self.error("insufficient_scope", answer)
            if answer.status == 404:
                there = await found(Github(self.call, missing).get_repo(owner=owner, repo=repo))
                return self.error("issue_not_found" if there else "repo_not_found", answer)
            if answer.status == 410:
                if "disabled" in answer.message:
                    return self.error(
                        "invalid_field",
                        answer,
                        {"fields": ["repo"], "reason": "Issues are disabled in this repository."},
                    )
                return self.error("issue_not_found", answer, {"reason": "The issue was deleted."})
            return None

        request = Request(
            operation="create_comment",
            method="POST",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(issue_number)}/comments",
            reads=False,
            body={"body": body},
        )
        answer = await self.ask(request, refused, blames={"body": "body"})
        return cast(models.GithubComment, answer.body)

    async def lock_issue(
        self,
        *,
        owner: str,
        repo: str,
        issue_number: int,
        lock_reason: Literal["off-topic", "too heated", "resolved", "spam"] | Absent = ABSENT,
    ) -> Any:
        """PUT /repos/{owner}/{repo}/issues/{issue_number}/lock"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 403:
                return self.error("insufficient_scope", answer)
            if answer.status == 404:
                there = await found(Github(self.call, missing).get_repo(owner=owner, repo=repo))
                return self.error("issue_not_found" if there else "repo_not_found", answer)
            if answer.status == 410:
                if "disabled" in answer.message:
                    return self.error(
                        "invalid_field",
                        answer,
                        {"fields": ["repo"], "reason": "Issues are disabled in this repository."},
                    )
                return self.error("issue_not_found", answer, {"reason": "The issue was deleted."})
            return None

        request = Request(
            operation="lock_issue",
            method="PUT",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(issue_number)}/lock",
            reads=False,
            body=compact({"lock_reason": lock_reason}),
        )
        answer = await self.ask(request, refused, blames={"lock_reason": "lock_reason"})
        return answer.body

    async def unlock_issue(self, *, owner: str, repo: str, issue_number: int) -> Any:
        """DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 403:
                return self.error("insufficient_scope", answer)
            if answer.status == 404:
                there = await found(Github(self.call, missing).get_repo(owner=owner, repo=repo))
                return self.error("issue_not_found" if there else "repo_not_found", answer)
            if answer.status == 410:
                if "disabled" in answer.message:
                    return self.error(
                        "invalid_field",
                        answer,
                        {"fields": ["repo"], "reason": "Issues are disabled in this repository."},
                    )
                return self.error("issue_not_found", answer, {"reason": "The issue was deleted."})
            return None

        request = Request(
            operation="unlock_issue",
            method="DELETE",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(issue_number)}/lock",
            reads=False,
        )
        answer = await self.ask(request, refused)
        return answer.body

    async def get_label(self, *, owner: str, repo: str, name: str) -> models.GithubLabel | None:
        """GET /repos/{owner}/{repo}/labels/{name}"""
        request = Request(
            operation="get_label",
            method="GET",
            path=f"/repos/{segment(owner)}/{segment(repo)}/labels/{segment(name)}",
            reads=True,
        )
        answer = await self.ask(request, answers=(404,))
        if answer.status == 404:
            return None
        return cast(models.GithubLabel, answer.body)

    def list_labels(self, *, owner: str, repo: str, per_page: int = 100) -> Pages[models.GithubLabel]:
        """GET /repos/{owner}/{repo}/labels"""

        async def read(place: str | None) -> Page[models.GithubLabel]:
            request = self.continued(
                place,
                Request(
                    operation="list_labels",
                    method="GET",
                    path=f"/repos/{segment(owner)}/{segment(repo)}/labels",
                    reads=True,
                    query={"per_page": per_page},
                ),
            )
            answer = await self.ask(request)
            return Page(rows=answer.body, next=self.linked(answer, place))

        return Pages(read)

    async def check_assignee(self, *, owner: str, repo: str, login: str) -> Any:
        """GET /repos/{owner}/{repo}/assignees/{login}"""
        request = Request(
            operation="check_assignee",
            method="GET",
            path=f"/repos/{segment(owner)}/{segment(repo)}/assignees/{segment(login)}",
            reads=True,
        )
        answer = await self.ask(
            request,
            answers=(
                204,
                404,
            ),
        )
        if answer.status == 204:
            return True
        if answer.status == 404:
            return False
        return answer.body

    async def get_me(self) -> models.GithubGetMeAnswer | None:
        """GET /user"""
        request = Request(
            operation="get_me",
            method="GET",
            path="/user",
            reads=True,
        )
        answer = await self.ask(
            request,
            answers=(
                403,
                404,
            ),
        )
        if answer.status == 403:
            return None
        if answer.status == 404:
            return None
        return cast(models.GithubGetMeAnswer, answer.body)

    def list_visible_repos(self, *, per_page: int = 100) -> Pages[models.GithubListVisibleReposAnswerItem]:
        """GET /user/repos"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 403:
                return self.error("invalid_credential", answer)
            if answer.status == 404:
                return self.error("invalid_credential", answer)
            return None

        async def read(place: str | None) -> Page[models.GithubListVisibleReposAnswerItem]:
            request = self.continued(
                place,
                Request(
                    operation="list_visible_repos",
                    method="GET",
                    path="/user/repos",
                    reads=True,
                    query={"per_page": per_page},
                ),
            )
            answer = await self.ask(request, refused)
            return Page(rows=answer.body, next=self.linked(answer, place))

        return Pages(read)
