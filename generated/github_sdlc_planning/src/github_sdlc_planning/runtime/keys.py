"""Where the keys come from that bearer tokens are verified with.

One of: a shared secret (`MCP_AUTH_KEY`), a key set in a file or at a URL (`MCP_AUTH_JWKS`), else the key set the issuer
publishes in its metadata (RFC 8414, OpenID Connect Discovery). Key sets from the network are cached and fetched again
when a token names a key that is not in them, at most every `REFETCH_SECONDS`.
"""

from __future__ import annotations

import asyncio
import json
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jwt

SECRET_ENV = "MCP_AUTH_KEY"
KEY_SET_ENV = "MCP_AUTH_JWKS"

FETCH_SECONDS = 5.0
LIFETIME_SECONDS = 300.0
REFETCH_SECONDS = 30.0
MAX_BYTES = 1 << 20
SHORTEST_SECRET = 32

ASYMMETRIC = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")


class KeysUnavailable(Exception):
    """The keys could not be fetched: a token can be neither accepted nor refused."""


class NoSuchKey(Exception):
    """The token names a key the issuer does not publish."""


class SharedSecret:
    """One secret for every token (HMAC)."""

    algorithms = ("HS256", "HS384", "HS512")

    def __init__(self, secret: str) -> None:
        self._secret = secret

    async def key(self, token: str) -> Any:
        """The key for `token`."""
        return self._secret


class KeySet:
    """Published keys, chosen by the `kid` of a token."""

    algorithms = ASYMMETRIC

    def __init__(self, source: str, *, issuer: str) -> None:
        self._source = source
        self._issuer = issuer
        self._keys: list[jwt.PyJWK] = []
        self._fetched = float("-inf")
        self._tried = float("-inf")
        self._lock = asyncio.Lock()

    async def key(self, token: str) -> Any:
        """The key for `token`.

        Raises NoSuchKey, KeysUnavailable, and jwt.PyJWTError for what is no token.
        """
        name = jwt.get_unverified_header(token).get("kid")
        found = self._find(name)
        if found is None or time.monotonic() - self._fetched > LIFETIME_SECONDS:
            await self._refresh()
            found = self._find(name)
        if found is None:
            raise NoSuchKey
        return found.key

    def _find(self, name: Any) -> jwt.PyJWK | None:
        if name is None:
            return self._keys[0] if len(self._keys) == 1 else None
        return next((key for key in self._keys if key.key_id == name), None)

    async def _refresh(self) -> None:
        async with self._lock:
            now = time.monotonic()
            if now - self._tried < REFETCH_SECONDS:
                if not self._keys:
                    raise KeysUnavailable
                return
            self._tried = now
            try:
                document = await asyncio.to_thread(_document, self._source, self._issuer)
                keys = jwt.PyJWKSet.from_dict(document).keys
            except Exception as failure:
                if self._keys:
                    return
                raise KeysUnavailable from failure
            self._keys, self._fetched = list(keys), now


def keys_from(environ: Mapping[str, str], *, issuer: str) -> SharedSecret | KeySet:
    """The source of keys the environment names, else the issuer's own.

    Raises ValueError, in words, when what it names cannot be used.
    """
    secret = environ.get(SECRET_ENV)
    if secret:
        if len(secret.encode()) < SHORTEST_SECRET:
            raise ValueError(f"{SECRET_ENV} must have at least {SHORTEST_SECRET} bytes")
        return SharedSecret(secret)
    source = environ.get(KEY_SET_ENV, "")
    if source.startswith(("http:", "https:")) and not _fetchable(source):
        raise ValueError(f"{KEY_SET_ENV} must be an https URL (http only on this machine) or a file")
    if source and not source.startswith("http") and not Path(source).is_file():
        raise ValueError(f"{KEY_SET_ENV} names no file")
    return KeySet(source, issuer=issuer)


def _document(source: str, issuer: str) -> dict[str, Any]:
    if source and not source.startswith(("http:", "https:")):
        return _object(Path(source).read_bytes())
    return _fetch(source or _published(issuer))


def _published(issuer: str) -> str:
    parts = urlsplit(issuer)
    base, path = f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/")
    places = (
        f"{base}/.well-known/oauth-authorization-server{path}",
        f"{base}/.well-known/openid-configuration{path}",
        f"{base}{path}/.well-known/openid-configuration",
    )
    for place in dict.fromkeys(places):
        try:
            metadata = _fetch(place)
        except (OSError, ValueError):
            continue
        # RFC 8414 §3.3: metadata that names another issuer must not be used.
        if metadata.get("issuer") == issuer and isinstance(metadata.get("jwks_uri"), str):
            return str(metadata["jwks_uri"])
    raise ValueError("the issuer publishes no metadata with a key set")


def _fetch(url: str) -> dict[str, Any]:
    if not _fetchable(url):
        raise ValueError("keys are fetched over https only")
    request = urllib.request.Request(url, headers={"Accept": "application/json"})
    with urllib.request.urlopen(request, timeout=FETCH_SECONDS) as answer:
        return _object(answer.read(MAX_BYTES))


def _object(text: bytes) -> dict[str, Any]:
    document = json.loads(text)
    if not isinstance(document, dict):
        raise ValueError("not a JSON object")
    return document


def _fetchable(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost", "::1"))
