# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The requests that requests-mcp may make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from . import models
from .runtime.expressions import ABSENT, Absent, coalesce, compact
from .runtime.requesting import (
    Page,
    Pages,
    RateLimit,
    Refusal,
    Request,
    ToolError,
    Upstream,
    found,
    missing,
    refusal,
    secret_header,
    segment,
)


class Shop(Upstream):
    """The requests that may be made to the shop."""

    name = "shop"
    title = "the shop"
    rate_limit = RateLimit(statuses=(429,), after="retry-after", default_ms=60000, retries=1)
    pace_writes_ms = 250
    read_retries = 1

    def base_url(self) -> str:
        return str(self.settings["shop_url"])

    def headers(self) -> Mapping[str, Any]:
        return {"accept": "application/json"}

    async def credentials(self) -> Mapping[str, str]:
        return secret_header("x-shop-key", self.settings.get("shop_key", ABSENT))

    async def refused(self, answer: Refusal) -> ToolError | None:
        if answer.status == 404:
            return self.error("customer_not_found", answer)
        if answer.status >= 500:
            return self.error("upstream_unavailable", answer)
        return None

    async def get_customer(self, *, customer: str) -> models.ShopGetCustomerAnswer:
        """GET /customers/{customer}"""
        request = Request(
            operation="get_customer",
            method="GET",
            path=f"/customers/{segment(customer)}",
            reads=True,
        )
        answer = await self.ask(request)
        return cast(models.ShopGetCustomerAnswer, answer.body)

    async def get_order(self, *, customer: str, order_: int, expand: list[str] | Absent = ABSENT) -> models.Order:
        """GET /customers/{customer}/orders/{order}"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 404:
                there = await found(Shop(self.call, missing).get_customer(customer=customer))
                return self.error("order_not_found" if there else "customer_not_found", answer)
            return None

        async def empty(answer: Refusal) -> ToolError:
            return self.error("order_not_found", answer)

        request = Request(
            operation="get_order",
            method="GET",
            path=f"/customers/{segment(customer)}/orders/{segment(order_)}",
            reads=True,
            query=compact({"expand": expand}),
        )
        answer = await self.ask(request, refused)
        value = cast(models.Order, answer.body)
        if value is None:
            raise await empty(refusal(answer, {}))
        return value

    def list_lines(self, *, order_: int, size_: int = 50) -> Pages[models.ShopListLinesAnswerLinesItem]:
        """GET /orders/{order}/lines"""

        async def read(place: str | None) -> Page[models.ShopListLinesAnswerLinesItem]:
            cursor = ABSENT if place is None else place
            request = Request(
                operation="list_lines",
                method="GET",
                path=f"/orders/{segment(order_)}/lines",
                reads=True,
                query=compact({"size": size_, "cursor": cursor}),
            )
            answer = await self.ask(request)
            return Page(rows=answer.body["lines"], next=self.onward(answer, place, coalesce(answer.body["next"], None)))

        return Pages(read)

    async def has_stock(self, *, sku: str) -> Any:
        """GET /stock/{sku}"""
        request = Request(
            operation="has_stock",
            method="GET",
            path=f"/stock/{segment(sku)}",
            reads=True,
        )
        answer = await self.ask(
            request,
            answers=(
                204,
                404,
            ),
        )
        if answer.status == 204:
            return True
        if answer.status == 404:
            return False
        return answer.body

    async def reserve(self, *, order_: int) -> models.ShopReserveAnswer:
        """POST /orders/{order}/reservations"""
        request = Request(
            operation="reserve",
            method="POST",
            path=f"/orders/{segment(order_)}/reservations",
            reads=True,
        )
        answer = await self.ask(request)
        return cast(models.ShopReserveAnswer, answer.body)

    async def cancel_order(self, *, order_: int, class_: str | Absent = ABSENT) -> Any:
        """DELETE /orders/{order}"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.status == 409:
                if "shipped" in answer.message:
                    return self.error("order_shipped", answer, {"carrier": "post"})
                return self.error("order_shipped", answer).saying(
                    f"The order is {'locked' if answer.status == 409 else 'gone'}."
                )
            return None

        request = Request(
            operation="cancel_order",
            method="DELETE",
            path=f"/orders/{segment(order_)}",
            reads=False,
            headers=compact({"x-class": class_}),
        )
        answer = await self.ask(request, refused)
        return answer.body

    async def tell_customer(self, *, customer: str, text: str) -> models.ShopTellCustomerAnswer:
        """POST /customers/{customer}/letters"""
        request = Request(
            operation="tell_customer",
            method="POST",
            path=f"/customers/{segment(customer)}/letters",
            reads=False,
            body={"text": text},
        )
        answer = await self.ask(request)
        return cast(models.ShopTellCustomerAnswer, answer.body)
