"""Resources, prompts and completions: everything a client can read that is not a tool.

Failures are raised as ToolError, like those of tools; the kernel carries them in JSON-RPC errors, because these methods
have no error result.
"""

from __future__ import annotations

import base64
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from .addresses import Address, Addresses
from .arguments import Arguments
from .calling import Caller
from .calls import Call
from .encoding import Unencodable
from .envelope import ToolError
from .mock import Examples, played, values_of
from .process import Process
from .results import BrokenResult, Results, plain
from .tools import Content, NotLive, as_content

MAX_COMPLETIONS = 100

Wire = dict[str, Any]


class UnknownResource(Exception):
    """Nothing is served under the URI."""


class UnknownPrompt(Exception):
    """The contract has no prompt of that name."""


class UnknownReference(Exception):
    """A completion was asked for something the contract does not publish."""


class Reader:
    """Answers reads of one process."""

    def __init__(self, process: Process, caller: Caller) -> None:
        self._process = process
        self._caller = caller
        self._indent = int(process.contract.dialect.get("json_indent", 0))
        self._checks = str(process.contract.server.get("validate_results", "enforce"))
        self._results: dict[str, Results] = {}
        self._addresses = Addresses(process.contract.resources.values(), process.templates.values())

    async def resource(self, uri: str, *, principal: str, request_id: str) -> Wire:
        """The `resources/read` result for `uri`.

        Raises UnknownResource, ToolError, and NotLive when this process has no answer.
        """
        address = self._addresses.find(uri)
        if address is None:
            raise UnknownResource(uri)
        call = self._call(address.spec["name"], address.variables, principal, request_id)
        try:
            if address.wrong:
                raise self._process.errors.violations(address.wrong, call)
            with self._process.gate:
                value = await self._process.gate.within(self._value(address, call))
        except (ToolError, Unencodable) as failure:
            error = failure if isinstance(failure, ToolError) else self._process.errors.unencodable(failure, call)
            error = self._declared(address.spec, error, call)
            if not address.wrong:
                _located(error, uri)
            raise error from None
        return {"contents": self._contents(uri, address.spec, value)}

    async def prompt(self, name: str, given: Mapping[str, str], *, principal: str, request_id: str) -> Wire:
        """The `prompts/get` result. Raises UnknownPrompt, ToolError and NotLive."""
        spec = self._process.contract.prompts.get(name)
        if spec is None:
            raise UnknownPrompt(name)
        call = self._call(name, dict(given), principal, request_id)
        args, wrong = Arguments({"name": name, "input": _prompt_schema(spec)}).accept(given)
        if wrong:
            raise self._process.errors.violations(wrong, call)
        call.args = args
        function = self._process.parts.prompts.functions.get(name)
        if function is None:
            example = self._examples(spec).best(args)
            messages = played(example, call, self._process.errors)
        else:
            messages = await _called(function, args, call)
        wire: Wire = {"messages": [part for message in messages for part in _messages(message)]}
        if spec.get("description"):
            wire["description"] = spec["description"]
        clean: Wire = plain(wire)[0]
        return clean

    async def complete(
        self, reference: Wire, argument: str, typed: str, chosen: Mapping[str, str], *, call: Call
    ) -> Wire:
        """The `completion/complete` result: values that begin with `typed`, at most a hundred.

        Raises UnknownReference for what the contract does not publish.
        """
        source, variables = self._completable(reference)
        if argument not in variables:
            raise UnknownReference(argument)
        call.args = dict(chosen)
        name = source.get(argument)
        values = [] if name is None else await self._completions(name, argument, call)
        matching = [value for value in values if value.casefold().startswith(typed.casefold())]
        shown = plain(matching[:MAX_COMPLETIONS])[0]
        return {"completion": {"values": shown, "total": len(matching), "hasMore": len(matching) > len(shown)}}

    async def _value(self, address: Address, call: Call) -> Any:
        spec = address.spec
        if spec.get("answer") == "capabilities":
            return self._process.summary
        function = self._process.parts.resources.functions.get(spec["name"])
        if self._process.mock and (spec.get("examples") or function is None):
            return played(self._examples(spec).best(call.args), call, self._process.errors)
        if function is None or not (spec.get("live", False) or self._process.mock):
            raise NotLive(spec["name"])
        return await _called(function, call.args, call)

    async def _completions(self, name: str, variable: str, call: Call) -> list[str]:
        spec = self._process.contract.completions.get(name, {})
        if "values" in spec:
            return [str(value) for value in spec["values"]]
        if self._process.mock:
            return values_of(variable, [*self._process.templates.values(), *self._process.tools.values()])
        function = self._process.parts.completions.functions.get(name)
        if function is None or not spec.get("live", False):
            raise NotLive(name)
        try:
            found = await self._process.gate.within(_called(function, call.args, call))
        except (ToolError, Unencodable) as failure:
            error = failure if isinstance(failure, ToolError) else self._process.errors.unencodable(failure, call)
            if error.temporary:
                raise
            # Who may not see the list gets no suggestions, and can go on typing.
            self._process.log.event("info", "completion_refused", source=name, code=error.code)
            return []
        return list(dict.fromkeys(str(value) for value in found))

    def _declared(self, spec: Mapping[str, Any], error: ToolError, call: Call) -> ToolError:
        """`error`, unless the contract does not say that it can occur here: then this server is wrong."""
        declared = self._process.contract.common_codes.union(spec.get("errors", ()))
        if error.code in declared or self._process.mock:
            return error
        self._process.log.event("error", "undeclared_code", resource=spec["name"], code=error.code)
        return self._process.errors.condition("internal", call)

    def _completable(self, reference: Wire) -> tuple[Mapping[str, str], set[str]]:
        if reference.get("type") == "ref/prompt":
            prompt = self._process.contract.prompts.get(str(reference.get("name")))
            if prompt is None:
                raise UnknownReference
            arguments = prompt.get("arguments", ())
            sources = {item["name"]: item["complete"] for item in arguments if "complete" in item}
            return sources, {item["name"] for item in arguments}
        uri = reference.get("uri")
        template = next((item for item in self._process.templates.values() if item["uri"] == uri), None)
        if template is None:
            raise UnknownReference
        return template.get("complete", {}), set(template.get("input", {}).get("properties", {}))

    def _call(self, name: str, args: dict[str, Any], principal: str, request_id: str) -> Call:
        call = self._process.call(name, args, principal=principal, request_id=request_id)
        call.runner = self._caller.run
        return call

    def _examples(self, spec: Mapping[str, Any]) -> Examples:
        complete = Arguments(spec).complete if "input" in spec else None
        return Examples(spec, complete)

    def _contents(self, uri: str, spec: Mapping[str, Any], value: Any) -> list[Wire]:
        value = as_content(spec, value)
        if isinstance(value, Content):
            return [_embedded(uri, block) for block in plain(value.blocks)[0]]
        return [self._content(uri, spec, value)]

    def _content(self, uri: str, spec: Mapping[str, Any], value: Any) -> Wire:
        content: Wire = {"uri": uri}
        mime_type = spec.get("mime_type") or (None if isinstance(value, str | bytes) else "application/json")
        if mime_type:
            content["mimeType"] = mime_type
        if isinstance(value, bytes):
            return {**content, "blob": base64.b64encode(value).decode("ascii")}
        if isinstance(value, str):
            return {**content, "text": plain(value)[0]}
        result, text = plain(value, indent=self._indent)
        self._hold(spec, result)
        return {**content, "text": text}

    def _hold(self, spec: Mapping[str, Any], result: Any) -> None:
        if self._checks == "off" or spec.get("output") is None:
            return
        check = self._results.get(spec["name"])
        if check is None:
            check = self._results[spec["name"]] = Results(spec, validate=True)
        broken = check.broken(result)
        if broken:
            fields = ", ".join(name for violation in broken for name in violation.fields)
            level = "error" if self._checks == "enforce" else "warning"
            self._process.log.event(level, "result_broken", resource=spec["name"], fields=fields)
        if broken and self._checks == "enforce":
            raise BrokenResult(broken)


