# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of requests-mcp: how each code is worded."""

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


@CATALOGUE.code("missing_credential")
def missing_credential(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The key of the shop is not set."""
    return ToolError(
        code="missing_credential",
        message="The key of the shop is not set.",
        temporary=False,
    )


@CATALOGUE.code("invalid_credential")
def invalid_credential(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The shop does not know the key."""
    return ToolError(
        code="invalid_credential",
        message="The shop does not know the key.",
        temporary=False,
    )


@CATALOGUE.code("rate_limited")
def rate_limited(call: Call, params: models.RateLimitedParams) -> ToolError:
    """The shop wants to be asked later."""
    return ToolError(
        code="rate_limited",
        message="The shop wants to be asked later.",
        temporary=True,
    )


@CATALOGUE.code("upstream_unavailable")
def upstream_unavailable(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The shop does not answer."""
    return ToolError(
        code="upstream_unavailable",
        message="The shop does not answer.",
        temporary=True,
    )


@CATALOGUE.code("upstream_refused")
def upstream_refused(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The shop refused."""
    return ToolError(
        code="upstream_refused",
        message="The shop refused.",
        temporary=False,
    )


@CATALOGUE.code("customer_not_found")
def customer_not_found(call: Call, params: Mapping[str, Any]) -> ToolError:
    """There is no such customer."""
    return ToolError(
        code="customer_not_found",
        message="There is no such customer.",
        temporary=False,
    )


@CATALOGUE.code("order_not_found")
def order_not_found(call: Call, params: Mapping[str, Any]) -> ToolError:
    """There is no such order."""
    return ToolError(
        code="order_not_found",
        message="There is no such order.",
        temporary=False,
    )


@CATALOGUE.code("order_shipped")
def order_shipped(call: Call, params: models.OrderShippedParams) -> ToolError:
    """The order is on its way."""
    return ToolError(
        code="order_shipped",
        message="The order is on its way.",
        temporary=False,
    )


@CATALOGUE.code("too_many_lines")
def too_many_lines(call: Call, params: Mapping[str, Any]) -> ToolError:
    """The order has too many lines to be cancelled."""
    return ToolError(
        code="too_many_lines",
        message="The order has too many lines to be cancelled.",
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


@CATALOGUE.code("outcome_unknown")
def outcome_unknown(call: Call, params: Mapping[str, Any]) -> ToolError:
    """Nobody knows whether the order was cancelled."""
    return ToolError(
        code="outcome_unknown",
        message="Nobody knows whether the order was cancelled.",
        temporary=False,
    )
