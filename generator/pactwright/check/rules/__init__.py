"""The rules, a module per topic. Adding one is a function here and a folder under `tests/rules/`."""

from __future__ import annotations

from pactwright.check.rules import (
    addresses,
    budgets,
    clients,
    dialects,
    echoes,
    errors,
    examples,
    handlers,
    ledgers,
    markers,
    naming,
    pages,
    prose,
    reaching,
    schemas,
    settings,
    unbuilt,
    unused,
    writes,
)
from pactwright.check.rules.engine import Finding, Rule
from pactwright.diagnostics import Diagnostic, Diagnostics, Severity
from pactwright.load import Document
from pactwright.model.contract import Contract

RULES: tuple[Rule, ...] = (
    *naming.RULES,
    *prose.RULES,
    *schemas.RULES,
    *markers.RULES,
    *examples.RULES,
    *errors.RULES,
    *dialects.RULES,
    *echoes.RULES,
    *writes.RULES,
    *ledgers.RULES,
    *pages.RULES,
    *addresses.RULES,
    *settings.RULES,
    *budgets.RULES,
    *clients.RULES,
    *handlers.RULES,
    *reaching.RULES,
    *unused.RULES,
    *unbuilt.RULES,
)


def check_rules(contract: Contract, document: Document, diagnostics: Diagnostics) -> None:
    """Judge the contract by every rule; `document` is where it was read from."""
    for rule in RULES:
        for finding in rule.judge(contract):
            diagnostics.add(_diagnostic(rule, finding, document))


def check_errors(contract: Contract, document: Document, diagnostics: Diagnostics) -> None:
    """Judge a contract with errors: warnings may only follow from what is missing in it."""
    for rule in RULES:
        if rule.severity is Severity.ERROR:
            for finding in rule.judge(contract):
                diagnostics.add(_diagnostic(rule, finding, document))


def _diagnostic(rule: Rule, finding: Finding, document: Document) -> Diagnostic:
    span = finding.span
    if finding.path:
        span = document.key(finding.path) if finding.at_key else document.value(finding.path)
    return Diagnostic(rule.name, rule.severity, finding.message, span, finding.hint)
