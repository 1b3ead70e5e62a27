"""Bounds on calls: how many at once and how long each.

Both are answered through the contract's conditions `overloaded` and `timeout`. A call over the bound is refused at once
instead of queued, because a queue only hides from the caller that it has to slow down.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

import anyio

T = TypeVar("T")


class Overloaded(Exception):
    """As many calls as allowed are in progress."""


class TimedOut(Exception):
    """A call outran its time and was cancelled."""


class Gate:
    """Counts calls in progress."""

    def __init__(self, *, concurrency: int, timeout_seconds: float) -> None:
        self._concurrency = concurrency
        self._timeout = timeout_seconds
        self.in_progress = 0

    def __enter__(self) -> None:
        if self.in_progress >= self._concurrency:
            raise Overloaded
        self.in_progress += 1

    def __exit__(self, *_: object) -> None:
        self.in_progress -= 1

    async def within(self, work: Awaitable[T]) -> T:
        """The outcome of `work`. Raises TimedOut, with `work` cancelled, when it takes too long."""
        with anyio.move_on_after(self._timeout):
            return await work
        raise TimedOut
