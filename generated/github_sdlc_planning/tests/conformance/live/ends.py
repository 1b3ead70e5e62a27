"""Whether a call made the requests and ended as foretold."""

from __future__ import annotations

from collections.abc import Iterator

from ..carriers import failure, named_fields, published, repair_fits, well_formed
from ..carriers import value_of as carried
from ..facts import Facts, Tool
from ..outcome import Broken, Deviates, Findings, equal, holds
from ..schemas import problems
from ..stage import Stage
from ..subjects import repair_of, with_defaults
from ..telling import told_in
from ..templates import ABSENT, COMPUTED, Unsaid
from ..values import Json, JsonObject, shown
from ..wire import Answer
from .endings import Foretold, Refused, Succeeded
from .expressions import agrees, value_of
from .replies import Asked, Script
from .requests import differs
from .running import Live
from .settings import credential

# Data of an error that tables and conditions do not tell, or that other answers may word.
_UNTOLD = ("cause", "fields", "reason", "completed", "retry_after_ms", "remaining")


def requested(expected: tuple[Asked, ...], seen: tuple[Asked, ...], live: Live, *, scoped: bool = False) -> Findings:
    """Yield where the requests are not the expected ones: another, one too many, one too few, or without credential."""
    for number, (one, other) in enumerate(zip(expected, seen, strict=False), 1):
        what = differs(one, other)
        if what is not None:
            yield Deviates(f"request {number}, {what}", _told(one), _told(other))
        yield from equal(one.installation, other.installation, f"request {number}, the installation of its token")
        header = credential(live.facts, live.facts.upstreams[other.upstream], scoped=scoped)
        if header is not None:
            carried = other.headers.get(header[0])
            yield from holds(carried == header[1], expected="the credential", seen=carried, where=f"request {number}")
    if len(expected) != len(seen):
        yield Deviates("requests", shown(list(map(str, expected))), shown(list(map(str, seen))))


def ended(answer: Answer, expected: Foretold, tool: Tool, arguments: JsonObject, stage: Stage) -> Findings:
    """Yield where a call ended otherwise than foretold."""
    if isinstance(expected.ending, Succeeded):
        yield from _succeeded(answer, expected.ending, tool, stage.facts)
        return
    envelope = failure(answer, stage.facts)
    yield from refused(envelope, expected.ending, tool, arguments, stage)
    text = (answer.result.get("content") or [{}])[0].get("text")
    yield from told_in(text, envelope, stage.facts, tool, arguments)
    yield from _completed(envelope, expected)
    if expected.ending.unknown:
        yield from unknown(envelope, tool, stage)


def _succeeded(answer: Answer, expected: Succeeded, tool: Tool, facts: Facts) -> Findings:
    result = answer.result
    if result.get("isError"):
        raise Broken("a result", shown(result.get("structuredContent") or result.get("content")))
    if tool.output is None:
        return
    seen = carried(result, facts)
    for problem in problems(tool.output, seen):
        yield Deviates("structuredContent", "a result the contract's schema allows", problem)
    if not isinstance(expected.result, dict):
        yield from holds(agrees(expected.result, seen), expected=_shown(expected.result), seen=seen, where="the result")
    elif isinstance(seen, dict):
        for name, value in expected.result.items():
            fits = agrees(value, seen.get(name, ABSENT))
            yield from holds(fits, expected=_shown(value), seen=seen.get(name), where=f"structuredContent/{name}")


def refused(envelope: JsonObject, expected: Refused, tool: Tool, arguments: JsonObject, stage: Stage) -> Findings:
    """Yield where an envelope is not the one foretold: code, data, whether it passes, how long to wait, the repair."""
    facts = stage.facts
    yield from well_formed(envelope)
    code = envelope.get("code")
    yield from equal(expected.code, code, "code")
    error = facts.errors.get(str(code))
    declared = error is not None and (error.common or code in tool.errors)
    yield from holds(declared, expected=f"a code {tool.name} declares", seen=code, where="code")
    if error is None or code != expected.code:
        return
    yield from equal(error.temporary, envelope.get("temporary"), "temporary")
    yield from _waits(envelope, expected, error.temporary)
    args = with_defaults(tool.input, arguments, tool.input)
    added = [name for item, data in facts.condition_data.items() if facts.code(item) == code for name in data]
    untold = {name: COMPUTED for name in (*_UNTOLD, *added) if expected.condition and name not in expected.params}
    known = {
        "args": args,
        "params": with_defaults(error.params, {**untold, **expected.params}, error.params),
        "upstream": COMPUTED,
    }
    message = value_of(error.message or COMPUTED, known) if expected.message is None else expected.message
    if isinstance(message, str):
        adds = value_of(tool.adds_if_unknown, known) if expected.unknown else ""
        whole = f"{message} {adds}" if adds else message
        if not isinstance(adds, Unsaid):
            yield from equal(whole, envelope.get("message"), "message")
    details = envelope.get("details", {})
    for name in named_fields(envelope):
        yield from holds(published(name, tool.input), expected="an argument", seen=name, where="details")
    for key, template in error.details.items():
        told = value_of(template, known)
        if key != "fields" and not isinstance(told, Unsaid):
            yield from holds(
                agrees(told, details.get(key)), expected=_shown(told), seen=details, where=f"details/{key}"
            )
    there = {item.name for item in facts.tools}
    repair = repair_of(facts, tool, str(code), unknown=expected.unknown)
    yield from repair_fits(envelope, repair, facts, there=there, given=args)


def _waits(envelope: JsonObject, expected: Refused, temporary: bool) -> Findings:
    seen = envelope.get("retry_after_ms")
    if expected.waits is None or not temporary:
        yield from equal(None, seen, "retry_after_ms")
        return
    least, most = expected.waits
    fits = type(seen) is int and least <= seen <= most
    yield from holds(fits, expected=f"{least} to {most}", seen=seen, where="retry_after_ms")


def _completed(envelope: JsonObject, expected: Foretold) -> Findings:
    seen = envelope.get("completed", [])
    fits = agrees(list(expected.completed), seen)
    told = [_shown(item) for item in expected.completed]
    yield from holds(fits, expected=f"the writes that took effect: {told}", seen=seen, where="completed")


def unknown(envelope: JsonObject, tool: Tool, stage: Stage) -> Findings:
    """Yield what is wrong with how an unknown outcome can be looked into: by a call that reads, and works as given."""
    yield from equal(False, envelope.get("temporary"), "temporary")
    repair = envelope.get("repair") or {}
    if tool.if_unknown is None or tool.if_unknown.tool is None:
        return
    named = stage.facts.tool(str(repair.get("tool")))
    if named is None or named.writes:
        yield Deviates("repair/tool", "a tool that only reads", shown(repair.get("tool")))
        return
    with stage.live.stand.playing(Script()):
        answer = stage.live.call(named.name, repair.get("arguments") or {})
    yield from _works(answer, named, stage.facts)


def _works(answer: Answer, tool: Tool, facts: Facts) -> Iterator[Deviates]:
    if not answer.result.get("isError"):
        return
    failed = failure(answer, facts)
    invalid = failed.get("code") == facts.code("invalid_arguments")
    # What a handler makes of answers that were made up cannot be told, but its arguments must be taken.
    if tool.answer.steps or invalid:
        yield Deviates("repair", f"a call of {tool.name} that works as given", shown(failed))


def _told(asked: Asked) -> str:
    return f"{asked} with {shown(asked.body)}" if asked.has_body else str(asked)


def _shown(value: Json | Unsaid) -> str:
    return value.value if isinstance(value, Unsaid) else shown(value)
