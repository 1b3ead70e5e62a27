"""Bearer tokens of the issuer a contract names, for servers that are given a shared secret to verify them with."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import jwt

LIFETIME_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class TokenMaker:
    """Makes tokens the server lets in, or would but for the claims it is called with."""

    secret: str = field(repr=False)
    authorization: Mapping[str, Any]

    def __call__(self, claims: Mapping[str, Any]) -> str:
        """Return a signed token with `claims` in place of good ones."""
        good = {
            "iss": self.authorization["issuer"],
            "aud": self.authorization["audience"],
            "sub": "conformance",
            "client_id": "conformance",
            "scope": " ".join(self.authorization.get("scopes", ())),
            "exp": int(time.time()) + LIFETIME_SECONDS,
        }
        return jwt.encode({**good, **claims}, self.secret, algorithm="HS256")
