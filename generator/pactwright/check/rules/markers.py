"""Markers: what says when a value is there must stand where somebody acts on it."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule
from pactwright.model.contract import Contract
from pactwright.model.schema import (
    Default,
    DefaultFrom,
    ObjectSchema,
    OnlyWhen,
    Presence,
    PresentWhen,
    Property,
    ReferenceSchema,
    Schema,
    UnionSchema,
)
from pactwright.wire import walk

_CONDITIONS: tuple[type[Presence], ...] = (PresentWhen, OnlyWhen)
_DEFAULTS: tuple[type[Presence], ...] = (Default, DefaultFrom)
_NAMES = {Default: "default", DefaultFrom: "default_from", PresentWhen: "present_when", OnlyWhen: "only_when"}


@rule("marker-without-effect", error)
def marker_without_effect(contract: Contract) -> Iterator[Finding]:
    """A marker stands where nothing acts on it.

    Why: defaults are put into arguments, and conditions are checked on results. Elsewhere the words would be published
    and nothing would be done. `default_from` fills arguments of tools, not what is inside of them; and conditions are
    not followed into a type that contains itself.

    Bad:

        input: {note: {type: string, present_when: "${args.verbose}"}}
        output: {state: {type: string, default: open}}

    Good:

        input: {note: {type: string, optional: there is none}}
        output: {state: {type: string}}
    """
    for tool in contract.tools:
        yield from _odd(tool.input, _CONDITIONS, f"the arguments of `{tool.name}`")
        for item in tool.input.properties:
            yield from _odd(item.schema, (DefaultFrom,), f"`{item.name}` of `{tool.name}`")
        if tool.output is not None:
            yield from _odd(tool.output, _DEFAULTS, f"the result of `{tool.name}`")
            for inner in walk(tool.output):
                if isinstance(inner, ReferenceSchema) and (named := contract.schema(inner.name)) is not None:
                    yield from _odd(named, _CONDITIONS, f"`{inner.name}`, which contains itself")
    for resource in (*contract.resources, *contract.resource_templates):
        if resource.input is not None:
            yield from _odd(resource.input, (*_CONDITIONS, DefaultFrom), f"the variables of `{resource.name}`")
        if resource.output is not None:
            yield from _odd(resource.output, _DEFAULTS, f"the content of `{resource.name}`")
    for declared in contract.errors:
        if declared.params is not None:
            yield from _odd(declared.params, (*_CONDITIONS, DefaultFrom), f"the data of `{declared.code}`")


def _odd(schema: Schema, markers: tuple[type[Presence], ...], where: str) -> Iterator[Finding]:
    for item in _properties(schema):
        if isinstance(item.presence, markers):
            marker = _NAMES[type(item.presence)]
            yield Finding(
                item.span,
                f"`{marker}` of `{item.name}` has no effect in {where}",
                "say `optional:` and what it means when there is no value",
            )


def _properties(schema: Schema) -> Iterator[Property]:
    for inner in walk(schema):
        match inner:
            case ObjectSchema(properties=properties):
                yield from properties
            case UnionSchema(variants=variants):
                yield from (item for variant in variants for item in variant.properties)
            case _:
                pass


RULES = (marker_without_effect,)
