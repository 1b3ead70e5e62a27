"""Budgets: what every client pays before its first call."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule
from pactwright.facts import contract_facts
from pactwright.model.contract import Contract
from pactwright.runtime.definitions import tool_definitions


@rule("tools-list-over-budget", error)
def tools_list_over_budget(contract: Contract) -> Iterator[Finding]:
    """The list of tools is larger than the contract allows.

    Why: a client loads the whole list into its model's context before the first call. The budget keeps that price in
    sight.

    Bad:

        server: {budgets: {tools_list_bytes: 24000}}    # and 30,000 bytes of tools

    Good:

        server: {budgets: {tools_list_bytes: 32000}}    # raised on purpose, or descriptions shortened
    """
    budget = contract.server.tools_list_bytes
    if budget is None:
        return
    size = tools_list_bytes(contract)
    if size > budget:
        yield Finding(
            contract.server.span,
            f"`tools/list` takes {size} bytes, {size - budget} more than its budget of {budget}",
            "shorten descriptions, merge tools, or raise the budget",
            ("server", "budgets", "tools_list_bytes"),
        )


def tools_list_bytes(contract: Contract) -> int:
    """Return the size of the list of tools as compact JSON in UTF-8."""
    listed = {"tools": tool_definitions(contract_facts(contract))}
    return len(json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode())


RULES = (tools_list_over_budget,)
