"""Tokens of a GitHub App, against a GitHub that knows the app: what is asked, how often, and what failures mean."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import jwt
import pytest
from answering import asking
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from fakes.github import FakeGithub, faults
from pactwright.runtime.connections import Request
from pactwright.runtime.envelope import ToolError
from pactwright.runtime.expressions import ABSENT
from pactwright.runtime.github_app import GithubAppUpstream
from pactwright.runtime.process import Process
from pactwright.runtime.rate_limits import RateLimit
from pactwright.runtime.scopes import Scopes

CONTRACT: dict[str, Any] = {
    "format": 1,
    "server": {"name": "app-mcp", "version": "1", "title": "App", "summary": "", "does": [], "does_not": []},
    "upstreams": {"github": {"operations": {"get_issue": {}, "comment": {}}}},
}
ISSUE = "/repos/acme/widgets/issues/1"
GET = Request(operation="get_issue", method="GET", path=ISSUE, reads=True)
POST = Request(operation="comment", method="POST", path=f"{ISSUE}/comments", reads=False, body={"body": "Hi"})
LOOKUP, MINT = "GET /repos/acme/widgets/installation", "POST /app/installations/{}/access_tokens"


class Github(GithubAppUpstream):
    name = "github"
    rate_limit = RateLimit(statuses=(403, 429), remaining="x-ratelimit-remaining", after="retry-after")

    def base_url(self) -> str:
        return str(self.settings["url"])

    def app(self) -> Mapping[str, Any]:
        given = {name: self.settings.get(name, ABSENT) for name in ("app_id", "private_key", "installation_id")}
        return {**given, "owner": "acme", "repo": "widgets"}


@dataclass
class Place:
    github: FakeGithub
    installation: str
    settings: dict[str, Any]

    def process(self, **changes: Any) -> Process:
        return asking(CONTRACT, {**self.settings, **changes}, clock=self.now)

    def now(self) -> float:
        """The fake's time, which stands still unless a test moves it."""
        return self.github.clock().timestamp()

    @property
    def mint(self) -> str:
        return MINT.format(self.installation)


@pytest.fixture(scope="module")
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.fixture
def place(key: rsa.RSAPrivateKey) -> Iterator[Place]:
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
    public = (
        key.public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        .decode()
    )
    with FakeGithub() as github:
        github.repository("acme/widgets").issue("One")
        app = github.app("robot", public, ["acme"])
        settings = {"url": github.url, "app_id": str(app.id), "private_key": private}
        yield Place(github, str(next(iter(app.installations))), settings)


def run(process: Process, *requests: Request) -> list[str]:
    """Make requests one after the other; return the status or the code of each."""

    async def asked() -> list[str]:
        told = []
        for request in requests:
            call = process.call("get", {}, principal="")
            try:
                told.append(str((await Github(call).ask(request)).status))
            except ToolError as error:
                told.append(error.code)
        await process.close()
        return told

    return asyncio.run(asked())


def test_a_token_is_minted_once_and_used_for_reads_and_writes(place: Place) -> None:
    assert run(place.process(), GET, POST, GET) == ["200", "201", "200"]
    assert place.github.log.lines == [LOOKUP, place.mint, f"GET {ISSUE}", f"POST {ISSUE}/comments", f"GET {ISSUE}"]


def test_only_what_needs_it_is_signed(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    signed: list[str] = []
    sign = jwt.encode
    monkeypatch.setattr(jwt, "encode", lambda *args, **more: signed.append("") or sign(*args, **more))
    assert run(place.process(), GET, POST, GET) == ["200", "201", "200"]
    assert len(signed) == 2


def test_an_app_that_is_installed_anew_is_found_again(place: Place) -> None:
    process = place.process()

    async def before_and_after() -> None:
        await Github(process.call("get", {}, principal="")).ask(GET)
        [app] = place.github.store.apps.values()
        app.installations = {place.github.store.next_id("Installation"): "acme"}
        place.github.advance(3600)
        await Github(process.call("get", {}, principal="")).ask(GET)
        await process.close()

    asyncio.run(before_and_after())
    again = place.github.log.lines[4:]
    assert (again[0], again[-1]) == (LOOKUP, f"GET {ISSUE}")


def test_an_installation_that_is_given_is_not_looked_up(place: Place) -> None:
    assert run(place.process(installation_id=place.installation), GET) == ["200"]
    assert place.github.log.lines == [place.mint, f"GET {ISSUE}"]


def test_a_token_that_ends_is_replaced_before_it_does(place: Place) -> None:
    process = place.process()

    async def twice() -> None:
        for _ in range(2):
            await Github(process.call("get", {}, principal="")).ask(GET)
            place.github.advance(3600 - 59)
        await process.close()

    asyncio.run(twice())
    assert place.github.log.lines.count(place.mint) == 2
    assert place.github.log.lines.count(LOOKUP) == 1


@pytest.mark.parametrize("request_", [GET, POST], ids=["read", "write"])
def test_a_token_that_is_refused_is_replaced_once(place: Place, request_: Request) -> None:
    place.github.inject(faults.unauthorized(), path=".*/issues/.*")
    assert run(place.process(), request_) in (["200"], ["201"])
    assert place.github.log.lines.count(place.mint) == 2
    place.github.log.clear()
    place.github.inject(faults.unauthorized(), path=".*/issues/.*", times=None)
    assert run(place.process(), request_) == ["invalid_credential"]
    assert len(place.github.log.lines) == 5


@pytest.mark.parametrize("path", [".*/installation", "/app/installations/.*"], ids=["lookup", "mint"])
@pytest.mark.parametrize(
    "fault", [faults.closed(stored=True), faults.server_error(502), faults.broken_json()], ids=["lost", "502", "broken"]
)
def test_a_failure_on_the_way_to_a_token_leaves_nothing_open(place: Place, path: str, fault: faults.Fault) -> None:
    place.github.inject(fault, path=path)
    assert run(place.process(), POST) == ["upstream_unavailable"]
    assert not any("/comments" in line for line in place.github.log.lines)


def test_what_is_missing_or_wrong_is_told_apart(place: Place) -> None:
    assert run(place.process(private_key=ABSENT), GET) == ["missing_credential"]
    assert run(place.process(private_key="no key"), GET) == ["invalid_credential"]
    assert run(place.process(app_id="999"), GET) == ["invalid_credential"]
    assert not any(line.endswith("/issues/1") for line in place.github.log.lines)


@pytest.mark.parametrize("path", [".*/installation", "/app/installations/.*"], ids=["lookup", "mint"])
def test_a_rate_limit_on_the_way_to_a_token_is_told_as_one(place: Place, path: str) -> None:
    place.github.inject(faults.secondary_limit(), path=path)
    assert run(place.process(), POST, POST) == ["rate_limited", "201"]


class Scoped(Github):
    rate_limit = None
    scopes = Scopes(header="x-oauth-scopes", tokens="^gh")


def test_a_token_that_scopes_are_looked_up_for_may_not_come(place: Place) -> None:
    place.github.inject(faults.server_error(502), path="/app/installations/.*", times=None)
    process = place.process()

    async def asked() -> str:
        try:
            await Scoped(process.call("get", {}, principal="")).ask(GET, needs=("repo",))
        except ToolError as error:
            return error.code
        finally:
            await process.close()
        return "an answer"

    assert asyncio.run(asked()) == "upstream_unavailable"
