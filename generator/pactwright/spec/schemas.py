"""Schemas describe arguments, results, error data, settings and what upstreams answer.

A schema is JSON Schema 2020-12 with two rules that make forgetting hard. Objects are closed: what is not listed is
refused, unless `open` says why not. Properties are required, unless one of `optional`, `default`, `default_from`,
`present_when` and `only_when` says otherwise. The keys that are not JSON Schema never reach the wire.

Where a schema or a map of properties may stand (`input`, `output`, `response`), a mapping is a schema when `$ref`,
`union` or `type` is a text, when `type` or `enum` is a list, or when it has `const`. Otherwise it is a map of
properties if every value is a mapping, and a schema if not.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, RootModel, Tag

from pactwright.spec.base import CheckedSpec
from pactwright.spec.scalars import (
    EXTENSION_KEY,
    MISSING,
    REFERENCE,
    Count,
    Expression,
    Filled,
    MaybeJson,
    Name,
    Number,
    Positive,
    Seq,
    Step,
    Template,
    Text,
    by_kind,
    chosen_by,
)

TypeName = Literal["string", "integer", "number", "boolean", "array", "object", "null"]
TypeNames = Annotated[
    Annotated[TypeName, Tag("one type")] | Annotated[Filled[TypeName], Tag("several types")],
    by_kind(text="one type", listed="several types"),
]

Subschema = Annotated["SchemaSpec", Tag("schema")]
Properties = Annotated["PropertyMap", Tag("properties")]
SchemaOrFlag = Annotated[Annotated[bool, Tag("flag")] | Subschema, by_kind(flag="flag", mapping="schema")]


class SchemaKeywords(CheckedSpec):
    """The keywords of JSON Schema, and those that stand for them here."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[Annotated[str, Field(pattern=EXTENSION_KEY)], Any] = Field(init=False)

    needs: ClassVar[tuple[tuple[str, str], ...]] = (("union", "variants"), ("variants", "union"))
    not_here: ClassVar[Mapping[str, str]] = {
        "required": "properties are required; mark the others with `optional: <what leaving it out means>`",
        "additionalProperties": "objects are closed; `open: <why>` lets other properties in",
        "unevaluatedProperties": "objects are closed; `open: <why>` lets other properties in",
        "discriminator": "write `union: <property>` with `variants:`",
        "$schema": "the compiler writes it",
        "$id": "put shared schemas under `types:` and refer to them as `#/types/Name`",
        "$anchor": "put shared schemas under `types:` and refer to them as `#/types/Name`",
        "$dynamicRef": 'refer to a type of this contract: `$ref: "#/types/Name"`',
    }
    other_names: ClassVar[Mapping[str, str]] = {"example": "examples", "definitions": "$defs"}

    ref: Annotated[str, Field(pattern=REFERENCE)] | None = Field(
        None,
        alias="$ref",
        description="The named type that this is: `#/types/Name`. Keys beside it replace annotations and markers of "
        "the type, and may only tighten its constraints.",
        examples=["#/types/Issue"],
    )
    type_: TypeNames | None = Field(None, alias="type", description="The JSON type of the value, or a list of types.")
    enum: Filled[Template] | None = Field(None, description="The values that are accepted, and no others.")
    const: MaybeJson = Field(MISSING, description="The one value that is accepted.")
    title: Text | None = Field(None, description="A short name, shown to people.")
    description: Text | None = Field(
        None, description="What the value means. What leaving it out means is added from `optional` or `default`."
    )
    examples: Seq[Template] | None = Field(None, description="Values that are valid, as JSON Schema annotations.")
    deprecated: bool | None = Field(None, description="Marks the value as one that should no longer be used.")
    readOnly: bool | None = Field(None, description="A JSON Schema annotation: the value is set by the owner alone.")
    writeOnly: bool | None = Field(None, description="A JSON Schema annotation: the value is never given back.")
    properties: dict[Text, Subschema] | None = Field(None, description="The properties of an object, by name.")
    items: SchemaOrFlag | None = Field(
        None,
        description="What every element of an array is. After `prefixItems`, what the others are; false: there are "
        "none.",
    )
    prefixItems: Filled[Subschema] | None = Field(
        None, description="What the first elements of an array are, in order."
    )
    minItems: Count | None = Field(None, description="The least number of elements.")
    maxItems: Count | None = Field(None, description="The greatest number of elements.")
    uniqueItems: bool | None = Field(None, description="Whether all elements must differ.")
    contains: Subschema | None = Field(None, description="What at least one element must be.")
    minContains: Count | None = Field(None, description="The least number of elements that match `contains`.")
    maxContains: Count | None = Field(None, description="The greatest number of elements that match `contains`.")
    unevaluatedItems: SchemaOrFlag | None = Field(
        None, description="What elements must be that no other keyword judged."
    )
    minLength: Count | None = Field(None, description="The least number of characters.")
    maxLength: Count | None = Field(None, description="The greatest number of characters.")
    pattern: Text | None = Field(None, description="A regular expression that is found somewhere in the text.")
    format: Text | None = Field(
        None,
        description="The kind of text. Checked for date-time, date, time, duration, uri, email, uuid, ipv4 and ipv6.",
        examples=["date-time", "date", "time", "duration", "uri", "email", "uuid", "ipv4", "ipv6"],
    )
    contentEncoding: Text | None = Field(None, description="How binary content is written as text, such as base64.")
    contentMediaType: Text | None = Field(None, description="The media type of content that is held as text.")
    contentSchema: Subschema | None = Field(None, description="What content is that is held as text.")
    minimum: Number | None = Field(None, description="The least number, itself included.")
    maximum: Number | None = Field(None, description="The greatest number, itself included.")
    exclusiveMinimum: Number | None = Field(None, description="The number that the value must be greater than.")
    exclusiveMaximum: Number | None = Field(None, description="The number that the value must be less than.")
    multipleOf: Step | None = Field(None, description="The number of which the value is a multiple.")
    minProperties: Count | None = Field(None, description="The least number of properties.")
    maxProperties: Count | None = Field(None, description="The greatest number of properties.")
    patternProperties: dict[Text, Subschema] | None = Field(
        None, description="What properties are whose names match a regular expression."
    )
    propertyNames: Subschema | None = Field(None, description="What the names of an open object's properties must be.")
    dependentRequired: dict[Text, Seq[Text]] | None = Field(
        None, description="The properties that must be there when another one is."
    )
    dependentSchemas: dict[Text, Subschema] | None = Field(
        None, description="What the object must be when a property is there."
    )
    allOf: Filled[Subschema] | None = Field(None, description="All of these hold.")
    anyOf: Filled[Subschema] | None = Field(None, description="At least one of these holds.")
    oneOf: Filled[Subschema] | None = Field(
        None, description="Exactly one of these holds. Prefer `union`, which tells agents which branch they are in."
    )
    not_: Subschema | None = Field(None, alias="not", description="What the value must not be.")
    if_: Subschema | None = Field(None, alias="if", description="The schema that decides between `then` and `else`.")
    then: Subschema | None = Field(None, description="What the value must be when it matches `if`.")
    else_: Subschema | None = Field(
        None, alias="else", description="What the value must be when it does not match `if`."
    )
    defs: dict[Text, Subschema] | None = Field(None, alias="$defs", description="Schemas that this one refers to.")
    comment: Text | None = Field(None, alias="$comment", description="A note for those who read the schema.")
    union: Text | None = Field(
        None,
        description="The property that tells the `variants` apart. On the wire: `oneOf`, with a constant per branch.",
    )
    variants: dict[Text, Properties] | None = Field(
        None, description="The branches of a `union`: the value of its property, and the branch's other properties."
    )
    nullable: bool = Field(False, description="Whether null is accepted besides the type.")
    open_: Text | None = Field(
        None, alias="open", description="Why this object may have other properties. Without it, objects are closed."
    )
    max_bytes: Positive | None = Field(None, description="The greatest length of a text, in bytes of UTF-8.")


