"""What is tried on tools a handler answers, too: no credential, no connection, nothing but failures."""

from __future__ import annotations

from collections.abc import Iterator

from ..facts import Facts, Resource, Tool
from ..services import Operation
from ..subjects import samples_of
from ..uris import expanded
from ..values import JsonObject
from .bases import plain
from .settings import named_in, unplayable


def operations_of(facts: Facts, tool: Tool) -> tuple[Operation, ...]:
    """Return the operations a tool may ask for."""
    names = tool.answer.uses or tuple(step["call"] for step in tool.answer.steps if "call" in step)
    found = (facts.operation(name) for name in names)
    return tuple(operation for operation in found if operation is not None)


def asking(facts: Facts) -> Iterator[Tool]:
    """Yield the tools that ask upstreams."""
    for tool in facts.tools if unplayable(facts) is None else ():
        if tool.answer.live and operations_of(facts, tool):
            yield tool


def handled(facts: Facts) -> Iterator[tuple[str, Tool, JsonObject]]:
    """Yield the tools with a handler, with arguments of each of their examples that has a result."""
    for tool in asking(facts):
        if not tool.answer.uses:
            continue
        samples = samples_of(facts)
        examples = [example.arguments for example in tool.examples if example.has_result]
        given = [samples.whole(tool, plain(tool, arguments)) for arguments in examples]
        made = samples.of_tool(tool)
        given = given or ([] if made is None else [plain(tool, made)])
        for number, arguments in enumerate(given):
            yield f"{tool.name}.{number}", tool, arguments


def templates(facts: Facts) -> Iterator[tuple[Resource, str]]:
    """Yield the resource templates that may be read from upstreams, with a URI of each."""
    for template in facts.templates if facts.upstreams and unplayable(facts) is None else ():
        example = next((example for example in template.examples if example.has_result), None)
        if template.live and not template.summary and example is not None:
            yield template, expanded(template.uri, example.arguments)


def credentials_of(facts: Facts, tool: Tool) -> tuple[str, ...]:
    """Return the upstreams of a tool that need a credential which is a setting."""
    names = dict.fromkeys(operation.upstream for operation in operations_of(facts, tool))
    return tuple(name for name in names if named_in(facts.upstreams[name].auth))


def without_credential(facts: Facts, tool: Tool) -> str | None:
    """Say why a tool that needs a credential cannot be called without one; None when it can, or needs none."""
    if not credentials_of(facts, tool):
        return None
    everywhere = [
        facts.config.get(setting, {}) for name in facts.upstreams for setting in named_in(facts.upstreams[name].auth)
    ]
    starts = all("optional" in setting or "default" in setting for setting in everywhere)
    return None if starts else "the server does not start without its credentials"
