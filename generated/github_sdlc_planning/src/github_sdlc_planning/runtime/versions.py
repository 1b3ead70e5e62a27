"""Version tokens: what an object looked like, so that a write happens only while it still looks like that.

A token is a digest of the object and a proof that this server made it. It tells nothing about the object, never expires
and needs no store: the same content gives the same token in every process that has the keys.
"""

from __future__ import annotations

import hashlib
from typing import Any

from .fingerprint import canonical
from .sealing import Keys, raw, text

# Together a multiple of three, so that the text has no bits to spare.
_DIGEST_BYTES = 20
_PROOF_BYTES = 13


class Versions:
    """Makes version tokens and recognises them."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def token(self, name: str, prefix: str, value: Any) -> str:
        """The token of `value` (plain JSON, in whatever order its keys are) for the entry `name` of `versions`.

        44 characters out of A–Z a–z 0–9 - _ after `prefix`. Raises ValueError for numbers that JSON cannot say.
        """
        digest = _digest(value)
        return prefix + text(digest + self._keys.mac(_purpose(name), digest)[:_PROOF_BYTES])

    def genuine(self, name: str, prefix: str, token: str) -> bool:
        """Whether this server made `token`, for whatever content: then an error may show it."""
        return self._proven(name, prefix, token) is not None

    def same(self, name: str, prefix: str, token: str, value: Any) -> bool:
        """Whether `token` is genuine and stands for `value`, whichever key it was made with."""
        return self._proven(name, prefix, token) == _digest(value)

    def _proven(self, name: str, prefix: str, token: str) -> bytes | None:
        data = raw(token.removeprefix(prefix)) if token.startswith(prefix) else None
        if data is None or len(data) != _DIGEST_BYTES + _PROOF_BYTES:
            return None
        digest, proof = data[:_DIGEST_BYTES], data[_DIGEST_BYTES:]
        return digest if self._keys.proves(_purpose(name), digest, proof) else None


def _purpose(name: str) -> str:
    return f"version {name}"


def _digest(value: Any) -> bytes:
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).digest()[:_DIGEST_BYTES]
