"""Steps: the requests a tool makes, in order, and what happens between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pactwright.model.expression import Expression, Template
from pactwright.model.upstreams import FailStatus
from pactwright.records import dataclass
from pactwright.source import Span
from pactwright.values import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject:
    """End the call with `code` when `condition` holds."""

    condition: Expression
    code: str
    params: Template | None
    message: Template | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallStep:
    """Make a request (`upstream.operation`).

    At most one of `first`, `collect_max` and `page` is set, for operations with pages.
    """

    operation: str
    arguments: Template | None
    name: str | None
    when: Expression | None
    fails: tuple[FailStatus, ...]
    best_effort: bool
    reject: tuple[Reject, ...]
    page: bool
    collect_max: int | None
    collect_more: str | None
    collect_keep: Expression | None
    first: Expression | None
    each: Expression | None
    done: Template | None
    books: str | None
    entry: Template | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectStep:
    """Refuse between requests."""

    reject: tuple[Reject, ...]
    when: Expression | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LetStep:
    """Name computed values."""

    values: tuple[tuple[str, Template], ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskStep:
    """Ask the user through the client (elicitation)."""

    name: str
    questions: Mapping[str, JsonValue]
    declined: str | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressStep:
    """Report progress."""

    at: Expression | None
    of: Expression | None
    message: Template | None
    span: Span = field(compare=False, repr=False)


Step = CallStep | RejectStep | LetStep | AskStep | ProgressStep
