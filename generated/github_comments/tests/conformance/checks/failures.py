"""Each error a tool can be brought to: its code, its envelope, where it points next, and the text beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ..carriers import LIFTED, failure, fingerprint_fits, named_fields, published, repair_fits, well_formed
from ..checking import Case, check
from ..facts import Error, Example, Facts, Tool
from ..outcome import Findings, Unreachable, equal, holds
from ..stage import Stage
from ..subjects import repair_of, told_apart, with_defaults
from ..telling import told_in
from ..templates import ABSENT, COMPUTED, filled
from ..values import JsonObject
from .schemas import official_result

Probe = Callable[[Tool, Example, Stage], Findings]

# Keys of `details` a message builder words itself; what the example gives for them may be told in other words.
_WORDED = ("field", "fields", "value", "reason")


def _per_example(probe: Probe) -> Callable[[Facts], Iterator[Case]]:
    def cases(facts: Facts) -> Iterator[Case]:
        for tool in facts.tools:
            for number, example in told_apart(tool.input, tool.examples):
                if example.error is not None:
                    yield Case(f"{tool.name}.{number}.{example.error}", partial(probe, tool, example))

    cases.__doc__ = probe.__doc__
    return cases


def _provoked(tool: Tool, example: Example, stage: Stage) -> JsonObject:
    if not stage.target.examples:
        raise Unreachable("the server does not answer from the contract's examples")
    return failure(stage.called(tool.name, example.arguments), stage.facts)


def _code(tool: Tool, example: Example, stage: Stage) -> Findings:
    """The code is the example's, and one the tool declares."""
    seen = _provoked(tool, example, stage).get("code")
    yield from equal(example.error, seen, "code")
    yield from holds(seen in tool.errors, expected=f"a code {tool.name} declares", seen=seen, where="code")


def _envelope(tool: Tool, example: Example, stage: Stage) -> Findings:
    """The envelope satisfies its schema and its presence rules."""
    yield from well_formed(_provoked(tool, example, stage))


def _temporary(tool: Tool, example: Example, stage: Stage) -> Findings:
    """`temporary` and the delay are the contract's: a delay is told only when it is known and the error passes."""
    envelope = _provoked(tool, example, stage)
    error = stage.facts.errors[example.error or ""]
    yield from equal(error.temporary, envelope.get("temporary"), "temporary")
    delay = example.params.get("retry_after_ms") if error.temporary else None
    yield from equal(delay, envelope.get("retry_after_ms"), "retry_after_ms")
    for param in ("remaining", "completed"):
        if param in example.params:
            yield from equal(example.params[param], envelope.get(LIFTED[param]), LIFTED[param])


def _message(tool: Tool, example: Example, stage: Stage) -> Findings:
    """The message is the contract's, as far as it only puts in arguments and data."""
    seen = _provoked(tool, example, stage).get("message")
    error = stage.facts.errors[example.error or ""]
    known = _known(tool, error, example)
    worded = None if error.message is None else filled(error.message, known)
    if error.code == stage.facts.unknown_code and tool.adds_if_unknown:
        adds = filled(tool.adds_if_unknown, known)
        worded = f"{worded} {adds}" if isinstance(worded, str) and isinstance(adds, str) else None
    if isinstance(worded, str):
        yield from equal(worded, seen, "message")


def _details(tool: Tool, example: Example, stage: Stage) -> Findings:
    """`details` name published arguments and hold the error's data, and nothing else."""
    details = _provoked(tool, example, stage).get("details", {})
    error = stage.facts.errors[example.error or ""]
    for name in named_fields({"details": details}):
        yield from holds(
            published(name, tool.input), expected=f"an argument of {tool.name}", seen=name, where="details"
        )
    params = [name for name in error.params.get("properties", {}) if name not in LIFTED]
    extra = sorted(set(details) - {*params, *_WORDED, *error.details})
    yield from holds(not extra, expected=f"only {[*params, *_WORDED]}", seen=extra, where="details")
    if example.error == stage.facts.code("invalid_arguments"):
        # The arguments of such an example are wrong in fact, so the server words what it found itself.
        return
    for name in params:
        if name in example.params and name not in {*_WORDED, *error.details}:
            yield from equal(example.params[name], details.get(name), f"details/{name}")
    for key, template in error.details.items():
        value = filled(template, _known(tool, error, example))
        if value is COMPUTED:
            # A value may be absent when it comes to nothing; a place and a reason are always told.
            there = key == "value" or key in details or (key == "fields" and "field" in details)
            yield from holds(there, expected=f"{key} to be there", seen=details, where="details")
        elif key != "fields" and value is not ABSENT:
            yield from equal(value, details.get(key), f"details/{key}")


def _known(tool: Tool, error: Error, example: Example) -> dict[str, JsonObject]:
    """Return what the templates of an error can put in when `example` brings it about."""
    given = with_defaults(tool.input, example.arguments, tool.input)
    return {"args": given, "params": with_defaults(error.params, example.params, error.params)}


def _repair(tool: Tool, example: Example, stage: Stage) -> Findings:
    """The repair is the contract's and can be made as given: the tool is listed and takes the arguments."""
    envelope = _provoked(tool, example, stage)
    there = {str(item.get("name")) for item in stage.listing("tools/list", "tools")}
    given = with_defaults(tool.input, example.arguments, tool.input)
    expected = repair_of(stage.facts, tool, example.error or "")
    yield from repair_fits(envelope, expected, stage.facts, there=there, given=given)


def _text(tool: Tool, example: Example, stage: Stage) -> Findings:
    """The text tells what the envelope tells: what happened, the code, what to call next with which arguments."""
    envelope = _provoked(tool, example, stage)
    content = stage.called(tool.name, example.arguments).result.get("content") or [{}]
    yield from told_in(content[0].get("text"), envelope, stage.facts, tool, example.arguments)


def _fingerprint(tool: Tool, example: Example, stage: Stage) -> Findings:
    """The fingerprint is the one of the capability summary."""
    yield from fingerprint_fits(_provoked(tool, example, stage).get("fingerprint"), stage.facts, stage.fingerprint())


def _official(tool: Tool, example: Example, stage: Stage) -> Findings:
    """The answer satisfies the official MCP schema of the revision."""
    yield from official_result("tools/call", stage.called(tool.name, example.arguments).result, stage)


@check("failures.request-id")
def request_id(facts: Facts) -> Iterator[Case]:
    """Each failure has a request id of its own, so that it can be found in a log."""
    tool = next((tool for tool in facts.tools if tool.input.get("required")), None)
    if tool is not None:
        yield Case(tool.name, partial(_request_id, tool))


def _request_id(tool: Tool, stage: Stage) -> Findings:
    stage.may_call(tool.name)
    first, second = (failure(stage.client.call(tool.name, {}), stage.facts).get("request_id") for _ in range(2))
    yield from holds(first != second, expected="two different ids", seen=[first, second], where="request_id")


code = check("failures.code")(_per_example(_code))
envelope = check("failures.envelope")(_per_example(_envelope))
temporary = check("failures.temporary")(_per_example(_temporary))
message = check("failures.message")(_per_example(_message))
details = check("failures.details")(_per_example(_details))
repair = check("failures.repair")(_per_example(_repair))
text = check("failures.text")(_per_example(_text))
fingerprint = check("failures.fingerprint")(_per_example(_fingerprint))
official = check("failures.official")(_per_example(_official))

CHECKS = (code, envelope, temporary, message, details, repair, text, fingerprint, official, request_id)
