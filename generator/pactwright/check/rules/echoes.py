"""Echoes: what errors repeat of what callers and upstreams said must be of a kind that cannot carry a message."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule, warning
from pactwright.check.rules.owners import owners
from pactwright.expr import BoolType, DoubleType, IntType, Node, NullType, Typed, is_path, root_of
from pactwright.expr.nodes import Index, Select
from pactwright.expr.paths import spell
from pactwright.load import Path
from pactwright.model.contract import Contract, Resource
from pactwright.model.errors import ErrorType
from pactwright.model.expression import Computed, Elements, Entries, Expression, Template, Text
from pactwright.model.reach import codes_of
from pactwright.model.schema import (
    ArraySchema,
    BooleanSchema,
    EnumSchema,
    NullSchema,
    NumberSchema,
    ObjectSchema,
    Schema,
    StringSchema,
    UnionSchema,
)
from pactwright.model.tools import Tool

_BOUND_FORMATS = frozenset({"date", "date-time", "time", "duration", "uuid", "ipv4", "ipv6"})
# What the server supplies itself: names of arguments, verified tokens, and texts that it has cleaned and cut.
_SUPPLIED = frozenset({"fields", "current", "operation", "cause", "completed", "required", "present"})
_CLEANED = frozenset({"status", "message", "cause", "operation"})


@rule("free-form-in-error", error)
def free_form_in_error(contract: Contract) -> Iterator[Finding]:
    """An error repeats a text that may say anything.

    Why: models read errors as words of the server. A text that a caller or an upstream made up can hold instructions,
    secrets, or a second message. Numbers, booleans, listed values, dates and texts with a pattern cannot.

    Bad:

        input: {title: {type: string}}
        errors: {title_taken: {message: "There is a note called ${args.title}.", …}}

    Good:

        input: {title: {type: string}}
        errors: {title_taken: {message: There is a note of that title., …}}
    """
    if contract.server.dialect.errors == "house":
        yield from _echoed(contract)


@rule("free-form-in-legacy-error", warning)
def free_form_in_legacy_error(contract: Contract) -> Iterator[Finding]:
    """An error of another dialect than the house's repeats free text that a caller or an upstream wrote.

    Why: as with `free-form-in-error`. A contract that describes an existing server may have to say what that server
    says; then allow the finding where it stands, with the reason.

    Bad:

        server: {dialect: {errors: flat}}
        errors: {unknown_type: {message: "There is no issue type ${args.issueType}.", …}}

    Good:

        server: {dialect: {errors: flat}}
        errors: {unknown_type: {message: The organization has no issue type of that name., …}}
    """
    if contract.server.dialect.errors != "house":
        yield from _echoed(contract)


def _echoed(contract: Contract) -> Iterator[Finding]:
    reached = [(owner, codes_of(owner, contract)) for _, owner in owners(contract)]
    for item in contract.errors:
        inputs = [_input(owner) for owner, codes in reached if item.code in codes]
        yield from _data(item)
        for expression in _texts(item):
            yield from _found(expression, inputs, contract)
    for tool in contract.tools:
        look = tool.if_unknown
        for text in () if look is None else (look.arguments, look.says):
            for expression in () if text is None else _expressions(text):
                yield from _found(expression, [_input(tool)], contract)


Input = tuple[Schema | None, frozenset[str]]
"""Arguments, and those among them that hold tokens of the server's own."""


def _input(owner: Tool | Resource) -> Input:
    tokens = set()
    if isinstance(owner, Tool) and owner.pagination is not None:
        tokens.add("cursor")
    if isinstance(owner, Tool) and owner.precondition is not None:
        tokens.add(owner.precondition.argument)
    return owner.input, frozenset(tokens)


def _data(item: ErrorType) -> Iterator[Finding]:
    for part in item.params.properties if item.params is not None else ():
        if part.name not in _SUPPLIED and not _is_bound(part.schema):
            path: Path = ("errors", item.code, "params", part.name)
            message = f"`{part.name}` of `{item.code}` may be any text, and errors show their data"
            yield Finding(part.span, message, "give it a pattern, or list its values", path, at_key=True)


