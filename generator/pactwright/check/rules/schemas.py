"""Schemas on the wire: valid, self-contained, and of a shape that clients of every served revision accept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import jsonschema_rs

from pactwright.check.rules.engine import Finding, error, rule
from pactwright.check.rules.judges import Judge, Validator, input_judge, output_judge, validator_of
from pactwright.model.contract import Contract
from pactwright.model.schema import Default, ObjectSchema, Schema
from pactwright.model.tools import Tool
from pactwright.source import Span
from pactwright.wire import input_schema, walk

_METASCHEMA = {"$ref": "https://json-schema.org/draft/2020-12/schema"}


def published(contract: Contract) -> Iterator[tuple[str, Schema, Judge]]:
    """Yield each schema that values are held against: what it is, the schema of the contract, and its judge.

    Types come first, so that a mistake in one is told once, and not for all that use it.
    """
    for named in contract.types:
        yield f"the type `{named.name}`", named.schema, output_judge(named.schema, contract)
    for setting in contract.config:
        yield f"the setting `{setting.name}`", setting.schema, input_judge(setting.schema, contract)
    for declared in contract.errors:
        if declared.params is not None:
            yield f"the data of `{declared.code}`", declared.params, output_judge(declared.params, contract)
    for tool in contract.tools:
        yield f"the input of `{tool.name}`", tool.input, input_judge(tool.input, contract)
        if tool.output is not None:
            yield f"the output of `{tool.name}`", tool.output, output_judge(tool.output, contract)
    for template in contract.resource_templates:
        if template.input is not None:
            yield f"the input of `{template.name}`", template.input, input_judge(template.input, contract)


@rule("schema-invalid", error)
def schema_invalid(contract: Contract) -> Iterator[Finding]:
    """A schema is not valid JSON Schema 2020-12.

    Why: clients compile the schemas of all tools when they list them. Several drop the whole list when one is broken.

    Bad:

        input: {name: {type: string, pattern: "("}}

    Good:

        input: {name: {type: string, pattern: "[a-z]+"}}
    """
    law = Validator(_METASCHEMA, offline=True)
    told: set[Span] = set()
    for what, schema, judge in published(contract):
        problems = list(_problems(judge, law))
        span = _blamed(schema) if problems else schema.span
        if problems and span not in told:
            told.add(span)
            hint = "mend it: values are held against this schema as it stands"
            yield from (Finding(span, f"{what} {problem}", hint) for problem in problems)


def _problems(judge: Judge, law: Validator) -> Iterator[str]:
    if not law.is_valid(judge.wire):
        for found in law.iter_errors(judge.wire):
            yield f"is not valid JSON Schema 2020-12 at `{_pointer(found.instance_path)}`"
    elif isinstance(judge.validator, str):
        yield f"cannot be used: {judge.validator}"


def _pointer(path: list[str | int]) -> str:
    return "/" + "/".join(map(str, path))


def _blamed(schema: Schema) -> Span:
    """Return the smallest schema that is invalid by itself."""
    blamed = schema
    for inner in walk(schema):
        alone = _alone(inner)
        if alone is not None and not _compiles(alone):
            blamed = inner
    return blamed.span


def _alone(schema: Schema) -> Mapping[str, object] | None:
    kept: dict[str, object] = {key: value for key, value in schema.keywords.items() if key != "examples"}
    pattern = getattr(schema, "pattern", None)
    return {**kept, "pattern": pattern} if pattern is not None else kept or None


def _compiles(wire: Mapping[str, object]) -> bool:
    try:
        Validator(dict(wire), offline=True)
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError):
        return False
    return True


@rule("output-not-an-object", error)
def output_not_an_object(contract: Contract) -> Iterator[Finding]:
    """The result of a tool is not an object although it is structured.

    Why: MCP 2025-11-25 wants an object at the root of every output schema, and a server whose list breaks that
    answers the whole `tools/list` with an error. Errors are published in the same schema as a second kind of object.

    Bad:

        output: {type: array, items: {type: string}}

    Good:

        output: {names: {type: array, items: {type: string}}}
    """
    if contract.server.dialect.results != "structured":
        return
    for tool in contract.tools:
        if tool.output is not None and (not isinstance(tool.output, ObjectSchema) or tool.output.nullable):
            yield Finding(
                tool.output.span,
                f"the result of `{tool.name}` is not an object",
                "wrap it in a property: `output: {items: …}`",
            )


@rule("result-looks-like-error", error)
def result_looks_like_error(contract: Contract) -> Iterator[Finding]:
    """A result could be taken for an error.

    Why: results and errors share one published schema, and clients tell them apart by their shape. A result with the
    properties of the error envelope would be both.

    Bad:

        output: {code: {type: string}, message: {type: string}, temporary: {type: boolean}, …}

    Good:

        output: {status: {type: string}, text: {type: string}}
    """
    if contract.server.dialect.errors != "house":
        # Failures have no place among structured results there.
        return
    envelope = {"code", "message", "temporary", "retry_after_ms", "request_id", "fingerprint"}
    for tool in contract.tools:
        if not isinstance(tool.output, ObjectSchema):
            continue
        names = {item.name for item in tool.output.properties}
        if envelope <= names or (tool.output.open is not None and not tool.output.properties):
            yield Finding(
                tool.output.span,
                f"a result of `{tool.name}` can have the shape of an error",
                "rename a property, or require one that errors do not have",
            )


@rule("default-invalid", error)
def default_invalid(contract: Contract) -> Iterator[Finding]:
    """A default is not a valid value.

    Why: the server puts the default in and validates the arguments, so every call that leaves the argument out would
    fail.

    Bad:

        input: {state: {type: string, enum: [open, closed], default: all}}

    Good:

        input: {state: {type: string, enum: [open, closed], default: open}}
    """
    owners = [tool.input for tool in contract.tools]
    owners += [template.input for template in contract.resource_templates if template.input is not None]
    for owner in owners:
        for schema in walk(owner):
            if isinstance(schema, ObjectSchema):
                yield from _defaults(schema, contract)


def _defaults(schema: ObjectSchema, contract: Contract) -> Iterator[Finding]:
    for item in schema.properties:
        if not isinstance(item.presence, Default):
            continue
        validator = validator_of(input_schema(replace(item.schema, description=None), contract))
        fault = None if isinstance(validator, str) else next(iter(validator.iter_errors(item.presence.value)), None)
        if fault is not None:
            message = f"the default of `{item.name}` is not accepted: {fault.message}"
            yield Finding(item.span, message, "change the default, or the schema")


@rule("header-parameter-dropped", error)
def header_parameter_dropped(contract: Contract) -> Iterator[Finding]:
    """An `x-mcp-header` that clients refuse.

    Why: a client of MCP 2026-07-28 drops a tool whose `x-mcp-header` is not on a plain text, whole number or
    boolean at the top of its input, and says nothing about it.

    Bad:

        input: {ratio: {type: number, x-mcp-header: X-Ratio}}

    Good:

        input: {region: {type: string, x-mcp-header: X-Region}}
    """
    for tool in contract.tools:
        if any("x-mcp-header" in schema.keywords for schema in walk(tool.input)):
            from mcp.shared.inbound import find_invalid_x_mcp_header  # half a second, for contracts that need it

            reason = find_invalid_x_mcp_header(input_schema(tool.input, contract))
            if reason:
                yield Finding(
                    _header_span(tool),
                    f"clients drop `{tool.name}`: {reason}",
                    "put `x-mcp-header` on a text, a whole number or a boolean at the top of the input",
                )


def _header_span(tool: Tool) -> Span:
    return next(
        (schema.span for schema in walk(tool.input) if "x-mcp-header" in schema.keywords),
        tool.input.span,
    )


RULES = (schema_invalid, output_not_an_object, result_looks_like_error, default_invalid, header_parameter_dropped)
