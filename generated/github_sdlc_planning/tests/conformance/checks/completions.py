"""Completions: values that begin with what was typed, at most a hundred, for what the contract completes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..carriers import INVALID_PARAMS, refused_as
from ..checking import Case, check
from ..facts import Facts
from ..outcome import Deviates, Findings, Unreachable, equal, holds
from ..stage import Stage
from ..values import Json, JsonObject, shown
from .schemas import official_result

# MCP, completion/complete: "Maximum 100 items per response".
MOST = 100


def _places(facts: Facts) -> Iterator[tuple[str, JsonObject, str, str]]:
    """Yield `(id, reference, argument, source)` for everything that offers completion."""
    for template in facts.templates:
        for variable, source in template.complete.items():
            yield f"{template.name}.{variable}", {"type": "ref/resource", "uri": template.uri}, variable, source
    for prompt in facts.prompts:
        for argument in prompt.arguments:
            if argument.complete is not None:
                reference = {"type": "ref/prompt", "name": prompt.name}
                yield f"{prompt.name}.{argument.name}", reference, argument.name, argument.complete


def _complete(stage: Stage, reference: JsonObject, argument: str, typed: str) -> JsonObject:
    params = {"ref": reference, "argument": {"name": argument, "value": typed}}
    return stage.client.ask("completion/complete", params).result


@check("completions.values")
def values(facts: Facts) -> Iterator[Case]:
    """Fixed values come in the contract's order, cut at a hundred, with their number and whether there are more."""
    for name, reference, argument, source in _places(facts):
        fixed = facts.completions.get(source)
        if fixed is not None:
            for typed in dict.fromkeys(("", *(value[:1] for value in fixed[:1]), *fixed[-1:], "conformance-nothing")):
                label = f"{name}.{typed or 'nothing-typed'}"
                yield Case(label, partial(_values, reference, argument, typed, fixed))


def _values(reference: JsonObject, argument: str, typed: str, fixed: tuple[str, ...], stage: Stage) -> Findings:
    result = _complete(stage, reference, argument, typed)
    yield from official_result("completion/complete", result, stage)
    wanted = [value for value in fixed if value.casefold().startswith(typed.casefold())]
    seen = result.get("completion", {})
    yield from equal(wanted[:MOST], seen.get("values"), "completion/values")
    yield from equal(len(wanted) > MOST, seen.get("hasMore", False), "completion/hasMore")
    yield from equal(len(wanted), seen.get("total", len(wanted)), "completion/total")


@check("completions.sources")
def sources(facts: Facts) -> Iterator[Case]:
    """Values that are looked up are texts that begin with what was typed, a hundred at most."""
    for name, reference, argument, source in _places(facts):
        if facts.completions.get(source) is None:
            yield Case(name, partial(_sources, reference, argument))


def _sources(reference: JsonObject, argument: str, stage: Stage) -> Findings:
    if not stage.target.examples:
        raise Unreachable("values are looked up in a system this run does not reach")
    offered = _complete(stage, reference, argument, "").get("completion", {}).get("values")
    yield from _plain(offered)
    if offered:
        again = _complete(stage, reference, argument, offered[0]).get("completion", {}).get("values")
        yield from _plain(again)
        yield from holds(offered[0] in (again or ()), expected=f"{shown(offered[0])} again", seen=again)
        strays = [value for value in again or () if not value.casefold().startswith(offered[0].casefold())]
        yield from holds(not strays, expected=f"only values that begin with {shown(offered[0])}", seen=strays)


def _plain(offered: Json) -> Findings:
    if not isinstance(offered, list) or not all(isinstance(value, str) for value in offered):
        yield Deviates("completion/values", "a list of texts", shown(offered))
    else:
        yield from holds(len(offered) <= MOST, expected=f"at most {MOST} values", seen=len(offered))


@check("completions.without")
def without(facts: Facts) -> Iterator[Case]:
    """A variable without a source completes to nothing; it is not an error."""
    if not facts.completes:
        return
    for template in facts.templates:
        for variable in (template.input or {}).get("properties", {}):
            if variable not in template.complete:
                reference = {"type": "ref/resource", "uri": template.uri}
                yield Case(f"{template.name}.{variable}", partial(_without, reference, variable))


def _without(reference: JsonObject, variable: str, stage: Stage) -> Findings:
    seen = _complete(stage, reference, variable, "").get("completion", {})
    yield from equal([], seen.get("values"), "completion/values")


@check("completions.reference")
def reference(facts: Facts) -> Iterator[Case]:
    """A reference the server does not publish is -32602 with the envelope; a tool cannot be referred to at all."""
    if facts.completes:
        yield Case("unknown", partial(_refused, {"type": "ref/resource", "uri": "conformance-nothing://{x}"}))
        yield Case("tool", partial(_refused, {"type": "ref/tool", "name": "conformance_nothing"}))


def _refused(reference: JsonObject, stage: Stage) -> Findings:
    params = {"ref": reference, "argument": {"name": "x", "value": ""}}
    answer = stage.client.ask("completion/complete", params)
    yield from refused_as(answer, INVALID_PARAMS)


CHECKS = (values, sources, without, reference)
