"""What handlers get beside their arguments: the base of the generated contexts.

A handler reaches the world through its context alone, which holds what its contract lets it use and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from .calls import Call
from .envelope import ToolError
from .expressions import ABSENT, Absent, compact, cut, quote
from .judging import UnknownOutcome
from .pages import Page, Pages

__all__ = [
    "ABSENT",
    "Absent",
    "Call",
    "Context",
    "Failures",
    "Page",
    "Pages",
    "Position",
    "ToolError",
    "UnknownOutcome",
    "VersionOf",
    "compact",
    "cut",
    "quote",
]

Position: TypeAlias = str | None
"""Where a list continues: to be handed to `Pages.at`. None is its beginning."""


class Context:
    """One call as its handler sees it."""

    def __init__(self, call: Call) -> None:
        self.call = call

    @property
    def config(self) -> Mapping[str, Any]:
        """The settings that are no secrets."""
        return self.call.config

    def now(self) -> str:
        """The present moment (RFC 3339, UTC)."""
        return self.call.now()

    def done(self, text: str) -> None:
        """Say how errors of this call tell that the write just made took effect."""
        self.call.done(text)

    def log(self, level: str, event: str, **numbers: int | float) -> None:
        """Log an event with figures; texts would let a caller's or an upstream's words into the log."""
        self.call.log(level, event, **numbers)


class Failures:
    """The errors that a handler may raise, each a method named by its code."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def _error(self, code: str, params: Mapping[str, Any]) -> ToolError:
        return self._call.error(code, params)


class VersionOf:
    """Version tokens of one kind of object."""

    def __init__(self, call: Call, name: str, argument: str | None) -> None:
        self._call = call
        self._name = name
        self._argument = argument

    def __call__(self, it: Any) -> str:
        """The token of an object. Raises ToolError."""
        return self._call.version(self._name, it)

    def require(self, it: Any) -> None:
        """Refuse the call when its caller read another version of the object. Raises ToolError."""
        if self._argument is not None:
            self._call.require_version(self._name, it, self._argument)
