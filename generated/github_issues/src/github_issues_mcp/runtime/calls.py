"""One call as generated code sees it: who calls what with which arguments, and since when.

A `Call` is built once per tool call, resource read, prompt or completion and handed to every function the contract
compiled to. It carries no protocol object, so generated code never depends on the MCP library.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .envelope import ToolError
    from .expression_values import Absent
    from .pages import Page
    from .process import Process
    from .settings import Settings

# Clocks of a server and of the system it talks to differ; what an upstream stamped during this call must not look
# older than the call itself.
CLOCK_SKEW_SECONDS = 60.0

# What is added to the words for a write that took effect and is in no ledger.
UNBOOKED = " (rollback has no record of it)"


def rfc3339(seconds: float) -> str:
    """The moment `seconds` (Unix time) as RFC 3339 text in UTC with second precision."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(slots=True)
class Call:
    """One call in progress.

    `tool` is the name of the tool, resource, template, prompt or completion that was asked for; `args` are the
    validated arguments with defaults applied. `config` are the settings that are no secrets, `settings` all of them, as
    they were when the call began. `upstream` is what the failed request said while an error is being worded, else
    empty. `open_writes` names the requests in flight that may change something, `completed` says in words which of them
    did, and `doubts` are those of which nobody knows. `took_effect` says whether the last request was a write that was
    answered with success. `process` is the server that answers.
    """

    tool: str
    args: dict[str, Any]
    request_id: str = ""
    principal: str = ""
    config: Mapping[str, Any] = field(default_factory=dict)
    settings: Settings | None = field(default=None, repr=False)
    upstream: Mapping[str, Any] = field(default_factory=dict)
    catalog: Mapping[str, Any] = field(default_factory=dict)
    started: float = field(default_factory=time.time)
    clock: Callable[[], float] = time.time
    first_started: float | None = None
    open_writes: list[str] = field(default_factory=list)
    completed: list[str] = field(default_factory=list)
    doubts: list[ToolError] = field(default_factory=list)
    took_effect: bool = False
    process: Process | None = field(default=None, repr=False)
    runner: Callable[[str, dict[str, Any], Call], Awaitable[Any]] | None = None

    @property
    def started_at(self) -> str:
        """When this call began, one minute early against clock skew (RFC 3339, UTC)."""
        return rfc3339(self.started - CLOCK_SKEW_SECONDS)

    @property
    def first_started_at(self) -> str:
        """When the first call with the same idempotency key began; else the same as `started_at`."""
        first = self.started if self.first_started is None else self.first_started
        return rfc3339(first - CLOCK_SKEW_SECONDS)

    def now(self) -> str:
        """The present moment (RFC 3339, UTC)."""
        return rfc3339(self.clock())

    def error(self, code: str, params: Mapping[str, Any]) -> ToolError:
        """The declared error `code`, worded for this call."""
        return self._server.errors.build(code, self, params)

    def version(self, name: str, it: Any) -> str:
        """The version token of an object for the entry `name` of `versions`. Raises ToolError."""
        return self._server.contents.token(name, it, self)

    def require_version(self, name: str, it: Any, argument: str) -> None:
        """Refuse the call when the caller read another version of an object than this. Raises ToolError."""
        self._server.contents.require(name, it, argument, self)

    def begin_list(self, name: str, result: Any, page: Page[Any] | Absent, *, has_more: str, next_cursor: str) -> Any:
        """`result` with how the list that begins in it continues. Raises ToolError."""
        return self._server.lists.begin(name, result, page, self, has_more=has_more, next_cursor=next_cursor)

    @property
    def _server(self) -> Process:
        if self.process is None:
            raise RuntimeError(f"{self.tool} runs outside a server")
        return self.process

    async def cached(self, name: str, milliseconds: int, read: Callable[[], Awaitable[list[Any]]]) -> list[Any]:
        """What `read` gave to this caller under `name` at most so long ago, else what it gives now."""
        rows: list[Any] = await self._server.recent.get((name, self.principal), milliseconds, read)
        return rows

    def log(self, level: str, event: str, **numbers: int | float) -> None:
        """Log an event of this call, with figures."""
        self._server.log.event(level, event, tool=self.tool, request_id=self.request_id, **numbers)

    def done(self, text: str) -> None:
        """Say in the contract's words that the write just made took effect."""
        unbooked = UNBOOKED if self.completed and self.completed[-1].endswith(UNBOOKED) else ""
        self.completed[-1:] = [text + unbooked]

    async def book(self, ledger: str, entry: Mapping[str, Any]) -> None:
        """Book the write just made for rollback; one that was not answered with success is not booked.

        That it cannot be booked is logged and does not end the call: the write took effect.
        """
        from .books import book

        if self.took_effect and not await book(self._server, self, ledger, entry):
            self.completed[-1] += UNBOOKED

    async def run(self, tool: str, arguments: Mapping[str, Any]) -> Any:
        """The result of another tool of this server, called with `arguments` on behalf of the same caller.

        Raises ToolError when that tool refuses.
        """
        if self.runner is None:
            raise RuntimeError(f"{self.tool} cannot call {tool}: it runs outside a server")
        return await self.runner(tool, dict(arguments), self)
