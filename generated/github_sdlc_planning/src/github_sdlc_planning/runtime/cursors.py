"""Cursors: where a list goes on, sealed, and only for the caller, the list and the filters it was begun with.

Any process that has the keys can continue; nothing is stored. How many rows and which page of the upstream come next is
inside, so that whoever holds a cursor can neither read nor choose it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .fingerprint import canonical
from .sealing import Keys, text

_PURPOSE = "cursor"
_FORMAT = 1
_BINDING_BYTES = 16


@dataclass(frozen=True, slots=True)
class Position:
    """Where a list goes on.

    `token` is where the upstream's own list continues (None: at its beginning), `offset` how many rows of that page
    were given already, `given` how many rows were given in all, and `size` the rows per page when the list was begun
    with another number than its own (None).
    """

    token: str | None = None
    offset: int = 0
    given: int = 0
    size: int | None = None


class CursorInvalid(Exception):
    """No cursor of this server; `reason` says so in words that complete "The cursor …"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class CursorForeign(CursorInvalid):
    """A cursor this server made, but for another list, other filters or another caller."""


class CursorExpired(Exception):
    """A cursor this server made too long ago."""


class Cursors:
    """Seals positions and opens them again."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def seal(self, block: str, binds: Mapping[str, Any], principal: str, position: Position, *, now: float) -> str:
        """A cursor for `position` in the list of the pagination block `block`.

        `binds` are the bound arguments that were given, `now` is in Unix seconds.
        """
        fields = [
            _FORMAT,
            round(now * 1000),
            _binding(block, binds, principal),
            position.token,
            position.offset,
            position.given,
            position.size,
        ]
        plain = json.dumps(fields, separators=(",", ":"))
        return self._keys.seal(_PURPOSE, plain.encode())

    def open(
        self, block: str, binds: Mapping[str, Any], principal: str, cursor: str, *, now: float, ttl_ms: int
    ) -> Position:
        """The position in `cursor`, which lives for less than `ttl_ms` milliseconds.

        Raises CursorInvalid for what this server did not make, CursorExpired for what it made too long ago (whatever it
        was made for), and CursorForeign for what is not meant for this list, these filters or this caller.
        """
        fields = self._fields(cursor)
        if fields is None:
            raise CursorInvalid("was not made by this server, or was changed")
        _, made, binding, token, offset, given, size = fields
        if round(now * 1000) - made >= ttl_ms:
            raise CursorExpired
        if binding != _binding(block, binds, principal):
            raise CursorForeign("belongs to a list with other filters or of another caller")
        return Position(token, offset, given, size)

    def genuine(self, cursor: str) -> bool:
        """Whether this server made `cursor`, however long ago and for whomever: then an error may show it."""
        return self._fields(cursor) is not None

    def _fields(self, cursor: str) -> list[Any] | None:
        plain = self._keys.open(_PURPOSE, cursor)
        fields = None if plain is None else json.loads(plain)
        # A cursor of another version of this runtime is as good as none: nothing is lost but the place in a list.
        return fields if isinstance(fields, list) and fields[0] == _FORMAT else None


def _binding(block: str, binds: Mapping[str, Any], principal: str) -> str:
    bound = canonical([block, principal, dict(binds)]).encode("utf-8", "surrogatepass")
    return text(hashlib.sha256(bound).digest()[:_BINDING_BYTES])
