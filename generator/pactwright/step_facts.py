"""How a tool is answered, as facts: its steps as the author wrote them, and what a handler may use.

Servers do not read them: their steps are compiled. Tests do, to know which requests a call makes.
"""

from __future__ import annotations

from collections.abc import Iterable

from pactwright.fail_facts import fails_facts
from pactwright.model.steps import AskStep, CallStep, LetStep, ProgressStep, Reject, RejectStep, Step
from pactwright.model.tools import Answer, ContentAnswer, HandlerAnswer, ResultAnswer
from pactwright.spelling import given, spelled, written
from pactwright.values import JsonValue
from pactwright.wire import JsonObject


def answer_facts(answer: Answer) -> JsonObject:
    """Return the steps and the result of a tool, or the operations its handler uses; nothing for other answers."""
    match answer:
        case ResultAnswer(steps=steps, result=result) if steps:
            return {"steps": steps_facts(steps), "result": spelled(result)}
        case ContentAnswer(steps=steps):
            return given(steps=steps_facts(steps) or None)
        case HandlerAnswer(uses=uses):
            return {"handler": {"uses": list(uses)}}
        case _:
            return {}


def steps_facts(steps: Iterable[Step]) -> list[JsonValue]:
    """Return steps in order."""
    return [_step(step) for step in steps]


def _step(step: Step) -> JsonObject:
    match step:
        case CallStep():
            return _call(step)
        case RejectStep(reject=rejects, when=when):
            return given(reject=_rejects(rejects), when=None if when is None else written(when))
        case LetStep(values=values):
            return {"let": {name: spelled(value) for name, value in values}}
        case AskStep(name=name, declined=declined):
            return {"ask": name, **given(declined=declined)}
        case ProgressStep():
            return {"progress": True}


def _call(step: CallStep) -> JsonObject:
    collect: JsonObject | None = None
    if step.collect_max is not None:
        keep = None if step.collect_keep is None else written(step.collect_keep)
        collect = given(max=step.collect_max, more=step.collect_more, keep=keep)
    return given(
        call=step.operation,
        **{
            "with": None if step.arguments is None else spelled(step.arguments),
            "as": step.name,
            "when": None if step.when is None else written(step.when),
        },
        fails=fails_facts(step.fails) or None,
        best_effort=step.best_effort or None,
        reject=_rejects(step.reject) or None,
        page=step.page or None,
        collect=collect,
        first=None if step.first is None else written(step.first),
        each=None if step.each is None else written(step.each),
        done=None if step.done is None else spelled(step.done),
        books=step.books,
    )


def _rejects(rejects: Iterable[Reject]) -> list[JsonValue]:
    return [
        given(
            code=item.code,
            message=None if item.message is None else spelled(item.message),
            **{"if": written(item.condition), "with": None if item.params is None else spelled(item.params)},
        )
        for item in rejects
    ]
