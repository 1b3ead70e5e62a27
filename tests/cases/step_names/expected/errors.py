# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of step-names-mcp: how each code is worded."""

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
    """The tracker refused."""
    return ToolError(
        code="upstream_refused",
        message="The tracker refused.",
        temporary=False,
    )


@CATALOGUE.code("issue_not_found")
def issue_not_found(call: Call, params: Mapping[str, Any]) -> ToolError:
    """There is no such issue."""
    return ToolError(
        code="issue_not_found",
        message="There is no such issue.",
        temporary=False,
    )


@CATALOGUE.code("cursor_expired")
def cursor_expired(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The list must be read from its start."""
    return ToolError(
        code="cursor_expired",
        message="The list must be read from its start.",
        temporary=False,
    )
