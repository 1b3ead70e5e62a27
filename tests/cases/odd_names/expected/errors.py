# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of odd-names-mcp: how each code is worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import models
from .runtime import Call, Catalogue, ToolError
from .runtime.expressions import text_of

CATALOGUE = Catalogue()


@CATALOGUE.code("invalid_field")
def invalid_field(call: Call, params: Mapping[str, Any]) -> ToolError:
    """An argument is not valid."""
    return ToolError(
        code="invalid_field",
        message="An argument is not valid.",
        temporary=False,
    )


@CATALOGUE.code("class")
def class_(call: Call, params: models.ClassParams) -> ToolError:
    """Class is full."""
    return ToolError(
        code="class",
        message=f"Class {text_of(params['lambda'])} is full.",
        temporary=False,
    )


@CATALOGUE.code("text_of")
def text_of_(call: Call, params: models.TextOfParams) -> ToolError:
    """Number happened."""
    return ToolError(
        code="text_of",
        message=f"Number {text_of(params['number'])} happened.",
        temporary=False,
    )


@CATALOGUE.code("models")
def models_(call: Call, params: Mapping[str, Any]) -> ToolError:
    """There are no models of."""
    return ToolError(
        code="models",
        message=f"There are no models of {text_of(call.args['import'])}.",
        temporary=False,
    )
