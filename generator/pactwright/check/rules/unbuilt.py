"""What the language has and this version of the runtime has not: refused or told, never accepted and ignored."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule, warning
from pactwright.load import Path
from pactwright.model.contract import Contract
from pactwright.model.reach import is_live


@rule("not-built-yet", error)
def not_built_yet(contract: Contract) -> Iterator[Finding]:
    """The contract uses a part of the language that generated servers do not carry out yet.

    Why: a promise that the server does not keep is worse than none. What is refused here is planned, and the contract
    can keep everything else.

    Bad:

        tools: {build: {execution: task, …}}

    Good:

        tools: {build: {…}}
    """
    for path, what in _unbuilt(contract):
        message = f"{what} is not carried out by generated servers yet"
        yield Finding(contract.span, message, "leave it out for now", path, at_key=True)


def _unbuilt(contract: Contract) -> Iterator[tuple[Path, str]]:
    if contract.extensions:
        yield ("extensions",), "`extensions`"
    for tool in contract.tools:
        if tool.execution is not None:
            yield ("tools", tool.name, "execution"), f"`execution: {tool.execution}`"
        if tool.client_requires:
            yield ("tools", tool.name, "client"), "`client: {requires: …}`"
        if tool.links:
            yield ("tools", tool.name, "links"), "`links`"


@rule("answered-by-mock-only", warning)
def answered_by_mock_only(contract: Contract) -> Iterator[Finding]:
    """Some tools or resources are only answered with `--mock`.

    Why: a handler has to be written before a server can call it; and questions to the user and progress are compiled
    and checked, but generated servers do not carry them out yet. Without `--mock` such a tool refuses with one clear
    message.

    Bad:

        tools: {list_labels: {handler: {uses: [tracker.list_labels]}, …}}    # and no handlers.py beside the contract

    Good:

        tools: {list_labels: {steps: [{call: list_labels, as: labels}], result: {labels: "${labels}"}, …}}
    """
    waiting = [f"`{tool.name}`" for tool in contract.tools if not is_live(tool, contract)]
    resources = (*contract.resources, *contract.resource_templates)
    waiting += [f"`{resource.name}`" for resource in resources if not is_live(resource, contract)]
    if waiting:
        shown = ", ".join(waiting[:3]) + (f" and {len(waiting) - 3} more" if len(waiting) > 3 else "")
        yield Finding(
            contract.server.span,
            f"{shown} are answered only with `--mock`"
            if len(waiting) > 1
            else f"{shown} is answered only with `--mock`",
            "write the handlers (`pactwright stub` begins them), or start the server with `--mock`",
        )


RULES = (not_built_yet, answered_by_mock_only)
