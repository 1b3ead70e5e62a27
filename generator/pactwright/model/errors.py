"""The error catalogue."""

from __future__ import annotations

from dataclasses import field

from pactwright.model.expression import Template
from pactwright.model.schema import ObjectSchema
from pactwright.records import dataclass
from pactwright.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What an error blames: one field or several, the offending value when it is safe to echo, and why."""

    field: Template | None
    fields: tuple[Template, ...]
    value: Template | None
    reason: Template | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """The next step out of an error; `arguments` are what `tool` is to be called with."""

    next_step: str | None
    tool: str | None
    arguments: Template | None
    alternative: str | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorType:
    """A code of the catalogue.

    Attributes:
        common: May occur in any tool without being listed there.
        params: Typed data given where the error is raised.
        says: The catalogue line.
        inline: Listed in the `_meta` of the tools that can raise it.
        reserved: Why a code that nothing raises is listed.
    """

    code: str
    temporary: bool
    common: bool
    message: Template
    params: ObjectSchema | None
    details: Details | None
    repair: Repair | None
    says: str
    inline: bool
    reserved: str | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionData:
    """What the error of a condition is given, over `params` (what the server supplies) and `upstream`."""

    condition: str
    data: Template
