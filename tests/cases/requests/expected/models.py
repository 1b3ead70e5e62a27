# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of requests-mcp."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

OrderState: TypeAlias = Literal["open", "shipped", "cancelled"]


class Order(TypedDict):
    id: int
    state: OrderState
    carrier: NotRequired[str]
    note: str | None


class RateLimitedParams(TypedDict):
    retry_after_ms: int


OrderShippedParamsCarrier: TypeAlias = Literal["post", "bike"]


class OrderShippedParams(TypedDict):
    carrier: NotRequired[OrderShippedParamsCarrier]


class ShopGetCustomerAnswer(TypedDict):
    name: str


class ShopListLinesAnswerLinesItem(TypedDict):
    sku: str
    count: int


class ShopListLinesAnswer(TypedDict):
    lines: list[ShopListLinesAnswerLinesItem]
    next: str | None


class ShopReserveAnswer(TypedDict):
    until: str


class ShopTellCustomerAnswer(TypedDict):
    id: int


class GetOrderArgs(TypedDict):
    customer: str
    order: int
    checked: list[str]


class GetOrderResult(TypedDict):
    order: Order
    in_stock: list[bool]
    first_line: NotRequired[str]
    big_lines: int
    until: NotRequired[str]


class ListLinesArgs(TypedDict):
    order: int
    cursor: NotRequired[str]
    """Opaque continuation token from a previous response's next_cursor."""


class ListLinesResultLinesItem(TypedDict):
    sku: str


class ListLinesResult(TypedDict):
    lines: list[ListLinesResultLinesItem]
    has_more: bool
    """House pagination convention, not protocol: true means there is another page."""
    next_cursor: NotRequired[str]
    """Opaque token of the next page."""
    truncated: NotRequired[bool]
    """True means that the cap of 100 results cuts some off."""
    truncation_hint: NotRequired[str]
    """How to see the rest."""


class CancelOrderArgs(TypedDict):
    customer: str
    order: int


class CancelOrderResult(TypedDict):
    letter: int
