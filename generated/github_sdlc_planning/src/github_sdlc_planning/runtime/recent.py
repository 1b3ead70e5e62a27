"""What was read a moment ago and may be given again: completions ask at every key that is pressed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Any

MOST = 256


class Recent:
    """Values by key, each with the moment it was read; `clock` gives Unix seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._known: dict[Hashable, tuple[float, Any]] = {}

    async def get(self, key: Hashable, milliseconds: int, read: Callable[[], Awaitable[Any]]) -> Any:
        """The value under `key` when it is younger than `milliseconds`, else what `read` gives. Raises what it does."""
        known = self._known.get(key)
        now = self._clock()
        if known is not None and (now - known[0]) * 1000 < milliseconds:
            return known[1]
        value = await read()
        self._known.pop(key, None)
        if milliseconds:
            self._known[key] = (now, value)
        while len(self._known) > MOST:
            del self._known[next(iter(self._known))]
        return value
