"""Streamable HTTP: who may talk to the server, what it refuses before reading, and the headers it holds clients to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

import httpx2

from ..carriers import INVALID_PARAMS
from ..checking import Case, check
from ..facts import Facts
from ..outcome import Findings, Unreachable, equal, holds
from ..servers import HTTP
from ..stage import Stage
from ..values import JsonObject
from ..wire import http_client
from ..wire.messages import initialize, request
from ..wire.streamable import ACCEPT

HEADER_MISMATCH = -32020
PARSE_ERROR = -32700
METHOD_NOT_FOUND = -32601

FOREIGN = "evil.example.com"


def _first(stage: Stage) -> JsonObject:
    """Return a request that is answered on a connection nothing was said on yet."""
    if stage.era.modern:
        return request(stage.era, 1, "server/discover", None)
    return request(stage.era, 1, "initialize", initialize(stage.era))


def _post(stage: Stage, *, body: bytes | None = None, path: str | None = None, **extra: str) -> httpx2.Response:
    client = stage.http
    message = _first(stage)
    headers = {"content-type": "application/json", "accept": ACCEPT, **client.headers(message)}
    headers |= {name.replace("_", "-"): value for name, value in extra.items()}
    url = client.url if path is None else str(httpx2.URL(client.url).join(path))
    content = json.dumps(message).encode() if body is None else body
    # Without the session of the stage: each of these requests stands for a client of its own.
    headers.pop("mcp-session-id", None)
    return client.http.post(url, content=content, headers=headers)


@check("http.health", transport=HTTP, modern=True)
def health(facts: Facts) -> Iterator[Case]:
    """The health endpoints answer without credentials."""
    for path in ("/healthz", "/readyz"):
        yield Case(path.strip("/"), partial(_health, path))


def _health(path: str, stage: Stage) -> Findings:
    if not stage.target.starts:
        raise Unreachable("what lies beside the MCP endpoint of a server at a URL is not known")
    url = str(httpx2.URL(stage.http.url).join(path))
    with http_client(url) as client:
        yield from equal(200, client.get(url).status_code, "status")


@check("http.host", transport=HTTP)
def host(facts: Facts) -> Iterator[Case]:
    """A request under a foreign Host is refused (MCP, transports, "Security": DNS rebinding)."""
    yield Case("", _host)


def _host(stage: Stage) -> Findings:
    status = _post(stage, host=FOREIGN).status_code
    yield from holds(status in (403, 421), expected="421 or 403", seen=status, where="status")


@check("http.origin", transport=HTTP)
def origin(facts: Facts) -> Iterator[Case]:
    """A request from a page of a foreign Origin is refused with 403 (MCP, transports, "Security")."""
    yield Case("", _origin)


def _origin(stage: Stage) -> Findings:
    yield from equal(403, _post(stage, origin=f"https://{FOREIGN}").status_code, "status")


@check("http.size", transport=HTTP)
def size(facts: Facts) -> Iterator[Case]:
    """A body over the contract's limit is refused with 413."""
    yield Case("", _size)


def _size(stage: Stage) -> Findings:
    message = _first(stage)
    message["params"]["padding"] = "x" * stage.facts.body_bytes
    yield from equal(413, _post(stage, body=json.dumps(message).encode()).status_code, "status")


@check("http.path", transport=HTTP)
def path(facts: Facts) -> Iterator[Case]:
    """Nothing is served beside the endpoint: 404."""
    yield Case("", _path)


def _path(stage: Stage) -> Findings:
    yield from equal(404, _post(stage, path="/conformance/nothing").status_code, "status")


@check("http.parse", transport=HTTP)
def parse(facts: Facts) -> Iterator[Case]:
    """A body that is no JSON is 400 with -32700 (JSON-RPC 2.0, section 5.1)."""
    yield Case("", _parse)


def _parse(stage: Stage) -> Findings:
    response = _post(stage, body=b"{not json")
    yield from equal(400, response.status_code, "status")
    yield from equal(PARSE_ERROR, _code(response), "error/code")