def _texts(item: ErrorType) -> Iterator[Expression]:
    yield from _expressions(item.message)
    if item.details is not None:
        for part in (item.details.field, item.details.value, item.details.reason, *item.details.fields):
            yield from _expressions(part) if part is not None else ()
    if item.repair is not None and item.repair.arguments is not None:
        yield from _expressions(item.repair.arguments)


def _expressions(template: Template) -> Iterator[Expression]:
    match template:
        case Computed(expression=expression):
            yield expression
        case Text(parts=parts):
            yield from (part for part in parts if isinstance(part, Expression))
        case Entries(items=items):
            for _, part in items:
                yield from _expressions(part)
        case Elements(items=elements):
            for part in elements:
                yield from _expressions(part)
        case _:
            return


def _found(expression: Expression, inputs: list[Input], contract: Contract) -> Iterator[Finding]:
    settings = {setting.name: setting.schema for setting in contract.config}
    for path in _shown(expression.typed):
        keys = _keys(path)
        match root_of(path):
            case "args":
                bound = all(keys[0] in tokens or _leads_to_bound(schema, keys) for schema, tokens in inputs)
            case "params":
                continue  # its schema is judged
            case "config":
                bound = _leads_to_bound(settings.get(str(keys[0])), keys[1:])
            case "upstream":
                bound = keys[0] in _CLEANED
            case _:
                bound = True
        if not bound:
            yield Finding(
                expression.span,
                f"`{spell(path)}` may be any text, and an error must not repeat it",
                "leave it out, or give it a pattern or a list of values",
            )


def _shown(typed: Typed) -> Iterator[Node]:
    """Yield the paths whose values reach the text; those that only decide, or are counted, do not."""
    if isinstance(typed.slot.type, BoolType | IntType | DoubleType | NullType):
        return
    if is_path(typed.node):
        yield typed.node
        return
    for operand in typed.operands:
        yield from _shown(operand)


def _keys(path: Node) -> tuple[str | int, ...]:
    match path:
        case Select(operand=operand, field=key):
            return (*_keys(operand), key)
        case Index(operand=operand):
            return (*_keys(operand), 0)
        case _:
            return ()


def _leads_to_bound(schema: Schema | None, keys: tuple[str | int, ...]) -> bool:
    """Whether what stands at `keys` below a value of the schema is of a bound kind; what is not there is."""
    if not keys:
        return schema is None or _is_bound(schema)
    match schema:
        case None:
            return True
        case ArraySchema(items=items):
            return _leads_to_bound(items, keys[1:])
        case ObjectSchema(properties=properties, open=reason):
            inner = next((item.schema for item in properties if item.name == keys[0]), None)
            return _leads_to_bound(inner, keys[1:]) if inner is not None else reason is None
        case UnionSchema(discriminator=discriminator, variants=variants):
            members = [item.schema for variant in variants for item in variant.properties if item.name == keys[0]]
            return keys[0] == discriminator or all(_leads_to_bound(inner, keys[1:]) for inner in members)
        case _:
            return False


def _is_bound(schema: Schema) -> bool:
    match schema:
        case NumberSchema() | BooleanSchema() | NullSchema() | EnumSchema():
            return True
        case StringSchema(enum=enum, pattern=pattern, format=kind):
            return enum is not None or pattern is not None or kind in _BOUND_FORMATS
        case ArraySchema(items=items):
            return _is_bound(items)
        case ObjectSchema(properties=properties, open=reason):
            return reason is None and all(_is_bound(item.schema) for item in properties)
        case UnionSchema(variants=variants):
            return all(_is_bound(item.schema) for variant in variants for item in variant.properties)
        case _:
            return False


RULES = (free_form_in_error, free_form_in_legacy_error)
