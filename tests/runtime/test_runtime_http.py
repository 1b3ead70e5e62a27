"""Streamable HTTP: what is refused, and how."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from raw import begin, exchange, finish, listing, modern, trying
from serving import Program, assemble, environment, program, request, web

ISSUER = "https://auth.example.com"
AUDIENCE = "https://notes.example.com/mcp"
METADATA = "https://notes.example.com/.well-known/oauth-protected-resource/mcp"
SHARED = "a shared secret of more than thirty-two bytes"

Web = tuple[Program, str]


def test_health(live_web: Web) -> None:
    _, url = live_web
    for path in ("/healthz", "/readyz"):
        # Probes come under any name: what they learn is nothing.
        answer = exchange(url, "GET", path, {"Host": "10.0.0.7:8000"})
        assert (answer.status, answer.json) == (200, {"status": "ok"})
    assert exchange(url, "GET", "/nothing", {}).status == 404


@pytest.mark.parametrize("host", ["evil.example.com", "evil.example.com:80", "127.0.0.1.evil.example.com", "", "[::"])
def test_a_foreign_host_is_refused(live_web: Web, host: str) -> None:
    assert listing(live_web[1], Host=host).status == 421


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example.com", "null", "http://localhost.evil.example.com", "file://", "http://", "localhost"],
)
def test_a_foreign_origin_is_refused(live_web: Web, origin: str) -> None:
    assert listing(live_web[1], Origin=origin).status == 403


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://localhost:5173"}, {"Host": "LOCALHOST:1"}])
def test_our_own_names_are_served(live_web: Web, headers: dict[str, str]) -> None:
    answer = listing(live_web[1], **headers)
    assert answer.status == 200
    assert len(answer.json["result"]["tools"]) == 6


def test_host_checks_stay_armed_on_every_interface(package: Path) -> None:
    args = ("--http", "0.0.0.0:0", "--allow-host", "notes.internal:8000")
    with program(package, *args, pipe=False) as server:
        assert server.event("no_authorization")["host"] == "0.0.0.0"
        url = str(server.event("serving")["url"]).replace("0.0.0.0", "127.0.0.1")
        assert listing(url, Host="evil.example.com").status == 421
        assert listing(url, Host="notes.internal").status == 200
        assert listing(url, Host="notes.internal", Origin="https://notes.internal").status == 200


@pytest.mark.parametrize("chunked", [False, True])
def test_an_oversized_body_is_refused(live_web: Web, chunked: bool) -> None:
    body = json.dumps(request(1, "tools/list", filler="a" * 70_000)).encode()
    headers = modern("tools/list")
    if chunked:
        headers["Transfer-Encoding"] = "chunked"
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    assert exchange(live_web[1], "POST", "/mcp", headers, body).status == 413


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"no JSON", 400, -32700),
        (b"[]", 400, -32600),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "tools/list"}', 400, -32600),
        (json.dumps(request(1, "tools/call", name="notes_get", arguments=[])).encode(), 400, -32602),
        (json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode(), 400, -32602),
    ],
)
def test_malformed_requests_are_answered(live_web: Web, body: bytes, status: int, code: int) -> None:
    method = "tools/call:notes_get" if b"tools/call" in body else "tools/list"
    answer = exchange(live_web[1], "POST", "/mcp", modern(method), body)
    assert (answer.status, answer.json["error"]["code"]) == (status, code)


@pytest.mark.parametrize("arguments", [{"what": "\ud800"}, {"what": "x", "seconds": float("nan")}, {"\udfff": 1}])
def test_what_is_no_json_text_is_an_invalid_argument(live_web: Web, arguments: dict[str, Any]) -> None:
    body = json.dumps(request(1, "tools/call", name="notes_try", arguments=arguments)).encode()
    answer = exchange(live_web[1], "POST", "/mcp", modern("tools/call:notes_try"), body)
    assert answer.json["result"]["structuredContent"]["code"] == "invalid_field"


def test_a_call_past_its_time_ends(live_web: Web) -> None:
    answer = exchange(live_web[1], "POST", "/mcp", *trying("sleep", 30))
    assert answer.json["result"]["structuredContent"]["code"] == "notes_unavailable"


@pytest.mark.parametrize("fixture", ["live_web", "plain_web"])
def test_one_call_over_the_limit_is_refused_and_the_others_are_not(
    fixture: str, request: pytest.FixtureRequest
) -> None:
    _, url = request.getfixturevalue(fixture)
    waiting = [begin(url, "POST", "/mcp", *trying("sleep", 0.5)) for _ in range(3)]
    results = [finish(connection).json["result"] for connection in waiting]
    assert sorted(result["isError"] for result in results) == [False, False, True]
    (refused,) = [result for result in results if result["isError"]]
    assert refused["structuredContent"]["code"] == "notes_unavailable"
    assert refused["structuredContent"]["temporary"]


def test_hanging_up_cancels_the_call(live_web: Web) -> None:
    _, url = live_web
    for _ in range(2):
        begin(url, "POST", "/mcp", *trying("sleep", 0.5)).close()
    end = time.monotonic() + 30
    while exchange(url, "POST", "/mcp", *trying("x")).json["result"]["isError"]:
        assert time.monotonic() < end, "the calls nobody waits for still take up room"


@pytest.fixture(scope="module")
def plain_web(package: Path) -> Iterator[Web]:
    """The server over HTTP with plain JSON answers."""
    with web(package, "--json-response") as started:
        yield started


def guarded(contract: dict[str, Any]) -> None:
    """Ask for a bearer token."""
    authorization = {"issuer": ISSUER, "audience": AUDIENCE, "scopes": ["notes:read"]}
    contract["server"]["http"] = {"url": AUDIENCE, "authorization": authorization}


def claims(**changed: Any) -> dict[str, Any]:
    """The claims of a good token, some of them changed; None leaves one out."""
    good = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ada", "exp": time.time() + 600, "scope": "notes:read other"}
    return {name: value for name, value in {**good, **changed}.items() if value is not None}


@pytest.fixture(scope="module")
def guarded_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with authorization configured."""
    return assemble(tmp_path_factory.mktemp("guarded"), guarded)


