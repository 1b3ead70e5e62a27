"""How a server identifies itself to an upstream. All of it happens before a request is sent."""

from __future__ import annotations

from collections.abc import Mapping

from .expression_values import Absent


class MissingCredential(Exception):
    """The setting that holds a credential is not given."""


class RejectedCredential(Exception):
    """The service does not know whom a credential stands for."""


def bearer(token: str | Absent) -> Mapping[str, str]:
    """The header that carries a bearer token (RFC 6750, section 2.1). Raises MissingCredential."""
    return secret_header("authorization", token, scheme="Bearer ")


def secret_header(name: str, secret: str | Absent, *, scheme: str = "") -> Mapping[str, str]:
    """A header that carries a secret. Raises MissingCredential."""
    if isinstance(secret, Absent):
        raise MissingCredential
    return {name: f"{scheme}{secret}"}
