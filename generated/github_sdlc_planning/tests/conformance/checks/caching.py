"""Cache hints: the contract's on every cacheable answer of the modern era, none before it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..checking import Case, check
from ..facts import Facts
from ..outcome import Findings, equal, holds
from ..stage import Stage
from ..values import JsonObject
from .resources import readable_uri

MEMBERS = ("ttlMs", "cacheScope")


def _cacheable(facts: Facts) -> Iterator[tuple[str, JsonObject | None]]:
    """Yield the cacheable methods of MCP 2026-07-28 (caching) that the contract serves."""
    yield "server/discover", None
    if facts.tools:
        yield "tools/list", None
    if facts.prompts:
        yield "prompts/list", None
    if facts.resources or facts.templates:
        yield "resources/list", None
        yield "resources/templates/list", None
    uri = readable_uri(facts)
    if uri is not None:
        yield "resources/read", {"uri": uri}


@check("caching.hints", modern=True)
def hints(facts: Facts) -> Iterator[Case]:
    """ttlMs and cacheScope are the contract's; where it names none, both are there (MCP 2026-07-28, caching)."""
    for method, params in _cacheable(facts):
        yield Case(method.replace("/", "."), partial(_hints, method, params))


def _hints(method: str, params: JsonObject | None, stage: Stage) -> Findings:
    result = stage.client.ask(method, params).result
    ttl, scope = (result.get(member) for member in MEMBERS)
    hint = stage.facts.cache.get(method)
    if hint is not None:
        yield from equal([hint.ttl_ms, hint.scope], [ttl, scope], "ttlMs, cacheScope")
        return
    yield from holds(type(ttl) is int and ttl >= 0, expected="a number of milliseconds", seen=ttl, where="ttlMs")
    yield from holds(scope in ("public", "private"), expected="public or private", seen=scope, where="cacheScope")


@check("caching.absent", modern=False)
def absent(facts: Facts) -> Iterator[Case]:
    """The legacy era knows no cache hints, so none are sent."""
    for method, params in _cacheable(facts):
        if method != "server/discover":
            yield Case(method.replace("/", "."), partial(_absent, method, params))


def _absent(method: str, params: JsonObject | None, stage: Stage) -> Findings:
    result = stage.client.ask(method, params).result
    seen = [member for member in MEMBERS if member in result]
    yield from holds(not seen, expected="no cache hints", seen=seen)


@check("caching.calls", modern=True)
def calls(facts: Facts) -> Iterator[Case]:
    """The result of a tool call carries no cache hints: it is not cacheable (MCP 2026-07-28, caching)."""
    for tool in facts.tools:
        example = next((example for example in tool.examples if example.has_result), None)
        if example is not None:
            yield Case(tool.name, partial(_calls, tool.name, example.arguments))


def _calls(tool: str, arguments: JsonObject, stage: Stage) -> Findings:
    result = stage.called(tool, arguments).result
    seen = [member for member in MEMBERS if member in result]
    yield from holds(not seen, expected="no cache hints", seen=seen)


CHECKS = (hints, absent, calls)
