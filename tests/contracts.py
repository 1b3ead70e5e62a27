"""Contracts made by hand: the smallest valid one, and pieces to add to it.

Tests of emitters and rules start from these, so that each shows only what it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pactwright.expr import Scope, Slot, infer, parse
from pactwright.expr.types import DYN, MapType
from pactwright.model.contract import Contract, Pagination
from pactwright.model.errors import Details, ErrorType, Repair
from pactwright.model.expression import Computed, Elements, Entries, Expression, Literal, Template, Text
from pactwright.model.schema import (
    NamedType,
    NumberSchema,
    ObjectSchema,
    Presence,
    Property,
    Required,
    Schema,
    StringSchema,
)
from pactwright.model.server import Dialect, Limits, Mode, Server, Setting
from pactwright.model.tools import Effects, Example, ResultAnswer, Tool
from pactwright.source import SourceFile
from pactwright.values import JsonValue

FILE = SourceFile("specs/orders/contract.yaml", "")
SPAN = FILE.span(0, 0)

READS = Effects(
    writes=False,
    destructive=None,
    idempotent=None,
    open_world=False,
    network=False,
    local_write=False,
    process=False,
    qualifiers={},
)
WRITES = replace(READS, writes=True, destructive=False, idempotent=False, open_world=True, network=True)


def string(description: str | None = None) -> StringSchema:
    """Return the schema of a text."""
    return StringSchema(span=SPAN, description=description)


def integer(description: str | None = None) -> NumberSchema:
    """Return the schema of a whole number."""
    return NumberSchema(span=SPAN, integer=True, description=description)


def member(name: str, schema: Schema | None = None, presence: Presence | None = None) -> Property:
    """Return a property; a required text when nothing else is said."""
    return Property(name=name, schema=schema or string(), presence=presence or Required(), span=SPAN)


def named(name: str, schema: Schema) -> NamedType:
    """Return an entry of `types:`."""
    return NamedType(name=name, schema=schema, span=SPAN)


def an_object(*properties: Property) -> ObjectSchema:
    """Return the schema of a closed object."""
    return ObjectSchema(span=SPAN, properties=properties)


def expression(text: str) -> Expression:
    """Return the expression of `text`, whose roots may hold anything."""
    anything = Slot(MapType(rest=Slot(DYN)))
    scope = Scope(dict.fromkeys(("args", "params", "config", "upstream", "this", "result", "call"), anything))
    return Expression(text, infer(parse(text), scope, passing=True), scope, SPAN)


def template(value: JsonValue) -> Template:
    """Return a template in which every string that starts with `=` is one expression: `=args.owner`."""
    match value:
        case str() if value.startswith("="):
            return Computed(expression(value[1:]))
        case dict():
            return Entries(tuple((key, template(item)) for key, item in value.items()))
        case list():
            return Elements(tuple(map(template, value)))
        case _:
            return Literal(value)


def words(*parts: str) -> Template:
    """Return a text of pieces; those that start with `=` are expressions."""
    return Text(tuple(expression(part[1:]) if part.startswith("=") else part for part in parts))


def example(
    arguments: Mapping[str, JsonValue] | None = None,
    *,
    title: str = "Usual",
    result: JsonValue = None,
    error: str | None = None,
    params: Mapping[str, JsonValue] | None = None,
) -> Example:
    """Return an example with a result or, with `error`, a refusal."""
    return Example(
        title=title,
        arguments=arguments or {},
        has_result=error is None,
        result=result,
        error=error,
        params=params or {},
        given={},
        span=SPAN,
    )


def tool(
    name: str,
    *,
    takes: ObjectSchema | None = None,
    gives: Schema | None = None,
    effects: Effects = READS,
    codes: tuple[str, ...] = (),
    examples: tuple[Example, ...] = (),
) -> Tool:
    """Return a tool that is answered by a constant; use `dataclasses.replace` for what is rarer."""
    return Tool(
        name=name,
        title=f"Title of {name}",
        description=f"What {name} does.",
        when_to_use=None,
        effects=effects,
        input=takes or an_object(),
        rules=(),
        fills=(),
        guards=(),
        output=gives or an_object(member("id", integer("Number of the order."))),
        codes=codes,
        pagination=None,
        first_page=None,
        idempotency=None,
        precondition=None,
        if_unknown=None,
        links=(),
        client_requires=(),
        execution=None,
        lifecycle=None,
        examples=examples,
        answer=ResultAnswer(steps=(), result=template({"id": 1})),
        span=SPAN,
    )


def error(
    code: str,
    *,
    message: Template | None = None,
    params: ObjectSchema | None = None,
    details: Details | None = None,
    repair: Repair | None = None,
    temporary: bool = False,
    common: bool = False,
) -> ErrorType:
    """Return an entry of the catalogue."""
    return ErrorType(
        code=code,
        temporary=temporary,
        common=common,
        message=message or Literal(f"Message of {code}."),
        params=params,
        details=details,
        repair=repair,
        says=f"Meaning of {code}.",
        inline=False,
        reserved=None,
        span=SPAN,
    )


def repair(tool_name: str, **arguments: JsonValue) -> Repair:
    """Return a repair that is one call; arguments are written as for `template`."""
    return Repair(
        next_step="call", tool=tool_name, arguments=template(dict(arguments)), alternative="Ask the user.", span=SPAN
    )


def setting(name: str, env: str, *, optional: str | None = None, secret: bool = False) -> Setting:
    """Return a setting from the environment, required unless `optional` says what its absence means."""
    return Setting(
        name=name,
        env=env,
        command=(),
        file=None,
        secret=secret,
        coerce=False,
        on_invalid="fail",
        schema=string(),
        optional=optional,
        default=None,
        has_default=False,
        span=SPAN,
    )


def mode(name: str, *, says: str = "Only tools that read are served.") -> Mode:
    """Return a mode that keeps the tools which only read."""
    flag = f"--{name.replace('_', '-')}"
    return Mode(name=name, flag=flag, omits=(), keeps="read_only_hint", says=says, span=SPAN)


def pages(name: str, items: str) -> Pagination:
    """Return a way of paging with a cap and cursors that live a quarter of an hour."""
    return Pagination(
        name=name,
        items=items,
        page_size=50,
        cap=500,
        hint="Narrow the search.",
        total=False,
        ttl_ms=900_000,
        binds=("owner",),
        span=SPAN,
    )


def server(name: str = "orders-mcp") -> Server:
    """Return the section of a server on both transports."""
    return Server(
        name=name,
        title="Orders",
        version="1.2.3",
        namespace=f"com.example.{name}",
        summary="Looks after orders.",
        does=("Reads orders.",),
        does_not=("Cancel orders.",),
        revisions=("2026-07-28", "2025-11-25"),
        transports=("stdio", "streamable-http"),
        http=None,
        order="contract",
        dialect=Dialect(
            texts=None,
            results="structured",
            json_indent=0,
            errors="house",
            annotations="house",
            unknown_arguments="refuse",
        ),
        read_only_hint="observable",
        validate_results="enforce",
        tools_list_bytes=None,
        limits=Limits(call_timeout_ms=60_000, concurrency=64, body_bytes=1_048_576),
        cache=(),
        prerequisites={},
        state_store=None,
        state_keys=None,
        span=SPAN,
    )


def contract(*tools: Tool, errors: tuple[ErrorType, ...] = ()) -> Contract:
    """Return a contract with these tools (one, when none is given); use `dataclasses.replace` for what is rarer."""
    catalogue = (error("invalid_field", common=True), *errors)
    return Contract(
        service="orders",
        path=FILE.path,
        server=server(),
        conditions={"invalid_arguments": "invalid_field"},
        condition_data=(),
        config=(),
        config_files=None,
        fills=(),
        guards=(),
        types=(),
        errors=catalogue,
        upstreams=(),
        versions=(),
        pagination=(),
        views=(),
        tools=tools or (tool("get_order"),),
        resources=(),
        resource_templates=(),
        completions=(),
        prompts=(),
        modes=(),
        ledgers=(),
        extensions={},
        suppressions=(),
        handlers=(),
        span=SPAN,
    )
