"""What an upstream does with a request: the answers and the accidents that are played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from ..values import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, as expected or as seen; `path` is encoded, `query` in order, `body` None where there is none.

    `installation` is the one whose token it carries where a GitHub App asks, and `at` when it came, in seconds.
    """

    upstream: str
    method: str
    path: str
    query: tuple[tuple[str, str], ...]
    body: Json = None
    has_body: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)
    installation: str = ""
    at: float = 0.0

    def __str__(self) -> str:
        query = f"?{urlencode(self.query)}" if self.query else ""
        return f"{self.method} {self.path}{query}"


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer; without `has_body` it is empty."""

    status: int = 200
    body: Json = None
    has_body: bool = True
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unusable:
    """A success that cannot be used: `text` is its body, and `length` what its header says of it."""

    text: str
    length: int
    content_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Lost:
    """No answer: the connection is closed in order, or reset."""

    reset: bool


Reply = Answered | Unusable | Lost


@dataclass(frozen=True, slots=True)
class Script:
    """How the upstreams behave during one call.

    `usual` and `rows` (by operation) replace the usual answers. From the request `at` on (from 0), `reply` happens to
    `times` requests; `then` is by number of the request. From the request `gone` on, no connection is taken. `page` is
    the most rows an upstream gives at a time. `auth` happens to what a GitHub App asks for itself,
    which is not counted.
    """

    usual: Mapping[str, Answered] = field(default_factory=dict)
    rows: Mapping[str, list[Json]] = field(default_factory=dict)
    at: int = -1
    reply: Reply | None = None
    times: int = 1
    then: Mapping[int, Reply] = field(default_factory=dict)
    gone: int | None = None
    page: int | None = None
    auth: Mapping[str, Reply] = field(default_factory=dict)

    def planned(self, number: int) -> Reply | None:
        """Return what happens to a request; None for the usual answer."""
        if self.reply is not None and self.at <= number < self.at + self.times:
            return self.reply
        return self.then.get(number)


def segment(value: Json, *, slashes: bool = False) -> str:
    """Return a value as a part of a path (RFC 3986: everything but unreserved characters is encoded)."""
    return quote(_text(value), safe="-._~/" if slashes else "-._~")


def pairs(query: JsonObject) -> tuple[tuple[str, str], ...]:
    """Return the pairs of a query: null is left out, lists repeat their key, booleans are words."""
    found: list[tuple[str, str]] = []
    for key, value in query.items():
        found += [(key, _text(item)) for item in (value if isinstance(value, list) else [value]) if item is not None]
    return tuple(found)


def _text(value: Json) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else str(value)
