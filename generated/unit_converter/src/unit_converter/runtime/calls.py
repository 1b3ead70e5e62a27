"""One call as generated code sees it: who calls what with which arguments, and since when.

A `Call` is built once per tool call, resource read, prompt or completion and handed to every function the contract
compiled to. It carries no protocol object, so generated code never depends on the MCP library.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

# Clocks of a server and of the system it talks to differ; what an upstream stamped during this call must not look
# older than the call itself.
CLOCK_SKEW_SECONDS = 60.0


def rfc3339(seconds: float) -> str:
    """The moment `seconds` (Unix time) as RFC 3339 text in UTC with second precision."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(slots=True)
class Call:
    """One call in progress.

    `tool` is the name of the tool, resource, template, prompt or completion that was asked for; `args` are the
    validated arguments with defaults applied. `upstream` is what the failed request said while an error is being
    worded, else empty. `open_writes` counts requests in flight that may change something, and `completed` lists those
    that did.
    """

    tool: str
    args: dict[str, Any]
    request_id: str = ""
    principal: str = ""
    config: Mapping[str, Any] = field(default_factory=dict)
    upstream: Mapping[str, Any] = field(default_factory=dict)
    catalog: Mapping[str, Any] = field(default_factory=dict)
    started: float = field(default_factory=time.time)
    first_started: float | None = None
    open_writes: int = 0
    completed: list[Any] = field(default_factory=list)
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
        return rfc3339(time.time())

    async def run(self, tool: str, arguments: Mapping[str, Any]) -> Any:
        """The result of another tool of this server, called with `arguments` on behalf of the same caller.

        Raises ToolError when that tool refuses.
        """
        if self.runner is None:
            raise RuntimeError(f"{self.tool} cannot call {tool}: it runs outside a server")
        return await self.runner(tool, dict(arguments), self)
