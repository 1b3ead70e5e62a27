"""A tool as facts: its part of `contract.json`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from pactwright.model.contract import Contract
from pactwright.model.expression import Expression
from pactwright.model.reach import codes_of, is_live
from pactwright.model.schema import ArraySchema, DefaultFrom, ObjectSchema, Property, Schema, StringSchema, UnionSchema
from pactwright.model.tools import (
    AtLeastOne,
    Disjoint,
    Effects,
    Example,
    Exclusive,
    HandlerAnswer,
    OnlyIf,
    OnlyWith,
    Require,
    Rule,
    SummaryAnswer,
    Together,
    Tool,
)
from pactwright.spelling import given, spelled, written
from pactwright.step_facts import answer_facts, steps_facts
from pactwright.values import JsonValue
from pactwright.wire import JsonObject, input_schema, output_schema


def tool_facts(tool: Tool, contract: Contract) -> JsonObject:
    """Return what `contract.json` holds of a tool."""
    codes = codes_of(tool, contract)
    facts: JsonObject = {
        "name": tool.name,
        "title": tool.title,
        "description": description(tool),
        "input": input_schema(tool.input, contract),
        "output": None if tool.output is None else output_schema(tool.output, contract),
        "annotations": hints(tool.effects, contract.server.dialect.annotations),
        "meta": _meta(tool, codes, contract),
        "effects": _effects(tool.effects),
        "errors": list(codes),
    }
    facts |= _promises(tool, contract)
    facts["live"] = is_live(tool, contract)
    if isinstance(tool.answer, SummaryAnswer):
        facts["answer"] = "capabilities"
    facts["examples"] = [example_facts(item) for item in tool.examples]
    return facts


def _promises(tool: Tool, contract: Contract) -> JsonObject:
    """Return how a tool is answered, and what holds for its pages, keys and versions."""
    return given(
        if_unknown=None
        if tool.if_unknown is None
        else given(
            tool=tool.if_unknown.tool,
            next_step=tool.if_unknown.next_step,
            arguments=None if tool.if_unknown.arguments is None else spelled(tool.if_unknown.arguments),
            alternative=tool.if_unknown.alternative,
            none=tool.if_unknown.none,
            says=None if tool.if_unknown.says is None else spelled(tool.if_unknown.says),
        ),
        pagination=tool.pagination,
        first_page=None
        if tool.first_page is None
        else {
            "pagination": tool.first_page.pagination,
            "tool": tool.first_page.tool,
            "names": {"has_more": tool.first_page.has_more, "next_cursor": tool.first_page.next_cursor},
        },
        idempotency=None
        if tool.idempotency is None
        else {
            "key": tool.idempotency.key,
            "window_ms": tool.idempotency.window_ms,
            "scope": list(tool.idempotency.scope),
            "find": tool.idempotency.find is not None or isinstance(tool.answer, HandlerAnswer),
            **given(find_steps=None if tool.idempotency.find is None else steps_facts(tool.idempotency.find)),
        },
        precondition=None
        if tool.precondition is None
        else {"argument": tool.precondition.argument, "version": tool.precondition.version},
        **answer_facts(tool.answer),
        default_from=_filled(tool) or None,
        fills=_required_fills(tool, contract) or None,
        max_bytes=dict(_byte_bounds(tool.input, "")) or None,
        rules=[_rule(rule) for rule in tool.rules] or None,
    )


def description(tool: Tool) -> str:
    """Return the whole description on the wire: what the tool does, when to use it, and an example call."""
    parts = [tool.description.strip()]
    if tool.when_to_use:
        parts.append(f"When to use: {tool.when_to_use.strip()}")
    shown = next((item for item in tool.examples if item.has_result and item.arguments), None)
    if shown is not None:
        parts.append(f"Example: {json.dumps(shown.arguments, ensure_ascii=False)}")
    return "\n\n".join(parts)


def hints(effects: Effects, dialect: str) -> JsonObject:
    """Return the hints of a tool.

    The house dialect leaves out what has no meaning on reads (MCP 2026-07-28, ToolAnnotations: `destructiveHint` and
    `idempotentHint` are meaningful only when `readOnlyHint` is false).
    """
    if dialect == "none":
        return {}
    hints: JsonObject = {"readOnlyHint": not effects.writes}
    if effects.writes or dialect == "explicit":
        hints["destructiveHint"] = bool(effects.destructive)
        hints["idempotentHint"] = bool(effects.idempotent) or not effects.writes
    hints["openWorldHint"] = effects.open_world
    return hints


def _meta(tool: Tool, codes: tuple[str, ...], contract: Contract) -> JsonObject:
    meta: JsonObject = {}
    inline: list[JsonValue] = [error.code for error in contract.errors if error.inline and error.code in codes]
    if inline:
        meta[f"{contract.server.namespace}/errors"] = inline
    if tool.lifecycle is not None:
        deprecated = tool.lifecycle.deprecated
        meta[f"{contract.server.namespace}/lifecycle"] = given(
            stability=tool.lifecycle.stability, deprecated=None if deprecated is None else dict(deprecated)
        )
    return meta


def _effects(effects: Effects) -> JsonObject:
    return {
        "kind": "write" if effects.writes else "read",
        "network": effects.network,
        "local_write": effects.local_write,
        "process": effects.process,
        **({"qualifiers": dict(effects.qualifiers)} if effects.qualifiers else {}),
    }


def _filled(tool: Tool) -> JsonObject:
    """Return where the values come from of arguments that are filled in when they are left out."""
    return {
        item.name: written(item.presence.expression)
        for item in tool.input.properties
        if isinstance(item.presence, DefaultFrom) and isinstance(item.presence.expression, Expression)
    }


def _required_fills(tool: Tool, contract: Contract) -> list[JsonValue]:
    """Return the groups of arguments without which a call is refused when nothing fills them in."""
    required = {name for name, needed in tool.fills if needed}
    return [
        {"arguments": [name for name, _ in fill.arguments], "code": fill.code}
        for fill in contract.fills
        if fill.name in required
    ]


def _byte_bounds(schema: Schema, pointer: str) -> Iterator[tuple[str, int]]:
    """Yield the texts bounded in bytes, by JSON Pointer; `*` stands for every element."""
    match schema:
        case StringSchema(max_bytes=int() as bound):
            yield pointer, bound
        case ArraySchema(items=items):
            yield from _byte_bounds(items, f"{pointer}/*")
        case ObjectSchema(properties=properties):
            yield from _member_bounds(properties, pointer)
        case UnionSchema(variants=variants):
            for variant in variants:
                yield from _member_bounds(variant.properties, pointer)
        case _:
            return


def _member_bounds(properties: Iterable[Property], pointer: str) -> Iterator[tuple[str, int]]:
    for item in properties:
        yield from _byte_bounds(item.schema, f"{pointer}/{item.name.replace('~', '~0').replace('/', '~1')}")


def _rule(rule: Rule) -> JsonObject:
    """Return a rule between arguments as its author wrote it, conditions told in words."""
    match rule:
        case Exclusive(groups=groups):
            return {"exclusive": [list(group) for group in groups]}
        case Together(arguments=arguments):
            return {"together": list(arguments)}
        case AtLeastOne(arguments=arguments):
            return {"at_least_one": list(arguments)}
        case Disjoint(left=left, right=right):
            return {"disjoint": [left, right]}
        case OnlyWith(argument=argument, other=other):
            return {"only_with": {argument: other}}
        case OnlyIf(argument=argument, says=says):
            return {"only_when": {argument: says}}
        case Require(fields=fields, says=says, code=code):
            return given(require=says, fields=list(fields), code=code)


def example_facts(example: Example) -> JsonObject:
    """Return what `contract.json` holds of an example."""
    facts: JsonObject = {"title": example.title, "arguments": dict(example.arguments)}
    if example.has_result:
        facts["result"] = example.result
    if example.error is not None:
        facts["error"] = example.error
        if example.params:
            facts["with"] = dict(example.params)
    if example.given:
        facts["given"] = dict(example.given)
    return facts
