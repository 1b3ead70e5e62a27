"""Ledgers: writes that took effect, kept so that an operator can undo them.

An entry is sealed, so that only servers with the keys can read, make or move it. It is booked once the answer is there,
and nothing that happens to the call afterwards takes it back: what took effect took effect.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import anyio

from .fingerprint import canonical
from .sealing import Keys
from .store import Booked, Standing, Store

if TYPE_CHECKING:
    from .calls import Call
    from .process import Process

# How long the store may take: the caller waits for the answer to a write that took effect.
BOOKING_SECONDS = 5.0

_ENTRY = "ledger entry"
_HOLD = "ledger hold"


class Held(Exception):
    """Another rollback of the ledger is going on, or was killed less than its lease ago."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A write that was booked at `at` (Unix); `content` is None when none of this server's keys opens it."""

    position: int
    id: str
    at: float
    content: dict[str, Any] | None


class Books:
    """The ledgers of one server. `clock` gives Unix seconds. Everything raises StateUnavailable."""

    def __init__(self, store: Store, keys: Keys, *, server: str, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._keys = keys
        self._server = server
        self._clock = clock

    async def enter(self, ledger: str, content: Mapping[str, Any]) -> None:
        """Book a write."""
        id = os.urandom(9).hex()
        sealed = self._keys.seal(_ENTRY, json.dumps([self._server, ledger, id, content]).encode())
        await self._store.book(self._name(ledger), id, at=self._clock(), sealed=sealed.encode())

    async def entries(self, ledger: str) -> list[Entry]:
        """What is booked, oldest first."""
        return [self._opened(ledger, kept) for kept in await self._store.booked(self._name(ledger))]

    async def strike(self, ledger: str, entry: Entry) -> None:
        """Remove an entry; one that is gone already is fine."""
        await self._store.unbook(self._name(ledger), entry.id)

    @asynccontextmanager
    async def held(self, ledger: str, seconds: float) -> AsyncIterator[Callable[[], Awaitable[bool]]]:
        """Keep other rollbacks of a ledger from starting, for `seconds` if this process dies; raises Held.

        Gives what holds it for as long again, and tells whether it still was ours.
        """
        known = canonical([self._server, ledger]).encode()
        names = [mac.hex() for mac in self._keys.macs(_HOLD, known)]
        owner, now = os.urandom(9).hex(), self._clock()
        claim = await self._store.claim(names, arguments=[b""], owner=owner, now=now, lease=seconds, expires=now)
        if claim.standing is Standing.BUSY:
            raise Held

        async def again() -> bool:
            return await self._store.renew(claim.key, owner, now=self._clock(), lease=seconds)

        try:
            yield again
        finally:
            with anyio.move_on_after(BOOKING_SECONDS, shield=True):
                await self._store.free(claim.key, owner)

    def _name(self, ledger: str) -> str:
        # Names of servers are free text; neither part can hold what stands between them.
        return canonical([self._server, ledger])

    def _opened(self, ledger: str, kept: Booked) -> Entry:
        plain = self._keys.open(_ENTRY, kept.sealed.decode("ascii", "replace"))
        *place, content = [None] if plain is None else json.loads(plain)
        # An entry that was moved here from elsewhere is none of ours.
        ours = place == [self._server, ledger, kept.id]
        return Entry(kept.position, kept.id, kept.at, content if ours else None)


async def book(process: Process, call: Call, ledger: str, content: Mapping[str, Any]) -> bool:
    """Book the write that `call` has just made; return whether that worked, whatever may fail or end the call."""
    fields = {"tool": call.tool, "request_id": call.request_id}
    with anyio.move_on_after(BOOKING_SECONDS, shield=True):
        try:
            await process.state.books.enter(ledger, content)
            return True
        except Exception as failure:
            process.log.failure("state_unavailable", failure, **fields)
    process.log.event("error", "not_booked", ledger=ledger, **fields)
    return False
