"""What a contract says about the server as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pactwright.model.expression import Expression, Template
from pactwright.model.schema import Schema
from pactwright.records import dataclass
from pactwright.source import Span
from pactwright.values import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Authorization:
    """Bearer tokens the HTTP transport asks for (MCP authorization)."""

    issuer: str
    audience: str
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Http:
    """Where the server is reached over streamable HTTP."""

    url: str
    authorization: Authorization | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorTexts:
    """The sentences of errors that are one text each, over `error`, `call`, `config` and `upstream`."""

    failed: Template
    unanswered: Template
    answered: Template
    completed: Template


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How results, errors and hints look on the wire."""

    results: str
    json_indent: int
    errors: str
    texts: ErrorTexts | None
    annotations: str
    unknown_arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds on one process: time per call in milliseconds, calls at once, bytes of an HTTP body."""

    call_timeout_ms: int
    concurrency: int
    body_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheHint:
    """How long, in milliseconds, and by whom the answer to `method` may be kept (MCP 2026-07-28, caching)."""

    method: str
    ttl_ms: int
    scope: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """The `server:` section, defaults filled in."""

    name: str
    title: str
    version: str
    namespace: str
    summary: str
    does: tuple[str, ...]
    does_not: tuple[str, ...]
    revisions: tuple[str, ...]
    transports: tuple[str, ...]
    http: Http | None
    order: str
    dialect: Dialect
    read_only_hint: str
    validate_results: str
    tools_list_bytes: int | None
    limits: Limits
    cache: tuple[CacheHint, ...]
    prerequisites: Mapping[str, JsonValue]
    state_store: Expression | None
    state_keys: Expression | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """An entry of `config:`: where its value comes from, and its schema."""

    name: str
    env: str | None
    command: tuple[str, ...]
    file: str | None
    secret: bool
    coerce: bool
    on_invalid: str
    schema: Schema
    optional: str | None
    default: JsonValue
    has_default: bool
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """Configuration files: one, or (with `ancestors`) one below the working directory and every folder above it."""

    path: Template
    ancestors: bool
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigFiles:
    """The section `config_files:`; layers come farthest first."""

    layers: tuple[Layer, ...]
    merge: str
    unreadable: str
    read: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """A start-up switch that leaves tools out of the catalogue."""

    name: str
    flag: str
    omits: tuple[str, ...]
    keeps: str | None
    says: str
    span: Span = field(compare=False, repr=False)
