"""Prompts: listed as the contract has them, given with their arguments, refused without what they require."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..broken_values import CANARY
from ..carriers import named_fields, refusal, refused_as
from ..checking import Case, check
from ..facts import Argument, Facts, Prompt
from ..outcome import Findings, equal, holds
from ..samples import Missing
from ..stage import Stage
from ..values import JsonObject
from .schemas import official_result


@check("prompts.listed")
def listed(facts: Facts) -> Iterator[Case]:
    """prompts/list has exactly the contract's prompts, in its order, word for word."""
    if facts.prompts:
        yield Case("", _listed)


def _listed(stage: Stage) -> Findings:
    prompts = (
        sorted(stage.facts.prompts, key=lambda prompt: prompt.name) if stage.facts.by_name else stage.facts.prompts
    )
    yield from equal([_entry(prompt) for prompt in prompts], stage.listing("prompts/list", "prompts"))


def _entry(prompt: Prompt) -> JsonObject:
    entry: JsonObject = {"name": prompt.name, "title": prompt.title, "description": prompt.description}
    if prompt.arguments:
        parts = [
            {"name": item.name, "description": item.description, "required": item.required} for item in prompt.arguments
        ]
        entry["arguments"] = [_given(part) for part in parts]
    return _given(entry)


def _given(entry: JsonObject) -> JsonObject:
    return {key: value for key, value in entry.items() if value is not None}


@check("prompts.get")
def get(facts: Facts) -> Iterator[Case]:
    """A prompt with all its arguments gives messages, one block of content each (MCP, prompts/get)."""
    for prompt in facts.prompts:
        yield Case(prompt.name, partial(_get, prompt))


def _get(prompt: Prompt, stage: Stage) -> Findings:
    result = stage.client.ask("prompts/get", {"name": prompt.name, "arguments": _arguments(prompt, stage)}).result
    yield from official_result("prompts/get", result, stage)
    yield from holds(bool(result.get("messages")), expected="at least one message", seen=result.get("messages"))


@check("prompts.required")
def required(facts: Facts) -> Iterator[Case]:
    """A prompt without an argument it requires is -32602 and names the argument (MCP, prompts, "Error handling")."""
    for prompt in facts.prompts:
        for argument in prompt.arguments:
            if argument.required:
                yield Case(f"{prompt.name}.{argument.name}", partial(_required, prompt, argument))


def _required(prompt: Prompt, argument: Argument, stage: Stage) -> Findings:
    arguments = {name: value for name, value in _arguments(prompt, stage).items() if name != argument.name}
    answer = stage.client.ask("prompts/get", {"name": prompt.name, "arguments": arguments})
    yield from refused_as(answer)
    envelope = refusal(answer)
    yield from equal(stage.facts.code("invalid_arguments"), envelope.get("code"), "machine_code")
    yield from equal([argument.name], list(named_fields(envelope)), "details/field")


@check("prompts.unknown")
def unknown(facts: Facts) -> Iterator[Case]:
    """A prompt the server does not have is -32602 with the envelope (MCP, prompts, "Error handling")."""
    if facts.prompts:
        yield Case("", _unknown)


def _unknown(stage: Stage) -> Findings:
    answer = stage.client.ask("prompts/get", {"name": "conformance_nothing", "arguments": {"text": CANARY}})
    yield from refused_as(answer)
    yield from holds(CANARY not in answer.text, expected="an answer without what was sent", seen=answer.text)


def _arguments(prompt: Prompt, stage: Stage) -> dict[str, str]:
    """Return a value for each argument: one its completion offers, else one its schema takes."""
    values: dict[str, str] = {}
    for argument in prompt.arguments:
        offered = stage.facts.completions.get(argument.complete or "")
        made = stage.samples.value(argument.schema, argument.schema, argument.name)
        values[argument.name] = offered[0] if offered else "a" if isinstance(made, Missing) else str(made)
    return values


CHECKS = (listed, get, required, unknown)
