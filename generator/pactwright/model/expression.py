"""Expressions and templates, parsed and typed, with the scope that gives their names a meaning."""

from __future__ import annotations

from dataclasses import field

from pactwright.expr import Scope, Typed
from pactwright.records import dataclass
from pactwright.source import Span
from pactwright.values import JsonValue


@dataclass(frozen=True, slots=True)
class Expression:
    """The inside of one `${…}`."""

    text: str
    typed: Typed = field(compare=False, repr=False)
    scope: Scope = field(compare=False, repr=False)
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Literal:
    """A JSON value without expressions in it."""

    value: JsonValue


@dataclass(frozen=True, slots=True)
class Computed:
    """A string that is exactly one expression and keeps its type.

    `drops_null` says that null is left out like an absent value, since it may not stand where the value goes.
    """

    expression: Expression
    drops_null: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Text with expressions put in."""

    parts: tuple[str | Expression, ...]


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping; the keys are literal."""

    items: tuple[tuple[str, Template], ...]


@dataclass(frozen=True, slots=True)
class Elements:
    """A list."""

    items: tuple[Template, ...]


@dataclass(frozen=True, slots=True)
class ViewOf:
    """`{$view: name, of|each: E}`: one object, or every element of a list, seen through a view."""

    view: str
    source: Expression
    each: bool
    span: Span = field(compare=False, repr=False)


Template = Literal | Computed | Text | Entries | Elements | ViewOf
