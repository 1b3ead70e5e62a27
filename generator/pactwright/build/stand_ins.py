"""What stands for a thing with a fault until the phase ends: it fits anywhere, so that one mistake is told once."""

from __future__ import annotations

from pactwright.expr import Scope, Typed
from pactwright.expr.nodes import NullLiteral
from pactwright.expr.types import NOTHING, Slot
from pactwright.model.expression import Computed, Expression, Template
from pactwright.model.schema import AnySchema
from pactwright.records import dataclass
from pactwright.source import Span

UNTYPED = Slot(NOTHING)
"""The slot of a value about which nothing is known, and with which anything may be done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownSchema(AnySchema):
    """A schema that could not be found or read."""


def is_unknown(template: Template) -> bool:
    """Whether a template is what `unknown_value` returns."""
    return isinstance(template, Computed) and not template.expression.text


def unknown_value(span: Span) -> Computed:
    """Return a template for a value that could not be read."""
    return Computed(Expression("", Typed(NullLiteral(), UNTYPED), Scope({}), span))
