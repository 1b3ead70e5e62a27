# Code generated from specs/github_issues/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""What the handlers of github-issues-mcp may use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from . import models, views
from .runtime.handling import ABSENT, Absent, Call, Context, Failures, ToolError, VersionOf, compact
from .upstreams import Github


class RaisesInvalidField(Failures):
    def invalid_field(self, *, fields: list[str] | Absent = ABSENT, reason: str | Absent = ABSENT) -> ToolError:
        """An argument is malformed, or arguments contradict each other; details name the field and
        the reason.
        """
        return self._error("invalid_field", compact({"fields": fields, "reason": reason}))


class RaisesIssueNotFound(Failures):
    def issue_not_found(
        self,
        *,
        reason: (
            Literal[
                "No such issue number in this repository.",
                "The number is a pull request, not an issue.",
                "The issue was deleted.",
            ]
            | Absent
        ) = ABSENT,
    ) -> ToolError:
        """No such issue, or the configured token cannot see it."""
        return self._error("issue_not_found", compact({"reason": reason}))


class RaisesRepoNotFound(Failures):
    def repo_not_found(
        self, *, operation: str | Absent = ABSENT, status: int | Absent = ABSENT, cause: str | Absent = ABSENT
    ) -> ToolError:
        """No such repository, or the configured token cannot see it."""
        return self._error("repo_not_found", compact({"operation": operation, "status": status, "cause": cause}))


class RaisesLabelNotFound(Failures):
    def label_not_found(
        self, *, field: Literal["labels", "add_labels"], positions: list[int], allowed: list[str]
    ) -> ToolError:
        """A label to set does not exist in the repository; nothing was changed."""
        return self._error("label_not_found", {"field": field, "positions": positions, "allowed": allowed})


class RaisesVersionConflict(Failures):
    def version_conflict(self, *, current: str) -> ToolError:
        """The issue changed after the version that was read; the update was not applied."""
        return self._error("version_conflict", {"current": current})


class RaisesCursorExpired(Failures):
    def cursor_expired(self, *, fields: list[str] | Absent = ABSENT, reason: str | Absent = ABSENT) -> ToolError:
        """The cursor is older than 15 minutes."""
        return self._error("cursor_expired", compact({"fields": fields, "reason": reason}))


class RaisesRateLimited(Failures):
    def rate_limited(self, *, retry_after_ms: int, remaining: int | Absent = ABSENT) -> ToolError:
        """GitHub's rate limit is reached; the same call succeeds after retry_after_ms."""
        return self._error("rate_limited", compact({"retry_after_ms": retry_after_ms, "remaining": remaining}))


class RaisesMissingCredential(Failures):
    def missing_credential(self) -> ToolError:
        """no GitHub token configured"""
        return self._error("missing_credential", {})


class RaisesInvalidCredential(Failures):
    def invalid_credential(
        self, *, operation: str | Absent = ABSENT, status: int | Absent = ABSENT, cause: str | Absent = ABSENT
    ) -> ToolError:
        """GitHub rejected the configured token"""
        return self._error("invalid_credential", compact({"operation": operation, "status": status, "cause": cause}))


class RaisesInsufficientScope(Failures):
    def insufficient_scope(self, *, required_scopes: list[models.Permission] | Absent = ABSENT) -> ToolError:
        """token lacks issues:write or push access; see details.required_scopes"""
        return self._error("insufficient_scope", compact({"required_scopes": required_scopes}))


class RaisesUpstreamUnavailable(Failures):
    def upstream_unavailable(
        self, *, operation: str | Absent = ABSENT, status: int | Absent = ABSENT, cause: str | Absent = ABSENT
    ) -> ToolError:
        """GitHub could not be reached or did not answer a read, or this server is overloaded;
        nothing was changed.
        """
        return self._error("upstream_unavailable", compact({"operation": operation, "status": status, "cause": cause}))


class RaisesOutcomeUnknown(Failures):
    def outcome_unknown(
        self,
        *,
        operation: str | Absent = ABSENT,
        status: int | Absent = ABSENT,
        cause: str | Absent = ABSENT,
        completed: list[str] | Absent = ABSENT,
    ) -> ToolError:
        """A write was sent and its answer was lost; whether it took effect is unknown, so look
        before trying again.
        """
        return self._error(
            "outcome_unknown",
            compact({"operation": operation, "status": status, "cause": cause, "completed": completed}),
        )


