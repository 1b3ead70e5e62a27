"""Addresses of resources and templates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pactwright.check.rules.engine import Finding, error, rule
from pactwright.check.rules.owners import owners
from pactwright.expr import Typed
from pactwright.expr.nodes import Name, Select
from pactwright.load import Path
from pactwright.model.contract import Contract, Resource
from pactwright.model.expression import Expression, Literal, Template, Text
from pactwright.model.schema import Schema, StringSchema

# RFC 6570, of which clients and servers understand simple, reserved, path and query expansion.
_EXPRESSION = re.compile(r"\{([+#./;?&]?)([^{}]*)\}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


@rule("uri-variables-differ", error)
def uri_variables_differ(contract: Contract) -> Iterator[Finding]:
    """The variables of an address are not those of its `input`.

    Why: what a reader puts into the address is validated as the template's input; a variable without a schema is
    not, and an input without a variable never has a value.

    Bad:

        uri: "shop://orders/{order_id}"
        input: {id: {type: integer}}

    Good:

        uri: "shop://orders/{order_id}"
        input: {order_id: {type: integer}}
    """
    for template in contract.resource_templates:
        path: Path = ("resource_templates", template.name)
        variables = [name for _, names in _EXPRESSION.findall(template.uri) for name in names.split(",")]
        declared = [item.name for item in template.input.properties] if template.input is not None else []
        odd = [name for name in variables if not _VARIABLE.match(name)]
        if odd:
            yield Finding(
                template.span,
                f"`{odd[0]}` in the address is no plain variable",
                "use `{name}`, `{+name}` or `{?name,other}`",
                (*path, "uri"),
            )
            continue
        for name in sorted(set(variables) - set(declared)):
            message = f"the variable `{name}` of the address is not under `input:`"
            yield Finding(template.span, message, f"declare `{name}` under `input:`", (*path, "uri"))
        for name in sorted(set(declared) - set(variables)):
            message = f"`{name}` under `input:` is not a variable of the address"
            hint = f"put `{{{name}}}` into the address, or remove it"
            yield Finding(template.span, message, hint, (*path, "input", name), at_key=True)


@rule("uri-with-variables", error)
def uri_with_variables(contract: Contract) -> Iterator[Finding]:
    """The address of a plain resource has variables, or two resources share an address.

    Why: a resource is read by its exact address. One with variables belongs under `resource_templates`.

    Bad:

        resources: {order: {uri: "shop://orders/{id}", …}}

    Good:

        resource_templates: {order: {uri: "shop://orders/{id}", input: {id: {type: integer}}, …}}
    """
    seen: dict[str, str] = {}
    for resource in contract.resources:
        if "{" in resource.uri:
            yield Finding(
                resource.span,
                f"the address of `{resource.name}` has variables",
                "move it to `resource_templates:`",
                ("resources", resource.name, "uri"),
            )
    for path, owner in owners(contract):
        if isinstance(owner, Resource) and seen.setdefault(owner.uri, owner.name) != owner.name:
            message = f"`{seen[owner.uri]}` and `{owner.name}` have the same address"
            yield Finding(owner.span, message, "give one of them another", (*path, "uri"))


_BASE = re.compile(r"https?://[^/?#@\s]+(/[^?#\s]*)?\Z")


@rule("base-url-not-a-url", error)
def base_url_not_a_url(contract: Contract) -> Iterator[Finding]:
    """The address of an upstream is no http or https URL, or a setting that need not be one.

    Why: without a scheme and a host no request can be made, and nobody would know before the first call.

    Bad:

        upstreams: {shop: {base_url: shop.example.com, …}}

    Good:

        upstreams: {shop: {base_url: https://shop.example.com, …}}
    """
    settings = {item.name: item.schema for item in contract.config}
    for upstream in contract.upstreams:
        fault = _base_fault(upstream.base_url, settings)
        if fault is not None:
            message, hint = fault
            yield Finding(upstream.span, message, hint, ("upstreams", upstream.name, "base_url"))


def _base_fault(base: Template, settings: Mapping[str, Schema]) -> tuple[str, str] | None:
    match base:
        case Literal(value=str(text)) if not _BASE.match(text):
            return f"`{text}` is no address that requests can be sent to", "write `https://` and a host before the path"
        case Text(parts=(Expression(typed=Typed(node=Select(operand=Name(name="config"), field=name))), *_)):
            schema = settings.get(name)
            if isinstance(schema, StringSchema) and schema.format != "uri":
                return f"the setting `{name}` may be any text", f"give `{name}` the format `uri`"
        case Text(parts=(str(text), *_)) if not re.match(r"https?://", text):
            return f"the address begins with `{text}`", "begin with `https://` or with a setting of format `uri`"
    return None


RULES = (uri_variables_differ, uri_with_variables, base_url_not_a_url)
