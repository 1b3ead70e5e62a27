"""Resources, completions, prompts, views, versions and ledgers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pactwright.build.answers import content_answer, content_blocks, handler_answer, result_answer
from pactwright.build.calls import fitted_arguments
from pactwright.build.conditions import bound_output
from pactwright.build.context import Context
from pactwright.build.expressions import condition, template, value_expression
from pactwright.build.fit import fitted
from pactwright.build.place import Place
from pactwright.build.schemas import build_properties, properties_schema
from pactwright.build.signature import Signature
from pactwright.build.slots import ANY, ANY_ROW, CALL, CATALOG, OPTIONAL_TEXT, arguments, scope, slot_of
from pactwright.build.stand_ins import UNTYPED
from pactwright.build.steps import Visible, slot_of_template
from pactwright.build.tools import build_examples
from pactwright.expr.types import MapType, Slot, united
from pactwright.model.contract import (
    CalledCompletion,
    Completion,
    FixedCompletion,
    Ledger,
    Prompt,
    PromptMessage,
    Resource,
    ToolSource,
)
from pactwright.model.expression import Literal, Template
from pactwright.model.reach import bookings
from pactwright.model.schema import ObjectSchema, Optional, Property, Required, Schema, StringSchema
from pactwright.model.tools import Answer, SummaryAnswer, Tool
from pactwright.spec.resources import (
    AnswerResourceSpec,
    ContentResourceSpec,
    ContentTemplateSpec,
    FromToolResourceSpec,
    FromToolSpec,
    FromToolTemplateSpec,
    HandlerResourceSpec,
    HandlerTemplateSpec,
    ResourceCommon,
    ResultResourceSpec,
    ResultTemplateSpec,
)
from pactwright.spec.rest import ValuesCompletionSpec

_TEMPLATES = ResultTemplateSpec | ContentTemplateSpec | HandlerTemplateSpec | FromToolTemplateSpec


def build_resources(
    kind: str,
    specs: Mapping[str, ResourceCommon],
    tools: Mapping[str, Signature],
    config: Slot,
    context: Context,
) -> tuple[Resource, ...]:
    """Return resources, or templates of resources; `kind` is the section they stand in."""
    return tuple(
        _resource(name, spec, context.root / kind / name, tools, config, context) for name, spec in specs.items()
    )


def _resource(
    name: str,
    spec: ResourceCommon,
    place: Place,
    tools: Mapping[str, Signature],
    config: Slot,
    context: Context,
) -> Resource:
    variables = None
    if isinstance(spec, _TEMPLATES):
        properties = tuple(build_properties(spec.input_.root, place / "input", context))
        variables = ObjectSchema(span=(place / "input").value, properties=properties)
        for item in properties:
            _check_completion(item.complete, place / "input" / item.name, context)
    for index, code in enumerate(spec.errors):
        context.check_code(code, (place / "errors" / index).value)
    args = arguments(variables)
    given = variables or ObjectSchema(span=place.value, properties=())
    visible = Visible({"args": args, "config": config, "call": CALL, "catalog": CATALOG}, given)
    output = _output(spec, place, args, config, context)
    return Resource(
        name=name,
        uri=spec.uri,
        title=spec.title,
        description=spec.description,
        mime_type=spec.mime_type,
        input=variables,
        output=output,
        codes=spec.errors,
        examples=build_examples(spec.examples, place / "examples", context),
        answer=_answer(spec, output, place, visible, tools, context),
        span=place.key,
    )


def _check_completion(name: str | None, place: Place, context: Context) -> None:
    if name is not None and name not in context.spec.completions:
        at = (place / "complete").value
        context.unknown("completion", name, context.spec.completions, at, declare="declare it under `completions:`")


def _output(spec: ResourceCommon, place: Place, args: Slot, config: Slot, context: Context) -> Schema | None:
    match spec:
        case ResultResourceSpec() | HandlerResourceSpec():
            if spec.output is None:
                return None
            return bound_output(properties_schema(spec.output, place / "output", context), args, config, context)
        case _:
            return None


def _answer(
    spec: ResourceCommon,
    output: Schema | None,
    place: Place,
    visible: Visible,
    tools: Mapping[str, Signature],
    context: Context,
) -> Answer | ToolSource:
    match spec:
        case ResultResourceSpec():
            return result_answer(spec, output, place, visible, context)
        case ContentResourceSpec():
            return content_answer(spec.steps, spec.content, place, visible, context)
        case HandlerResourceSpec():
            return handler_answer(spec.handler, place, context)
        case AnswerResourceSpec():
            return SummaryAnswer()
        case FromToolResourceSpec():
            return _tool_source(spec.from_tool, place / "from_tool", visible, tools, context)
        case _:
            raise AssertionError(f"no answer for {type(spec).__name__}")


def _tool_source(
    spec: FromToolSpec, place: Place, visible: Visible, tools: Mapping[str, Signature], context: Context
) -> ToolSource:
    signature = tools.get(spec.tool)
    given = (
        None
        if spec.arguments is None
        else template(dict(spec.arguments), place / "arguments", visible.scope(), context)
    )
    result = UNTYPED
    if signature is None:
        context.unknown("tool", spec.tool, tools, (place / "tool").value, declare="declare it under `tools:`")
    else:
        result = ANY_ROW if signature.output is None else slot_of(signature.output)
        given = _tool_arguments(spec, given, signature, place, visible, context)
    gives = value_expression(spec.gives, place / "gives", scope({"result": result}), context)
    return ToolSource(tool=spec.tool, arguments=given, gives=gives)


def _tool_arguments(
    spec: FromToolSpec, given: Template | None, signature: Signature, place: Place, visible: Visible, context: Context
) -> Template:
    """Arguments that are not given come from the variables of the same name."""
    named = set(spec.arguments or {})
    variables = {item.name for item in visible.input.properties}
    wanted = replace(
        signature.input,
        properties=tuple(
            item for item in signature.input.properties if item.name in named or item.name not in variables
        ),
    )
    return fitted(given or Literal({}), wanted, f"the call of `{spec.tool}`", place / "arguments", context)


def build_completions(config: Slot, context: Context) -> tuple[Completion, ...]:
    """Return the completion sources."""
    built: list[Completion] = []
    for name, spec in context.spec.completions.items():
        place = context.root / "completions" / name
        if isinstance(spec, ValuesCompletionSpec):
            built.append(FixedCompletion(name=name, values=spec.values, span=place.key))
            continue
        found = context.callable(spec.call, (place / "call").value)
        row = UNTYPED if found is None else found.row or ANY
        names = scope({"it": row, "args": Slot(MapType({}, OPTIONAL_TEXT)), "config": config})
        value = value_expression(spec.value, place / "value", names, context)
        keep = None if spec.keep is None else condition(spec.keep, place / "keep", names, context)
        built.append(
            CalledCompletion(
                name=name,
                operation="" if found is None else found.operation.full_name,
                pages=spec.pages,
                keep=keep,
                value=value,
                cache_ms=spec.cache.ms if spec.cache else None,
                span=place.key,
            )
        )
    return tuple(built)


def build_prompts(config: Slot, context: Context) -> tuple[Prompt, ...]:
    """Return the prompts; all their arguments are texts (MCP, prompts/get)."""
    built = []
    for name, spec in context.spec.prompts.items():
        place = context.root / "prompts" / name
        given = []
        for key, item in spec.input_.items():
            at = place / "input" / key
            _check_completion(item.complete, at, context)
            given.append(
                Property(
                    name=key,
                    schema=StringSchema(span=at.value, description=item.description),
                    presence=Required() if item.required else Optional("not given"),
                    span=at.key,
                    complete=item.complete,
                )
            )
        schema = ObjectSchema(span=place.value, properties=tuple(given))
        visible = Visible({"args": arguments(schema), "config": config}, schema)
        built.append(
            Prompt(
                name=name,
                title=spec.title,
                description=spec.description,
                arguments=tuple(given),
                messages=tuple(
                    PromptMessage(
                        role=message.role,
                        content=content_blocks(
                            message.content, place / "messages" / index / "content", visible, context
                        ),
                    )
                    for index, message in enumerate(spec.messages)
                ),
                span=place.key,
            )
        )
    return tuple(built)


def build_ledgers(owners: Sequence[Tool | Resource], config: Slot, context: Context) -> tuple[Ledger, ...]:
    """Return the ledgers; an `entry` is what any of the owners of steps books there."""
    built = []
    for name, spec in context.spec.ledgers.items():
        place = context.root / "ledgers" / name / "undo"
        found = context.callable(spec.undo.call, (place / "call").value)
        slots = [slot_of_template(entry) for owner in owners for _, entry in bookings(owner, name)]
        names = scope({"entry": united(slots), "config": config})
        given = None
        if spec.undo.with_ is not None:
            given = template(dict(spec.undo.with_), place / "with", names, context)
        if found is not None:
            given = fitted_arguments(spec.undo, given, found, place, frozenset(), context)
        operation = "" if found is None else found.operation.full_name
        built.append(
            Ledger(name=name, operation=operation, arguments=given, span=(context.root / "ledgers" / name).key)
        )
    return tuple(built)