class Views:
    """What handlers show of objects that upstreams tell."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def issue(self, it: Mapping[str, Any]) -> models.Issue:
        return views.issue(it, self._call.args, self._call)

    def comment(self, it: Mapping[str, Any]) -> models.Comment:
        return views.comment(it, self._call.args, self._call)


class Versions:
    """The version tokens that handlers give and ask for."""

    def __init__(self, call: Call, argument: str | None) -> None:
        self.issue = VersionOf(call, "issue", argument)


class GithubFindIssuesGithubRequests:
    """The requests to GitHub that github_find_issues may make."""

    def __init__(self, call: Call) -> None:
        requests = Github(call)
        self.list_issues = requests.list_issues
        self.search_issues = requests.search_issues


class GithubFindIssuesFailures(
    RaisesInvalidField,
    RaisesRepoNotFound,
    RaisesCursorExpired,
    RaisesRateLimited,
    RaisesMissingCredential,
    RaisesInvalidCredential,
    RaisesInsufficientScope,
    RaisesUpstreamUnavailable,
):
    """The errors that github_find_issues may raise."""


class GithubFindIssuesContext(Context):
    """What the handler of github_find_issues may use."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.github = GithubFindIssuesGithubRequests(call)
        self.fail = GithubFindIssuesFailures(call)
        self.views = Views(call)
        self.versions = Versions(call, None)


class GithubCreateIssueGithubRequests:
    """The requests to GitHub that github_create_issue may make."""

    def __init__(self, call: Call) -> None:
        requests = Github(call)
        self.get_repo = requests.get_repo
        self.list_issues = requests.list_issues
        self.create_issue = requests.create_issue
        self.get_label = requests.get_label
        self.list_labels = requests.list_labels
        self.check_assignee = requests.check_assignee
        self.get_me = requests.get_me


class GithubCreateIssueFailures(
    RaisesInvalidField,
    RaisesRepoNotFound,
    RaisesLabelNotFound,
    RaisesRateLimited,
    RaisesMissingCredential,
    RaisesInvalidCredential,
    RaisesInsufficientScope,
    RaisesUpstreamUnavailable,
    RaisesOutcomeUnknown,
):
    """The errors that github_create_issue may raise."""


class GithubCreateIssueContext(Context):
    """What the handler of github_create_issue may use."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.github = GithubCreateIssueGithubRequests(call)
        self.fail = GithubCreateIssueFailures(call)
        self.views = Views(call)
        self.versions = Versions(call, None)


class GithubUpdateIssueGithubRequests:
    """The requests to GitHub that github_update_issue may make."""

    def __init__(self, call: Call) -> None:
        requests = Github(call)
        self.get_issue = requests.get_issue
        self.update_issue = requests.update_issue
        self.get_label = requests.get_label
        self.list_labels = requests.list_labels


class GithubUpdateIssueFailures(
    RaisesInvalidField,
    RaisesIssueNotFound,
    RaisesRepoNotFound,
    RaisesLabelNotFound,
    RaisesVersionConflict,
    RaisesRateLimited,
    RaisesMissingCredential,
    RaisesInvalidCredential,
    RaisesInsufficientScope,
    RaisesUpstreamUnavailable,
    RaisesOutcomeUnknown,
):
    """The errors that github_update_issue may raise."""


class GithubUpdateIssueContext(Context):
    """What the handler of github_update_issue may use."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.github = GithubUpdateIssueGithubRequests(call)
        self.fail = GithubUpdateIssueFailures(call)
        self.views = Views(call)
        self.versions = Versions(call, "expected_version")


class IssueIndexGithubRequests:
    """The requests to GitHub that issue_index may make."""

    def __init__(self, call: Call) -> None:
        requests = Github(call)
        self.list_issues = requests.list_issues


class IssueIndexFailures(
    RaisesInvalidField,
    RaisesRepoNotFound,
    RaisesRateLimited,
    RaisesMissingCredential,
    RaisesInvalidCredential,
    RaisesInsufficientScope,
    RaisesUpstreamUnavailable,
):
    """The errors that issue_index may raise."""


class IssueIndexContext(Context):
    """What the handler of issue_index may use."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.github = IssueIndexGithubRequests(call)
        self.fail = IssueIndexFailures(call)
        self.views = Views(call)
        self.versions = Versions(call, None)
