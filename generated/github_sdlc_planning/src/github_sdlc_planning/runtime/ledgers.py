"""What generated code says of ledgers: how the writes that were booked in one are undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from .calls import Call

LedgerT = TypeVar("LedgerT", bound="type[Ledger]")


class Ledger:
    """One ledger. Subclasses name it and say how an entry is undone."""

    name: ClassVar[str] = ""

    def arguments(self, entry: Mapping[str, Any], call: Call) -> dict[str, Any]:
        """What the request that undoes `entry` is given; also the arguments of the call that makes it."""
        raise NotImplementedError

    async def undo(self, args: Mapping[str, Any], call: Call) -> None:
        """Make the request. Raises ToolError; NothingThere when there is nothing to undo any more."""
        raise NotImplementedError


class Ledgers:
    """The ledgers of one server."""

    def __init__(self) -> None:
        self.ledgers: dict[str, Ledger] = {}

    def ledger(self, cls: LedgerT) -> LedgerT:
        """Register an instance of the decorated class."""
        if cls.name in self.ledgers:
            raise ValueError(f"two classes for the ledger {cls.name}")
        self.ledgers[cls.name] = cls()
        return cls
