"""Names: what the contract calls things must stay apart once it is Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pactwright.check.rules.engine import Finding, error, rule
from pactwright.model.contract import Contract
from pactwright.model.schema import is_composite
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


RULES = (names_collide,)
