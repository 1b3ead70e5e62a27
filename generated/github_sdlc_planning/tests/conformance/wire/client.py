"""What both raw clients have in common: requests with ids, answers with everything that was seen on the wire."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count

from ..outcome import Broken
from ..values import Json, JsonObject, shown
from .messages import Era, initialize, notification, request

PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: the message, its text as it travelled, and what HTTP said around it."""

    message: JsonObject
    text: str
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    notifications: tuple[JsonObject, ...] = ()

    @property
    def result(self) -> JsonObject:
        """Return the result. Raises Broken when the answer is an error."""
        if "result" not in self.message:
            raise Broken("a result", f"the error {shown(self.message.get('error'))}")
        result: JsonObject = self.message["result"]
        return result

    @property
    def error(self) -> JsonObject:
        """Return the JSON-RPC error. Raises Broken when the answer is a result."""
        if "error" not in self.message:
            raise Broken("a JSON-RPC error", f"the result {shown(self.message.get('result'))}")
        error: JsonObject = self.message["error"]
        return error


class Client(ABC):
    """A client of one connection, speaking one era."""

    transport: str

    def __init__(self, era: Era) -> None:
        self.era = era
        self.numbers = count(1)
        self.hello: JsonObject = {}
        self.schemas: dict[str, JsonObject] = {}

    def connect(self) -> None:
        """Open the conversation: the handshake of the legacy era; the modern one has none."""
        if not self.era.modern:
            self.hello = self.ask("initialize", initialize(self.era)).result
            self.tell(notification("notifications/initialized"))

    def ask(self, method: str, params: JsonObject | None = None) -> Answer:
        """Send a request and return its answer. Raises Broken when none comes or it is not JSON-RPC."""
        return self.exchange(request(self.era, next(self.numbers), method, params))

    def call(self, tool: str, arguments: Json) -> Answer:
        """Call a tool."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    @property
    @abstractmethod
    def alive(self) -> bool:
        """Tell whether the connection can still be used."""

    @abstractmethod
    def exchange(self, message: JsonObject, headers: Mapping[str, str] | None = None) -> Answer:
        """Send a request as it is and return its answer; `headers` replace some where there are any. Raises Broken."""

    @abstractmethod
    def tell(self, message: JsonObject) -> None:
        """Send a message that has no answer."""

    @abstractmethod
    def close(self) -> None:
        """End the conversation."""
