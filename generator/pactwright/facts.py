"""The contract as facts: what `contract.json` of a generated package holds, and its server and its tests read.

Nothing derived from several tools stands in it, so that a change of one tool changes one place.
"""

from __future__ import annotations

from collections.abc import Mapping

from pactwright.json_text import json_text
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
from pactwright.model.errors import Details, ErrorType
from pactwright.model.reach import codes_of, is_asked, is_live
from pactwright.model.server import ConfigFiles, ErrorTexts, Mode, Server, Setting
from pactwright.model.tools import SummaryAnswer
from pactwright.runtime.summary import summary_schema
from pactwright.spelling import given, spelled
from pactwright.tool_facts import example_facts, tool_facts
from pactwright.upstream_facts import upstream_facts
from pactwright.wire import JsonObject, input_schema, joined, output_schema

FORMAT = 1


def contract_facts(contract: Contract) -> JsonObject:
    """Return the whole document; parts the contract does not have are left out or empty."""
    facts: JsonObject = {
        "format": FORMAT,
        "server": _server(contract.server),
        "conditions": dict(contract.conditions),
        **given(condition_data={item.condition: spelled(item.data) for item in contract.condition_data} or None),
        "upstreams": {item.name: upstream_facts(item, contract) for item in contract.upstreams},
        "config": {item.name: _setting(item, contract) for item in contract.config},
        "errors": {item.code: _error(item, contract) for item in contract.errors},
        "tools": [tool_facts(item, contract) for item in contract.tools],
        "resources": [_resource(item, contract) for item in contract.resources],
        "resource_templates": [_resource(item, contract) for item in contract.resource_templates],
        "completions": {item.name: _completion(item, contract) for item in contract.completions},
        "prompts": [_prompt(item) for item in contract.prompts],
        "modes": {item.name: _mode(item) for item in contract.modes},
        "pagination": {item.name: _pagination(item) for item in contract.pagination},
        "versions": {item.name: {"prefix": item.prefix} for item in contract.versions},
        **({"ledgers": {item.name: {"undo": item.operation} for item in contract.ledgers}} if contract.ledgers else {}),
        "extensions": dict(contract.extensions),
    }
    if contract.config_files is not None:
        facts["config_files"] = _config_files(contract.config_files)
    _describe_summary(facts, contract)
    return facts


def _describe_summary(facts: JsonObject, contract: Contract) -> None:
    """Give the tool that answers with the capability summary its output schema, which follows from all the rest."""
    tools = facts["tools"]
    assert isinstance(tools, list)
    for tool, wire in zip(contract.tools, tools, strict=True):
        if isinstance(tool.answer, SummaryAnswer) and isinstance(wire, dict):
            wire["output"] = summary_schema(facts)


def _texts(texts: ErrorTexts | None) -> JsonObject | None:
    if texts is None:
        return None
    names = ("failed", "unanswered", "answered", "completed")
    return {name: spelled(getattr(texts, name)) for name in names}


def contract_text(contract: Contract) -> str:
    """Return `contract.json` as it is written."""
    return json_text(contract_facts(contract)) + "\n"


def _server(server: Server) -> JsonObject:
    http: JsonObject | None = None
    if server.http is not None:
        authorization = server.http.authorization
        http = given(
            url=server.http.url,
            authorization=None
            if authorization is None
            else {
                "issuer": authorization.issuer,
                "audience": authorization.audience,
                "scopes": list(authorization.scopes),
            },
        )
    return given(
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
            **given(texts=_texts(server.dialect.texts)),
        },
        read_only_hint=server.read_only_hint,
        validate_results=server.validate_results,
        budgets=given(tools_list_bytes=server.tools_list_bytes),
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
    facts = given(
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


def _config_files(files: ConfigFiles) -> JsonObject:
    paths = [(layer, spelled(layer.path)) for layer in files.layers]
    return {
        "layers": [{"ancestors": path} if layer.ancestors else path for layer, path in paths],
        "merge": files.merge,
        "unreadable": files.unreadable,
        "read": files.read,
    }


def _error(error: ErrorType, contract: Contract) -> JsonObject:
    params = None if error.params is None else output_schema(error.params, contract)
    repair = error.repair
    return given(
        temporary=error.temporary,
        common=error.common,
        says=error.says,
        message=spelled(error.message),
        params=params,
        details=None if error.details is None else _details(error.details),
        repair=None
        if repair is None
        else given(
            next_step=repair.next_step,
            tool=repair.tool,
            arguments=None if repair.arguments is None else spelled(repair.arguments),
            alternative=repair.alternative,
        ),
        inline=error.inline,
        reserved=error.reserved,
    )


def _details(details: Details) -> JsonObject:
    return given(
        field=None if details.field is None else spelled(details.field),
        fields=[spelled(item) for item in details.fields] or None,
        value=None if details.value is None else spelled(details.value),
        reason=None if details.reason is None else spelled(details.reason),
    )


def _resource(resource: Resource, contract: Contract) -> JsonObject:
    complete: Mapping[str, str] = (
        {}
        if resource.input is None
        else {item.name: item.complete for item in resource.input.properties if item.complete is not None}
    )
    facts = given(
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
    facts["examples"] = [example_facts(item) for item in resource.examples]
    return facts


def _completion(completion: Completion, contract: Contract) -> JsonObject:
    match completion:
        case FixedCompletion(values=values):
            return {"values": list(values), "live": True}
        case CalledCompletion():
            return {"live": is_asked(completion, contract)}


def _prompt(prompt: Prompt) -> JsonObject:
    return given(
        name=prompt.name,
        title=prompt.title,
        description=prompt.description,
        arguments=[
            given(
                name=item.name,
                description=joined(item.schema.description or "") or None,
                required=item.required,
                complete=item.complete,
            )
            for item in prompt.arguments
        ],
    )


def _mode(mode: Mode) -> JsonObject:
    return given(flag=mode.flag, omits=list(mode.omits) or None, keeps=mode.keeps, says=mode.says)


def _pagination(pagination: Pagination) -> JsonObject:
    return given(
        items=pagination.items,
        page_size=pagination.page_size,
        cap=pagination.cap,
        hint=pagination.hint,
        total=pagination.total,
        cursor={"ttl_ms": pagination.ttl_ms, "binds": list(pagination.binds)},
    )
