"""What the tests cannot try from the contract alone, told instead of left out in silence."""

from __future__ import annotations

from ..facts import Facts
from .keys import keyed_of
from .lists import lists_of, other_filters
from .others import asking, operations_of, templates, without_credential
from .scopes import untried
from .settings import unplayable
from .trials import trials_of


def gaps(facts: Facts) -> tuple[str, ...]:
    """Return what is not tried on a server of this contract, each with the reason."""
    reason = unplayable(facts)
    if reason is not None:
        return (f"no tool that asks upstreams is tried: {reason}",)
    lists, unwalked = lists_of(facts)
    unbound = (
        f"{item.first.name}: no other filters were found to try its cursors with"
        for item in lists
        if other_filters(facts, item) is None
    )
    handlers = (
        f"{tool.name}: a handler answers; only missing credentials and upstreams that always fail are tried"
        for tool in asking(facts)
        if tool.answer.uses
    )
    anonymous = (
        f"{tool.name}: not called without a credential, {reason}"
        for tool in asking(facts)
        if (reason := without_credential(facts, tool)) is not None
    )
    waiting = (
        f"{tool.name}: this version's servers answer it with --mock only"
        for tool in facts.tools
        if not tool.answer.live and operations_of(facts, tool)
    )
    versions = (
        f"{tool.name}: {tool.answer.precondition['argument']} is not tried, versions are made by the server alone"
        for tool in asking(facts)
        if tool.answer.precondition is not None
    )
    resources = (
        f"{template.name}: what is read from upstreams that answer is not compared, only how they fail"
        for template, _ in templates(facts)
    )
    completions = (
        f"the completion {name}: what it asks upstreams for is not tried"
        for name, values in facts.completions.items()
        if values is None
    )
    return (
        *waiting,
        *handlers,
        *resources,
        *completions,
        *trials_of(facts).gaps,
        *untried(facts),
        *unwalked,
        *unbound,
        *keyed_of(facts)[1],
        *versions,
        *anonymous,
    )
