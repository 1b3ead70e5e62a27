"""The contract as facts: what `contract.json` of a generated package holds, and its server and its tests read.

Nothing derived from several tools stands in it, so that a change of one tool changes one place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from pactwright.model.contract import (
    CalledCompletion,
    Completion,
    Contract,
    FixedCompletion,
    Pagination,
    Prompt,
    Resource,
    ToolSource,
)
from pactwright.model.errors import ErrorType
from pactwright.model.reach import codes_of, is_live
from pactwright.model.schema import ArraySchema, ObjectSchema, Schema, StringSchema, UnionSchema
from pactwright.model.server import Mode, Server, Setting
from pactwright.model.tools import (
    AtLeastOne,
    Disjoint,
    Effects,
    Example,
    Exclusive,
    OnlyIf,
    OnlyWith,
    Require,
    Rule,
    SummaryAnswer,
    Together,
    Tool,
)
from pactwright.runtime.summary import summary_schema
from pactwright.values import JsonValue
from pactwright.wire import JsonObject, input_schema, joined, output_schema

FORMAT = 1


def contract_facts(contract: Contract) -> JsonObject:
    """Return the whole document; parts the contract does not have are left out or empty."""
    facts: JsonObject = {
        "format": FORMAT,
        "server": _server(contract.server),
        "conditions": dict(contract.conditions),
        "config": {item.name: _setting(item, contract) for item in contract.config},
        "errors": {item.code: _error(item, contract) for item in contract.errors},
        "tools": [_tool(item, contract) for item in contract.tools],
        "resources": [_resource(item, contract) for item in contract.resources],
        "resource_templates": [_resource(item, contract) for item in contract.resource_templates],
        "completions": {item.name: _completion(item) for item in contract.completions},
        "prompts": [_prompt(item) for item in contract.prompts],
        "modes": {item.name: _mode(item) for item in contract.modes},
        "pagination": {item.name: _pagination(item) for item in contract.pagination},
        "extensions": dict(contract.extensions),
    }
    _describe_summary(facts, contract)
    return facts


def _describe_summary(facts: JsonObject, contract: Contract) -> None:
    """Give the tool that answers with the capability summary its output schema, which follows from all the rest."""
    tools = facts["tools"]
    assert isinstance(tools, list)
    for tool, wire in zip(contract.tools, tools, strict=True):
        if isinstance(tool.answer, SummaryAnswer) and isinstance(wire, dict):
            wire["output"] = summary_schema(facts)


def contract_text(contract: Contract) -> str:
    """Return `contract.json` as it is written."""
    return json.dumps(contract_facts(contract), indent=2, ensure_ascii=False) + "\n"


def _given(**values: JsonValue) -> JsonObject:
    """Leave out what the contract does not say."""
    return {name: value for name, value in values.items() if value is not None}


def _server(server: Server) -> JsonObject:
    http: JsonObject | None = None
    if server.http is not None:
        authorization = server.http.authorization
        http = _given(
            url=server.http.url,
            authorization=None
            if authorization is None
            else {
                "issuer": authorization.issuer,
                "audience": authorization.audience,
                "scopes": list(authorization.scopes),
            },
        )
    return _given(
        name=server.name,
        title=server.title,
        version=server.version,
        namespace=server.namespace,
        summary=server.summary,
        does=list(server.does),
        does_not=list(server.does_not),
        revisions=list(server.revisions),
        transports=list(server.transports),
        http=http,
        order=server.order,
        dialect={
            "results": server.dialect.results,
            "json_indent": server.dialect.json_indent,
            "errors": server.dialect.errors,
            "annotations": server.dialect.annotations,
            "unknown_arguments": server.dialect.unknown_arguments,
        },
        read_only_hint=server.read_only_hint,
        validate_results=server.validate_results,
        budgets=_given(tools_list_bytes=server.tools_list_bytes),
        limits={
            "call_timeout_ms": server.limits.call_timeout_ms,
            "concurrency": server.limits.concurrency,
            "body_bytes": server.limits.body_bytes,
        },
        cache={item.method: {"ttl_ms": item.ttl_ms, "scope": item.scope} for item in server.cache},
        prerequisites=dict(server.prerequisites),
    )


def _setting(setting: Setting, contract: Contract) -> JsonObject:
    schema = input_schema(setting.schema, contract)
    schema.pop("$schema")
    facts = _given(
        env=setting.env,
        command=list(setting.command) or None,
        file=setting.file,
        secret=setting.secret or None,
        coerce=setting.coerce or None,
        on_invalid=setting.on_invalid,
        schema=schema,
        optional=setting.optional,
    )
    return facts | {"default": setting.default} if setting.has_default else facts


def _error(error: ErrorType, contract: Contract) -> JsonObject:
    params = None if error.params is None else output_schema(error.params, contract)
    repair = error.repair
    return _given(
        temporary=error.temporary,
        common=error.common,
        says=error.says,
        params=params,
        repair=None
        if repair is None
        else _given(next_step=repair.next_step, tool=repair.tool, alternative=repair.alternative),
        inline=error.inline,
        reserved=error.reserved,
    )


def _tool(tool: Tool, contract: Contract) -> JsonObject:
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
    facts |= _given(
        if_unknown=None
        if tool.if_unknown is None
        else _given(
            tool=tool.if_unknown.tool,
            next_step=tool.if_unknown.next_step,
            alternative=tool.if_unknown.alternative,
            none=tool.if_unknown.none,
            says=tool.if_unknown.says,
        ),
        pagination=tool.pagination,
        idempotency=None
        if tool.idempotency is None
        else {
            "key": tool.idempotency.key,
            "window_ms": tool.idempotency.window_ms,
            "scope": list(tool.idempotency.scope),
        },
        precondition=None
        if tool.precondition is None
        else {"argument": tool.precondition.argument, "version": tool.precondition.version},
        max_bytes=dict(_byte_bounds(tool.input, "")) or None,
        rules=[_rule(rule) for rule in tool.rules] or None,
    )
    facts["live"] = is_live(tool, contract)
    if isinstance(tool.answer, SummaryAnswer):
        facts["answer"] = "capabilities"
    facts["examples"] = [_example(item) for item in tool.examples]
    return facts


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
        meta[f"{contract.server.namespace}/lifecycle"] = _given(
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


def _byte_bounds(schema: Schema, pointer: str) -> Iterator[tuple[str, int]]:
    """Yield the texts bounded in bytes, by JSON Pointer; `*` stands for every element."""
    match schema:
        case StringSchema(max_bytes=int() as bound):
            yield pointer, bound
        case ArraySchema(items=items):
            yield from _byte_bounds(items, f"{pointer}/*")
        case ObjectSchema(properties=properties):
            for item in properties:
                yield from _byte_bounds(item.schema, f"{pointer}/{item.name.replace('~', '~0').replace('/', '~1')}")
        case UnionSchema(variants=variants):
            for variant in variants:
                for item in variant.properties:
                    yield from _byte_bounds(item.schema, f"{pointer}/{item.name}")
        case _:
            return


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
            return _given(require=says, fields=list(fields), code=code)


def _example(example: Example) -> JsonObject:
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


def _resource(resource: Resource, contract: Contract) -> JsonObject:
    complete: Mapping[str, str] = (
        {}
        if resource.input is None
        else {item.name: item.complete for item in resource.input.properties if item.complete is not None}
    )
    facts = _given(
        name=resource.name,
        uri=resource.uri,
        title=resource.title,
        description=resource.description,
        mime_type=resource.mime_type,
        input=None if resource.input is None else input_schema(resource.input, contract),
        complete=dict(complete) or None,
        errors=list(codes_of(resource, contract)),
        output=None if resource.output is None else output_schema(resource.output, contract),
        from_tool={"tool": resource.answer.tool} if isinstance(resource.answer, ToolSource) else None,
    )
    facts["live"] = is_live(resource, contract)
    if isinstance(resource.answer, SummaryAnswer):
        facts["answer"] = "capabilities"
    facts["examples"] = [_example(item) for item in resource.examples]
    return facts


def _completion(completion: Completion) -> JsonObject:
    match completion:
        case FixedCompletion(values=values):
            return {"values": list(values), "live": True}
        case CalledCompletion():
            return {"live": False}


def _prompt(prompt: Prompt) -> JsonObject:
    return _given(
        name=prompt.name,
        title=prompt.title,
        description=prompt.description,
        arguments=[
            _given(
                name=item.name,
                description=joined(item.schema.description or "") or None,
                required=item.required,
                complete=item.complete,
            )
            for item in prompt.arguments
        ],
    )


def _mode(mode: Mode) -> JsonObject:
    return _given(flag=mode.flag, omits=list(mode.omits) or None, keeps=mode.keeps, says=mode.says)


def _pagination(pagination: Pagination) -> JsonObject:
    return _given(
        items=pagination.items,
        page_size=pagination.page_size,
        cap=pagination.cap,
        hint=pagination.hint,
        total=pagination.total,
        cursor={"ttl_ms": pagination.ttl_ms, "binds": list(pagination.binds)},
    )
