"""Starts a FastMCP server from a module written for the benchmark; runs where FastMCP is installed.

Usage: fastmcp_app.py FOLDER [json|sse], with `tools_module.py` in FOLDER. Without a mode it speaks stdio; with one it
serves HTTP and prints its port.
"""

from __future__ import annotations

import asyncio
import importlib
import socket
import sys


def main() -> None:
    """Serve as the command line says."""
    sys.path.insert(0, sys.argv[1])
    server = importlib.import_module("tools_module").server
    if len(sys.argv) == 2:
        server.run(transport="stdio", show_banner=False, log_level="ERROR")
        return
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    # As it is for connections of a listener that the HTTP server opens itself.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print(listener.getsockname()[1], flush=True)
    asyncio.run(
        server.run_http_async(
            show_banner=False, log_level="ERROR", json_response=sys.argv[2] == "json", sockets=[listener]
        )
    )


if __name__ == "__main__":
    main()
