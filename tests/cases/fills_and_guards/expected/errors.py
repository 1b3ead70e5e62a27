# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of fills-mcp: how each code is worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import models
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


@CATALOGUE.code("missing_destination")
def missing_destination(call: Call, params: Mapping[str, Any]) -> ToolError:
    """Name an owner and a repository."""
    return ToolError(
        code="missing_destination",
        message="Name an owner and a repository.",
        temporary=False,
    )


@CATALOGUE.code("not_allowed")
def not_allowed(call: Call, params: models.NotAllowedParams) -> ToolError:
    """Only some owners are allowed."""
    return ToolError(
        code="not_allowed",
        message="Only some owners are allowed.",
        temporary=False,
    )
