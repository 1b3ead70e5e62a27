"""A server on the low-level SDK with nothing of ours: the given tools, the same answer, no validation at all.

Usage: bare.py TOOLS.json [json|sse]. Without a mode it speaks stdio; with one it serves HTTP and prints its port.
"""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp import MCPError
from mcp.server import CacheHint, Server, ServerRequestContext
from mcp.server.stdio import stdio_server

Context = ServerRequestContext[Any, Any]


def build(tools: list[dict[str, Any]]) -> Server[Any]:
    """Return the server object."""
    listed = [types.Tool.model_validate(tool, by_name=False) for tool in tools]
    names = {tool.name for tool in listed}

    async def list_tools(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=listed)

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in names:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        found = orders(params.arguments or {})
        content: list[types.ContentBlock] = [types.TextContent(type="text", text=json.dumps(found))]
        return types.CallToolResult(content=content, structured_content=found)

    def schema(name: str) -> Mapping[str, Any] | None:
        return None

    return Server(
        "bare",
        version="1.0.0",
        cache_hints={"tools/list": CacheHint(3_600_000, "public")},
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        get_tool_input_schema=schema,
    )


def orders(given: dict[str, Any]) -> dict[str, Any]:
    """Return what every tool answers."""
    limit, archived, status = given.get("limit", 20), given.get("archived", False), given["filter"]["status"]
    label = f"Orders of {given['customer_id']} that are {status}"
    return {
        "customer_id": given["customer_id"],
        "status": status,
        "total": limit,
        "has_more": limit > 50,
        "digest": {"label": label, "count": limit, "archived": archived},
    }


async def _serve_stdio(server: Server[Any]) -> None:
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def _serve_http(server: Server[Any], *, json_response: bool) -> None:
    import uvicorn

    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    # As it is for connections of a listener that the HTTP server opens itself.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print(listener.getsockname()[1], flush=True)
    config = uvicorn.Config(server.streamable_http_app(json_response=json_response), log_level="error")
    uvicorn.Server(config).run(sockets=[listener])


def main() -> None:
    """Serve as the command line says."""
    server = build(json.loads(Path(sys.argv[1]).read_text()))
    if len(sys.argv) > 2:
        _serve_http(server, json_response=sys.argv[2] == "json")
    else:
        anyio.run(_serve_stdio, server)


if __name__ == "__main__":
    main()