@pytest.fixture(scope="module")
def shared_web(guarded_package: Path) -> Iterator[Web]:
    """A server whose tokens are signed with a shared secret."""
    with web(guarded_package, env=environment(MCP_AUTH_KEY=SHARED)) as started:
        yield started


def bearer(**changed: Any) -> str:
    """An Authorization header."""
    return "Bearer " + jwt.encode(claims(**changed), SHARED, algorithm="HS256")


def test_a_good_token_is_served(shared_web: Web) -> None:
    for header in (bearer(), bearer(aud=["other", AUDIENCE]), bearer(scope=None, scp=["notes:read"])):
        assert listing(shared_web[1], Authorization=header).status == 200
    # The configured URL's host is one of our names.
    assert listing(shared_web[1], Authorization=bearer(), Host="notes.example.com").status == 200


def test_without_a_token_the_challenge_says_where_to_get_one(shared_web: Web) -> None:
    answer = listing(shared_web[1])
    assert answer.status == 401
    assert answer.headers["www-authenticate"] == f'Bearer resource_metadata="{METADATA}", scope="notes:read"'
    assert listing(shared_web[1], Authorization="Basic YTpi").status == 401


def bad_tokens() -> list[Any]:
    """Tokens that must not pass, each for one reason."""
    unsigned = jwt.encode(claims(), "", algorithm="none")
    return [
        pytest.param("Bearer nonsense", id="nonsense"),
        pytest.param("Bearer a.b.c", id="not base64"),
        pytest.param("Bearer " + "a" * 20_000, id="huge"),
        pytest.param("Bearer \xff\xfe", id="not ascii"),
        pytest.param(f"Bearer {unsigned}", id="unsigned"),
        pytest.param("Bearer " + jwt.encode(claims(), SHARED + "x", algorithm="HS256"), id="other key"),
        pytest.param(bearer(aud="https://other.example.com"), id="wrong audience"),
        pytest.param(bearer(aud=None), id="no audience"),
        pytest.param(bearer(iss="https://evil.example.com"), id="wrong issuer"),
        pytest.param(bearer(exp=time.time() - 600), id="expired"),
        pytest.param(bearer(exp=None), id="never expires"),
        pytest.param(bearer(nbf=time.time() + 600), id="not yet valid"),
    ]


