# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of requests-mcp."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, cast

from . import models, views
from .runtime import Call, Repair, Tool, Toolbox, Violation
from .runtime.expressions import ABSENT, compact, path, text_of
from .runtime.requesting import Page, Refusal, ToolError
from .upstreams import Shop

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GetOrder(Tool[models.GetOrderArgs, models.GetOrderResult]):
    """Return one order."""

    name = "get_order"
    asks = (Shop,)

    async def answer(self, args: models.GetOrderArgs, call: Call) -> models.GetOrderResult:
        found_ = await Shop(call).get_order(customer=args["customer"], order_=args["order"])
        stock = [await Shop(call).has_stock(sku=it) for it in args["checked"]]
        pages = Shop(call).list_lines(order_=args["order"])
        line: Any = ABSENT
        async for it in pages:
            if it["count"] > 0:
                line = it
                break
        pages = Shop(call).list_lines(order_=args["order"])
        lines, _ = await pages.collect(max=200)
        lines = [it for it in lines if it["count"] > 10]
        reserved: Any = ABSENT
        if found_["state"] == "open":
            with suppress(ToolError):
                reserved = await Shop(call).reserve(order_=args["order"])
        how_many = len(lines)
        return cast(
            models.GetOrderResult,
            compact(
                {
                    "order": views.order_(found_, args, call),
                    "in_stock": stock,
                    "first_line": path(line, "sku"),
                    "big_lines": how_many,
                    "until": path(reserved, "until"),
                }
            ),
        )


@TOOLBOX.tool
class ListLines(Tool[models.ListLinesArgs, models.ListLinesResult]):
    """Return the lines of an order."""

    name = "list_lines"
    asks = (Shop,)

    async def page(
        self, args: models.ListLinesArgs, call: Call, place: str | None
    ) -> Page[models.ListLinesResultLinesItem]:
        pages = Shop(call).list_lines(order_=args["order"])
        page = await pages.at(place)
        lines = page.rows
        return page.of([{"sku": line["sku"]} for line in lines])

    def presence(self, args: models.ListLinesArgs, result: models.ListLinesResult) -> Iterator[Violation]:
        if ("next_cursor" in result) != result["has_more"]:
            yield Violation(fields=("next_cursor",), reason="Present when has_more is true.")
        if ("truncation_hint" in result) != ("truncated" in result and result["truncated"]):
            yield Violation(fields=("truncation_hint",), reason="Present when truncated is true.")


@TOOLBOX.tool
class CancelOrder(Tool[models.CancelOrderArgs, models.CancelOrderResult]):
    """Cancel an order and tell the customer."""

    name = "cancel_order"
    asks = (Shop,)

    async def answer(self, args: models.CancelOrderArgs, call: Call) -> models.CancelOrderResult:
        order_ = await Shop(call).get_order(customer=args["customer"], order_=args["order"])
        if order_["state"] == "shipped":
            raise call.error("order_shipped", {}).saying("It was shipped.")
        pages = Shop(call).list_lines(order_=args["order"])
        lines, more = await pages.collect(max=100)
        if more:
            raise call.error("too_many_lines", {})

        async def cancel_order_refused(answer: Refusal) -> ToolError | None:
            if answer.status == 404:
                return Shop(call).error("order_not_found", answer)
            return None

        if order_["state"] == "open":
            await Shop(call, cancel_order_refused).cancel_order(order_=args["order"])
            call.done("The order was cancelled.")
        letter = await Shop(call).tell_customer(
            customer=args["customer"],
            text=f"Order {text_of(args['order'])} of {text_of(len(lines))} lines is cancelled.",
        )
        return {"letter": letter["id"]}

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="get_order",
            arguments={"customer": call.args["customer"], "order": call.args["order"]},
        )
