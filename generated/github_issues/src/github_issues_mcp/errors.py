# Code generated from specs/github_issues/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of github-issues-mcp: how each code is worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import models
from .runtime import Call, Catalogue, Repair, ToolError
from .runtime.expressions import ABSENT, add, compact, divide, text_of

CATALOGUE = Catalogue()


@CATALOGUE.code("invalid_field")
def invalid_field(call: Call, params: models.InvalidFieldParams) -> ToolError:
    """An argument is malformed, or arguments contradict each other; details name the field and
    the reason.
    """
    return ToolError(
        code="invalid_field",
        message=params["reason"],
        temporary=False,
    )


@CATALOGUE.code("issue_not_found")
def issue_not_found(call: Call, params: models.IssueNotFoundParams) -> ToolError:
    """No such issue, or the configured token cannot see it."""
    return ToolError(
        code="issue_not_found",
        message=f"Issue {call.args['owner']}/{call.args['repo']}#{text_of(call.args['issue_number'])} does not exist or is not visible to the configured token.",
        temporary=False,
        details={"field": "issue_number", "value": call.args["issue_number"], "reason": params["reason"]},
        repair=Repair(
            next_step="search_then_read",
            tool="github_find_issues",
            arguments={"owner": call.args["owner"], "repo": call.args["repo"], "state": "all"},
        ),
    )


@CATALOGUE.code("repo_not_found")
def repo_not_found(call: Call, params: models.RepoNotFoundParams) -> ToolError:
    """No such repository, or the configured token cannot see it."""
    return ToolError(
        code="repo_not_found",
        message=f"{'Repository ' + call.args['owner'] + '/' + call.args['repo'] if 'owner' in call.args and 'repo' in call.args else 'What GitHub was asked for'} does not exist or is not visible to the configured token.",
        temporary=False,
        details={
            "fields": ["owner", "repo"],
            "reason": "Check owner and repo, also for a repository that was renamed or moved; completion of github://repos/{owner}/{repo}/issues{?state,labels,updated_after} lists the repositories that can be seen.",
        },
    )


@CATALOGUE.code("label_not_found")
def label_not_found(call: Call, params: models.LabelNotFoundParams) -> ToolError:
    """A label to set does not exist in the repository; nothing was changed."""
    return ToolError(
        code="label_not_found",
        message=f"Nothing was changed: {params['field']} names {text_of(len(params['positions']))} label(s) that do not exist in {call.args['owner']}/{call.args['repo']}.",
        temporary=False,
        details={
            "field": params["field"],
            "reason": "Every label must already exist in the repository; allowed lists its labels.",
        },
        repair=Repair(
            next_step="retry_with_existing_labels",
            alternative="If none of the allowed labels fits, leave the label out, or ask the user to create it on GitHub.",
        ),
    )


@CATALOGUE.code("issue_locked")
def issue_locked(call: Call, params: models.IssueLockedParams) -> ToolError:
    """The issue's conversation is locked, so it cannot be commented on."""
    return ToolError(
        code="issue_locked",
        message="Cannot comment: the issue's conversation is locked.",
        temporary=False,
        details={
            "field": "issue_number",
            "value": call.args["issue_number"],
            "reason": "Conversation locked"
            + (" on " + params["locked_at"] if "locked_at" in params else "")
            + (' with reason "' + params["lock_reason"] + '"' if "lock_reason" in params else "")
            + ".",
        },
        repair=Repair(
            next_step="unlock_then_retry",
            tool="github_set_issue_lock",
            arguments={
                "owner": call.args["owner"],
                "repo": call.args["repo"],
                "issue_number": call.args["issue_number"],
                "locked": False,
            },
            alternative="If unlocking is not appropriate, report to the user that the thread is locked and ask how to proceed.",
        ),
    )


@CATALOGUE.code("version_conflict")
def version_conflict(call: Call, params: models.VersionConflictParams) -> ToolError:
    """The issue changed after the version that was read; the update was not applied."""
    return ToolError(
        code="version_conflict",
        message="The issue was modified after the version you read; the update was not applied.",
        temporary=False,
        details=compact(
            {
                "field": "expected_version",
                "value": call.args.get("expected_version", ABSENT),
                "reason": f"Current version is {params['current']}.",
            }
        ),
        repair=Repair(
            next_step="reread_then_reapply",
            tool="github_get_issue",
            arguments={
                "owner": call.args["owner"],
                "repo": call.args["repo"],
                "issue_number": call.args["issue_number"],
                "include_comments": False,
            },
            alternative="If overwriting concurrent edits is acceptable, re-call github_update_issue without expected_version.",
        ),
    )


@CATALOGUE.code("cursor_expired")
def cursor_expired(call: Call, params: models.CursorExpiredParams) -> ToolError:
    """The cursor is older than 15 minutes."""
    return ToolError(
        code="cursor_expired",
        message="The cursor is older than 15 minutes.",
        temporary=False,
        repair=Repair(
            next_step="restart_without_cursor",
            alternative="Call the same tool again with the same arguments and no cursor.",
        ),
    )


@CATALOGUE.code("rate_limited")
def rate_limited(call: Call, params: models.RateLimitedParams) -> ToolError:
    """GitHub's rate limit is reached; the same call succeeds after retry_after_ms."""
    return ToolError(
        code="rate_limited",
        message=f"GitHub API rate limit exceeded; retry the same call after {text_of(divide(add(params['retry_after_ms'], 999), 1000))} seconds.",
        temporary=True,
    )


@CATALOGUE.code("missing_credential")
def missing_credential(call: Call, params: Mapping[str, Any]) -> ToolError:
    """no GitHub token configured"""
    return ToolError(
        code="missing_credential",
        message="No GitHub token is configured; the operator must set GITHUB_TOKEN.",
        temporary=False,
    )


@CATALOGUE.code("invalid_credential")
def invalid_credential(call: Call, params: models.InvalidCredentialParams) -> ToolError:
    """GitHub rejected the configured token"""
    return ToolError(
        code="invalid_credential",
        message="GitHub rejected the configured token; the operator must replace it.",
        temporary=False,
    )


@CATALOGUE.code("insufficient_scope")
def insufficient_scope(call: Call, params: models.InsufficientScopeParams) -> ToolError:
    """token lacks issues:write or push access; see details.required_scopes"""
    return ToolError(
        code="insufficient_scope",
        message=f"GitHub refused the request: the configured token lacks {', '.join(params['required_scopes'])}, or sufficient access to the repository.",
        temporary=False,
    )


@CATALOGUE.code("upstream_unavailable")
def upstream_unavailable(call: Call, params: models.UpstreamUnavailableParams) -> ToolError:
    """GitHub could not be reached or did not answer a read, or this server is overloaded;
    nothing was changed.
    """
    return ToolError(
        code="upstream_unavailable",
        message=f"{'GitHub gave no usable answer to ' + params['operation'] + '.' if 'operation' in params else 'The server could not get to this call in time.'} Nothing was changed; the same call may succeed later.",
        temporary=True,
    )


@CATALOGUE.code("outcome_unknown")
def outcome_unknown(call: Call, params: models.OutcomeUnknownParams) -> ToolError:
    """A write was sent and its answer was lost; whether it took effect is unknown, so look
    before trying again.
    """
    return ToolError(
        code="outcome_unknown",
        message=f"No usable answer came back from GitHub for {params.get('operation', 'the write')}, so whether it took effect is unknown. Look before trying again: a retry may do it twice.",
        temporary=False,
    )
