"""The synthetic tools as typed functions for FastMCP, from which it derives its own schemas and validation."""

from __future__ import annotations


def fastmcp_module(tools: int) -> str:
    """Return the source of a FastMCP server with so many tools."""
    return _HEAD + "".join(_TOOL.replace("NUMBER", f"{number:04d}") for number in range(tools))


_HEAD = '''\
"""A FastMCP server, written for a benchmark."""

from typing import Annotated, Literal

from fastmcp import FastMCP
from pydantic import BaseModel, ConfigDict, Field

server = FastMCP("synthetic-orders")


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")
'''

_TOOL = '''

class FilterNUMBER(Closed):
    """Which orders to list."""

    status: Literal["open", "held", "shipped", "closed_NUMBER"] = Field(description="State the orders are in.")
    text: str | None = Field(default=None, max_length=200, description="Words that the orders must hold.")
    minimum_total: float | None = Field(default=None, ge=0, description="Smallest sum of an order.")
    tags: list[Annotated[str, Field(max_length=40)]] | None = Field(
        default=None, max_length=10, description="Tags that the orders must have."
    )


class DigestNUMBER(Closed):
    """The orders at a glance."""

    label: str = Field(description="What register NUMBER was asked for, in words.")
    count: int = Field(description="How many orders were found.")
    archived: bool = Field(description="Whether they are archived.")


class ResultNUMBER(Closed):
    """Result of tool NUMBER."""

    customer_id: str = Field(description="Customer whose orders these are.")
    status: str = Field(description="State the orders are in.")
    total: int = Field(ge=0, description="How many orders there are.")
    has_more: bool = Field(description="Whether more could be listed.")
    digest: DigestNUMBER


@server.tool
async def find_orders_NUMBER(
    customer_id: Annotated[
        str,
        Field(pattern="^[a-z0-9-]+$", max_length=64, description="Customer whose orders are listed."),
    ],
    filter: FilterNUMBER,
    limit: Annotated[int, Field(ge=1, le=100, description="How many orders to list.")] = 20,
    archived: Annotated[bool, Field(description="Whether to look at archived orders.")] = False,
) -> ResultNUMBER:
    """List the orders of a customer in register NUMBER that match a filter, newest first."""
    if archived and limit > 50:
        raise ValueError("At most 50 archived orders can be listed at once.")
    label = f"Orders of {customer_id} that are {filter.status}"
    return ResultNUMBER(
        customer_id=customer_id,
        status=filter.status,
        total=limit,
        has_more=limit > 50,
        digest=DigestNUMBER(label=label, count=limit, archived=archived),
    )
'''
