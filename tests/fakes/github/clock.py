"""The time of the fake: a clock that only moves when it is told to, and how GitHub writes moments."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], datetime]
"""Anything that gives the present moment, with its time zone."""


class SettableClock:
    """A clock that stands still, so that what a test sees does not depend on how fast it runs."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self.now = start

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def set(self, moment: datetime) -> None:
        self.now = moment.astimezone(UTC)


def real_time() -> datetime:
    return datetime.now(UTC)


def written(moment: datetime | None) -> str | None:
    """Return a moment as GitHub writes it: UTC, whole seconds."""
    return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read(text: str) -> datetime | None:
    """Return the moment that a text names, or None; a date alone means its first second."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
