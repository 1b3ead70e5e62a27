# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of planner-mcp: how each code is worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import models
from .runtime import Call, Catalogue, ToolError

CATALOGUE = Catalogue()


@CATALOGUE.code("invalid_field")
def invalid_field(call: Call, params: models.InvalidFieldParams) -> ToolError:
    """An argument is malformed; details name it and the reason."""
    return ToolError(
        code="invalid_field",
        message=params["reason"],
        temporary=False,
    )


@CATALOGUE.code("internal")
def internal(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The server failed."""
    return ToolError(
        code="internal",
        message="The server failed.",
        temporary=True,
    )


@CATALOGUE.code("missing_destination")
def missing_destination(call: Call, params: Mapping[str, Any]) -> ToolError:
    """Name owner and repo, both or neither."""
    return ToolError(
        code="missing_destination",
        message="Name owner and repo, both or neither.",
        temporary=False,
    )


@CATALOGUE.code("missing_board_config")
def missing_board_config(call: Call, params: Mapping[str, Any]) -> ToolError:
    """Name the board's owner and number, both or neither."""
    return ToolError(
        code="missing_board_config",
        message="Name the board's owner and number, both or neither.",
        temporary=False,
    )


@CATALOGUE.code("repo_not_allowed")
def repo_not_allowed(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The repository is not among those that are allowed."""
    return ToolError(
        code="repo_not_allowed",
        message="The repository is not among those that are allowed.",
        temporary=False,
    )
