"""Addresses of resources and templates."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule
from pactwright.check.rules.owners import owners
from pactwright.load import Path
from pactwright.model.contract import Contract, Resource

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


RULES = (uri_variables_differ, uri_with_variables)
