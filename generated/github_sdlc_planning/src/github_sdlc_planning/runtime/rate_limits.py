"""Rate limits: whether an answer says that too much was asked, and how long to wait.

Services say it in several ways, and use the same statuses for other refusals; the rules are those of requirements F15.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Any, Final

from .outcomes import Answer

TOO_MANY: Final = 429
LONGEST_MS: Final = 24 * 60 * 60 * 1000

_NUMBER: Final = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,9})?", re.ASCII)
_TYPES: Final = frozenset({"RATE_LIMIT", "RATE_LIMITED"})


@dataclass(frozen=True, slots=True)
class Limited:
    """A rate limit was hit: when to ask again, in milliseconds from now, and how many requests are left, if said."""

    retry_after_ms: int
    remaining: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimit:
    """How one service says that too much was asked.

    `statuses` may mean it; `remaining`, `reset` (Unix seconds) and `after` (seconds or an HTTP date) are names of
    headers. `default_ms` is the wait where none can be told, `retries` how often a limited request may be made again.
    """

    statuses: tuple[int, ...]
    remaining: str | None = None
    reset: str | None = None
    after: str | None = None
    default_ms: int = 60_000
    retries: int = 0

    def limited(self, answer: Answer, *, now: float) -> Limited | None:
        """What `answer`, which came at `now` (Unix seconds), says of a rate limit; None when it is about another thing.

        A listed status is a limit when it is 429, when nothing remains, when it says how long to wait, or when the
        message speaks of a rate limit. A success never is (0 may remain after the last request that was allowed), but
        for an answer of GraphQL whose errors say so.
        """
        remaining = _count(self._header(answer, self.remaining))
        if answer.status < 400:
            limited = _said_by_graphql(answer)
        else:
            limited = answer.status in self.statuses and (
                answer.status == TOO_MANY
                or remaining == 0
                or self._header(answer, self.after) is not None
                or "rate limit" in answer.message.lower()
            )
        return Limited(self._wait(answer, remaining, now), remaining) if limited else None

    def _wait(self, answer: Answer, remaining: int | None, now: float) -> int:
        wait = _delay(self._header(answer, self.after), now)
        if wait is None and remaining == 0:
            reset = _number(self._header(answer, self.reset))
            wait = None if reset is None else reset - now
        if wait is None or wait * 1000 > LONGEST_MS:
            return self.default_ms
        return max(0, math.ceil(wait * 1000))

    def _header(self, answer: Answer, name: str | None) -> str | None:
        return None if name is None else answer.headers.get(name.lower())


def _said_by_graphql(answer: Answer) -> bool:
    if not isinstance(answer.body, Mapping):
        return False
    errors = answer.body.get("errors")
    if not isinstance(errors, list) or not errors:
        return False
    types = {_type(error) for error in errors}
    return bool(types & _TYPES) or (answer.body.get("data") is None and "rate limit" in answer.message.lower())


def _type(error: Any) -> str | None:
    kind = error.get("type") if isinstance(error, Mapping) else None
    return kind if isinstance(kind, str) else None


def _delay(value: str | None, now: float) -> float | None:
    """Seconds to wait by a Retry-After header (RFC 9110 §10.2.3); None when it says nothing that can be used."""
    seconds = _number(value)
    if seconds is not None or value is None:
        return seconds
    try:
        moment = parsedate_to_datetime(value.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - now
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _number(value: str | None) -> float | None:
    found = _NUMBER.fullmatch((value or "").strip())
    return None if found is None else float(found[0])


def _count(value: str | None) -> int | None:
    number = _number(value)
    return None if number is None else int(number)
