"""GitHub Apps on the fake: how they sign, and the tokens that they get."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx2
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fakes.github import FakeGithub, faults
from fakes.github.builders import RepositoryBuilder

REPOSITORY = "/repos/acme/widgets"
ISSUES = f"{REPOSITORY}/issues"
Signed = Callable[..., dict[str, str]]


@pytest.fixture
def signed(github: FakeGithub, widgets: RepositoryBuilder) -> Signed:
    """Return a function from claims to the headers with which an app called `robot` signs a request."""
    key = generate_private_key(65537, 2048)
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    app = github.app("robot", public, ["acme"], permissions={"pull_requests": "write"})

    def sign(**claims: float | str) -> dict[str, str]:
        now = github.clock().timestamp()
        token = jwt.encode({"iat": now - 60, "exp": now + 540, "iss": str(app.id)} | claims, key, algorithm="RS256")
        return {"authorization": f"Bearer {token}"}

    return sign


@pytest.fixture
def client(github: FakeGithub) -> Iterator[httpx2.Client]:
    """A client without a token."""
    with httpx2.Client(base_url=github.url, verify=False) as found:
        yield found


def test_an_app_gets_tokens_for_its_installation(github: FakeGithub, client: httpx2.Client, signed: Signed) -> None:
    installation = client.get(f"{REPOSITORY}/installation", headers=signed()).json()["id"]
    minting = f"/app/installations/{installation}/access_tokens"
    for wrong in ({"exp": github.clock().timestamp() + 700}, {"exp": 0}, {"iss": "7"}, {"iat": 1e12}):
        assert client.post(minting, headers=signed(**wrong)).status_code == 401
    minted = client.post(minting, headers=signed())
    assert (minted.status_code, minted.json()["expires_at"]) == (201, "2026-01-01T01:00:00Z")
    own = {"authorization": f"Bearer {minted.json()['token']}"}
    assert client.post(ISSUES, json={"title": "x"}, headers=own).json()["user"]["login"] == "robot[bot]"
    github.advance(3600)
    assert client.get(ISSUES, headers=own).status_code == 401
    assert client.get("/repos/other/place/installation", headers=signed()).status_code == 404
    # The log names tokens that were given out, and shows nothing of what apps sign.
    assert [entry.headers["authorization"] for entry in github.log][-2:] == ["Bearer robot-1000001", "Bearer ?"]


def test_a_token_may_be_minted_for_less(github: FakeGithub, client: httpx2.Client, signed: Signed) -> None:
    github.repository("acme/other", private=True).issue()
    installation = client.get(f"{REPOSITORY}/installation", headers=signed()).json()["id"]
    minting = f"/app/installations/{installation}/access_tokens"
    whole = client.post(minting, headers=signed()).json()
    assert whole["permissions"] == {"metadata": "read", "issues": "write", "pull_requests": "write"}
    wanted = {"repositories": ["widgets"], "permissions": {"issues": "write"}}
    small = client.post(minting, headers=signed(), json=wanted).json()
    assert (small["permissions"], small["repository_selection"]) == ({"issues": "write"}, "selected")
    reads = [
        client.get("/repos/acme/other/issues/1", headers={"authorization": f"Bearer {minted['token']}"}).status_code
        for minted in (whole, small)
    ]
    assert reads == [200, 404]
    for wrong in ({"repositories": ["nothing"]}, {"permissions": {"contents": "write"}}):
        assert client.post(minting, headers=signed(), json=wrong).status_code == 422


def test_an_app_tells_who_it_is(client: httpx2.Client, signed: Signed) -> None:
    assert client.get("/app", headers=signed()).json()["slug"] == "robot"
    assert client.get("/app").status_code == 401
    token = {"authorization": f"Bearer {mint(client, signed)}"}
    made = client.post(f"{REPOSITORY}/issues", json={"title": "x"}, headers=token).json()
    comment = client.post(f"{REPOSITORY}/issues/1/comments", json={"body": "x"}, headers=token).json()
    assert made["user"] == comment["user"]
    bot = client.get("/users/robot[bot]", headers=token).json()
    assert (bot["login"], bot["type"], bot["node_id"]) == ("robot[bot]", "Bot", made["user"]["node_id"])


def mint(client: httpx2.Client, signed: Signed) -> str:
    installation = client.get(f"{REPOSITORY}/installation", headers=signed()).json()["id"]
    token: str = client.post(f"/app/installations/{installation}/access_tokens", headers=signed()).json()["token"]
    return token


@pytest.mark.parametrize(
    ("method", "path"), [("GET", f"{REPOSITORY}/installation"), ("POST", "/app/installations/[0-9]+/access_tokens")]
)
def test_getting_a_token_may_fail(
    github: FakeGithub, client: httpx2.Client, signed: Signed, method: str, path: str
) -> None:
    for stored in (True, False):
        github.inject(faults.closed(stored=stored), method, path)
        with pytest.raises(httpx2.TransportError):
            mint(client, signed)
    for fault in (faults.server_error(502, "html"), faults.answered(404)):
        github.inject(fault, method, path)
        with pytest.raises((KeyError, ValueError)):
            mint(client, signed)
    assert mint(client, signed).startswith("ghs_")
