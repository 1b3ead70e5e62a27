# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of presence-mcp."""

from __future__ import annotations

from collections.abc import Iterator

from . import models
from .runtime import Call, Tool, Toolbox, Violation

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GetOrder(Tool[models.GetOrderArgs, models.GetOrderResult]):
    """Return an order with its items."""

    name = "get_order"

    async def answer(self, args: models.GetOrderArgs, call: Call) -> models.GetOrderResult:
        return {"number": args["number"], "paid": False, "items": [{"name": "Pen", "state": "open"}]}

    def presence(self, args: models.GetOrderArgs, result: models.GetOrderResult) -> Iterator[Violation]:
        if ("paid_at" in result) != result["paid"]:
            yield Violation(fields=("paid_at",), reason="Present when paid is true.")
        if "groups" in result and not args["verbose"]:
            yield Violation(fields=("groups",), reason="Present only when verbose is true.")
        if ("note" in result) != (result["paid"] and not args["verbose"] and len(result["items"]) > 0):
            yield Violation(
                fields=("note",), reason="Present when the order is paid, has items, and was not asked for in full."
            )
        for items_item in result["items"]:
            if ("tracking" in items_item) != (items_item["state"] == "sent"):
                yield Violation(fields=("items[].tracking",), reason="Present when state is sent.")
            if "carrier" in items_item and "tracking" not in items_item:
                yield Violation(fields=("items[].carrier",), reason="Present only when tracking is present.")
            if "carrier" in items_item and "phone" in items_item["carrier"] and not args["verbose"]:
                yield Violation(fields=("items[].carrier.phone",), reason="Present only when verbose is true.")
        if "first" in result and result["first"] is not None:
            if ("tracking" in result["first"]) != (result["first"]["state"] == "sent"):
                yield Violation(fields=("first.tracking",), reason="Present when state is sent.")
            if "carrier" in result["first"] and "tracking" not in result["first"]:
                yield Violation(fields=("first.carrier",), reason="Present only when tracking is present.")
            if "carrier" in result["first"] and "phone" in result["first"]["carrier"] and not args["verbose"]:
                yield Violation(fields=("first.carrier.phone",), reason="Present only when verbose is true.")
        if "groups" in result:
            for groups_item in result["groups"]:
                for groups_item_item in groups_item:
                    if ("tracking" in groups_item_item) != (groups_item_item["state"] == "sent"):
                        yield Violation(fields=("groups[][].tracking",), reason="Present when state is sent.")
                    if "carrier" in groups_item_item and "tracking" not in groups_item_item:
                        yield Violation(fields=("groups[][].carrier",), reason="Present only when tracking is present.")
                    if "carrier" in groups_item_item and "phone" in groups_item_item["carrier"] and not args["verbose"]:
                        yield Violation(
                            fields=("groups[][].carrier.phone",), reason="Present only when verbose is true."
                        )
        if (
            "payment" in result
            and result["payment"]["by"] == "card"
            and ("until" in result["payment"]) != result["payment"]["valid"]
        ):
            yield Violation(fields=("payment.until",), reason="Present when valid is true.")
        if "maybe" in result:
            for maybe_item in result["maybe"]:
                if maybe_item is not None and ("since" in maybe_item) != maybe_item["on"]:
                    yield Violation(fields=("maybe[].since",), reason="Present when on is true.")
