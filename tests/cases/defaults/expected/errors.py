# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of defaults-mcp: how each code is worded."""

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
