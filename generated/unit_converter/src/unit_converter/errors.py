# Code generated from specs/unit_converter/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of unit-converter: how each code is worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import models
from .runtime import Call, Catalogue, Repair, ToolError
from .runtime.expressions import text_of

CATALOGUE = Catalogue()


@CATALOGUE.code("invalid_field")
def invalid_field(call: Call, params: models.InvalidFieldParams) -> ToolError:
    """An argument is malformed; details name it and the reason."""
    return ToolError(
        code="invalid_field",
        message=params["reason"],
        temporary=False,
    )


@CATALOGUE.code("unknown_unit")
def unknown_unit(call: Call, params: models.UnknownUnitParams) -> ToolError:
    """The tool does not know a unit; list_units lists those it knows."""
    return ToolError(
        code="unknown_unit",
        message=f"Cannot convert {call.args['from_unit']} to {call.args['to_unit']}.",
        temporary=False,
        repair=Repair(
            next_step="look_up_units",
            tool="list_units",
            arguments={},
            alternative="Tell the user that this server converts only lengths and temperatures.",
        ),
    )


@CATALOGUE.code("below_absolute_zero")
def below_absolute_zero(call: Call, params: models.BelowAbsoluteZeroParams) -> ToolError:
    """No temperature is that low."""
    return ToolError(
        code="below_absolute_zero",
        message=f"No temperature is as low as {text_of(call.args['value'])} {call.args['from_unit']}.",
        temporary=False,
    )


@CATALOGUE.code("busy")
def busy(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The server has too much to do; the same call can succeed later."""
    return ToolError(
        code="busy",
        message="The server has too much to do at the moment; try the same call again.",
        temporary=True,
    )


@CATALOGUE.code("resource_not_found")
def resource_not_found(call: Call, params: Mapping[str, Any]) -> ToolError:
    """There is no resource at that address."""
    return ToolError(
        code="resource_not_found",
        message="There is no resource at that address; resources/list lists those there are.",
        temporary=False,
    )
