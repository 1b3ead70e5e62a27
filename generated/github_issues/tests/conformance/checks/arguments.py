"""Arguments are held to the published rules: each one broken alone, several at once, and none refused that is valid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..broken_values import CANARY
from ..carriers import failure, named_fields, published, refused_as, well_formed
from ..checking import Case, check
from ..facts import Facts, Tool
from ..outcome import Findings, equal, holds
from ..stage import Stage
from ..subjects import boundaries_of, rule_violations_of, samples_of, violations_of
from ..values import JsonObject, shown, strings
from ..violations import UNKNOWN, Violation, several


def _violations(facts: Facts) -> Iterator[tuple[Tool, Violation]]:
    for tool in facts.tools:
        for violation in violations_of(facts, tool):
            if not (facts.strips_unknown and UNKNOWN in violation.name and violation.name.endswith(".unknown")):
                yield tool, violation


@check("arguments.refused")
def refused(facts: Facts) -> Iterator[Case]:
    """Arguments that break one rule of the schema are refused with the contract's code, naming what is wrong."""
    for tool, violation in _violations(facts):
        yield Case(f"{tool.name}.{violation.name}", partial(_refused, tool, violation))


@check("arguments.rules")
def rules(facts: Facts) -> Iterator[Case]:
    """Arguments that break a rule between them are refused with the contract's code, naming the arguments concerned."""
    for tool in facts.tools:
        for violation in rule_violations_of(facts, tool):
            yield Case(f"{tool.name}.{violation.name}", partial(_refused, tool, violation))


def _refused(tool: Tool, violation: Violation, stage: Stage) -> Findings:
    envelope = failure(stage.called(tool.name, violation.arguments), stage.facts)
    yield from equal(stage.facts.code("invalid_arguments"), envelope.get("code"), "code")
    yield from well_formed(envelope)
    named = named_fields(envelope)
    fits = bool(named) and set(named) <= set(violation.blamed)
    yield from holds(fits, expected=f"only {' or '.join(violation.blamed)} named", seen=envelope.get("details"))


@check("arguments.silent")
def silent(facts: Facts) -> Iterator[Case]:
    """What a caller sent never comes back in an error."""
    for tool in facts.tools:
        marked = [item for owner, item in _violations(facts) if owner is tool and _is_marked(item)]
        if marked:
            yield Case(tool.name, partial(_silent, tool, tuple(marked)))


def _is_marked(violation: Violation) -> bool:
    return any(CANARY in text for text in strings(violation.arguments))


def _silent(tool: Tool, violations: tuple[Violation, ...], stage: Stage) -> Findings:
    for violation in violations:
        text = stage.called(tool.name, violation.arguments).text
        yield from holds(CANARY not in text, expected="nothing of what was sent", seen=text, where=violation.name)


@check("arguments.several")
def at_once(facts: Facts) -> Iterator[Case]:
    """Everything that is wrong with the arguments is reported at once."""
    for tool in facts.tools:
        violation = several(tool, samples_of(facts))
        if violation is not None:
            yield Case(tool.name, partial(_several, tool, violation))


def _several(tool: Tool, violation: Violation, stage: Stage) -> Findings:
    named = named_fields(failure(stage.called(tool.name, violation.arguments), stage.facts))
    yield from equal(sorted(violation.blamed), sorted(named), "details/fields")


@check("arguments.unknown")
def unknown(facts: Facts) -> Iterator[Case]:
    """An argument a tool does not have is refused with the names it does accept."""
    for tool in facts.tools:
        arguments = samples_of(facts).of_tool(tool)
        if arguments is not None and not facts.strips_unknown and tool.input.get("additionalProperties") is False:
            yield Case(tool.name, partial(_unknown, tool, {**arguments, UNKNOWN: CANARY}))


def _unknown(tool: Tool, arguments: JsonObject, stage: Stage) -> Findings:
    envelope = failure(stage.called(tool.name, arguments), stage.facts)
    yield from equal([UNKNOWN], list(named_fields(envelope)), "details/field")
    told = shown(envelope, limit=100_000)
    missing = [name for name in tool.input.get("properties", {}) if name not in told]
    yield from holds(not missing, expected=f"the accepted names, {missing} among them", seen=envelope)


@check("arguments.accepted")
def accepted(facts: Facts) -> Iterator[Case]:
    """Valid arguments at the bounds of the schema are not refused."""
    for tool in facts.tools:
        # Without an example a server that answers from examples has nothing to answer valid arguments with.
        for valid in boundaries_of(facts, tool) if tool.examples else ():
            yield Case(f"{tool.name}.{valid.name}", partial(_accepted, tool, valid))


def _accepted(tool: Tool, valid: Violation, stage: Stage) -> Findings:
    answer = stage.called(tool.name, valid.arguments)
    if answer.result.get("isError") is not True:
        return
    envelope = failure(answer, stage.facts)
    blamed = envelope.get("code") == stage.facts.code("invalid_arguments") and any(
        name.startswith(valid.blamed) for name in named_fields(envelope)
    )
    yield from holds(not blamed, expected="valid arguments to be accepted", seen=envelope)


@check("arguments.shape")
def shape(facts: Facts) -> Iterator[Case]:
    """Arguments that are no object are -32602 with the envelope: the request itself is malformed (MCP, tools/call)."""
    for tool in facts.tools[:1]:
        for name, arguments in (("list", [CANARY]), ("text", CANARY)):
            yield Case(name, partial(_shape, tool, arguments))


def _shape(tool: Tool, arguments: object, stage: Stage) -> Findings:
    stage.may_call(tool.name)
    answer = stage.client.call(tool.name, arguments)
    yield from refused_as(answer)
    yield from holds(CANARY not in answer.text, expected="an answer without what was sent", seen=answer.text)


@check("arguments.omitted")
def omitted(facts: Facts) -> Iterator[Case]:
    """Leaving out `arguments` is the same as giving none (MCP, tools/call: the member is optional)."""
    tool = next((tool for tool in facts.tools if tool.input.get("required")), None)
    if tool is not None:
        yield Case(tool.name, partial(_omitted, tool))


def _omitted(tool: Tool, stage: Stage) -> Findings:
    stage.may_call(tool.name)
    envelope = failure(stage.client.ask("tools/call", {"name": tool.name}), stage.facts)
    yield from equal(stage.facts.code("invalid_arguments"), envelope.get("code"), "code")
    for name in named_fields(envelope):
        yield from holds(published(name, tool.input), expected="a published path", seen=name, where="details")


CHECKS = (refused, silent, rules, at_once, unknown, accepted, shape, omitted)
