# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of presence-mcp."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

ItemState: TypeAlias = Literal["open", "sent"]


class ItemCarrier(TypedDict):
    name: str
    phone: NotRequired[str]


class Item(TypedDict):
    name: str
    state: ItemState
    tracking: NotRequired[str]
    carrier: NotRequired[ItemCarrier]


class GetOrderArgs(TypedDict):
    number: int
    verbose: bool


class GetOrderResultPaymentCard(TypedDict):
    by: Literal["card"]
    last: str
    valid: bool
    until: NotRequired[str]


class GetOrderResultPaymentCash(TypedDict):
    by: Literal["cash"]


GetOrderResultPayment: TypeAlias = GetOrderResultPaymentCard | GetOrderResultPaymentCash


class GetOrderResultMaybeItem(TypedDict):
    on: bool
    since: NotRequired[str]


class GetOrderResult(TypedDict):
    number: int
    paid: bool
    paid_at: NotRequired[str]
    items: list[Item]
    first: NotRequired[Item | None]
    groups: NotRequired[list[list[Item]]]
    payment: NotRequired[GetOrderResultPayment]
    maybe: NotRequired[list[GetOrderResultMaybeItem | None]]
    note: NotRequired[str]
