"""Examples as the exchange a client sees: the call, and the result or the error that answers it.

Messages are told with the example's own values where those are plain arguments or data; `${…}` marks what the server
puts in from elsewhere.
"""

from __future__ import annotations

from pactwright.emit.docs.repairs import repair_of, repair_value
from pactwright.emit.docs.telling import told
from pactwright.emit.markdown import heading, json_block
from pactwright.model.contract import Contract, Resource
from pactwright.model.errors import Details, ErrorType, Repair
from pactwright.model.schema import Default, ObjectSchema
from pactwright.model.tools import Example, Tool
from pactwright.records import dataclass
from pactwright.spelling import Roots, filled, text
from pactwright.values import JsonValue

# Data of an error that travels beside `details`, under this name of the envelope.
_LIFTED = {"retry_after_ms": "retry_after_ms", "remaining": "rate_limit_remaining", "completed": "completed"}


@dataclass(frozen=True, slots=True)
class ExampleView:
    """One example; the two texts are finished blocks."""

    title: str
    request: str
    answer: str
    response: str


def example_views(tool: Tool, contract: Contract) -> tuple[ExampleView, ...]:
    """Return the examples of `tool` in their order."""
    return tuple(_of_tool(example, tool, contract) for example in tool.examples)


def resource_examples(resource: Resource, contract: Contract) -> tuple[ExampleView, ...]:
    """Return the examples of `resource`; what is asked for is told by the template's variables."""
    return tuple(_of_resource(example, resource, contract) for example in resource.examples)


def _of_tool(example: Example, tool: Tool, contract: Contract) -> ExampleView:
    request: JsonValue = {"name": tool.name, "arguments": dict(example.arguments)}
    error = _error(example, contract)
    if error is None:
        return _view(example, request, "Result", json_block(example.result))
    adds = None if tool.if_unknown is None else tool.if_unknown.says
    envelope = _failure(error, example, tool.input, repair_of(error, tool, contract))
    return _view(
        example, request, "Error", told(envelope, tool.name, adds, _known(error, example, tool.input), contract)
    )


def _of_resource(example: Example, resource: Resource, contract: Contract) -> ExampleView:
    request: JsonValue = {"uri": resource.uri, "variables": dict(example.arguments)}
    error = _error(example, contract)
    if error is None:
        return _view(example, request, "Result", json_block(example.result))
    return _view(example, request, "Error", json_block(_failure(error, example, resource.input, error.repair)))


def _error(example: Example, contract: Contract) -> ErrorType | None:
    return None if example.error is None else contract.error(example.error)


def _view(example: Example, request: JsonValue, answer: str, response: str) -> ExampleView:
    return ExampleView(heading(example.title), json_block(request), answer, response)


def _failure(
    error: ErrorType, example: Example, takes: ObjectSchema | None, repair: Repair | None
) -> dict[str, JsonValue]:
    """Return the part of the envelope that the contract decides."""
    known = _known(error, example, takes)
    params = known["params"]
    envelope: dict[str, JsonValue] = {"code": error.code, "message": text(error.message, known)}
    details = _details(error.details, known)
    details |= {name: value for name, value in params.items() if name not in _LIFTED}
    if details:
        envelope["details"] = details
    envelope["temporary"] = error.temporary
    envelope |= {_LIFTED[name]: value for name, value in params.items() if name in _LIFTED}
    if repair is not None:
        envelope["repair"] = repair_value(repair, known)
    return envelope


def _known(error: ErrorType, example: Example, takes: ObjectSchema | None) -> Roots:
    return {
        "args": {**_defaults(takes), **example.arguments},
        "params": {**_defaults(error.params), **example.params},
    }


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


def _defaults(schema: ObjectSchema | None) -> dict[str, JsonValue]:
    if schema is None:
        return {}
    return {item.name: item.presence.value for item in schema.properties if isinstance(item.presence, Default)}
