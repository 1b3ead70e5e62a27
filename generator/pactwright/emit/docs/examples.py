"""Examples as the exchange a client sees: the call, and the result or the error that answers it.

Messages are told with the example's own values where those are plain arguments or data; `${…}` marks what the server
puts in from elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from pactwright.emit.markdown import heading, json_block
from pactwright.emit.spelling import Roots, filled, text
from pactwright.model.contract import Contract, Resource
from pactwright.model.errors import Details, ErrorType, Repair
from pactwright.model.schema import Default, ObjectSchema
from pactwright.model.tools import Example, Tool
from pactwright.values import JsonValue

# Data of an error that travels beside `details`, under this name of the envelope.
_LIFTED = {"retry_after_ms": "retry_after_ms", "remaining": "rate_limit_remaining", "completed": "completed"}


@dataclass(frozen=True, slots=True)
class ExampleView:
    """One example; the two texts are finished blocks of JSON."""

    title: str
    request: str
    answer: str
    response: str


def example_views(tool: Tool, contract: Contract) -> tuple[ExampleView, ...]:
    """Return the examples of `tool` in their order."""
    return tuple(
        _example(example, {"name": tool.name, "arguments": dict(example.arguments)}, tool.input, contract)
        for example in tool.examples
    )


def resource_examples(resource: Resource, contract: Contract) -> tuple[ExampleView, ...]:
    """Return the examples of `resource`; what is asked for is told by the template's variables."""
    return tuple(
        _example(example, {"uri": resource.uri, "variables": dict(example.arguments)}, resource.input, contract)
        for example in resource.examples
    )


def _example(example: Example, request: JsonValue, takes: ObjectSchema | None, contract: Contract) -> ExampleView:
    error = None if example.error is None else contract.error(example.error)
    return ExampleView(
        title=heading(example.title),
        request=json_block(request),
        answer="Result" if error is None else "Error",
        response=json_block(example.result if error is None else _failure(error, example, takes)),
    )


def _failure(error: ErrorType, example: Example, takes: ObjectSchema | None) -> JsonValue:
    """Return the part of the envelope that the contract decides."""
    params = {**_defaults(error.params), **example.params}
    known: Roots = {"args": {**_defaults(takes), **example.arguments}, "params": params}
    envelope: dict[str, JsonValue] = {"code": error.code, "message": text(error.message, known)}
    details = _details(error.details, known)
    details |= {name: value for name, value in params.items() if name not in _LIFTED}
    if details:
        envelope["details"] = details
    envelope["temporary"] = error.temporary
    envelope |= {_LIFTED[name]: value for name, value in params.items() if name in _LIFTED}
    if error.repair is not None:
        envelope["repair"] = repair_value(error.repair, known)
    return envelope


def _details(details: Details | None, known: Roots) -> dict[str, JsonValue]:
    if details is None:
        return {}
    found: dict[str, JsonValue] = {}
    if details.field is not None:
        found["field"] = text(details.field, known)
    if details.fields:
        found["fields"] = [text(item, known) for item in details.fields]
    if details.value is not None:
        found["value"] = filled(details.value, known)
    if details.reason is not None:
        found["reason"] = text(details.reason, known)
    return found


def repair_value(repair: Repair, known: Roots) -> dict[str, JsonValue]:
    """Return a repair as it travels, with the known values put in."""
    found: dict[str, JsonValue] = {}
    if repair.next_step is not None:
        found["next_step"] = repair.next_step
    if repair.tool is not None:
        found["tool"] = repair.tool
    if repair.arguments is not None:
        found["arguments"] = filled(repair.arguments, known)
    if repair.alternative is not None:
        found["alternative"] = repair.alternative
    return found


def _defaults(schema: ObjectSchema | None) -> dict[str, JsonValue]:
    if schema is None:
        return {}
    return {item.name: item.presence.value for item in schema.properties if isinstance(item.presence, Default)}