@check("http.accept", transport=HTTP)
def accept(facts: Facts) -> Iterator[Case]:
    """A client that takes neither JSON nor event streams is refused with 406 (MCP, transports)."""
    yield Case("", _accept)


def _accept(stage: Stage) -> Findings:
    yield from equal(406, _post(stage, accept="text/html").status_code, "status")


@check("http.headers", transport=HTTP, modern=True)
def headers(facts: Facts) -> Iterator[Case]:
    """Headers that contradict the body are 400 with -32020 (MCP 2026-07-28, transports, "Standard headers")."""
    yield Case("method", partial(_headers, {"mcp_method": "prompts/list"}))
    yield Case("version", partial(_headers, {"mcp_protocol_version": "2026-07-28"}, body_version="2026-07-27"))
    if facts.tools:
        yield Case("name", _name_header)


def _headers(extra: dict[str, str], stage: Stage, *, body_version: str | None = None) -> Findings:
    message = _first(stage)
    if body_version is not None:
        message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = body_version
    response = _post(stage, body=json.dumps(message).encode(), **extra)
    yield from equal([400, HEADER_MISMATCH], [response.status_code, _code(response)], "status, error/code")


def _name_header(stage: Stage) -> Findings:
    client = stage.http
    message = request(stage.era, next(client.numbers), "tools/call", {"name": stage.facts.tools[0].name})
    answer = client.exchange(message, {"mcp-name": "another"})
    yield from equal([400, HEADER_MISMATCH], [answer.status, answer.error.get("code")], "status, error/code")


@check("http.status", transport=HTTP, modern=True)
def status(facts: Facts) -> Iterator[Case]:
    """HTTP tells of JSON-RPC errors: 404 for an unknown method, 400 for bad params (MCP 2026-07-28, transports)."""
    yield Case("method", partial(_status, "conformance/nothing", None, 404, METHOD_NOT_FOUND))
    if facts.tools:
        params: JsonObject = {"name": "conformance_nothing", "arguments": {}}
        yield Case("tool", partial(_status, "tools/call", params, 400, INVALID_PARAMS))


def _status(method: str, params: JsonObject | None, wanted: int, code: int, stage: Stage) -> Findings:
    answer = stage.client.ask(method, params)
    yield from equal([wanted, code], [answer.status, answer.error.get("code")], "status, error/code")


@check("http.stateless", transport=HTTP, modern=True)
def stateless(facts: Facts) -> Iterator[Case]:
    """The modern era has no sessions, and nothing but POST at the endpoint (MCP 2026-07-28, transports)."""
    yield Case("", _stateless)


def _stateless(stage: Stage) -> Findings:
    response = _post(stage)
    session = response.headers.get("mcp-session-id")
    yield from holds(session is None, expected="no Mcp-Session-Id", seen=session)
    seen = stage.http.get("", **{"mcp-protocol-version": stage.era.revision, "accept": ACCEPT}).status_code
    yield from equal(405, seen, "status of GET")


@check("http.session", transport=HTTP, modern=False)
def session(facts: Facts) -> Iterator[Case]:
    """A session the server does not know is 404, so that a client begins a new one (MCP 2025-11-25, transports)."""
    yield Case("", _session)


def _session(stage: Stage) -> Findings:
    client = stage.http
    if client.session is None:
        raise Unreachable("the server keeps no sessions")
    message = request(stage.era, next(client.numbers), "ping", None)
    known = {**client.headers(message), "mcp-session-id": "0" * 32}
    response = client.http.post(
        client.url, json=message, headers={"accept": ACCEPT, "content-type": "application/json", **known}
    )
    yield from equal(404, response.status_code, "status")


def _code(response: httpx2.Response) -> object:
    try:
        return response.json().get("error", {}).get("code")
    except (ValueError, AttributeError):
        return None


CHECKS = (health, host, origin, size, path, parse, accept, headers, status, stateless, session)
