"""What is under test: a command that is started, or a server that already listens at a URL."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .outcome import Broken, Unreachable
from .wire import Command, ServerProcess

STDIO = "stdio"
HTTP = "streamable-http"

START_SECONDS = 30.0

# What the log line of a server that listens has in it: {"event": …, "url": "http://127.0.0.1:54321/mcp"}.
LISTENING = '"url": "'


@dataclass(frozen=True, slots=True)
class Target:
    """A server under test.

    `command` starts it on stdio; with `http_flags` added it serves HTTP and says so on stderr. `url` is a server that
    runs already. `examples` tells that it answers from the contract's examples, so that every example can be provoked;
    without it only calls that read are made, unless `writes` allows the others. `tokens` makes bearer tokens whose
    claims differ from good ones, where the run holds the key. `live` starts it to answer from its upstreams, `clocked`
    the same with a clock that is as many seconds ahead as the file `clock` says.
    """

    command: Command | None = None
    http_flags: tuple[str, ...] = ("--http", "127.0.0.1:0")
    url: str | None = None
    token: str | None = None
    tokens: Callable[[Mapping[str, Any]], str] | None = None
    examples: bool = False
    writes: bool = False
    live: Command | None = None
    clocked: Command | None = None
    clock: Path | None = None

    @property
    def starts(self) -> bool:
        """Tell whether the run starts the server itself."""
        return self.command is not None

    def start_stdio(self, flags: tuple[str, ...]) -> ServerProcess:
        """Start the server on stdio. Raises Unreachable when the target is a URL."""
        if self.command is None:
            raise Unreachable("the server under test is a URL: it has no stdio")
        return ServerProcess(self.command.with_flags(*flags))

    def serve_http(self, flags: tuple[str, ...]) -> tuple[str, ServerProcess | None]:
        """Return the URL of the MCP endpoint, and the process when one was started. Raises Broken, Unreachable."""
        if self.url is not None:
            return self.url, None
        if self.command is None:
            raise Unreachable("no command to start and no URL to connect to")
        server = ServerProcess(self.command.with_flags(*self.http_flags, *flags))
        try:
            return _address(server.complaint(START_SECONDS, LISTENING)), server
        except BaseException:
            server.stop()
            raise


def _address(line: str) -> str:
    """Read the URL from a log line."""
    try:
        url = json.loads(line)["url"]
    except (ValueError, KeyError, TypeError):
        raise Broken("a JSON log line with the url on stderr", line) from None
    return str(url)
