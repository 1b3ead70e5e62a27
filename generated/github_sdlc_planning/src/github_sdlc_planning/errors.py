# Code generated from specs/github_sdlc_planning/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of github-sdlc-planning: how each code is worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import models
from .runtime import Call, Catalogue, ToolError
from .runtime.expressions import ABSENT, at, coalesce, compact, divide, path, text_of

CATALOGUE = Catalogue()


@CATALOGUE.code("limit_exceeded")
def limit_exceeded(call: Call, params: models.LimitExceededParams) -> ToolError:
    """GitHub's limit of sub-issues or of nesting would be exceeded; nothing was changed."""
    return ToolError(
        code="limit_exceeded",
        message=f"GitHub's limit {params['limit']} ({text_of(params['max'])}) would be exceeded.",
        temporary=False,
    )


@CATALOGUE.code("missing_scope")
def missing_scope(call: Call, params: models.MissingScopeParams) -> ToolError:
    """There is no token, or it lacks a scope."""
    return ToolError(
        code="missing_scope",
        message=(
            "The token lacks the scope " + params["missingScope"] + "."
            if "missingScope" in params
            else "No GitHub token is configured: set GITHUB_TOKEN, or run gh auth login."
        ),
        temporary=False,
    )


@CATALOGUE.code("resolve_issue_id")
def resolve_issue_id(call: Call, params: models.ResolveIssueIdParams) -> ToolError:
    """Something that the call names could not be found on GitHub; nothing was changed."""
    return ToolError(
        code="resolve_issue_id",
        message=f"{params['lookupStep']}: {params['cause']}",
        temporary=False,
    )


@CATALOGUE.code("resolve_project_id")
def resolve_project_id(call: Call, params: models.ResolveProjectIdParams) -> ToolError:
    """The board could not be found on GitHub; nothing was changed."""
    return ToolError(
        code="resolve_project_id",
        message=f"{params['lookupStep']}: {params['cause']}",
        temporary=False,
    )


@CATALOGUE.code("unknown_issue_type")
def unknown_issue_type(call: Call, params: models.UnknownIssueTypeParams) -> ToolError:
    """The organization has no issue type of that name; nothing was changed."""
    return ToolError(
        code="unknown_issue_type",
        message=f"There is no issue type of that name in {params['org']}.",
        temporary=False,
    )


@CATALOGUE.code("rate_limited")
def rate_limited(call: Call, params: models.RateLimitedParams) -> ToolError:
    """GitHub asks to slow down, and the server has waited as often as it may."""
    return ToolError(
        code="rate_limited",
        message=f"GitHub's rate limit is reached; try again in {text_of(divide(params['retry_after_ms'], 1000))} s.",
        temporary=True,
    )


@CATALOGUE.code("github_api_error")
def github_api_error(call: Call, params: models.GithubApiErrorParams) -> ToolError:
    """Everything else, such as arguments that are not valid, and refusals of GitHub."""
    return ToolError(
        code="github_api_error",
        message=(
            params["reason"]
            if "reason" in params
            else coalesce(
                path(call.upstream, "message"), path(call.upstream, "cause"), "The server could not answer this call."
            )
        ),
        temporary=False,
    )


@CATALOGUE.code("confirmation_required")
def confirmation_required(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The user has to confirm this first."""
    return ToolError(
        code="confirmation_required",
        message="The user has to confirm this first.",
        temporary=False,
    )


@CATALOGUE.code("missing_board_config")
def missing_board_config(call: Call, params: Mapping[str, Any]) -> ToolError:
    """Give projectOwnerLogin and projectNumber together, or configure `board:`."""
    return ToolError(
        code="missing_board_config",
        message="Give projectOwnerLogin and projectNumber together, or configure `board:`.",
        temporary=False,
    )


@CATALOGUE.code("missing_destination")
def missing_destination(call: Call, params: Mapping[str, Any]) -> ToolError:
    """Give owner and repo together, or configure `destination: {repo: owner/name}`."""
    return ToolError(
        code="missing_destination",
        message="Give owner and repo together, or configure `destination: {repo: owner/name}`.",
        temporary=False,
    )


@CATALOGUE.code("repo_not_allowed")
def repo_not_allowed(call: Call, params: models.RepoNotAllowedParams) -> ToolError:
    """/ is not on the configured list of repositories and organizations."""
    return ToolError(
        code="repo_not_allowed",
        message=f"{params['owner']}/{params['repo']} is not on the configured list of repositories and organizations.",
        temporary=False,
    )


@CATALOGUE.condition("scope_missing")
def when_scope_missing(call: Call, params: Mapping[str, Any]) -> Mapping[str, Any]:
    return compact({"missingScope": at(params["required"], 0), "presentScopes": params["present"]})


@CATALOGUE.condition("failed_read")
def when_failed_read(call: Call, params: Mapping[str, Any]) -> Mapping[str, Any]:
    return compact({"graphqlErrors": call.upstream.get("errors", ABSENT)})


@CATALOGUE.condition("upstream_refused")
def when_upstream_refused(call: Call, params: Mapping[str, Any]) -> Mapping[str, Any]:
    return compact({"graphqlErrors": call.upstream.get("errors", ABSENT)})


@CATALOGUE.condition("outcome_unknown")
def when_outcome_unknown(call: Call, params: Mapping[str, Any]) -> Mapping[str, Any]:
    return compact({"graphqlErrors": call.upstream.get("errors", ABSENT)})
