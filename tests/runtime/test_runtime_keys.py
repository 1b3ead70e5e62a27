"""Keys of bearer tokens: fetched, cached, and fetched again no more often than a stranger's tokens should cause."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from pactwright.runtime import keys
from pactwright.runtime.keys import KeySet, KeysUnavailable, NoSuchKey

SIGNERS = {name: ec.generate_private_key(ec.SECP256R1()) for name in ("one", "two")}


def published(*names: str) -> dict[str, Any]:
    """A key set."""
    algorithm = jwt.algorithms.ECAlgorithm
    found = [json.loads(algorithm.to_jwk(SIGNERS[name].public_key())) for name in names]
    return {"keys": [{**key, "kid": name} for key, name in zip(found, names, strict=True)]}


def token(kid: str | None) -> str:
    """A token that names a key."""
    headers = {"kid": kid} if kid else {}
    return jwt.encode({"sub": "ada"}, SIGNERS["one"], algorithm="ES256", headers=headers)


class Issuer:
    """A web server that publishes documents and counts what is fetched."""

    def __init__(self) -> None:
        self.documents: dict[str, Any] = {}
        self.fetched: list[str] = []
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                issuer.fetched.append(self.path)
                document = issuer.documents.get(self.path)
                self.send_response(404 if document is None else 200)
                self.end_headers()
                self.wfile.write(json.dumps(document).encode())

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing: what is fetched is counted."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    """A running issuer."""
    started = Issuer()
    thread = threading.Thread(target=started.server.serve_forever)
    thread.start()
    yield started
    started.server.shutdown()
    thread.join()
    started.server.server_close()


def test_a_key_set_is_fetched_once(issuer: Issuer) -> None:
    issuer.documents["/keys"] = published("one", "two")

    async def use() -> None:
        source = KeySet(f"{issuer.url}/keys", issuer="x")
        found = [await source.key(token(name)) for name in ("one", "two", "one")]
        assert [key == SIGNERS["one"].public_key() for key in found] == [True, False, True]

    asyncio.run(use())
    assert issuer.fetched == ["/keys"]


def test_unknown_keys_cause_one_fetch_in_a_while(issuer: Issuer, monkeypatch: pytest.MonkeyPatch) -> None:
    issuer.documents["/keys"] = published("one")

    async def use() -> None:
        source = KeySet(f"{issuer.url}/keys", issuer="x")
        await source.key(token("one"))
        for _ in range(3):
            with pytest.raises(NoSuchKey):
                await source.key(token("two"))
        assert len(issuer.fetched) == 1, "the keys are fresh: a stranger's token fetches nothing"
        monkeypatch.setattr(keys, "REFETCH_SECONDS", 0.0)
        issuer.documents["/keys"] = published("two")
        assert await source.key(token("two")) is not None
        with pytest.raises(NoSuchKey):
            await source.key(token("one"))

    asyncio.run(use())


def test_known_keys_outlive_a_failing_issuer(issuer: Issuer, monkeypatch: pytest.MonkeyPatch) -> None:
    issuer.documents["/keys"] = published("one")
    monkeypatch.setattr(keys, "LIFETIME_SECONDS", 0.0)
    monkeypatch.setattr(keys, "REFETCH_SECONDS", 0.0)

    async def use() -> None:
        source = KeySet(f"{issuer.url}/keys", issuer="x")
        await source.key(token("one"))
        issuer.documents.clear()
        assert await source.key(token("one")) is not None
        with pytest.raises(KeysUnavailable):
            await KeySet(f"{issuer.url}/keys", issuer="x").key(token("one"))

    asyncio.run(use())


@pytest.mark.parametrize("tenant", ["", "/tenant"])
def test_the_issuer_s_metadata_names_the_key_set(issuer: Issuer, tenant: str) -> None:
    name = f"{issuer.url}{tenant}"
    issuer.documents[f"{tenant}/.well-known/openid-configuration"] = {"issuer": name, "jwks_uri": f"{issuer.url}/keys"}
    issuer.documents[f"/.well-known/oauth-authorization-server{tenant}"] = {"issuer": "https://other", "jwks_uri": "x"}
    issuer.documents["/keys"] = published("one")
    assert asyncio.run(KeySet("", issuer=name).key(token("one"))) is not None


def test_a_token_without_a_key_name_fits_a_set_of_one(issuer: Issuer) -> None:
    issuer.documents["/keys"] = published("one")
    issuer.documents["/both"] = published("one", "two")
    assert asyncio.run(KeySet(f"{issuer.url}/keys", issuer="x").key(token(None))) is not None
    with pytest.raises(NoSuchKey):
        asyncio.run(KeySet(f"{issuer.url}/both", issuer="x").key(token(None)))
