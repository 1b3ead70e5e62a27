# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of errors-mcp: how each code is worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import models
from .runtime import Call, Catalogue, Repair, ToolError
from .runtime.expressions import ABSENT, at, coalesce, compact, text_of

CATALOGUE = Catalogue()


@CATALOGUE.code("upstream_refused")
def upstream_refused(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The request was refused."""
    return ToolError(
        code="upstream_refused",
        message="The request was refused.",
        temporary=False,
    )


@CATALOGUE.code("invalid_field")
def invalid_field(call: Call, params: models.InvalidFieldParams) -> ToolError:
    """An argument is not valid."""
    return ToolError(
        code="invalid_field",
        message=params["reason"],
        temporary=False,
        details={"fields": [coalesce(at(params["fields"], 0), "arguments")], "reason": params["reason"]},
    )


@CATALOGUE.code("upstream_unavailable")
def upstream_unavailable(call: Call, params: models.UpstreamUnavailableParams) -> ToolError:
    """The tracker does not answer."""
    return ToolError(
        code="upstream_unavailable",
        message="The tracker does not answer.",
        temporary=True,
    )


@CATALOGUE.code("issue_not_found")
def issue_not_found(call: Call, params: Mapping[str, Any]) -> ToolError:
    """There is no issue."""
    return ToolError(
        code="issue_not_found",
        message=f"There is no issue {text_of(call.args['number'])}.",
        temporary=False,
        details={"field": "number", "value": call.args["number"], "reason": "There is no such issue."},
        repair=Repair(
            next_step="search_first",
            tool="find_issues",
            arguments={"number": call.args["number"]},
            alternative="Ask the user for the number.",
        ),
    )


@CATALOGUE.code("issue_locked")
def issue_locked(call: Call, params: models.IssueLockedParams) -> ToolError:
    """The issue is locked."""
    return ToolError(
        code="issue_locked",
        message=f"Issue {text_of(call.args['number'])} is locked ({params['reason']}), {text_of(params['since']['days'])} days ago.",
        temporary=False,
        details={
            "field": "number",
            "value": compact({"by": params.get("by", ABSENT), "days": params["since"]["days"]}),
            "reason": f"The issue is locked: {params['reason']}.",
        },
        repair=Repair(
            next_step="tell_the_user",
            alternative="Tell the user that the issue is locked.",
        ),
    )


@CATALOGUE.code("quota_exceeded")
def quota_exceeded(call: Call, params: models.QuotaExceededParams) -> ToolError:
    """Quota "daily" is used up: wait."""
    return ToolError(
        code="quota_exceeded",
        message='Quota "daily" is used up: wait.',
        temporary=True,
    )
