"""Successful calls: the example's result, the same as structure and as text, and nothing that says failure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ..carriers import text_of, value_of
from ..checking import Case, check
from ..facts import Example, Facts, Tool
from ..outcome import Deviates, Findings, Unreachable, equal, holds
from ..schemas import problems, published_output
from ..stage import Stage
from ..subjects import told_apart
from ..values import JsonObject
from .schemas import official_result

Probe = Callable[[Tool, Example, Stage], Findings]


def _per_example(probe: Probe) -> Callable[[Facts], Iterator[Case]]:
    def cases(facts: Facts) -> Iterator[Case]:
        # A tool without a result schema answers with blocks of content, which have no value to compare.
        for tool in (tool for tool in facts.tools if tool.output is not None):
            for number, example in told_apart(tool.input, tool.examples):
                if example.has_result:
                    yield Case(f"{tool.name}.{number}", partial(probe, tool, example))

    cases.__doc__ = probe.__doc__
    return cases


def _result(tool: Tool, example: Example, stage: Stage) -> JsonObject:
    return stage.called(tool.name, example.arguments).result


def _equal(tool: Tool, example: Example, stage: Stage) -> Findings:
    """The result is the one the example shows."""
    if not stage.target.examples:
        raise Unreachable("the server does not answer from the contract's examples")
    yield from equal(example.result, value_of(_result(tool, example, stage), stage.facts))


def _valid(tool: Tool, example: Example, stage: Stage) -> Findings:
    """The result satisfies the contract's schema and the published one, formats included."""
    if tool.output is None:
        return
    seen = value_of(_result(tool, example, stage), stage.facts)
    for problem in problems(tool.output, seen):
        yield Deviates("structuredContent", "a result the contract's schema allows", problem)
    if stage.facts.structured:
        for problem in problems(published_output(tool.output, errors_as=stage.facts.errors_as), seen):
            yield Deviates("structuredContent", "a result the published schema allows", problem)


def _text(tool: Tool, example: Example, stage: Stage) -> Findings:
    """The first block of content is the result as JSON text (MCP, tools, "Structured content")."""
    result = _result(tool, example, stage)
    yield from equal(value_of(result, stage.facts), text_of(result), "content/0/text")


def _succeeds(tool: Tool, example: Example, stage: Stage) -> Findings:
    """Nothing says that the call failed, and the result is final."""
    result = _result(tool, example, stage)
    yield from holds(not result.get("isError", False), expected="isError false or absent", seen=result.get("isError"))
    if stage.era.modern:
        yield from equal("complete", result.get("resultType"), "resultType")
    else:
        yield from holds(
            "resultType" not in result, expected="no resultType in this era", seen=result.get("resultType")
        )


def _carrier(tool: Tool, example: Example, stage: Stage) -> Findings:
    """structuredContent is there where results are structured, and only there."""
    there = "structuredContent" in _result(tool, example, stage)
    wanted = stage.facts.structured
    yield from holds(there == wanted, expected=f"structuredContent to be {'there' if wanted else 'absent'}", seen=there)


def _official(tool: Tool, example: Example, stage: Stage) -> Findings:
    """The answer satisfies the official MCP schema of the revision."""
    yield from official_result("tools/call", _result(tool, example, stage), stage)


@check("results.content")
def content(facts: Facts) -> Iterator[Case]:
    """A tool without a result schema answers with the example's blocks of content, and with no structure."""
    for tool in facts.tools:
        for number, example in told_apart(tool.input, tool.examples):
            if example.has_result and tool.output is None:
                yield Case(f"{tool.name}.{number}", partial(_content, tool, example))


def _content(tool: Tool, example: Example, stage: Stage) -> Findings:
    result = _result(tool, example, stage)
    yield from holds("structuredContent" not in result, expected="no structuredContent", seen=result)
    yield from _succeeds(tool, example, stage)
    yield from official_result("tools/call", result, stage)
    if stage.target.examples:
        yield from equal(example.result, result.get("content"), "content")


@check("results.computed", primary=True)
def computed(facts: Facts) -> Iterator[Case]:
    """What follows from the arguments alone is what the example shows, when nothing is looked up for it."""
    for tool in facts.tools:
        touches = any(tool.effects.get(effect) for effect in ("network", "local_write", "process"))
        if touches or tool.summary or tool.output is None or not tool.answer.live:
            continue
        for number, example in told_apart(tool.input, tool.examples):
            if example.has_result and not example.given:
                yield Case(f"{tool.name}.{number}", partial(_computed, tool, example))


def _computed(tool: Tool, example: Example, stage: Stage) -> Findings:
    answer = stage.live.call(tool.name, example.arguments)
    yield from equal(example.result, value_of(answer.result, stage.facts))


same = check("results.example")(_per_example(_equal))
valid = check("results.schema")(_per_example(_valid))
text = check("results.text")(_per_example(_text))
succeeds = check("results.success")(_per_example(_succeeds))
carrier = check("results.carrier")(_per_example(_carrier))
official = check("results.official")(_per_example(_official))

CHECKS = (same, valid, text, succeeds, carrier, official, content, computed)
