"""The services behind the tools: their operations and how a failed request becomes a code."""

from __future__ import annotations

from dataclasses import dataclass, field

from pactwright.model.expression import Expression, Template
from pactwright.model.schema import Property, Schema
from pactwright.source import Span
from pactwright.values import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class FailCode:
    """Raise `code`, with data and perhaps a message of its own."""

    code: str
    params: Template | None = None
    message: Template | None = None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailProbe:
    """Ask `operation`: when it answers, `found` is raised; when it does not find, `missing`."""

    operation: str
    found: str
    missing: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailRow:
    """One row of a list of failures; the last has no condition."""

    condition: Expression | None
    fail: FailCode


@dataclass(frozen=True, slots=True, kw_only=True)
class FailChoice:
    """The first row whose condition holds."""

    rows: tuple[FailRow, ...]


Fail = FailCode | FailProbe | FailChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class FailStatus:
    """What an upstream status (`404`, `4xx`, a GraphQL error type, `empty`) becomes."""

    status: str
    fail: Fail


@dataclass(frozen=True, slots=True, kw_only=True)
class Paging:
    """How an upstream list continues."""

    by: str
    size: tuple[str, int] | None
    next: Expression | None
    rows: Expression | None
    total: Expression | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RestRequest:
    """`METHOD /path/{x}`; `variables` are the path's, `{+x}` ones keep their slashes."""

    method: str
    path: str
    variables: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphqlRequest:
    """A GraphQL document."""

    document: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One request that steps and handlers may make.

    Attributes:
        reads: Whether the request can only read (derived from method or document, or lowered with a reason).
        needs: Permissions the token must have.
        blames: Upstream field names → arguments, for validation errors.
    """

    name: str
    upstream: str
    request: RestRequest | GraphqlRequest
    reads: bool
    read_reason: str | None
    params: tuple[Property, ...]
    query: Template | None
    headers: Template | None
    body: Template | None
    variables: Template | None
    response: Schema | None
    value: Expression | None
    answers: tuple[tuple[str, JsonValue], ...]
    pages: Paging | None
    fails: tuple[FailStatus, ...]
    blames: tuple[tuple[str, str], ...]
    needs: tuple[str, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Upstream:
    """A service that operations talk to. `settings` keeps auth, scopes, limits, pace and retry as declared."""

    name: str
    title: str
    base_url: Template
    headers: Template | None
    read_only: bool
    authenticated: bool
    scoped: bool
    rate_limited: bool
    fails: tuple[FailStatus, ...]
    operations: tuple[Operation, ...]
    span: Span = field(compare=False, repr=False)
