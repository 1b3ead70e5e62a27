"""A server on the low-level SDK that asks an upstream with a plain httpx2 client: no validation, no errors, no limits.

Usage: asking.py URL. Speaks stdio.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import anyio
import httpx2
import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

Context = ServerRequestContext[Any, Any]
SHOWN = ("id", "state", "note")


def build(client: httpx2.AsyncClient) -> Server[Any]:
    """Return the server object."""
    tool = types.Tool.model_validate(
        {"name": "get_order", "inputSchema": {"type": "object", "properties": {"order": {"type": "integer"}}}},
        by_name=False,
    )

    async def list_tools(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool])

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        order = (params.arguments or {})["order"]
        answer = await client.get(f"/orders/{order}", headers={"x-shop-key": "secret-of-the-shop"})
        found = answer.raise_for_status().json()
        shown = {name: found[name] for name in SHOWN}
        content: list[types.ContentBlock] = [types.TextContent(type="text", text=json.dumps(shown))]
        return types.CallToolResult(content=content, structured_content=shown)

    return Server(
        "asking",
        version="1.0.0",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        get_tool_input_schema=lambda name: None,
    )


async def _serve(url: str) -> None:
    async with httpx2.AsyncClient(base_url=url) as client, stdio_server() as (incoming, outgoing):
        server = build(client)
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(_serve, sys.argv[1])
