"""How a call of a tool ends, as the contract foretells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..templates import Unsaid
from ..values import Json, JsonObject
from .replies import Asked


@dataclass(frozen=True, slots=True)
class Succeeded:
    """The call has a result; parts of it that only the server can tell are COMPUTED."""

    result: Json | Unsaid


@dataclass(frozen=True, slots=True)
class Refused:
    """The call ends in an error.

    `condition` is what the server itself detected, empty for codes of the contract's tables and steps. `params` are the
    error's data as far as they can be told, and `waits` the least and the most milliseconds it says to wait. `message`
    is what a row says in place of the catalogue's words; None without any.
    """

    code: str
    condition: str = ""
    params: JsonObject = field(default_factory=dict)
    waits: tuple[int, int] | None = None
    message: Json | Unsaid = None

    @property
    def unknown(self) -> bool:
        """Tell whether it is not known if a write took effect."""
        return self.condition == "outcome_unknown"


Ending = Succeeded | Refused


@dataclass(frozen=True, slots=True)
class Foretold:
    """What a call makes of its upstreams: the requests in order, and how it ends.

    `firsts` are the numbers of the requests with which steps began, by the step's place; `completed` are the texts of
    writes that took effect, in order, COMPUTED where the contract has no words. `rejected` is the step and the row that
    ended the call, where one did, and `known` what names stood for in the end.
    """

    requests: tuple[Asked, ...]
    asked_for: tuple[str, ...]
    firsts: dict[int, int]
    ending: Ending
    completed: tuple[Json | Unsaid, ...]
    rejected: tuple[int, int] | None = None
    known: Mapping[str, Any] = field(default_factory=dict)
