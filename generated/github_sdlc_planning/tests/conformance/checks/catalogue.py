"""`tools/list`: the tools of the contract and nothing else, in its order, word for word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from ..carriers import refused_as
from ..checking import Case, check
from ..facts import Facts, Tool
from ..outcome import Broken, Findings, equal, holds
from ..schemas import published_output
from ..stage import Stage
from ..values import Json, JsonObject
from ..wire import Client

_MEMBERS = {"name", "title", "description", "inputSchema", "outputSchema", "annotations", "_meta"}


@check("tools.order")
def order(facts: Facts) -> Iterator[Case]:
    """tools/list has exactly the contract's tools, in its order."""
    if facts.tools:
        yield Case("", _order)


def _order(stage: Stage) -> Findings:
    names = [tool.name for tool in stage.facts.tools]
    wanted = sorted(names) if stage.facts.by_name else names
    yield from equal(wanted, [item.get("name") for item in stage.listing("tools/list", "tools")])


def _per_tool(probe: Callable[[Tool, Stage], Findings]) -> Callable[[Facts], Iterator[Case]]:
    def cases(facts: Facts) -> Iterator[Case]:
        return (Case(tool.name, partial(probe, tool)) for tool in facts.tools)

    cases.__doc__ = probe.__doc__
    return cases


def listed(tool: Tool, stage: Stage) -> JsonObject:
    """Return the entry of `tool` in tools/list. Raises Broken when it is missing."""
    for item in stage.listing("tools/list", "tools"):
        if item.get("name") == tool.name:
            return item
    raise Broken(f"{tool.name} in tools/list", "no such tool")


def _texts(tool: Tool, stage: Stage) -> Findings:
    """Title and description are the contract's."""
    item = listed(tool, stage)
    for key in ("title", "description"):
        yield from equal(tool.listing.get(key), item.get(key), key)


def _annotations(tool: Tool, stage: Stage) -> Findings:
    """The hints are the contract's, and no other hint is given."""
    yield from equal(tool.listing.get("annotations", {}), listed(tool, stage).get("annotations", {}), "annotations")


def _meta(tool: Tool, stage: Stage) -> Findings:
    """`_meta` is the contract's: inlined codes and lifecycle."""
    yield from equal(tool.listing.get("_meta", {}), listed(tool, stage).get("_meta", {}), "_meta")


def _input(tool: Tool, stage: Stage) -> Findings:
    """inputSchema equals the contract's as a value."""
    yield from _member("inputSchema", tool.input, tool, stage)


def _output(tool: Tool, stage: Stage) -> Findings:
    """outputSchema is the union of the contract's result and the error envelope; absent where results are text."""
    wanted = (
        published_output(tool.output, errors_as=stage.facts.errors_as)
        if tool.output is not None and stage.facts.structured
        else None
    )
    yield from _member("outputSchema", wanted, tool, stage)


def _others(tool: Tool, stage: Stage) -> Findings:
    """A tool is listed with nothing the contract does not say."""
    extra = sorted(listed(tool, stage).keys() - _MEMBERS)
    yield from holds(not extra, expected="no further members", seen=extra)


def _member(key: str, wanted: Json, tool: Tool, stage: Stage) -> Findings:
    item = listed(tool, stage)
    if wanted is None:
        yield from holds(key not in item, expected=f"no {key}", seen=item.get(key), where=key)
    else:
        yield from equal(wanted, item.get(key), key)


@check("tools.repeat")
def repeat(facts: Facts) -> Iterator[Case]:
    """Two calls of tools/list are answered with the same bytes."""
    if facts.tools:
        yield Case("", _repeat)


def _repeat(stage: Stage) -> Findings:
    first, second = _bytes(stage.client), _bytes(stage.client)
    yield from holds(
        first == second, expected="the same bytes twice", seen=f"{len(first)} and {len(second)} characters"
    )


def _bytes(client: Client) -> str:
    answer = client.ask("tools/list")
    number = answer.message["id"]
    return re.sub(rf'"id":\s*{number}\b', '"id":0', answer.text)


@check("tools.last-page")
def last_page(facts: Facts) -> Iterator[Case]:
    """The last page of each list has no nextCursor member (MCP, pagination)."""
    for method in ("tools/list", "resources/list", "resources/templates/list", "prompts/list"):
        if _served(method, facts):
            yield Case(method.replace("/", "."), partial(_last_page, method))


def _served(method: str, facts: Facts) -> bool:
    match method.partition("/")[0]:
        case "tools":
            return bool(facts.tools)
        case "prompts":
            return bool(facts.prompts)
        case _:
            return bool(facts.resources or facts.templates)


def _last_page(method: str, stage: Stage) -> Findings:
    result = stage.client.ask(method).result
    if result.get("nextCursor"):
        # More pages follow: the walk of the list itself ends at one without a cursor.
        return
    yield from holds("nextCursor" not in result, expected="no nextCursor", seen=result.get("nextCursor"))


@check("tools.cursor")
def cursor(facts: Facts) -> Iterator[Case]:
    """A list continued at a cursor the server never gave is -32602 with the envelope (MCP, pagination)."""
    for method in ("tools/list", "resources/list", "resources/templates/list", "prompts/list"):
        if _served(method, facts):
            yield Case(method.replace("/", "."), partial(_cursor, method))


def _cursor(method: str, stage: Stage) -> Findings:
    yield from refused_as(stage.client.ask(method, {"cursor": "never-given"}))


@check("tools.unknown")
def unknown(facts: Facts) -> Iterator[Case]:
    """A tool the server does not have is -32602 with the envelope, not a result (MCP, tools, "Error handling")."""
    if facts.tools:
        yield Case("", _unknown)


def _unknown(stage: Stage) -> Findings:
    yield from refused_as(stage.client.call("conformance_nothing", {}))


@check("tools.budget")
def budget(facts: Facts) -> Iterator[Case]:
    """The message with tools/list keeps to the contract's budget in bytes."""
    if facts.list_bytes is not None:
        yield Case("", partial(_budget, facts.list_bytes))


def _budget(most: int, stage: Stage) -> Findings:
    size = len(stage.client.ask("tools/list").text.encode())
    yield from holds(size <= most, expected=f"at most {most} bytes", seen=size)


texts = check("tools.texts")(_per_tool(_texts))
hints = check("tools.annotations")(_per_tool(_annotations))
meta = check("tools.meta")(_per_tool(_meta))
inputs = check("tools.input-schema")(_per_tool(_input))
outputs = check("tools.output-schema")(_per_tool(_output))
others = check("tools.members")(_per_tool(_others))

CHECKS = (order, texts, hints, meta, inputs, outputs, others, repeat, last_page, cursor, unknown, budget)
