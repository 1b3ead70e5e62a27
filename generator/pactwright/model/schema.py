"""Schemas of the contract: JSON Schema 2020-12 types, one class per type.

References to named types are resolved; what remains of one is `type_name`, or a `ReferenceSchema` where a type contains
itself. Presence (required, optional, default, …) belongs to the property, not to its schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pactwright.model.expression import Expression
from pactwright.records import dataclass
from pactwright.source import Span
from pactwright.values import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseSchema:
    """What every schema may carry.

    Attributes:
        type_name: The entry under `types:` that this schema is, when nothing but annotations was changed beside `$ref`.
        nullable: Whether null is accepted besides the type.
        keywords: Keywords that reach the wire as they were written, such as `minLength`, `examples` or `x-…`.
        parts: Keywords that hold schemas (`anyOf`, `prefixItems`, …): only the validator reads them.
    """

    span: Span = field(compare=False, repr=False)
    type_name: str | None = None
    title: str | None = None
    description: str | None = None
    nullable: bool = False
    keywords: Mapping[str, JsonValue] = field(default_factory=dict)
    parts: Mapping[str, Schema | tuple[Schema, ...] | Mapping[str, Schema]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnySchema(BaseSchema):
    """Any JSON value, or what `keywords` (such as `anyOf`) leave of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NullSchema(BaseSchema):
    """Only null."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumSchema(BaseSchema):
    """One of listed values of any types (`enum` or, with `constant`, `const` without one `type`)."""

    values: tuple[JsonValue, ...]
    constant: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TypesSchema(BaseSchema):
    """Several JSON types at once (`type: [string, integer]`), null left to `nullable`."""

    types: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BooleanSchema(BaseSchema):
    """true or false; with `const`, only that."""

    const: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StringSchema(BaseSchema):
    """Text. `max_bytes` bounds its UTF-8 form and is enforced by the server, for JSON Schema cannot say it."""

    enum: tuple[str, ...] | None = None
    constant: bool = False
    pattern: str | None = None
    format: str | None = None
    max_bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberSchema(BaseSchema):
    """A number; whole when `integer`. Bounds stay in `keywords`: only the validator reads them."""

    integer: bool
    enum: tuple[int | float, ...] | None = None
    constant: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ArraySchema(BaseSchema):
    """A list of `items`."""

    items: Schema
    max_items: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectSchema(BaseSchema):
    """An object with these properties and, unless `open` says why others may stand in it, no more."""

    properties: tuple[Property, ...]
    open: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One branch of a union; its discriminator is a constant and not among `properties`."""

    name: str
    properties: tuple[Property, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnionSchema(BaseSchema):
    """A discriminated union of objects; `oneOf` on the wire."""

    discriminator: str
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceSchema(BaseSchema):
    """A use of the type `name` inside its own definition; a local `$ref` on the wire."""

    name: str


Schema = (
    AnySchema
    | NullSchema
    | EnumSchema
    | TypesSchema
    | BooleanSchema
    | StringSchema
    | NumberSchema
    | ArraySchema
    | ObjectSchema
    | UnionSchema
    | ReferenceSchema
)


@dataclass(frozen=True, slots=True)
class Required:
    """Always there."""


@dataclass(frozen=True, slots=True)
class Optional:
    """May be absent; `meaning` completes "Omitted means …" (input) or "Absent when …" (output)."""

    meaning: str


@dataclass(frozen=True, slots=True)
class Default:
    """The server puts `value` in when the caller leaves the argument out."""

    value: JsonValue


@dataclass(frozen=True, slots=True)
class DefaultFrom:
    """The server fills the argument from a sibling argument or a setting; `expression` is `text` typed for a tool.

    `says` tells where from, when the expression does not tell it by itself.
    """

    text: str
    span: Span = field(compare=False, repr=False)
    says: str | None = None
    expression: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentWhen:
    """Present if and only if a condition holds; `says` is how the schema tells it.

    `condition` is `text` typed for the tool whose result this is; a named type seen apart from any tool has none.
    """

    text: str
    says: str
    span: Span = field(compare=False, repr=False)
    condition: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyWhen:
    """Present only if a condition holds; otherwise like `PresentWhen`."""

    text: str
    says: str
    span: Span = field(compare=False, repr=False)
    condition: Expression | None = None


Presence = Required | Optional | Default | DefaultFrom | PresentWhen | OnlyWhen


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """A named member of an object; `filled_by` is the fill without which a call that lacks it is refused."""

    name: str
    schema: Schema
    presence: Presence
    span: Span = field(compare=False, repr=False)
    complete: str | None = None
    filled_by: str | None = None

    @property
    def required(self) -> bool:
        """Whether the wire schema lists it under `required`."""
        return isinstance(self.presence, Required)

    @property
    def filled(self) -> bool:
        """Whether an argument is there in every call, once the server has filled in what was left out."""
        match self.presence:
            case _ if self.filled_by is not None:
                return True
            case Required() | Default():
                return True
            case DefaultFrom(expression=Expression() as source):
                slot = source.typed.slot
                return not slot.absent and slot.when is None and (self.schema.nullable or not slot.null)
            case _:
                return False


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedType:
    """An entry of `types:`."""

    name: str
    schema: Schema
    span: Span = field(compare=False, repr=False)


def is_composite(schema: Schema) -> bool:
    """Whether a named type with this schema deserves a type of its own in a language: an object, a union or an enum."""
    match schema:
        case ObjectSchema(properties=properties, open=reason):
            return bool(properties) or reason is None
        case UnionSchema():
            return True
        case StringSchema(enum=tuple() as values) | NumberSchema(enum=tuple() as values) | EnumSchema(values=values):
            return len(values) > 1
        case _:
            return False
