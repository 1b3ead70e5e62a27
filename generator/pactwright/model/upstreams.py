"""The services behind the tools: their operations and how a failed request becomes a code."""

from __future__ import annotations

from dataclasses import field

from pactwright.model.expression import Expression, Template
from pactwright.model.schema import Property, Schema
from pactwright.records import dataclass
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
    """Ask `operation` (by its full name): when it answers, `found` is raised; when it does not find, `missing`."""

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


# The parameter that says which page is asked for, by how a list continues; a link needs none.
CONTINUED = {"page": "page", "cursor": "cursor", "graphql": "after"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Paging:
    """How an upstream list continues."""

    by: str
    size: tuple[str, int] | None
    next: Expression | None
    rows: Expression | None
    total: Expression | None
    cut: Expression | None

    @property
    def parameters(self) -> frozenset[str]:
        """The parameters of the request that nobody has to give: which page, and how many rows it has."""
        named = (CONTINUED.get(self.by), None if self.size is None else self.size[0])
        return frozenset(name for name in named if name is not None)


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

    @property
    def full_name(self) -> str:
        """`upstream.operation`: the name under which everything else refers to it."""
        return f"{self.upstream}.{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class BearerAuth:
    """A token in the `Authorization` header."""

    token: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderAuth:
    """A secret in a header of its own."""

    header: str
    secret: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class GithubAppAuth:
    """Installation tokens of a GitHub App; the expressions are by the names of the language (`app_id`, …)."""

    settings: tuple[tuple[str, Expression], ...]


Auth = BearerAuth | HeaderAuth | GithubAppAuth


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimit:
    """How a rate limit shows: statuses, the headers that tell of it, and how long to wait when none does."""

    statuses: tuple[int, ...]
    remaining: str | None
    reset: str | None
    after: str | None
    default_ms: int
    retries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scopes:
    """How to find out what a token may do: a request, the header of its answer, and the tokens that have scopes."""

    probe: str
    header: str
    tokens: str
    code: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Upstream:
    """A service that operations talk to.

    Attributes:
        pace_writes_ms: The least time between two writes.
        read_retries: How often a read that failed is tried again.
    """

    name: str
    title: str
    base_url: Template
    headers: Template | None
    read_only: bool
    auth: Auth | None
    scopes: Scopes | None
    rate_limit: RateLimit | None
    pace_writes_ms: int
    read_retries: int
    fails: tuple[FailStatus, ...]
    operations: tuple[Operation, ...]
    span: Span = field(compare=False, repr=False)