class SchemaSpec(SchemaKeywords):
    """A schema where a value is declared: the keywords of JSON Schema, and whether the value is there.

    Only one of `optional`, `default`, `default_from`, `present_when` and `only_when` may stand.

    ```yaml
    types:
      Issue:
        type: object
        properties:
          number: {type: integer, minimum: 1, description: The number within the repository.}
          state: {type: string, enum: [open, closed]}
          closed_at: {type: string, format: date-time, present_when: "${this.state == 'closed'}"}
          assignee: {type: string, nullable: true, optional: nobody was asked}
      Field:
        union: kind
        variants:
          text: {text: {type: string}}
          date: {date: {type: string, format: date}}
    ```
    """

    at_most_one: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("optional", "default", "default_from", "present_when", "only_when"),
    )

    optional: Text | None = Field(
        None,
        description='What it means when the value is not there. Completes "Omitted means …" for arguments and "Absent '
        'when …" for results.',
        examples=["no label filter"],
    )
    default: MaybeJson = Field(
        MISSING, description="The value the server puts in for an argument that is left out. Published as the default."
    )
    default_from: Expression | None = Field(
        None,
        description="Where the server takes an argument from that is left out: another argument or a setting. Told in "
        "words, not published as the default.",
        examples=["${args.owner}"],
    )
    present_when: Expression | None = Field(
        None, description="The condition under which a result has this property, and without which it has not."
    )
    only_when: Expression | None = Field(
        None, description="The condition without which a result has not this property."
    )
    says: Text | None = Field(
        None,
        description='How `present_when` or `only_when` is told to agents, or behind "Omitted means" what '
        "`default_from` gives. Plain comparisons, and defaults from one argument or setting, are put in words without "
        "it.",
    )
    complete: Name | None = Field(
        None, description="The entry of `completions` that completes this variable of a resource, or prompt argument."
    )


class PropertyMap(RootModel[dict[Text, SchemaSpec]]):
    """The properties of a closed object: a schema under each name.

    ```yaml
    # tools.add_comment
    input:
      issue_number: {type: integer, minimum: 1, description: The issue to comment on.}
      body: {type: string, minLength: 1, description: Markdown.}
    ```
    """

    model_config = ConfigDict(strict=True, frozen=True, defer_build=True)


def shape_of(value: object) -> str:
    """Tell a schema from a map of properties, as the module's docstring says; what is neither counts as a schema."""
    if not isinstance(value, dict):
        return "schema"
    named = any(isinstance(value.get(key), str) for key in ("$ref", "union", "type"))
    listed = any(isinstance(value.get(key), list) for key in ("type", "enum"))
    if named or listed or "const" in value or not all(isinstance(item, dict) for item in value.values()):
        return "schema"
    return "properties"


PropertiesOrSchema = Annotated[
    Annotated[PropertyMap, Tag("properties")] | Annotated[SchemaSpec, Tag("schema")],
    chosen_by(shape_of, "a map of properties or a schema"),
]
