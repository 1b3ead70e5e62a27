"""Answers: how a tool or a resource is answered, and whether what is given fits what is promised."""

from __future__ import annotations

from typing import Protocol

from pactwright.build.context import Context
from pactwright.build.expressions import template, text_template
from pactwright.build.fit import fitted
from pactwright.build.place import Place
from pactwright.build.steps import Visible, build_steps
from pactwright.model.expression import Elements, Entries, Literal, Template
from pactwright.model.schema import Schema
from pactwright.model.tools import ContentAnswer, ContentBlock, HandlerAnswer, ResultAnswer
from pactwright.spec.content import (
    AudioBlockSpec,
    BlockCommon,
    ImageBlockSpec,
    LinkBlockSpec,
    ResourceBlockSpec,
    TextBlockSpec,
)
from pactwright.spec.steps import StepSpec
from pactwright.spec.tools import HandlerSpec
from pactwright.values import JsonValue


class WithResult(Protocol):
    """What is answered by `result`."""

    @property
    def steps(self) -> tuple[StepSpec, ...]: ...

    @property
    def result(self) -> JsonValue: ...


def result_answer(
    spec: WithResult, output: Schema | None, place: Place, visible: Visible, context: Context
) -> ResultAnswer:
    """Return an answer by `result`, checked against `output`."""
    steps = build_steps(spec.steps, place / "steps", visible, context)
    result = template(spec.result, place / "result", visible.scope(), context)
    if output is not None:
        result = fitted(result, output, "the result", place / "result", context)
    return ResultAnswer(steps=steps, result=result)


def content_answer(
    steps: tuple[StepSpec, ...],
    blocks: tuple[BlockCommon, ...],
    place: Place,
    visible: Visible,
    context: Context,
) -> ContentAnswer:
    """Return an answer by content blocks."""
    built = build_steps(steps, place / "steps", visible, context)
    return ContentAnswer(steps=built, blocks=content_blocks(blocks, place / "content", visible, context))


def content_blocks(
    blocks: tuple[BlockCommon, ...], place: Place, visible: Visible, context: Context
) -> tuple[ContentBlock, ...]:
    """Return content blocks; their texts may use what is visible."""
    return tuple(_block(block, place / index, visible, context) for index, block in enumerate(blocks))


def _block(block: BlockCommon, place: Place, visible: Visible, context: Context) -> ContentBlock:
    data = place.data
    assert isinstance(data, dict)
    names = visible.scope()
    match block:
        case TextBlockSpec():
            kind = "text"
        case ImageBlockSpec():
            kind = "image"
        case AudioBlockSpec():
            kind = "audio"
        case ResourceBlockSpec():
            kind = "resource"
        case LinkBlockSpec():
            kind = "link"
        case _:
            raise AssertionError(f"no block for {type(block).__name__}")
    fields: list[tuple[str, Template]] = []
    for key, value in data.items():
        if isinstance(value, str):
            fields.append((key, text_template(value, place / key, names, context)))
        else:
            fields.append((key, _texts(value, place / key, visible, context)))
    return ContentBlock(kind=kind, fields=tuple(fields))


def _texts(value: JsonValue, place: Place, visible: Visible, context: Context) -> Template:
    match value:
        case str():
            return text_template(value, place, visible.scope(), context)
        case dict():
            return Entries(tuple((key, _texts(item, place / key, visible, context)) for key, item in value.items()))
        case list():
            return Elements(tuple(_texts(item, place / index, visible, context) for index, item in enumerate(value)))
        case _:
            return Literal(value)


def handler_answer(spec: HandlerSpec, place: Place, context: Context) -> HandlerAnswer:
    """Return an answer by a handler; the operations it uses must exist."""
    uses = []
    for index, name in enumerate(spec.uses):
        found = context.callable(name, (place / "handler" / "uses" / index).value)
        uses.append(name if found is None else found.operation.full_name)
    return HandlerAnswer(uses=tuple(uses))
