"""Tools: arguments and results first, so that errors and repairs can refer to any, then how each is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pactwright.build.answers import content_answer, handler_answer, result_answer
from pactwright.build.conditions import bound_input, bound_output
from pactwright.build.context import Context
from pactwright.build.effects import build_effects
from pactwright.build.expressions import template, text_template
from pactwright.build.paging import first_page, with_cursor, with_first_page, with_page
from pactwright.build.place import Place
from pactwright.build.rules import build_rules
from pactwright.build.schemas import properties_schema
from pactwright.build.slots import CALL, CATALOG, ERROR_ROOTS, arguments, scope
from pactwright.build.steps import Visible, build_steps
from pactwright.expr.types import Slot
from pactwright.model.contract import Pagination
from pactwright.model.expression import Template
from pactwright.model.schema import ObjectSchema, Schema
from pactwright.model.tools import (
    Answer,
    Example,
    Idempotency,
    IfUnknown,
    Lifecycle,
    Precondition,
    SummaryAnswer,
    Tool,
)
from pactwright.spec.behaviour import LookSpec
from pactwright.spec.examples import ErrorExampleSpec, ExampleSpec
from pactwright.spec.tools import AnswerToolSpec, ContentToolSpec, HandlerToolSpec, ResultToolSpec, ToolCommon, ToolSpec
from pactwright.values import JsonValue

# What stands where a mistake keeps the rest from being known: nothing is held against it.
_UNKNOWN = "what it holds is not known"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """What a tool takes and gives. `own` is the result without the properties that paging adds."""

    input: ObjectSchema
    own: Schema | None
    output: Schema | None


def build_signature(
    name: str, spec: ToolSpec, pages: Mapping[str, Pagination], config: Slot, context: Context
) -> Signature:
    """Return the arguments and the result of the tool called `name`."""
    place = context.root / "tools" / name
    built = properties_schema(spec.input_, place / "input", context)
    if not isinstance(built, ObjectSchema):
        context.diagnostics.error(
            "input-not-an-object",
            "the arguments of a tool are an object",
            (place / "input").key,
            hint="write a map of properties",
        )
        built = ObjectSchema(span=(place / "input").value, properties=(), open=_UNKNOWN)
    pagination = None
    if spec.pagination is not None:
        pagination = pages.get(spec.pagination)
        if pagination is None:
            at = (place / "pagination").value
            context.unknown("pagination", spec.pagination, pages, at, declare="declare it under `pagination:`")
        else:
            built = with_cursor(built, pagination, context)
    input_schema = bound_input(built, config, context)
    own = None
    if isinstance(spec, ResultToolSpec | HandlerToolSpec):
        own = properties_schema(spec.output, place / "output", context)
    output = own
    if output is not None and pagination is not None:
        output = with_page(output, pagination)
    elif isinstance(output, ObjectSchema) and spec.pagination is not None:
        output = replace(output, open=_UNKNOWN)
    if output is not None and spec.first_page is not None:
        output = with_first_page(output, spec.first_page, place / "first_page", context)
    args = arguments(input_schema)
    return Signature(
        input=input_schema,
        own=None if own is None else bound_output(own, args, config, context) if output is own else own,
        output=None if output is None else bound_output(output, args, config, context),
    )


def build_tool(name: str, spec: ToolSpec, signature: Signature, config: Slot, context: Context) -> Tool:
    """Return one tool."""
    place = context.root / "tools" / name
    args = arguments(signature.input)
    roots = {"args": args, "config": config, "call": CALL, "catalog": CATALOG}
    visible = Visible(dict(roots), signature.input)
    answer = _answer(spec, signature, place, visible, context)
    for index, code in enumerate(spec.errors):
        context.check_code(code, (place / "errors" / index).value)
    _check_names(spec.guards, context.spec.guards, "guard", place / "guards", context)
    _check_names(tuple(spec.fills), context.spec.fills, "fill", place / "fills", context)
    return Tool(
        name=name,
        title=spec.title,
        description=spec.description,
        when_to_use=spec.when_to_use,
        effects=build_effects(spec.effects, answer, place, context),
        input=signature.input,
        rules=build_rules(
            spec.rules, place / "rules", signature.input, scope({"args": args, "config": config}), context
        ),
        fills=tuple((fill, need == "required") for fill, need in spec.fills.items()),
        guards=spec.guards,
        output=signature.output,
        codes=spec.errors,
        pagination=spec.pagination,
        first_page=None
        if spec.first_page is None
        else first_page(spec.first_page, place / "first_page", args, context),
        idempotency=_idempotency(spec, signature, place, config, context),
        precondition=_precondition(spec, place, context),
        if_unknown=_if_unknown(spec, place, Visible(dict(roots), signature.input), context),
        links=_links(spec, place / "links", {**roots, "result": _result_slot(signature)}, context),
        client_requires=spec.client.requires if spec.client else (),
        execution=spec.execution,
        lifecycle=_lifecycle(spec, place, context),
        examples=build_examples(spec.examples, place / "examples", context),
        answer=answer,
        span=place.key,
    )


def _links(
    spec: ToolSpec, place: Place, roots: dict[str, Slot], context: Context
) -> tuple[tuple[Template, Template], ...]:
    names = scope(roots)
    return tuple(
        (
            text_template(link.uri, place / index / "uri", names, context),
            text_template(link.name, place / index / "name", names, context),
        )
        for index, link in enumerate(spec.links)
    )


def _result_slot(signature: Signature) -> Slot:
    return arguments(None) if signature.output is None else arguments(signature.output)


def _answer(spec: ToolSpec, signature: Signature, place: Place, visible: Visible, context: Context) -> Answer:
    match spec:
        case ResultToolSpec():
            return result_answer(spec, signature.own, place, visible, context)
        case ContentToolSpec():
            return content_answer(spec.steps, spec.content, place, visible, context)
        case HandlerToolSpec():
            return handler_answer(spec.handler, place, context)
        case AnswerToolSpec():
            return SummaryAnswer()


def _check_names(
    names: tuple[str, ...], known: Mapping[str, object], kind: str, place: Place, context: Context
) -> None:
    for index, name in enumerate(names):
        if name not in known:
            span = (place / index).value if isinstance(place.data, list) else (place / name).key
            context.unknown(kind, name, known, span, declare=f"declare it under `{kind}s:`")


def _check_argument(name: str, spec: ToolCommon, signature: Signature, place: Place, context: Context) -> None:
    known = [item.name for item in signature.input.properties]
    if name not in known:
        context.unknown("argument", name, known, place.value, declare="it must be an argument of this tool")


def _idempotency(
    spec: ToolSpec, signature: Signature, place: Place, config: Slot, context: Context
) -> Idempotency | None:
    given = spec.idempotency
    if given is None:
        return None
    at = place / "idempotency"
    _check_argument(given.key, spec, signature, at / "key", context)
    for index, name in enumerate(given.scope):
        _check_argument(name, spec, signature, at / "scope" / index, context)
    find = None
    if isinstance(given.find, tuple):
        visible = Visible({"args": arguments(signature.input), "config": config, "call": CALL}, signature.input)
        find = build_steps(given.find, at / "find", visible, context)
    return Idempotency(key=given.key, window_ms=given.window.ms, scope=given.scope, find=find)


def _precondition(spec: ToolSpec, place: Place, context: Context) -> Precondition | None:
    given = spec.precondition
    if given is None:
        return None
    if given.version not in context.spec.versions:
        at = (place / "precondition" / "version").value
        context.unknown("version", given.version, context.spec.versions, at, declare="declare it under `versions:`")
    return Precondition(argument=given.argument, version=given.version, of=given.of)


def _if_unknown(spec: ToolSpec, place: Place, visible: Visible, context: Context) -> IfUnknown | None:
    given = spec.if_unknown
    if given is None:
        return None
    at = place / "if_unknown"
    if not isinstance(given, LookSpec):
        return IfUnknown(
            tool=None,
            arguments=None,
            next_step=None,
            alternative=None,
            none=given.none,
            says=given.says,
            span=at.key,
        )
    if given.tool not in context.spec.tools:
        context.unknown(
            "tool", given.tool, context.spec.tools, (at / "tool").value, declare="declare it under `tools:`"
        )
    return IfUnknown(
        tool=given.tool,
        arguments=template(dict(given.arguments), at / "arguments", scope(visible.names, roots=ERROR_ROOTS), context),
        next_step=given.next_step,
        alternative=given.alternative,
        none=None,
        says=given.says,
        span=at.key,
    )


def _lifecycle(spec: ToolSpec, place: Place, context: Context) -> Lifecycle | None:
    given = spec.lifecycle
    if given is None:
        return None
    if given.deprecated is None:
        return Lifecycle(stability=given.stability, deprecated=None)
    told = given.deprecated
    if told.replaced_by not in context.spec.tools:
        at = (place / "lifecycle" / "deprecated" / "replaced_by").value
        context.unknown("tool", told.replaced_by, context.spec.tools, at, declare="name a tool of this contract")
    return Lifecycle(
        stability=given.stability,
        deprecated={
            "since": told.since,
            "removal_after": told.removal_after,
            "replaced_by": told.replaced_by,
            "migration": told.migration,
        },
    )


def build_examples(specs: tuple[ExampleSpec, ...], place: Place, context: Context) -> tuple[Example, ...]:
    """Return examples; whether they hold is judged by rules."""
    return tuple(_example(spec, place / index, context) for index, spec in enumerate(specs))


def _example(spec: ExampleSpec, place: Place, context: Context) -> Example:
    failing = spec if isinstance(spec, ErrorExampleSpec) else None
    if failing is not None:
        context.check_code(failing.error, (place / "error").value)
    given: dict[str, JsonValue] = {}
    data = (place / "given").data
    if isinstance(data, dict):
        given = data
    return Example(
        title=spec.title,
        arguments=dict(spec.arguments),
        has_result=failing is None,
        result=None if isinstance(spec, ErrorExampleSpec) else spec.result,
        error=None if failing is None else failing.error,
        params={} if failing is None or failing.with_ is None else dict(failing.with_),
        given=given,
        span=place.value,
    )
