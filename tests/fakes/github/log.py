"""The ordered log of what clients asked for, and what became of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from .clock import written
from .wire import Call

OF_INTEREST = ("accept", "content-type", "content-length", "user-agent", "x-github-api-version", "if-none-match")
READS = ("GET", "HEAD")


@dataclass
class Entry:
    """One request. `status` is what GitHub meant to answer, whether or not it got through: see `answered`."""

    number: int
    moment: datetime
    method: str
    path: str
    """As it was sent, percent-encoded."""
    route: str
    """The same, with a repository's id replaced by its owner and name."""
    query: tuple[tuple[str, str], ...]
    headers: dict[str, str]
    """Those of interest; `authorization` says whose token it was, never which."""
    body: Any = None
    """Parsed where it is JSON, the text otherwise; None where there was none, or none was read."""
    operation: str | None = None
    """`query` or `mutation`, where a GraphQL document could be read."""
    fields: tuple[str, ...] = ()
    """The root fields of a GraphQL document."""
    status: int | None = None
    answered: bool = False
    """Whether a whole answer was sent: faults may keep it back, or cut it off."""
    fault: str | None = None
    changed: bool = False
    """Whether something that GitHub stores has changed."""
    arrived: float = field(default_factory=time.monotonic)
    """When the head of the request was there, in seconds of the machine's monotonic clock: all its processes share it,
    and nothing sets it, so differences tell how long a client waited."""

    def argument(self, name: str) -> str | None:
        """Return what the query says last under a name."""
        return dict(self.query).get(name)

    def body_read(self, body: bytes) -> None:
        if body:
            try:
                self.body = json.loads(body)
            except ValueError:
                self.body = body.decode(errors="replace")

    def summary(self) -> dict[str, Any]:
        return asdict(self) | {"moment": written(self.moment)}


@dataclass
class RequestLog:
    entries: list[Entry] = field(default_factory=list)
    _count: int = 0

    def begin(self, call: Call, route: str, token: str | None, moment: datetime) -> Entry:
        """Note a request whose head was read; the name of its token stands for the token."""
        self._count += 1
        headers = {name: call.headers[name] for name in OF_INTEREST if name in call.headers}
        if "authorization" in call.headers:
            scheme = call.headers["authorization"].partition(" ")[0]
            headers["authorization"] = f"{scheme} {token or '?'}"
        entry = Entry(self._count, moment, call.method, call.path, route, call.query, headers)
        self.entries.append(entry)
        return entry

    def wait(self, count: int, patience: float = 5) -> None:
        """Wait until so many requests are noted: one that hangs is noted as soon as its head is there."""
        end = time.monotonic() + patience
        while len(self.entries) < count:
            assert time.monotonic() < end, f"only {len(self.entries)} of {count} requests came"
            time.sleep(0.001)

    def clear(self) -> None:
        """Forget everything; the numbers go on."""
        self.entries.clear()

    def __iter__(self) -> Iterator[Entry]:
        return iter(list(self.entries))

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, place: int) -> Entry:
        return self.entries[place]

    @property
    def lines(self) -> list[str]:
        """Return the requests as `METHOD route`: what most tests compare."""
        return [f"{entry.method} {entry.route}" for entry in self.entries]

    @property
    def writes(self) -> list[Entry]:
        """Return what was no plain read: GraphQL counts unless it begins like a query."""
        return [entry for entry in self.entries if entry.method not in READS and not _asks(entry)]


def _asks(entry: Entry) -> bool:
    text = entry.body.get("query") if isinstance(entry.body, dict) and entry.route == "/graphql" else None
    kept = [line for line in str(text or "").splitlines() if not line.lstrip().startswith("#")]
    return "\n".join(kept).lstrip().startswith(("query", "{"))
