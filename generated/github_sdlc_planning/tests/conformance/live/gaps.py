"""What the tests cannot try from the contract alone, told instead of left out in silence."""

from __future__ import annotations

from collections.abc import Iterator

from ..facts import Facts
from .keys import keyed_of
from .lists import lists_of, other_filters
from .others import asking, operations_of, templates, without_credential
from .pace import unpaced
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
    return (
        *_left_to_servers(facts),
        *trials_of(facts).gaps,
        *untried(facts),
        *unpaced(facts),
        *unwalked,
        *unbound,
        *keyed_of(facts)[1],
        *_unversioned(facts),
        *_uncalled(facts),
    )


def _left_to_servers(facts: Facts) -> Iterator[str]:
    """Yield what is answered by something that the contract does not tell."""
    for tool in facts.tools:
        if not tool.answer.live and operations_of(facts, tool):
            yield f"{tool.name}: this version's servers answer it with --mock only"
    for tool in asking(facts):
        if tool.answer.uses:
            yield f"{tool.name}: a handler answers; only missing credentials and upstreams that always fail are tried"
    for template, _ in templates(facts):
        yield f"{template.name}: what is read from upstreams that answer is not compared, only how they fail"
    for name, values in facts.completions.items():
        if values is None:
            yield f"the completion {name}: what it asks upstreams for is not tried"


def _unversioned(facts: Facts) -> Iterator[str]:
    for tool in asking(facts):
        if tool.answer.precondition is not None:
            argument = tool.answer.precondition["argument"]
            yield f"{tool.name}: {argument} is not tried, versions are made by the server alone"


def _uncalled(facts: Facts) -> Iterator[str]:
    for tool in asking(facts):
        reason = without_credential(facts, tool)
        if reason is not None:
            yield f"{tool.name}: not called without a credential, {reason}"
