"""The rules, a module per topic. Adding one is a function here and a folder under `tests/rules/`."""

from __future__ import annotations

from pactwright.check.rules import addresses, budgets, errors, examples, naming, schemas, unbuilt, writes
from pactwright.check.rules.engine import Finding, Rule
from pactwright.diagnostics import Diagnostic, Diagnostics
from pactwright.model.contract import Contract

RULES: tuple[Rule, ...] = (
    *naming.RULES,
    *schemas.RULES,
    *examples.RULES,
    *errors.RULES,
    *writes.RULES,
    *addresses.RULES,
    *budgets.RULES,
    *unbuilt.RULES,
)


def check_rules(contract: Contract, diagnostics: Diagnostics) -> None:
    """Judge the contract by every rule."""
    for rule in RULES:
        diagnostics.found.extend(_diagnostic(rule, finding) for finding in rule.judge(contract))


def _diagnostic(rule: Rule, finding: Finding) -> Diagnostic:
    return Diagnostic(rule.name, rule.severity, finding.message, finding.span, finding.hint)
