# Code generated from specs/github_comments/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of github-comments-mcp: how each code is worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import models
from .runtime import Call, Catalogue, ToolError
from .runtime.expressions import divide, text_of

CATALOGUE = Catalogue()


@CATALOGUE.code("invalid_field")
def invalid_field(call: Call, params: models.InvalidFieldParams) -> ToolError:
    """An argument is not valid; the message says which and why."""
    return ToolError(
        code="invalid_field",
        message=f"{', '.join(params['fields'])}: {params['reason']}",
        temporary=False,
    )


@CATALOGUE.code("not_configured")
def not_configured(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The GitHub App's id and private key are not configured."""
    return ToolError(
        code="not_configured",
        message="The GitHub App's id and private key are not configured.",
        temporary=False,
    )


@CATALOGUE.code("app_refused")
def app_refused(call: Call, params: Mapping[str, Any]) -> ToolError:
    """GitHub does not accept the app's credentials for this repository, or the app is not
    installed there.
    """
    return ToolError(
        code="app_refused",
        message="GitHub does not accept the app's credentials for this repository, or the app is not installed there.",
        temporary=False,
    )


@CATALOGUE.code("repo_not_allowed")
def repo_not_allowed(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The repository is not on the operator's list."""
    return ToolError(
        code="repo_not_allowed",
        message=f"{call.args['owner']}/{call.args['repo']} is not on the operator's list of repositories.",
        temporary=False,
    )


@CATALOGUE.code("not_sent")
def not_sent(call: Call, params: models.NotSentParams) -> ToolError:
    """Nothing was sent to GitHub, so nothing happened there."""
    return ToolError(
        code="not_sent",
        message=f"nothing was sent to GitHub for {params['operation']} ({params['cause']}).",
        temporary=True,
    )


@CATALOGUE.code("no_answer")
def no_answer(call: Call, params: models.NoAnswerParams) -> ToolError:
    """A request that only reads got no usable answer; nothing was changed by it."""
    return ToolError(
        code="no_answer",
        message=f"GitHub {'gave no answer' if 'status' not in params else ('error ' + text_of(params['status']) + ': GitHub ' if params['status'] >= 500 else '') + text_of(params['status'])} on {params['operation']}: {call.upstream['message'] if 'message' in call.upstream else params['cause']}",
        temporary=True,
    )


@CATALOGUE.code("github_error")
def github_error(call: Call, params: models.GithubErrorParams) -> ToolError:
    """GitHub refused the request; nothing was changed by it."""
    return ToolError(
        code="github_error",
        message=f"GitHub error {text_of(params['status'])}: GitHub {text_of(params['status'])} on {params['operation']}: {call.upstream.get('message', '') if call.upstream.get('message', '') != '' else 'no reason given'}",
        temporary=False,
    )


@CATALOGUE.code("rate_limited")
def rate_limited(call: Call, params: models.RateLimitedParams) -> ToolError:
    """GitHub's rate limit is reached; the message says how long to wait."""
    return ToolError(
        code="rate_limited",
        message=f"GitHub's rate limit is reached; try again in {text_of(divide(params['retry_after_ms'], 1000))} s.",
        temporary=True,
    )


@CATALOGUE.code("busy")
def busy(call: Call, params: Mapping[str, Any]) -> ToolError:
    """the server is busy, or the call took too long; no write is in doubt."""
    return ToolError(
        code="busy",
        message="the server is busy, or the call took too long; no write is in doubt.",
        temporary=True,
    )


@CATALOGUE.code("internal_error")
def internal_error(call: Call, params: Mapping[str, Any]) -> ToolError:
    """the server could not answer this call."""
    return ToolError(
        code="internal_error",
        message="the server could not answer this call.",
        temporary=False,
    )


@CATALOGUE.code("not_own_comment")
def not_own_comment(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The comment was written by another account."""
    return ToolError(
        code="not_own_comment",
        message=f"comment {text_of(call.args['comment_id'])} was not written by {call.config['bot_login']}.",
        temporary=False,
    )


@CATALOGUE.code("outcome_unknown")
def outcome_unknown(call: Call, params: models.OutcomeUnknownParams) -> ToolError:
    """Nobody knows whether a write took effect."""
    return ToolError(
        code="outcome_unknown",
        message=f"whether {params['operation']} took effect is unknown. Look on GitHub before trying again.",
        temporary=False,
    )
