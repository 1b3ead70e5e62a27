"""What a token may do, as its service tells it: looked up once per token, before the first request that needs it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Scopes:
    """How the scopes of tokens are told.

    `tokens` is a regular expression for the beginning of tokens that have scopes: others are not looked up. `header` is
    that of the answer which lists them. `code` is raised when one is missing; without it, what `scope_missing` answers.
    """

    header: str
    tokens: str
    code: str | None = None

    def has_scopes(self, credentials: Mapping[str, str]) -> str | None:
        """A name for the token among `credentials` when it is one that has scopes: a digest, not the token."""
        for value in credentials.values():
            token = value.rpartition(" ")[2]
            if re.match(self.tokens, token):
                return hashlib.sha256(token.encode()).hexdigest()
        return None

    def listed(self, headers: Mapping[str, str]) -> tuple[str, ...]:
        """The scopes in the headers of an answer."""
        told = headers.get(self.header.lower(), "")
        return tuple(scope for part in told.split(",") if (scope := part.strip()))


def lacking(needed: Collection[str], present: Collection[str]) -> list[str]:
    """What is needed and not there."""
    return [scope for scope in needed if scope not in present]
