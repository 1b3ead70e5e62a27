"""Idempotency keys over upstreams: one write for a key, whatever happened to the answer of the first call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from ..carriers import failure
from ..carriers import value_of as carried
from ..checking import Case, Check, check
from ..facts import Facts
from ..live.accidents import WORDS
from ..live.endings import Foretold
from ..live.ends import ended, requested
from ..live.expressions import agrees, value_of
from ..live.keys import Keyed, keyed_of, search
from ..live.oracle import foretold
from ..live.replies import Answered, Asked, Lost, Script
from ..live.requests import with_filled
from ..live.trials import usual_of
from ..outcome import Broken, Deviates, Findings, equal, holds
from ..stage import Stage
from ..subjects import samples_of
from ..templates import ABSENT
from ..values import Json, JsonObject, shown
from ..wire import Answer

Probe = Callable[[Keyed, str, Stage], Findings]


def _per_tool(name: str, probe: Probe, *, when: Callable[[Keyed, Facts], bool] = lambda keyed, facts: True) -> Check:
    def cases(facts: Facts) -> Iterator[Case]:
        for keyed in keyed_of(facts)[0]:
            # A key of its own for each check: what one leaves behind must not answer another.
            key = f"{name}-{keyed.tool.name}"
            part = keyed.tool.input["properties"][keyed.argument]
            if samples_of(facts).fits({**part, "$defs": keyed.tool.input.get("$defs", {})}, key) and when(keyed, facts):
                yield Case(keyed.tool.name, partial(probe, keyed, key))

    cases.__doc__ = probe.__doc__
    return check(f"live.{name}", primary=True)(cases)


def _called(
    keyed: Keyed, key: str, script: Script, stage: Stage, *, server: str = "ready", others: JsonObject | None = None
) -> tuple[Answer, tuple[Asked, ...]]:
    arguments = keyed.arguments(key) if others is None else {**others, keyed.argument: key}
    with stage.live.stand.playing(script) as log:
        answer = stage.live.call(keyed.tool.name, arguments, server=server)
    return answer, tuple(log)


def _acts(keyed: Keyed, key: str, stage: Stage, *, server: str = "ready") -> Answer:
    """Call once and make sure that this had a result. Raises Broken."""
    answer, log = _called(keyed, key, keyed.base.script, stage, server=server)
    if answer.result.get("isError") or len(log) != len(keyed.base.expected.requests):
        raise Broken("a call that acts", shown([answer.result, [str(item) for item in log]]))
    return answer


def _repeated(keyed: Keyed, key: str, stage: Stage) -> Findings:
    """The same call again gives the same result, and requests nothing."""
    first = _acts(keyed, key, stage)
    second, log = _called(keyed, key, keyed.base.script, stage)
    yield from equal([], [str(item) for item in log], "requests")
    yield from equal(carried(first.result, stage.facts), carried(second.result, stage.facts), "the result")


def _reused(keyed: Keyed, key: str, stage: Stage) -> Findings:
    """A key that comes with other arguments is refused before anything is requested."""
    _acts(keyed, key, stage)
    answer, log = _called(keyed, key, keyed.base.script, stage, others=keyed.varied(stage.facts, scope=False))
    yield from equal(stage.facts.code("key_reused"), failure(answer, stage.facts).get("code"), "code")
    yield from equal([], [str(item) for item in log], "requests")


def _elsewhere(keyed: Keyed, key: str, stage: Stage) -> Findings:
    """The same key in another scope is another key."""
    _acts(keyed, key, stage)
    answer, log = _called(keyed, key, keyed.base.script, stage, others=keyed.varied(stage.facts, scope=True))
    yield from holds(not answer.result.get("isError"), expected="a result", seen=answer.result)
    yield from equal(len(keyed.base.expected.requests), len(log), "requests")


def _lost(keyed: Keyed, key: str, stage: Stage) -> Findings:
    """After a lost answer the same call looks for what the first one did, and writes when there is nothing."""
    yield from _loses(keyed, key, stage)
    script = keyed.missed or keyed.base.script
    answer, log = _called(keyed, key, script, stage)
    again = _foretold(keyed, key, script, stage)
    yield from requested((*search(stage.facts, keyed, script).requests, *again.requests), log, stage.live)
    yield from ended(answer, again, keyed.tool, keyed.arguments(key), stage)


def _found(keyed: Keyed, key: str, stage: Stage) -> Findings:
    """After a lost answer the same call gives the result of the first one when that did take effect."""
    yield from _loses(keyed, key, stage)
    script = keyed.found or keyed.base.script
    answer, log = _called(keyed, key, script, stage)
    yield from requested(search(stage.facts, keyed, script).requests, log, stage.live)
    seen = None if answer.result.get("isError") else carried(answer.result, stage.facts)
    if not isinstance(seen, dict):
        raise Broken("the result of the first call", shown(seen))
    known = {"args": with_filled(keyed.tool, keyed.arguments(key)), keyed.find[-1].get("as", ""): keyed.row}
    told: Json = value_of(keyed.tool.answer.result, known)
    for name, value in told.items() if isinstance(told, dict) else ():
        if not agrees(value, seen.get(name, ABSENT)):
            yield Deviates(f"structuredContent/{name}", shown(value), shown(seen.get(name)))


def _loses(keyed: Keyed, key: str, stage: Stage) -> Findings:
    script = replace(keyed.base.script, at=keyed.write, reply=Lost(reset=False))
    answer, _ = _called(keyed, key, script, stage)
    yield from equal(stage.facts.code("outcome_unknown"), failure(answer, stage.facts).get("code"), "code")


def _freed(keyed: Keyed, key: str, stage: Stage) -> Findings:
    """A call that was refused, or whose write was not sent, leaves its key free: the next one just acts."""
    refusal = replace(keyed.base.script, at=keyed.write, reply=Answered(418, {"message": WORDS}))
    for number, script in enumerate((refusal, replace(keyed.base.script, gone=keyed.write))):
        own = f"{key}-{number}"
        _called(keyed, own, script, stage)
        answer, log = _called(keyed, own, keyed.base.script, stage)
        expected = _foretold(keyed, own, keyed.base.script, stage)
        yield from requested(expected.requests, log, stage.live)
        yield from ended(answer, expected, keyed.tool, keyed.arguments(own), stage)


def _aged(keyed: Keyed, key: str, stage: Stage) -> Findings:
    """A key is remembered for its window, and then is new again."""
    window = int((keyed.tool.answer.idempotency or {})["window_ms"]) / 1000
    try:
        stage.live.set_clock(0)
        _acts(keyed, key, stage, server="clocked")
        for ahead, count in ((window - min(60.0, window / 2), 0), (window + 1, len(keyed.base.expected.requests))):
            stage.live.set_clock(ahead)
            _, log = _called(keyed, key, keyed.base.script, stage, server="clocked")
            yield from equal(count, len(log), f"requests {ahead:g} seconds later")
    finally:
        stage.live.set_clock(0)


def _foretold(keyed: Keyed, key: str, script: Script, stage: Stage) -> Foretold:
    return foretold(stage.facts, usual_of(stage.facts), keyed.tool, keyed.arguments(key), script)


CHECKS: tuple[Check, ...] = (
    _per_tool("keys-repeated", _repeated),
    _per_tool("keys-reused", _reused, when=lambda keyed, facts: keyed.varied(facts, scope=False) is not None),
    _per_tool("keys-elsewhere", _elsewhere, when=lambda keyed, facts: keyed.varied(facts, scope=True) is not None),
    _per_tool("keys-lost", _lost, when=lambda keyed, facts: keyed.missed is not None),
    _per_tool("keys-found", _found, when=lambda keyed, facts: keyed.found is not None),
    _per_tool("keys-freed", _freed),
    _per_tool("keys-aged", _aged),
)
