"""Resources and resource templates: listed as the contract has them, read by URI, refused with the envelope."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from ..broken_values import CANARY
from ..carriers import INVALID_PARAMS, fingerprint_fits, named_fields, refusal, refused_as, repair_fits
from ..checking import Case, check
from ..facts import Example, Facts, Resource
from ..outcome import Broken, Findings, Unreachable, equal, holds
from ..stage import Stage
from ..subjects import told_apart, violations_of_template, with_defaults
from ..uris import expanded
from ..values import Json, JsonObject, shown
from .schemas import official_result

INTERNAL_ERROR = -32603

# Rules of a schema a value in a URI can break: everything in a URI is text, nothing can be null or left out twice.
_IN_URIS = ("minimum", "maximum", "pattern", "enum", "format", "minLength", "maxLength")


def readable_uri(facts: Facts) -> str | None:
    """Return a URI that can be read, from the contract alone: a fixed resource first, else an example's."""
    for resource in facts.resources:
        if resource.summary or any(example.has_result for example in resource.examples):
            return resource.uri
    for template in facts.templates:
        for example in template.examples:
            if example.has_result:
                return expanded(template.uri, example.arguments)
    return None


@check("resources.listed")
def listed(facts: Facts) -> Iterator[Case]:
    """resources/list has exactly the contract's resources, in its order, word for word."""
    if facts.resources or facts.templates:
        yield Case("", _listed)


def _listed(stage: Stage) -> Findings:
    wanted = [{**item.listing, "uri": item.uri} for item in _ordered(stage.facts.resources, stage.facts)]
    yield from equal(wanted, stage.listing("resources/list", "resources"))


@check("resources.templates")
def templates(facts: Facts) -> Iterator[Case]:
    """resources/templates/list has exactly the contract's templates, in its order, word for word."""
    if facts.resources or facts.templates:
        yield Case("", _templates)


def _templates(stage: Stage) -> Findings:
    wanted = [{**item.listing, "uriTemplate": item.uri} for item in _ordered(stage.facts.templates, stage.facts)]
    yield from equal(wanted, stage.listing("resources/templates/list", "resourceTemplates"))


def _ordered(items: tuple[Resource, ...], facts: Facts) -> list[Resource]:
    return sorted(items, key=lambda item: item.name) if facts.by_name else list(items)


@check("resources.read")
def read(facts: Facts) -> Iterator[Case]:
    """Reading a resource or an example of a template gives one content under its URI, with the example's value."""
    for resource in facts.resources:
        if resource.summary or resource.examples:
            example = next((example for example in resource.examples if example.has_result), None)
            yield Case(resource.name, partial(_read, resource, resource.uri, example))
    for template in facts.templates:
        for number, example in told_apart(template.input or {}, template.examples):
            if example.has_result:
                uri = expanded(template.uri, example.arguments)
                yield Case(f"{template.name}.{number}", partial(_read, template, uri, example))


def _read(resource: Resource, uri: str, example: Example | None, stage: Stage) -> Findings:
    result = stage.read(uri).result
    yield from official_result("resources/read", result, stage)
    contents = result.get("contents")
    if not isinstance(contents, list) or len(contents) != 1 or not isinstance(contents[0], dict):
        raise Broken("one content", shown(contents))
    content = contents[0]
    yield from equal(uri, content.get("uri"), "contents/0/uri")
    if "mimeType" in resource.listing:
        yield from equal(resource.listing["mimeType"], content.get("mimeType"), "contents/0/mimeType")
    yield from holds(("text" in content) != ("blob" in content), expected="either text or blob", seen=content)
    if example is not None and stage.target.examples:
        yield from equal(example.result, _value(content, example.result), "contents/0/text")


def _value(content: JsonObject, wanted: Json) -> Json:
    text = content.get("text")
    if isinstance(wanted, str) or not isinstance(text, str):
        return text
    try:
        return json.loads(text)
    except ValueError:
        raise Broken("JSON in the text of the content", shown(text)) from None


@check("resources.failed")
def failed(facts: Facts) -> Iterator[Case]:
    """A read that fails is a JSON-RPC error with the envelope: -32602, or -32603 when it may pass (MCP, resources)."""
    for template in facts.templates:
        for number, example in told_apart(template.input or {}, template.examples):
            if example.error is not None:
                yield Case(f"{template.name}.{number}.{example.error}", partial(_failed, template, example))


def _failed(template: Resource, example: Example, stage: Stage) -> Findings:
    if not stage.target.examples:
        raise Unreachable("the server does not answer from the contract's examples")
    uri = expanded(template.uri, example.arguments)
    answer = stage.read(uri)
    error = stage.facts.errors[example.error or ""]
    yield from refused_as(answer, INTERNAL_ERROR if error.temporary else INVALID_PARAMS)
    envelope = refusal(answer)
    yield from equal(example.error, envelope.get("code"), "machine_code")
    yield from holds(example.error in template.errors, expected="a declared code", seen=example.error)
    yield from equal(error.temporary, envelope.get("temporary"), "temporary")
    yield from equal(uri, envelope.get("resource_uri"), "resource_uri")
    there = {str(item.get("name")) for item in stage.listing("tools/list", "tools")} if stage.facts.tools else set()
    given = with_defaults(template.input, example.arguments, template.input or {})
    yield from repair_fits(envelope, error.repair, stage.facts, there=there, given=given)
    yield from fingerprint_fits(envelope.get("fingerprint"), stage.facts, stage.fingerprint())


@check("resources.variables")
def variables(facts: Facts) -> Iterator[Case]:
    """A URI whose variables break the template's schema is -32602, names the variable and does not repeat it."""
    for template in facts.templates:
        for violation in violations_of_template(facts, template):
            name, _, rule = violation.name.partition(".")
            value = violation.arguments.get(name)
            if rule in _IN_URIS and value != "" and isinstance(value, str | int):
                uri = expanded(template.uri, violation.arguments)
                yield Case(f"{template.name}.{violation.name}", partial(_variables, uri, name))


def _variables(uri: str, name: str, stage: Stage) -> Findings:
    answer = stage.read(uri)
    yield from refused_as(answer)
    envelope = refusal(answer)
    yield from equal(stage.facts.code("invalid_arguments"), envelope.get("code"), "machine_code")
    yield from equal([name], list(named_fields(envelope)), "details/field")
    yield from holds(CANARY not in answer.text, expected="an answer without what was sent", seen=answer.text)


@check("resources.unknown")
def unknown(facts: Facts) -> Iterator[Case]:
    """A URI nothing is served under is -32602 with the envelope, and no other URI is named (MCP, resources)."""
    if facts.resources or facts.templates:
        yield Case("", _unknown)


def _unknown(stage: Stage) -> Findings:
    uri = "conformance-nothing://nowhere/1"
    answer = stage.client.ask("resources/read", {"uri": uri})
    yield from refused_as(answer)
    envelope = refusal(answer)
    if "not_found" in stage.facts.conditions:
        yield from equal(stage.facts.conditions["not_found"], envelope.get("code"), "machine_code")
    yield from holds(envelope.get("resource_uri", uri) == uri, expected=f"{uri} or nothing", seen=envelope)


CHECKS = (listed, templates, read, failed, variables, unknown)
