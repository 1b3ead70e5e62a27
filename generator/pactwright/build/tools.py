"""Tools: arguments and results first, so that errors and repairs can refer to any, then how each is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pactwright.build.answers import content_answer, handler_answer, result_answer
from pactwright.build.behaviour import (
    build_idempotency,
    build_if_unknown,
    build_lifecycle,
    build_precondition,
    check_fills,
    check_pages,
)
from pactwright.build.conditions import bound_input, bound_output
from pactwright.build.context import Context
from pactwright.build.effects import build_effects
from pactwright.build.expressions import text_template
from pactwright.build.paging import first_page, with_cursor, with_first_page, with_page
from pactwright.build.place import Place
from pactwright.build.rules import build_rules
from pactwright.build.schemas import properties_schema
from pactwright.build.signature import Signature
from pactwright.build.slots import CALL, CATALOG, arguments, scope
from pactwright.build.steps import Visible
from pactwright.expr.types import Slot
from pactwright.model.contract import Pagination
from pactwright.model.expression import Template
from pactwright.model.schema import ObjectSchema
from pactwright.model.tools import (
    Answer,
    Example,
    SummaryAnswer,
    Tool,
)
from pactwright.spec.examples import ErrorExampleSpec, ExampleSpec
from pactwright.spec.tools import AnswerToolSpec, ContentToolSpec, HandlerToolSpec, ResultToolSpec, ToolSpec
from pactwright.values import JsonValue

# What stands where a mistake keeps the rest from being known: nothing is held against it.
_UNKNOWN = "what it holds is not known"


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
    input_schema = bound_input(_with_fills(built, spec, context), config, context)
    own = None
    if isinstance(spec, ResultToolSpec | HandlerToolSpec):
        own = properties_schema(spec.output, place / "output", context)
    output = own
    if output is not None and pagination is not None:
        output = with_page(output, pagination, context)
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


def _with_fills(schema: ObjectSchema, spec: ToolSpec, context: Context) -> ObjectSchema:
    """Return the arguments as they are once required fills have been applied, without which the call is refused."""
    filled = {
        argument: name
        for name, need in spec.fills.items()
        if need == "required" and name in context.spec.fills
        for argument in context.spec.fills[name].arguments
    }
    if not filled:
        return schema
    properties = (replace(item, filled_by=filled.get(item.name)) for item in schema.properties)
    return replace(schema, properties=tuple(properties))


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
    check_fills(spec, signature, place / "fills", context)
    check_pages(spec, signature, place, context)
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
        idempotency=build_idempotency(spec, signature, place, config, context),
        precondition=build_precondition(spec, signature, place, visible, context),
        if_unknown=build_if_unknown(spec, place, Visible(dict(roots), signature.input), context),
        links=_links(spec, place / "links", roots, signature, context) if spec.links else (),
        client_requires=spec.client.requires if spec.client else (),
        execution=spec.execution,
        lifecycle=build_lifecycle(spec, place, context),
        examples=build_examples(spec.examples, place / "examples", context),
        answer=answer,
        span=place.key,
    )


def _links(
    spec: ToolSpec, place: Place, roots: dict[str, Slot], signature: Signature, context: Context
) -> tuple[tuple[Template, Template], ...]:
    names = scope({**roots, "result": arguments(signature.output)})
    return tuple(
        (
            text_template(link.uri, place / index / "uri", names, context),
            text_template(link.name, place / index / "name", names, context),
        )
        for index, link in enumerate(spec.links)
    )


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
