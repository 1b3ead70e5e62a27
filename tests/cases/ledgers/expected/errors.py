# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of issues-mcp: how each code is worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .runtime import Call, Catalogue, ToolError

CATALOGUE = Catalogue()


@CATALOGUE.code("invalid_field")
def invalid_field(call: Call, params: Mapping[str, Any]) -> ToolError:
    """An argument is not valid."""
    return ToolError(
        code="invalid_field",
        message="An argument is not valid.",
        temporary=False,
    )


@CATALOGUE.code("upstream_unavailable")
def upstream_unavailable(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The tracker does not answer."""
    return ToolError(
        code="upstream_unavailable",
        message="The tracker does not answer.",
        temporary=True,
    )


@CATALOGUE.code("upstream_refused")
def upstream_refused(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The request was refused."""
    return ToolError(
        code="upstream_refused",
        message="The request was refused.",
        temporary=False,
    )


@CATALOGUE.code("outcome_unknown")
def outcome_unknown(call: Call, params: Mapping[str, Any]) -> ToolError:
    """It is not known whether the comment was added."""
    return ToolError(
        code="outcome_unknown",
        message="It is not known whether the comment was added.",
        temporary=False,
    )
