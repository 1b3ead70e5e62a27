"""A server process and the client that speaks to it: one message after the other, and the log lines each one left."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "generated" / "github_issues" / "src"
REVISION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "fault-matrix", "version": "1"},
}
PATIENCE = 60.0


@dataclass(frozen=True)
class Reply:
    """What came back of one request.

    Attributes:
        error: The envelope, with its keys as tool results carry them; None for a success.
        text: Everything that a client was sent, as text.
        log: The lines that the server logged meanwhile.
    """

    result: Any
    error: Mapping[str, Any] | None
    text: str
    log: tuple[str, ...]

    @property
    def code(self) -> str:
        """The code of the error, or `ok`."""
        return "ok" if self.error is None else str(self.error["code"])

    def events(self, name: str) -> list[dict[str, Any]]:
        """The log events of a name."""
        return [event for event in map(json.loads, self.log) if event["event"] == name]


class Server:
    """One process of the generated server."""

    def __init__(self, *, url: str, token: str, folder: Path, clock: Path, seconds: float) -> None:
        folder.mkdir()
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).parent / "entry.py"), "--log-level", "debug"],
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(PACKAGE),
                "GITHUB_API_URL": url,
                "GITHUB_TOKEN": token,
                "STATE_STORE": str(folder / "state.sqlite3"),
                "TEST_CLOCK": str(clock),
                "TEST_PATIENCE": str(seconds),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self._process.stderr is not None
        os.set_blocking(self._process.stderr.fileno(), False)
        self._number = 0
        self._rest = b""

    def close(self) -> None:
        """End the process as a client does that goes away."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Reply:
        """Call a tool."""
        return self.ask("tools/call", name=tool, arguments=dict(arguments))

    def ask(self, method: str, **params: Any) -> Reply:
        """Make a request."""
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": {**params, "_meta": META}}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()
        answer = self._answer()
        # The server logs before it answers, so that what it logged is there now.
        return _reply(answer, self._logged())

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        while True:
            ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
            line = self._process.stdout.readline() if ready else b""
            assert line, f"the server is gone, or says nothing: {self._logged()}"
            message: dict[str, Any] = json.loads(line)
            if message.get("id") == self._number:
                return message

    def _logged(self) -> tuple[str, ...]:
        assert self._process.stderr is not None
        found = self._rest + (self._process.stderr.read() or b"")
        *lines, self._rest = found.split(b"\n")
        return tuple(line.decode() for line in lines)


def _reply(message: dict[str, Any], log: tuple[str, ...]) -> Reply:
    text = json.dumps(message, ensure_ascii=False)
    if "error" in message:
        data = message["error"].get("data") or {}
        names = {"machine_code": "code", "human_message": "message"}
        error = {names.get(key, key): value for key, value in data.items()} if isinstance(data, dict) else {}
        return Reply(None, {"code": f"JSON-RPC {message['error']['code']}", **error}, text, log)
    result = message["result"]
    if result.get("isError"):
        return Reply(None, result["structuredContent"], text, log)
    return Reply(result.get("structuredContent", result), None, text, log)
