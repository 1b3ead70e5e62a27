"""Tools: what a caller gives, what comes back, and how it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pactwright.model.expression import Expression, Template
from pactwright.model.schema import ObjectSchema, Schema
from pactwright.model.steps import Step
from pactwright.records import dataclass
from pactwright.source import Span
from pactwright.values import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusive:
    """At most one of the groups may be given."""

    groups: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """All of the arguments or none."""

    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtLeastOne:
    """One of the arguments at least."""

    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disjoint:
    """Two lists that share no element."""

    left: str
    right: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyWith:
    """`argument` needs `other` beside it."""

    argument: str
    other: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyIf:
    """`argument` may be given only when `condition` holds."""

    argument: str
    condition: Expression
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Require:
    """`condition` must hold; otherwise the call is refused with `says` (and `code`, when it is not the usual one)."""

    condition: Expression
    fields: tuple[str, ...]
    says: str
    code: str | None


Rule = Exclusive | Together | AtLeastOne | Disjoint | OnlyWith | OnlyIf | Require


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What calling the tool does to the world."""

    writes: bool
    destructive: bool | None
    idempotent: bool | None
    open_world: bool
    network: bool
    local_write: bool
    process: bool
    qualifiers: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultAnswer:
    """Steps, then a mapping of what they gave."""

    steps: tuple[Step, ...]
    result: Template


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentBlock:
    """One content block; `kind` is text, image, audio, resource or link."""

    kind: str
    fields: tuple[tuple[str, Template], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentAnswer:
    """Steps, then content blocks."""

    steps: tuple[Step, ...]
    blocks: tuple[ContentBlock, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandlerAnswer:
    """A function in `handlers.py` that may call these operations (`upstream.operation`)."""

    uses: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryAnswer:
    """The capability summary, which the compiler writes."""


Answer = ResultAnswer | ContentAnswer | HandlerAnswer | SummaryAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class Idempotency:
    """Repeated calls with one key within the window, in milliseconds, take effect once per scope.

    `find` looks for what an earlier call did whose outcome is not known, and `found` is the result when it did: steps
    and a mapping of their own, since only what `find` gave is known then. None of both with a handler.
    """

    key: str
    window_ms: int
    scope: tuple[str, ...]
    find: tuple[Step, ...] | None
    found: Template | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Precondition:
    """The write happens only while the version the caller read is still current."""

    argument: str
    version: str
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IfUnknown:
    """What to call, read-only, when nobody knows whether a write took effect; or why nothing can be called (`none`).

    `says` is a sentence that is added to the error.
    """

    tool: str | None
    arguments: Template | None
    next_step: str | None
    alternative: str | None
    none: str | None
    says: Template | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPage:
    """Page one of another tool's list, inside this tool's result."""

    pagination: str
    tool: str
    when: Expression | None
    has_more: str
    next_cursor: str
    items: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A call with its result, or with the code it is refused with."""

    title: str
    arguments: Mapping[str, JsonValue]
    has_result: bool
    result: JsonValue
    error: str | None
    params: Mapping[str, JsonValue]
    given: Mapping[str, JsonValue]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifecycle:
    """How stable a tool is and, when it is deprecated, since when and by what it is replaced."""

    stability: str
    deprecated: Mapping[str, str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool.

    Attributes:
        input: The arguments, `cursor` of a paginated tool included.
        output: The result of a success, page fields included; none when the tool answers with content.
        codes: What `errors:` lists.
    """

    name: str
    title: str
    description: str
    when_to_use: str | None
    effects: Effects
    input: ObjectSchema
    rules: tuple[Rule, ...]
    fills: tuple[tuple[str, bool], ...]
    guards: tuple[str, ...]
    output: Schema | None
    codes: tuple[str, ...]
    pagination: str | None
    first_page: FirstPage | None
    idempotency: Idempotency | None
    precondition: Precondition | None
    if_unknown: IfUnknown | None
    links: tuple[tuple[Template, Template], ...]
    client_requires: tuple[str, ...]
    execution: str | None
    lifecycle: Lifecycle | None
    examples: tuple[Example, ...]
    answer: Answer
    span: Span = field(compare=False, repr=False)
