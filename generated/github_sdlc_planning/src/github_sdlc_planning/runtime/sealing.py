"""What this server hands out to get back later, sealed so that nobody else can read, make or change it.

Every purpose has a key of its own, derived from the secrets of the server (RFC 5869), so that a token made for one
purpose is nothing to another. Secrets are given newest first: the newest seals, all of them open. To replace one
without a gap, add the new secret behind the old one everywhere, then put it first, and drop the old one when everything
made with it has run out.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
from collections.abc import Sequence

SHORTEST_SECRET = 32

_KEY_ID_BYTES = 4
_NONCE_BYTES = 12
_TAG_BYTES = 16


class Keys:
    """The secrets of a server. The newest one may seal 2^32 tokens of one purpose (random nonces, NIST SP 800-38D)."""

    def __init__(self, secrets: Sequence[str | bytes]) -> None:
        """Take `secrets`, newest first.

        Raises ValueError, in words that show no secret, when there is none or one is too short to withstand guessing.
        """
        if not secrets:
            raise ValueError("at least one key is needed")
        given = [secret.encode() if isinstance(secret, str) else secret for secret in secrets]
        if any(len(secret) < SHORTEST_SECRET for secret in given):
            raise ValueError(f"every key must have at least {SHORTEST_SECRET} characters")
        self._secrets = tuple(_Secret(secret) for secret in given)

    def seal(self, purpose: str, plain: bytes) -> str:
        """`plain` as URL-safe text (A–Z a–z 0–9 - _) that only `open` with the same purpose can read."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        secret = self._secrets[0]
        nonce = os.urandom(_NONCE_BYTES)
        sealed = AESGCM(secret.key(f"seal {purpose}")).encrypt(nonce, plain, secret.id)
        return text(secret.id + nonce + sealed)

    def open(self, purpose: str, token: str) -> bytes | None:
        """What was sealed in `token`; None when it was not made for this purpose with one of these secrets."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        data = raw(token)
        if data is None or len(data) < _KEY_ID_BYTES + _NONCE_BYTES + _TAG_BYTES:
            return None
        name, rest = data[:_KEY_ID_BYTES], data[_KEY_ID_BYTES:]
        for secret in self._secrets:
            if secret.id == name:
                try:
                    cipher = AESGCM(secret.key(f"seal {purpose}"))
                    return cipher.decrypt(rest[:_NONCE_BYTES], rest[_NONCE_BYTES:], name)
                except InvalidTag:
                    continue
        return None

    def mac(self, purpose: str, data: bytes) -> bytes:
        """The 32 bytes that prove that this server has seen `data` (HMAC-SHA256, newest secret)."""
        return self.macs(purpose, data)[0]

    def macs(self, purpose: str, data: bytes) -> list[bytes]:
        """`mac` with every secret, newest first: the names under which `data` may have been filed."""
        return [hmac.digest(secret.key(f"mac {purpose}"), data, "sha256") for secret in self._secrets]

    def proves(self, purpose: str, data: bytes, mac: bytes) -> bool:
        """Whether `mac`, which may be cut short by whoever made it, is that of `data` with any of the secrets."""
        return bool(mac) and any(hmac.compare_digest(known[: len(mac)], mac) for known in self.macs(purpose, data))


class _Secret:
    """One secret, and the keys derived from it."""

    def __init__(self, secret: bytes) -> None:
        self._root = hmac.digest(bytes(hashlib.sha256().digest_size), secret, "sha256")
        self._keys: dict[str, bytes] = {}
        self.id = self.key("id")[:_KEY_ID_BYTES]

    def key(self, purpose: str) -> bytes:
        """32 bytes for `purpose`: HKDF-SHA256 without a salt, in its one-block form."""
        found = self._keys.get(purpose)
        if found is None:
            found = hmac.digest(self._root, f"pactwright {purpose}".encode() + b"\x01", "sha256")
            self._keys[purpose] = found
        return found


def text(data: bytes) -> str:
    """`data` as URL-safe text without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def raw(token: str) -> bytes | None:
    """The bytes that `text` wrote as `token`; None for anything it would have written differently."""
    try:
        data = base64.urlsafe_b64decode(token.encode("ascii") + b"=" * (-len(token) % 4))
    except (UnicodeEncodeError, binascii.Error):
        return None
    # The decoder ignores foreign characters and left-over bits; two spellings of one token are one too many.
    return data if text(data) == token else None
