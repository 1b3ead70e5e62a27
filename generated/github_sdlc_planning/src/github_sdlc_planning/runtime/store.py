"""Where records of idempotency keys and the entries of ledgers are kept: the protocol, without any word about how.

A record says that somebody acts for a key, or did. Who acts holds a lease and renews it; a lease that lapsed means that
its holder died, and that nobody knows whether it had acted. A record past its time counts as none.

An entry of a ledger is a write that took effect. It stays until it is removed, however long that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class StateUnavailable(Exception):
    """The server's own state cannot be read or written; `reason` says why in words without a path or an address."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Standing(StrEnum):
    """How a claim to act for a key was answered."""

    MINE = "mine"
    """Nobody has acted: the claimant holds the lease and acts."""
    ORPHANED = "orphaned"
    """Somebody may have acted: the claimant holds the lease and finds out before it acts."""
    BUSY = "busy"
    """Somebody else holds the lease."""
    DONE = "done"
    """Somebody has acted, and this is the result."""
    REUSED = "reused"
    """The key stands for other arguments."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The answer to a claim: the name of the record is `key`; the first claim was made at `first_started` (Unix)."""

    standing: Standing
    key: str
    first_started: float
    result: bytes | None = None


@dataclass(frozen=True, slots=True)
class Booked:
    """An entry of a ledger, booked at `at` (Unix); what is booked later has a greater `position`, forever."""

    position: int
    id: str
    at: float
    sealed: bytes


class Store(Protocol):
    """A place for records that several processes may share. Every method is atomic and raises StateUnavailable.

    `owner` is the same for all that belongs to one claim and for nothing else; repeating a request of its is harmless.
    `renew`, `finish`, `doubt` and `free` return whether the record is still the owner's; else they change nothing.
    """

    async def claim(
        self, keys: Sequence[str], *, arguments: Sequence[bytes], owner: str, now: float, lease: float, expires: float
    ) -> Claim:
        """Claim to act for a key that may be filed under any of `keys`; a new record is filed under the first.

        `arguments` are the digests that the arguments may be filed under, the first one for a new record. `now` and
        `expires` are Unix seconds, `lease` is in seconds. `expires` and the digest are fixed by the first claim.
        """

    async def renew(self, key: str, owner: str, *, now: float, lease: float) -> bool:
        """Hold the record for `lease` seconds from `now` on."""

    async def finish(self, key: str, owner: str, result: bytes) -> bool:
        """Note that the owner has acted, and the result."""

    async def doubt(self, key: str, owner: str) -> bool:
        """Note that the owner may have acted, and let go of the record."""

    async def free(self, key: str, owner: str) -> bool:
        """Note that the owner has not acted: the record is removed."""

    async def book(self, ledger: str, id: str, *, at: float, sealed: bytes) -> None:
        """Add the entry `id` behind all others of `ledger`; to book it again is harmless."""

    async def booked(self, ledger: str) -> list[Booked]:
        """The entries of `ledger`, oldest first."""

    async def unbook(self, ledger: str, id: str) -> bool:
        """Remove the entry `id` from `ledger`; return whether it was there."""

    async def close(self) -> None:
        """Let go of connections and files."""
