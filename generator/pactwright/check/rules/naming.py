"""Names: what the contract calls things must stay apart once it is Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pactwright.check.rules.engine import Finding, error, rule, warning
from pactwright.model.contract import Contract
from pactwright.model.reach import operations_of
from pactwright.model.schema import is_composite
from pactwright.model.tools import HandlerAnswer, Tool
from pactwright.names import class_name, identifier
from pactwright.source import Span


@rule("names-collide", error)
def names_collide(contract: Contract) -> Iterator[Finding]:
    """Two names become the same name in Python.

    Why: dots and dashes become underscores, and words become class names. Two tools called `get-issue` and
    `get_issue` would share one class, and one of them could not be called.

    Bad:

        tools:
          get-issue: {…}
          get_issue: {…}

    Good:

        tools:
          get_issue: {…}
          get_issue_history: {…}
    """
    sections: tuple[tuple[str, Iterable[tuple[str, Span]]], ...] = (
        ("tool", [(item.name, item.span) for item in contract.tools]),
        ("type", [(item.name, item.span) for item in contract.types if is_composite(item.schema)]),
        ("error", [(item.code, item.span) for item in contract.errors]),
        ("setting", [(item.name, item.span) for item in contract.config]),
        ("resource", [(item.name, item.span) for item in (*contract.resources, *contract.resource_templates)]),
        ("prompt", [(item.name, item.span) for item in contract.prompts]),
    )
    for kind, names in sections:
        seen: dict[str, str] = {}
        for name, span in names:
            for python in (identifier(name), class_name(name)):
                other = seen.setdefault(python, name)
                if other != name:
                    yield Finding(
                        span,
                        f"the {kind}s `{other}` and `{name}` are both `{python}` in Python",
                        f"rename `{name}`",
                    )
                    break


# The verbs whose meaning nobody doubts. Others, such as `sync` or `run`, promise neither.
_READING = frozenset({"find", "format", "get", "list", "parse", "read", "search", "show"})
_WRITING = frozenset({"add", "close", "create", "delete", "edit", "remove", "update"})


@rule("name-contradicts-effects", warning)
def name_contradicts_effects(contract: Contract) -> Iterator[Finding]:
    """The name of a tool says that it reads, and it may write; or that it writes, and it cannot.

    Why: agents and people take the verb at its word, and approve `get_…` without a look. The effects follow from the
    requests that the tool may make, so one of both is wrong.

    Bad:

        tools: {get_token: {steps: [{call: create_token}], …}}

    Good:

        tools: {create_token: {steps: [{call: create_token}], …}}

    Source: L022.
    """
    for tool in contract.tools:
        verb = _verb(tool.name)
        if verb in _READING and tool.effects.writes:
            yield Finding(
                tool.span, f"`{tool.name}` may write, and is named as if it read", "name it after what it changes"
            )
        if verb in _WRITING and not tool.effects.writes and _is_settled(tool, contract):
            yield Finding(
                tool.span, f"`{tool.name}` changes nothing, and is named as if it wrote", "name it after what it gives"
            )


def _verb(name: str) -> str | None:
    """Return the first word of a name that is such a verb: before it stand a service or a namespace."""
    return next((word for word in re.split("[^a-z]+", name.lower()) if word in _READING | _WRITING), None)


def _is_settled(tool: Tool, contract: Contract) -> bool:
    """Whether it is known that a tool does nothing elsewhere: a handler may do more than make requests."""
    return not isinstance(tool.answer, HandlerAnswer) and bool(operations_of(tool, contract))


RULES = (names_collide, name_contradicts_effects)
