"""Bearer tokens, where the contract asks for them: who is let in, who is not, and what a refusal tells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx2

from ..checking import Case, check
from ..facts import Facts
from ..outcome import Findings, Unreachable, equal, holds
from ..servers import HTTP
from ..stage import Stage
from ..wire import http_client
from ..wire.messages import initialize, request
from ..wire.streamable import ACCEPT


def _authorization(facts: Facts) -> dict[str, Any] | None:
    authorization: dict[str, Any] | None = facts.server.get("http", {}).get("authorization")
    return authorization


@check("bearer.refused", transport=HTTP)
def refused(facts: Facts) -> Iterator[Case]:
    """Without a valid token for this server the answer is 401 or 403 with a challenge (RFC 6750, RFC 9728)."""
    if _authorization(facts) is None:
        return
    yield Case("missing", partial(_refused, None, 401))
    yield Case("not-a-token", partial(_refused, "nonsense", 401))
    for name, claims in (
        ("audience", {"aud": "https://elsewhere.example.com"}),
        ("issuer", {"iss": "https://x.example"}),
    ):
        yield Case(name, partial(_forged, claims, 401))
    yield Case("expired", partial(_forged, {"exp": 1}, 401))
    if (_authorization(facts) or {}).get("scopes"):
        yield Case("scope", partial(_forged, {"scope": ""}, 403))


def _forged(claims: dict[str, Any], status: int, stage: Stage) -> Findings:
    if stage.target.tokens is None:
        raise Unreachable("the run cannot make tokens for this server")
    yield from _refused(stage.target.tokens(claims), status, stage)


def _refused(token: str | None, status: int, stage: Stage) -> Findings:
    client = stage.http
    modern = stage.era.modern
    message = request(
        stage.era, 1, "server/discover" if modern else "initialize", None if modern else initialize(stage.era)
    )
    headers = {"content-type": "application/json", "accept": ACCEPT, **client.headers(message)}
    headers.pop("mcp-session-id", None)
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    with http_client(client.url) as anonymous:
        response = anonymous.post(client.url, json=message, headers=headers)
    yield from equal(status, response.status_code, "status")
    challenge = response.headers.get("www-authenticate", "")
    pointed = challenge.startswith("Bearer") and "resource_metadata=" in challenge
    yield from holds(pointed, expected="a Bearer challenge with resource_metadata", seen=challenge)


@check("bearer.metadata", transport=HTTP, modern=True)
def metadata(facts: Facts) -> Iterator[Case]:
    """The protected resource metadata names the authorization server (RFC 9728)."""
    if _authorization(facts) is not None:
        yield Case("", _metadata)


def _metadata(stage: Stage) -> Findings:
    endpoint = httpx2.URL(stage.http.url)
    url = endpoint.join(f"/.well-known/oauth-protected-resource{endpoint.path}")
    with http_client(str(url)) as anonymous:
        response = anonymous.get(url)
    yield from equal(200, response.status_code, "status")
    issuer = (_authorization(stage.facts) or {}).get("issuer")
    yield from equal([issuer], response.json().get("authorization_servers"), "authorization_servers")


CHECKS = (refused, metadata)
