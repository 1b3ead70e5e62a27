"""Servers that ask as a GitHub App: whatever becomes of the installation and its token, nothing else was asked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..carriers import failure
from ..checking import Case, Check, check
from ..facts import Facts, Tool
from ..live.accidents import WORDS, limits
from ..live.apps import LIFE_SECONDS, LOOKUP, MINT
from ..live.bases import Base
from ..live.endings import Refused
from ..live.ends import ended, refused, requested
from ..live.judging import limited
from ..live.replies import Answered, Lost, Reply
from ..live.settings import installed_as, looks_up
from ..live.trials import trials_of
from ..outcome import Findings, equal, holds
from ..services import Operation
from ..stage import Stage
from ..templates import COMPUTED
from ..values import JsonObject

# A token is renewed when it ends within a minute (requirements of GitHub's API, "App auth").
_SPARE_SECONDS = 60

# What becomes of a request about the app, and the condition that it leads to: nothing else was sent by then.
_FAILURES: tuple[tuple[str, Reply, str], ...] = (
    ("closed", Lost(reset=False), "not_sent"),
    ("reset", Lost(reset=True), "not_sent"),
    ("500", Answered(500, {"message": WORDS}), "not_sent"),
    ("nonsense", Answered(201, {"message": WORDS}), "not_sent"),
    ("401", Answered(401, {"message": WORDS}), "auth_failed"),
    ("404", Answered(404, {"message": WORDS}), "auth_failed"),
)


def asking_first(facts: Facts) -> Iterator[tuple[Tool, Base]]:
    """Yield, for each app, a tool that begins with a write to it and one that begins with a read, with a call each."""
    seen: set[tuple[str, bool]] = set()
    for tool in facts.tools:
        bases = trials_of(facts).bases.get(tool.name)
        for base in bases.successes if bases else ():
            operation = facts.operation(base.expected.asked_for[0]) if base.expected.asked_for else None
            if operation is None or "github_app" not in facts.upstreams[operation.upstream].auth:
                continue
            kind = operation.upstream, operation.reads
            if kind not in seen:
                seen.add(kind)
                yield tool, base


@check("live.app-lookup", primary=True)
def lookup(facts: Facts) -> Iterator[Case]:
    """When the installation cannot be found, a call fails as one that was not sent, and can be made again."""
    for tool, base in asking_first(facts):
        if looks_up(facts, _first(facts, base).upstream):
            yield Case(tool.name, partial(_fails, tool, base, LOOKUP))


@check("live.app-mint", primary=True)
def mint(facts: Facts) -> Iterator[Case]:
    """When no token is given, a call fails as one that was not sent, and can be made again."""
    for tool, base in asking_first(facts):
        yield Case(tool.name, partial(_fails, tool, base, MINT))


def _first(facts: Facts, base: Base) -> Operation:
    operation = facts.operation(base.expected.asked_for[0])
    assert operation is not None, "what was foretold to be asked is an operation"
    return operation


def _fails(tool: Tool, base: Base, what: str, stage: Stage) -> Findings:
    # A server of its own knows no installation and holds no token; what failed is asked for again.
    server = f"app-{what}-{tool.name}"
    for label, reply, expected in _failures(_first(stage.facts, base), stage.facts):
        with stage.live.stand.playing(replace(base.script, auth={what: reply})) as log:
            answer = stage.live.call(tool.name, base.arguments, server=server)
        yield from equal([], [str(item) for item in log], f"{label}, requests")
        asked = stage.live.stand.auth_asked()
        yield from holds(what in asked, expected=f"the {what}", seen=asked, where=f"{label}, requests about the app")
        yield from refused(failure(answer, stage.facts), expected, tool, base.arguments, stage)
    with stage.live.stand.playing(base.script) as log:
        answer = stage.live.call(tool.name, base.arguments, server=server)
    yield from requested(base.expected.requests, tuple(log), stage.live)
    yield from ended(answer, base.expected, tool, base.arguments, stage)


def _failures(operation: Operation, facts: Facts) -> Iterator[tuple[str, Reply, Refused]]:
    data: JsonObject = {"operation": operation.short, "status": COMPUTED}
    for label, reply, condition in _FAILURES:
        yield label, reply, Refused(facts.code(condition), condition, data)
    upstream = facts.upstreams[operation.upstream]
    for label, make in limits(upstream, operation):
        reply, now = make(time.time()), time.time()
        held = limited(upstream, reply, facts, now=now) if isinstance(reply, Answered) and reply.status >= 400 else None
        # Where the contract lets limited requests be made again, the server waits for as long as it is told.
        if held is not None and not (upstream.rate_limit or {}).get("retries"):
            yield label, reply, replace(held, params={"operation": COMPUTED, "status": COMPUTED})


@check("live.app-renewed", primary=True)
def renewed(facts: Facts) -> Iterator[Case]:
    """A token serves until it is about to end, and then is minted anew; an installation is looked up once."""
    for tool, base in asking_first(facts):
        yield Case(tool.name, partial(_renews, tool, base))


def _renews(tool: Tool, base: Base, stage: Stage) -> Findings:
    begins = [LOOKUP, MINT] if looks_up(stage.facts, _first(stage.facts, base).upstream) else [MINT]
    # Ends are told in whole seconds, and some time passes from call to call.
    ages: tuple[tuple[float, list[str]], ...]
    ages = ((0.0, begins), (LIFE_SECONDS - _SPARE_SECONDS - 30.0, []), (LIFE_SECONDS - _SPARE_SECONDS + 5.0, [MINT]))
    try:
        for ahead, asked in ages:
            stage.live.client(f"clocked-app-{tool.name}")
            stage.live.set_clock(ahead)
            with stage.live.stand.playing(base.script) as log:
                answer = stage.live.call(tool.name, base.arguments, server=f"clocked-app-{tool.name}")
            seen = stage.live.stand.auth_asked()
            yield from equal(list(asked), list(seen), f"requests about the app {ahead:g} seconds later")
            yield from requested(base.expected.requests, tuple(log), stage.live)
            yield from holds(not answer.result.get("isError"), expected="a result", seen=answer.result)
    finally:
        stage.live.set_clock(0)


@check("live.app-installed", primary=True)
def installed(facts: Facts) -> Iterator[Case]:
    """An installation that a setting tells is not looked up, and it is the one that asks."""
    for tool, base in asking_first(facts):
        told = installed_as(facts, _first(facts, base).upstream)
        if told is not None:
            yield Case(tool.name, partial(_installed, tool, base, told))


def _installed(tool: Tool, base: Base, told: str, stage: Stage) -> Findings:
    with stage.live.stand.playing(base.script) as log:
        answer = stage.live.call(tool.name, base.arguments, server=f"installed-{tool.name}")
    yield from equal([MINT], list(stage.live.stand.auth_asked()), "requests about the app")
    upstream = _first(stage.facts, base).upstream
    expected = [
        replace(item, installation=told) if item.upstream == upstream else item for item in base.expected.requests
    ]
    yield from requested(tuple(expected), tuple(log), stage.live)
    yield from holds(not answer.result.get("isError"), expected="a result", seen=answer.result)


CHECKS: tuple[Check, ...] = (lookup, mint, renewed, installed)
