# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of graphql-mcp: how each code is worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import models
from .runtime import Call, Catalogue, ToolError

CATALOGUE = Catalogue()


@CATALOGUE.code("scope_missing")
def scope_missing(call: Call, params: models.ScopeMissingParams) -> ToolError:
    """The token lacks a scope."""
    return ToolError(
        code="scope_missing",
        message="The token lacks a scope.",
        temporary=False,
    )


@CATALOGUE.code("missing_credential")
def missing_credential(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The app is not set up."""
    return ToolError(
        code="missing_credential",
        message="The app is not set up.",
        temporary=False,
    )


@CATALOGUE.code("invalid_credential")
def invalid_credential(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The app is not known."""
    return ToolError(
        code="invalid_credential",
        message="The app is not known.",
        temporary=False,
    )


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


@CATALOGUE.code("cursor_expired")
def cursor_expired(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The cursor is too old."""
    return ToolError(
        code="cursor_expired",
        message="The cursor is too old.",
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


@CATALOGUE.code("outcome_unknown")
def outcome_unknown(call: Call, params: Mapping[str, Any]) -> ToolError:
    """Nobody knows whether the issue was closed."""
    return ToolError(
        code="outcome_unknown",
        message="Nobody knows whether the issue was closed.",
        temporary=False,
    )
