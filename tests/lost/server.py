"""The generated server as a process, and the official client that speaks to it over one transport in one era."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from anyio.from_thread import BlockingPortal
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

PATIENCE = 60.0
COMMAND = ["-m", "github_comments_mcp", "--log-level", "debug"]
ENVELOPE = "dev.pactwright.github-comments/error"


class Server:
    """One process with one client. `log` is all that it has written to stderr."""

    def __init__(
        self,
        portal: BlockingPortal,
        environment: Mapping[str, str],
        log: Path,
        *,
        transport: str = "stdio",
        era: str = "modern",
    ) -> None:
        """Prepare to start; the process works in the folder of its log, and keeps its state there."""
        self._portal, self._file = portal, log
        self._environment = {"XDG_STATE_HOME": str(log.parent / "state"), **environment}
        self._transport, self._era = transport, era
        self._stack = ExitStack()
        self._client: Client

    def __enter__(self) -> Server:
        target: Any = self._listening() if self._transport == "http" else self._piped()
        client = Client(target, mode="auto" if self._era == "modern" else "legacy", cache=None)
        self._client = self._stack.enter_context(self._portal.wrap_async_context_manager(client))
        return self

    def __exit__(self, *raised: object) -> None:
        self._stack.close()

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Any:
        """The result of a tool."""
        return self._portal.call(self._client.call_tool, tool, dict(arguments))

    def begin(self, tool: str, arguments: Mapping[str, Any]) -> Future[Any]:
        """Start a call, and do not wait for it; cancelling it tells the server."""
        return self._portal.start_task_soon(self._client.call_tool, tool, dict(arguments))

    def booked(self, ledger: str) -> str:
        """What another process of this server says of a ledger, with all that is booked there."""
        command = [sys.executable, *COMMAND, "--booked", ledger]
        ran = subprocess.run(command, env=self._environment, capture_output=True, text=True, timeout=PATIENCE)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def tools(self) -> list[Any]:
        """The tools that are listed, as on the wire."""
        listed = self._portal.call(self._client.list_tools)
        return [tool.model_dump(mode="json", by_alias=True, exclude_unset=True) for tool in listed.tools]

    @property
    def revision(self) -> str:
        """The revision of the protocol that is spoken."""
        return str(self._client.protocol_version)

    @property
    def log(self) -> str:
        return self._file.read_text(encoding="utf-8", errors="replace")

    def events(self, name: str) -> list[dict[str, Any]]:
        """The events of a name that were logged; every line of the log has to be JSON."""
        return [event for event in map(json.loads, self.log.splitlines()) if event["event"] == name]

    def _piped(self) -> Any:
        parameters = StdioServerParameters(
            command=sys.executable, args=COMMAND, env=self._environment, cwd=self._file.parent
        )
        return stdio_client(parameters, errlog=self._stack.enter_context(self._file.open("w")))

    def _listening(self) -> str:
        log = self._stack.enter_context(self._file.open("wb"))
        command = [sys.executable, *COMMAND, "--http", "127.0.0.1:0"]
        process = subprocess.Popen(
            command, env=self._environment, cwd=self._file.parent, stdin=subprocess.DEVNULL, stderr=log
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        end = time.monotonic() + PATIENCE
        while not (serving := self.events("serving")):
            assert process.poll() is None, f"the server ended: {self.log}"
            assert time.monotonic() < end, f"the server does not serve: {self.log}"
            time.sleep(0.01)
        return str(serving[0]["url"])


Start = Callable[..., Server]
"""Starts a server, given its transport and era, with settings; None takes one away."""


def told(result: Any) -> str:
    """The text that a model reads: there is one, and nothing is beside it."""
    (content,) = result.content
    assert result.structured_content is None or not result.is_error, result.structured_content
    return str(content.text)


def envelope(result: Any) -> dict[str, Any]:
    """What programs find of a failure."""
    assert result.is_error, result
    return dict((result.meta or {})[ENVELOPE])