def _located(error: ToolError, uri: str) -> None:
    # What the client gave is the URI; its variables passed their schema, so it is safe to repeat.
    error.resource_uri = error.resource_uri or uri
    details = dict(error.details or {})
    if details.pop("fields", None) or "field" in details:
        error.details = {
            "field": "uri",
            "value": uri,
            **{k: v for k, v in details.items() if k not in ("field", "value")},
        }


async def _called(function: Callable[..., Any], args: Any, call: Call) -> Any:
    value = function(args, call)
    return await value if inspect.isawaitable(value) else value


def _prompt_schema(spec: Mapping[str, Any]) -> Wire:
    arguments = spec.get("arguments", ())
    return {
        "type": "object",
        "properties": {item["name"]: item.get("schema", {"type": "string"}) for item in arguments},
        "required": [item["name"] for item in arguments if item.get("required")],
        "additionalProperties": False,
    }


def _messages(message: Mapping[str, Any]) -> list[Wire]:
    content = message["content"]
    blocks = content if isinstance(content, list) else [content]
    return [{"role": message["role"], "content": _block(block)} for block in blocks]


def _embedded(uri: str, block: Wire) -> Wire:
    # A resource is read as text or bytes; blocks carry the same under other names.
    if block["type"] == "resource":
        return {"uri": uri, **block["resource"]}
    if "data" in block:
        return {"uri": uri, "mimeType": block["mimeType"], "blob": block["data"]}
    return {"uri": uri, "mimeType": "text/plain", "text": block.get("text", "")}


def _block(block: Any) -> Any:
    return {"type": "text", "text": block} if isinstance(block, str) else block
