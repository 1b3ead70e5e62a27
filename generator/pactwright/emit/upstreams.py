"""`upstreams.py` of the generated package: one class per upstream, one method per operation."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.emit.failures import table_statements
from pactwright.emit.memory import Memory
from pactwright.emit.operations import MethodView, method
from pactwright.emit.python import expression_code, template_code
from pactwright.emit.render import Chunk, chunk, module
from pactwright.emit.requests import UPSTREAM_IMPORTS, upstream_class
from pactwright.model.contract import Contract
from pactwright.model.expression import Literal, Template
from pactwright.model.upstreams import (
    BearerAuth,
    GithubAppAuth,
    HeaderAuth,
    RateLimit,
    Scopes,
    Upstream,
)
from pactwright.names import identifier
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class UpstreamView:
    """One upstream."""

    name: str
    class_name: str
    doc: str
    settings: tuple[str, ...]
    base_url: str
    headers: str | None
    base: str
    credentials: str | None
    app: str | None
    probe: str | None
    refused: tuple[str, ...]
    methods: tuple[MethodView, ...]


def upstreams_module(contract: Contract, memory: Memory) -> str | None:
    """Return the text of `upstreams.py`; None when the contract has no operations."""
    chunks = [_chunk(upstream, contract) for upstream in requested(contract)]
    if not chunks:
        return None
    return module(
        f"The requests that {contract.server.name} may make.",
        imports=UPSTREAM_IMPORTS,
        prelude="",
        chunks=chunks,
        memory=memory,
    )


def requested(contract: Contract) -> list[Upstream]:
    """Return the upstreams that a server makes requests to."""
    return [upstream for upstream in contract.upstreams if upstream.operations]


def _chunk(upstream: Upstream, contract: Contract) -> Chunk:
    view = UpstreamView(
        name=upstream.name,
        class_name=upstream_class(upstream.name),
        doc=f"The requests that may be made to {upstream.title}.",
        settings=tuple(_settings(upstream)),
        base_url=_text(upstream.base_url),
        headers=None if upstream.headers is None else template_code(upstream.headers),
        base="GithubAppUpstream" if isinstance(upstream.auth, GithubAppAuth) else "Upstream",
        credentials=_credentials(upstream),
        app=_app(upstream),
        probe=None if upstream.scopes is None else _probe(upstream.scopes),
        refused=tuple(table_statements(upstream.fails, contract)),
        methods=tuple(method(operation, upstream, contract) for operation in upstream.operations),
    )
    return chunk("package/src/upstreams.upstream.py.jinja", upstream=view)


def _settings(upstream: Upstream) -> Iterator[str]:
    yield f"name = {upstream.name!r}"
    yield f"title = {upstream.title!r}"
    if upstream.rate_limit is not None:
        yield f"rate_limit = {_rate_limit(upstream.rate_limit)}"
    if upstream.scopes is not None:
        code = "" if upstream.scopes.code is None else f", code={upstream.scopes.code!r}"
        yield f"scopes = Scopes(header={upstream.scopes.header!r}, tokens={upstream.scopes.tokens!r}{code})"
    if upstream.pace_writes_ms:
        yield f"pace_writes_ms = {upstream.pace_writes_ms}"
    if upstream.read_retries:
        yield f"read_retries = {upstream.read_retries}"


def _text(template: Template) -> str:
    code = template_code(template)
    return code if isinstance(template, Literal) else f"str({code})"


def _rate_limit(limit: RateLimit) -> str:
    parts = [f"statuses={limit.statuses!r}"]
    parts += [
        f"{key}={value!r}" for key in ("remaining", "reset", "after") if (value := getattr(limit, key)) is not None
    ]
    parts.append(f"default_ms={limit.default_ms}")
    if limit.retries:
        parts.append(f"retries={limit.retries}")
    return f"RateLimit({', '.join(parts)})"


def _credentials(upstream: Upstream) -> str | None:
    match upstream.auth:
        case BearerAuth(token=token):
            return f"bearer({expression_code(token)})"
        case HeaderAuth(header=header, secret=secret):
            return f"secret_header({header!r}, {expression_code(secret)})"
        case _:
            return None


def _probe(scopes: Scopes) -> str:
    """Return the Python of the request whose answer tells the scopes; it belongs to the same upstream."""
    return f"await self.{identifier(scopes.probe.rpartition('.')[2])}()"


def _app(upstream: Upstream) -> str | None:
    """Return the settings of a GitHub App, for which the base class finds the token."""
    if not isinstance(upstream.auth, GithubAppAuth):
        return None
    return "{" + ", ".join(f"{key!r}: {expression_code(value)}" for key, value in upstream.auth.settings) + "}"
