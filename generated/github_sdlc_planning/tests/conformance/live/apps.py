"""GitHub as it knows apps: it looks up installations and mints tokens, for requests that an app has signed.

The key pair lives in the memory of the process that tests, and nowhere else. The rules are those of GitHub's pages
"Generating a JSON Web Token (JWT) for a GitHub App" and "Authenticating as a GitHub App installation".
"""

from __future__ import annotations

import base64
import json
import re
import secrets
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from urllib.parse import unquote

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from ..values import JsonObject
from .replies import Answered, Asked, Reply

# How tokens of installations begin, and how long they live.
TOKEN = "ghs_played"
LIFE_SECONDS = 3600
# A signed request may not be good for longer than this.
LONGEST_SECONDS = 600

LOOKUP, MINT = "lookup", "mint"

_LOOKUP = re.compile(r"/repos/([^/]+)/([^/]+)/installation")
_MINT = re.compile(r"/app/installations/([^/]+)/access_tokens")


@cache
def _key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@cache
def private_key() -> str:
    """Return the private key that servers sign with, as a setting holds it."""
    kind, clear = serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    return _key().private_bytes(serialization.Encoding.PEM, kind, clear).decode()


def installation_at(owner: str, repo: str) -> str:
    """Return the installation of the app on a repository."""
    return str(1000 + zlib.crc32(f"{owner}/{repo}".encode()))


@dataclass(slots=True)
class App:
    """One service that knows a server as an app: whom it takes for it, the tokens it gave, and what it was asked.

    `ahead` are the seconds by which the clock of the server under test is ahead.
    """

    app_id: str
    ahead: float = 0.0
    asked: list[str] = field(default_factory=list)
    _tokens: dict[str, str] = field(default_factory=dict)
    _revoked: set[str] = field(default_factory=set)

    def reply(self, asked: Asked, planned: Mapping[str, Reply], now: float) -> Reply | None:
        """Return what is done with a request about the app itself; None for any other one."""
        lookup, mint = _LOOKUP.fullmatch(asked.path), _MINT.fullmatch(asked.path)
        what = LOOKUP if lookup and asked.method == "GET" else MINT if mint and asked.method == "POST" else None
        if what is None:
            return None
        self.asked.append(what)
        problem = self._problem(_bearer(asked), now + self.ahead)
        if problem is not None:
            return Answered(401, {"message": problem})
        if what in planned:
            return planned[what]
        if lookup:
            return Answered(200, {"id": int(installation_at(unquote(lookup[1]), unquote(lookup[2])))})
        token = f"{TOKEN}{secrets.token_hex(12)}"
        self._tokens[token] = mint[1] if mint else ""
        end = datetime.fromtimestamp(now + self.ahead + LIFE_SECONDS, UTC)
        return Answered(201, {"token": token, "expires_at": end.strftime("%Y-%m-%dT%H:%M:%SZ"), "permissions": {}})

    def installation_of(self, asked: Asked) -> str:
        """Return the installation whose token a request carries; empty without one that is good."""
        token = _bearer(asked)
        return "" if token in self._revoked else self._tokens.get(token, "")

    def revoke(self, asked: Asked) -> None:
        """Take the token of a request for none from now on."""
        self._revoked.add(_bearer(asked))

    def begin(self) -> None:
        """Begin another call, for which every token is good again: a server may keep one that was refused last."""
        self.asked.clear()
        self._revoked.clear()

    def tokens(self) -> list[str]:
        """Return the tokens that were given."""
        return list(self._tokens)

    def _problem(self, token: str, now: float) -> str | None:
        """Say what is wrong with the token that the app signed."""
        head, _, signature = token.rpartition(".")
        try:
            _key().public_key().verify(_decoded(signature), head.encode(), padding.PKCS1v15(), hashes.SHA256())
            algorithm, claims = (json.loads(_decoded(part)) for part in head.split("."))
        except (InvalidSignature, ValueError):
            return "A JSON web token could not be decoded"
        return None if algorithm.get("alg") == "RS256" and self._fits(claims, now) else "The claims are not good"

    def _fits(self, claims: JsonObject, now: float) -> bool:
        begun, end = claims.get("iat"), claims.get("exp")
        if str(claims.get("iss")) != self.app_id or not isinstance(begun, int) or not isinstance(end, int):
            return False
        return begun <= now < end <= now + LONGEST_SECONDS


def _bearer(asked: Asked) -> str:
    scheme, _, token = asked.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


def _decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
