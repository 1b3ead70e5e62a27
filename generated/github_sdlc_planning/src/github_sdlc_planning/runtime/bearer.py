"""Bearer tokens: who may call at all.

A token is a JWT of the configured issuer for the configured audience (RFC 8707), not expired, with the configured
scopes. Refusals follow RFC 6750 and point to the protected resource metadata (RFC 9728); why a token failed is not told
beyond what those name, and nothing of a failure inside leaves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import jwt

from .keys import KeySet, KeysUnavailable, NoSuchKey, SharedSecret
from .logs import Log

LEEWAY_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Bearer:
    """Who a verified token stands for."""

    client_id: str
    subject: str | None
    scopes: tuple[str, ...]
    expires_at: int
    token: str


@dataclass(frozen=True, slots=True)
class Denied:
    """An HTTP refusal: status, challenge (none when it is not about the token), and a body for people."""

    status: int
    challenge: str | None
    error: str
    description: str


class Guard:
    """Verifies the Authorization header of requests."""

    def __init__(
        self, authorization: Mapping[str, Any], *, url: str | None, keys: SharedSecret | KeySet, log: Log
    ) -> None:
        self._log = log
        self._issuer = str(authorization["issuer"])
        self._audience = str(authorization["audience"])
        self._scopes: Sequence[str] = tuple(authorization.get("scopes", ()))
        self._keys = keys
        self.resource = url or self._audience
        self.metadata_path, self._metadata_url = metadata_place(self.resource)

    @property
    def metadata(self) -> dict[str, Any]:
        """The protected resource metadata (RFC 9728)."""
        return {
            "resource": self.resource,
            "authorization_servers": [self._issuer],
            "bearer_methods_supported": ["header"],
            **({"scopes_supported": list(self._scopes)} if self._scopes else {}),
        }

    async def admit(self, header: str | None) -> Bearer | Denied:
        """Who calls, or why not."""
        scheme, _, token = (header or "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            # RFC 6750 §3.1: a request without a token is not told what is wrong with one.
            return Denied(401, self._challenge(), "unauthorized", "A bearer token is required.")
        try:
            claims = await self._claims(token.strip())
        except KeysUnavailable:
            return Denied(503, None, "temporarily_unavailable", "Tokens cannot be verified at the moment.")
        except Exception as failure:
            # Whatever a crafted token makes a library do, its sender learns no more than that it is not valid.
            if not isinstance(failure, jwt.PyJWTError | NoSuchKey | ValueError):
                self._log.failure("verifier_failed", failure)
            description = "The token is not valid here."
            challenge = self._challenge(error="invalid_token", description=description)
            return Denied(401, challenge, "invalid_token", description)
        bearer = _bearer(claims, token.strip())
        if not set(self._scopes) <= set(bearer.scopes):
            description = "The token lacks a required scope."
            challenge = self._challenge(error="insufficient_scope", description=description)
            return Denied(403, challenge, "insufficient_scope", description)
        return bearer

    async def _claims(self, token: str) -> dict[str, Any]:
        key = await self._keys.key(token)
        claims: dict[str, Any] = jwt.decode(
            token,
            key,
            algorithms=list(self._keys.algorithms),
            audience=self._audience,
            issuer=self._issuer,
            leeway=LEEWAY_SECONDS,
            options={"require": ["exp", "iss", "aud"]},
        )
        return claims

    def _challenge(self, *, error: str | None = None, description: str | None = None) -> str:
        parts = [f'error="{error}"', f'error_description="{description}"'] if error else []
        parts.append(f'resource_metadata="{self._metadata_url}"')
        if self._scopes:
            parts.append(f'scope="{" ".join(self._scopes)}"')
        return f"Bearer {', '.join(parts)}"


def metadata_place(resource: str) -> tuple[str, str]:
    """Path and URL of the metadata of a protected resource (RFC 9728 §3.1)."""
    parts = urlsplit(resource)
    path = f"/.well-known/oauth-protected-resource{parts.path.rstrip('/')}"
    return path, f"{parts.scheme}://{parts.netloc}{path}"


def _bearer(claims: Mapping[str, Any], token: str) -> Bearer:
    subject = claims.get("sub")
    client = claims.get("client_id") or claims.get("azp") or subject or ""
    return Bearer(
        client_id=str(client),
        subject=None if subject is None else str(subject),
        scopes=_scopes(claims),
        expires_at=int(claims["exp"]),
        token=token,
    )


def _scopes(claims: Mapping[str, Any]) -> tuple[str, ...]:
    given = claims.get("scope", claims.get("scp", ()))
    if isinstance(given, str):
        return tuple(given.split())
    return tuple(str(scope) for scope in given) if isinstance(given, list) else ()