@pytest.mark.parametrize("header", bad_tokens())
def test_a_bad_token_is_refused_without_saying_why(shared_web: Web, header: str) -> None:
    answer = listing(shared_web[1], Authorization=header)
    assert answer.status == 401
    challenge = answer.headers["www-authenticate"]
    assert 'error="invalid_token"' in challenge
    assert f'resource_metadata="{METADATA}"' in challenge
    assert answer.json == {"error": "invalid_token", "error_description": "The token is not valid here."}
    log = "\n".join(shared_web[0].log)
    assert header.removeprefix("Bearer ") not in log
    assert SHARED not in log


def test_a_token_without_the_scope_is_forbidden(shared_web: Web) -> None:
    answer = listing(shared_web[1], Authorization=bearer(scope="other"))
    assert answer.status == 403
    assert 'error="insufficient_scope"' in answer.headers["www-authenticate"]
    assert 'scope="notes:read"' in answer.headers["www-authenticate"]


def test_a_foreign_host_is_refused_before_the_token_is_looked_at(shared_web: Web) -> None:
    assert listing(shared_web[1], Host="evil.example.com").status == 421


def test_the_protected_resource_metadata_is_public(shared_web: Web) -> None:
    answer = exchange(shared_web[1], "GET", "/.well-known/oauth-protected-resource/mcp", {})
    assert answer.json == {
        "resource": AUDIENCE,
        "authorization_servers": [ISSUER],
        "bearer_methods_supported": ["header"],
        "scopes_supported": ["notes:read"],
    }


def test_keys_of_a_key_set(guarded_package: Path, tmp_path: Path) -> None:
    key, other = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2))
    public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key()))
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"keys": [{**public, "kid": "one", "use": "sig"}]}))

    def token(signer: Any, kid: str, algorithm: str = "RS256") -> str:
        return "Bearer " + jwt.encode(claims(), signer, algorithm=algorithm, headers={"kid": kid})

    with web(guarded_package, env=environment(MCP_AUTH_JWKS=str(keys))) as (_, url):
        assert listing(url, Authorization=token(key, "one")).status == 200
        assert listing(url, Authorization=token(other, "one")).status == 401
        assert listing(url, Authorization=token(key, "two")).status == 401
        # A public key must not pass for a shared secret.
        assert listing(url, Authorization=token(b"k" * 32, "one", "HS256")).status == 401


def test_keys_that_cannot_be_fetched_are_no_verdict(guarded_package: Path) -> None:
    env = environment(MCP_AUTH_JWKS="http://127.0.0.1:9/keys")
    with web(guarded_package, env=env) as (server, url):
        token = jwt.encode(claims(), SHARED, algorithm="HS256", headers={"kid": "one"})
        answer = listing(url, Authorization=f"Bearer {token}")
        assert (answer.status, answer.json["error"]) == (503, "temporarily_unavailable")
        assert "127.0.0.1:9" not in answer.body.decode() + "\n".join(server.log)


def test_a_session_belongs_to_the_caller_that_opened_it(shared_web: Web) -> None:
    _, url = shared_web
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    handshake = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    opening = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": handshake}).encode()
    opened = exchange(url, "POST", "/mcp", {**headers, "Authorization": bearer()}, opening)
    session = {"Mcp-Session-Id": opened.headers["mcp-session-id"], "MCP-Protocol-Version": "2025-11-25"}
    listed = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}).encode()
    stolen = exchange(url, "POST", "/mcp", {**headers, **session, "Authorization": bearer(sub="eve")}, listed)
    assert stolen.status == 404
