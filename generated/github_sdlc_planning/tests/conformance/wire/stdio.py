"""MCP over a server's stdin and stdout: one JSON message per line (MCP, transports, stdio)."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping

from ..outcome import Broken
from ..values import JsonObject, shown
from .client import PATIENCE, Answer, Client
from .messages import Era, fault
from .process import ServerProcess


class StdioClient(Client):
    """A client that owns the server process it talks to."""

    transport = "stdio"

    def __init__(self, era: Era, process: ServerProcess) -> None:
        super().__init__(era)
        self.process = process

    @property
    def alive(self) -> bool:
        """Tell whether the server still runs."""
        return self.process.running and not self.process.silent

    def exchange(self, message: JsonObject, headers: Mapping[str, str] | None = None) -> Answer:
        """Write a request on a line and read lines until its answer comes; there are no headers. Raises Broken."""
        self.tell(message)
        return self.await_answer(message["id"])

    def await_answer(self, number: int | str, seconds: float = PATIENCE) -> Answer:
        """Read lines until the answer with the id `number` comes. Raises Broken."""
        others: list[JsonObject] = []
        end = time.monotonic() + seconds
        while True:
            line = self.process.line(max(0.01, end - time.monotonic()))
            text = line.decode("utf-8", "replace").rstrip("\n")
            message = _parsed(text)
            if "method" not in message and message["id"] == number:
                return Answer(message, text, notifications=tuple(others))
            others.append(message)

    def tell(self, message: JsonObject) -> None:
        """Write a message on a line."""
        self.write_line(json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass"))

    def write_line(self, data: bytes) -> None:
        """Write a line as it is."""
        self.process.write(data + b"\n")

    def close(self) -> None:
        """End the server by closing its stdin (MCP, lifecycle, shutdown)."""
        self.process.stop()


def _parsed(text: str) -> JsonObject:
    try:
        message = json.loads(text)
    except ValueError:
        raise Broken("nothing but JSON-RPC messages on stdout", shown(text)) from None
    reason = fault(message)
    if reason is not None:
        raise Broken("nothing but JSON-RPC messages on stdout", f"{reason}: {shown(text)}")
    parsed: JsonObject = message
    return parsed
