# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""How what issues-mcp has booked is undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .runtime import Call, Ledger, Ledgers
from .runtime.expressions import ABSENT, compact
from .runtime.requesting import gone
from .upstreams import Tracker

LEDGERS = Ledgers()


@LEDGERS.ledger
class Comments(Ledger):
    """Undone by delete_comment, one entry at a time."""

    name = "comments"

    def arguments(self, entry: Mapping[str, Any], call: Call) -> dict[str, Any]:
        return {"id": entry["id"]}

    async def undo(self, args: Mapping[str, Any], call: Call) -> None:
        await Tracker(call, gone).delete_comment(id=args["id"])


@LEDGERS.ledger
class Locks(Ledger):
    """Undone by unlock_issue, one entry at a time."""

    name = "locks"

    def arguments(self, entry: Mapping[str, Any], call: Call) -> dict[str, Any]:
        return compact({"number": entry["number"], "reason": entry.get("reason", ABSENT)})

    async def undo(self, args: Mapping[str, Any], call: Call) -> None:
        await Tracker(call, gone).unlock_issue(number=args["number"], reason=args.get("reason", ABSENT))
