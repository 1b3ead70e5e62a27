"""Tokens with scopes: they are looked up once, and a call for which one is missing asks for nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..carriers import failure
from ..checking import Case, Check, check
from ..facts import Facts
from ..live.accidents import WORDS
from ..live.ends import ended, refused, requested
from ..live.replies import Answered, Asked, Script
from ..live.scopes import OTHER, Scoped, lacking, listing, probed, scoped, unlisted
from ..outcome import Findings, equal, holds
from ..services import Upstream
from ..stage import Stage
from ..wire import Answer


def _upstreams(facts: Facts) -> Iterator[tuple[Upstream, list[Scoped]]]:
    for name, calls in scoped(facts).items():
        if unlisted(facts, facts.upstreams[name]) is None:
            yield facts.upstreams[name], calls


@check("live.scopes-missing", primary=True)
def missing(facts: Facts) -> Iterator[Case]:
    """A token that lacks a scope ends the call with the contract's code, before anything else is asked."""
    for upstream, calls in _upstreams(facts):
        yield Case(upstream.name, partial(_missing, upstream, calls))


def _missing(upstream: Upstream, calls: list[Scoped], stage: Stage) -> Findings:
    known = False
    for item in calls:
        script = listing(stage.facts, upstream, item.base.script, (OTHER,))
        answer, log = _called(item, script, stage, f"scoped-missing-{upstream.name}")
        expected = item.base.expected.requests[: item.at]
        # What was looked up for one call holds for the next one with the same token.
        looked_up = () if known else (probed(stage.facts, upstream),)
        yield from requested((*expected, *looked_up), log, stage.live, scoped=True)
        ending = lacking(stage.facts, upstream, item.needs, (OTHER,))
        yield from refused(failure(answer, stage.facts), ending, item.tool, item.base.arguments, stage)
        known = True


@check("live.scopes-granted", primary=True)
def granted(facts: Facts) -> Iterator[Case]:
    """What a token may do is looked up once, again only when that failed, and then does not stand in the way."""
    for upstream, calls in _upstreams(facts):
        yield Case(upstream.name, partial(_granted, upstream, calls))


def _granted(upstream: Upstream, calls: list[Scoped], stage: Stage) -> Findings:
    server, first = f"scoped-{upstream.name}", calls[0]
    every = tuple(dict.fromkeys(scope for item in calls for scope in item.needs))
    lost = replace(first.base.script, at=first.at, reply=Answered(500, {"message": WORDS}), times=upstream.retries + 1)
    answer, log = _called(first, lost, stage, server)
    yield from holds(answer.result.get("isError") is True, expected="an error: no scopes were told", seen=answer.result)
    yield from equal(first.at + upstream.retries + 1, len(log), "requests")
    known = False
    for item in calls:
        script = listing(stage.facts, upstream, item.base.script, (OTHER, *every))
        answer, log = _called(item, script, stage, server)
        expected = list(item.base.expected.requests)
        if not known:
            expected.insert(item.at, probed(stage.facts, upstream))
        yield from requested(tuple(expected), log, stage.live, scoped=True)
        yield from ended(answer, item.base.expected, item.tool, item.base.arguments, stage)
        known = True


def _called(item: Scoped, script: Script, stage: Stage, server: str) -> tuple[Answer, tuple[Asked, ...]]:
    with stage.live.stand.playing(script) as log:
        answer = stage.live.call(item.tool.name, item.base.arguments, server=server)
    return answer, tuple(log)


CHECKS: tuple[Check, ...] = (missing, granted)
