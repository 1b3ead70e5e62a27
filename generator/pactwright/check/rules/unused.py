"""What the contract declares and nothing in it uses."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, rule, warning
from pactwright.check.rules.owners import owners
from pactwright.load import Path
from pactwright.model.contract import CalledCompletion, Contract
from pactwright.model.reach import operations_of
from pactwright.model.schema import Property
from pactwright.model.tools import FirstPage
from pactwright.source import Span


@rule("declared-unused", warning)
def declared_unused(contract: Contract) -> Iterator[Finding]:
    """Something is declared that nothing uses: an operation, a guard, a fill, a way of paging or a completion source.

    Why: whoever reads the contract takes it for something that the server does. A guard that no tool lists guards
    nothing.

    Bad:

        guards: {allowed: {if: "${args.owner != 'acme'}", code: refused}}
        tools: {get_issue: {…}}

    Good:

        guards: {allowed: {if: "${args.owner != 'acme'}", code: refused}}
        tools: {get_issue: {guards: [allowed], …}}

    Source: L046.
    """
    called = _called(contract)
    for upstream in contract.upstreams:
        for operation in upstream.operations:
            if operation.full_name not in called:
                path = ("upstreams", upstream.name, "operations", operation.name)
                yield _unused("calls the operation", operation.name, path, operation.span)
    listed = {name for tool in contract.tools for name in tool.guards}
    filling = {name for tool in contract.tools for name, _ in tool.fills}
    paged = {name for tool in contract.tools for name in (tool.pagination, _first_page(tool.first_page))}
    completed = {item.complete for item in _completable(contract)}
    for section, verb, things, used in (
        ("guards", "lists the guard", contract.guards, listed),
        ("fills", "lists the fill", contract.fills, filling),
        ("pagination", "pages by", contract.pagination, paged),
        ("completions", "completes from", contract.completions, completed),
    ):
        for thing in things:
            if thing.name not in used:
                yield _unused(verb, thing.name, (section, thing.name), thing.span)


def _unused(verb: str, name: str, path: Path, span: Span) -> Finding:
    return Finding(span, f"nothing {verb} `{name}`", "use it, or remove it", path, at_key=True)


def _called(contract: Contract) -> frozenset[str]:
    """Return the full names of the operations that something may call."""
    called = {operation.full_name for _, owner in owners(contract) for _, operation in operations_of(owner, contract)}
    called |= {source.operation for source in contract.completions if isinstance(source, CalledCompletion)}
    called |= {ledger.operation for ledger in contract.ledgers}
    called |= {upstream.scopes.probe for upstream in contract.upstreams if upstream.scopes is not None}
    return frozenset(called)


def _first_page(page: FirstPage | None) -> str | None:
    return None if page is None else page.pagination


def _completable(contract: Contract) -> Iterator[Property]:
    """Yield what clients can ask completions for: variables of addresses and arguments of prompts."""
    for template in contract.resource_templates:
        yield from template.input.properties if template.input is not None else ()
    for prompt in contract.prompts:
        yield from prompt.arguments


RULES = (declared_unused,)
