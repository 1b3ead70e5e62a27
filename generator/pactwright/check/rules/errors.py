"""Errors: what can be answered is declared, what is declared can be answered, and nothing private is echoed."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule, warning
from pactwright.check.rules.owners import owners
from pactwright.model.contract import Contract, Resource
from pactwright.model.reach import (
    DEFAULT_CODES,
    PROTOCOL_CONDITIONS,
    SUPPLIED,
    codes_of,
    conditions_of,
    declared_sources,
)
from pactwright.model.tools import HandlerAnswer, Tool
from pactwright.spelling import names_in


@rule("undeclared-code", error)
def undeclared_code(contract: Contract) -> Iterator[Finding]:
    """A tool can answer a code that it does not list.

    Why: agents read the list of errors to plan. A code that comes as a surprise has no plan.

    Bad:

        errors: []
        steps: [{call: get_issue, fails: {404: issue_not_found}}]

    Good:

        errors: [issue_not_found]
        steps: [{call: get_issue, fails: {404: issue_not_found}}]
    """
    common = {item.code for item in contract.errors if item.common}
    for path, owner in owners(contract):
        reached = dict.fromkeys(declared_sources(owner, contract))
        for name in conditions_of(owner, contract):
            if name in contract.conditions:
                reached.setdefault(contract.conditions[name])
        for code in reached:
            if code not in common and code not in owner.codes and contract.error(code) is not None:
                yield Finding(
                    owner.span,
                    f"`{owner.name}` can answer `{code}`, which is not under its `errors:`",
                    f"list `{code}`, or make it `common: true`",
                    (*path, "errors"),
                    at_key=True,
                )


@rule("unreachable-code", warning)
def unreachable_code(contract: Contract) -> Iterator[Finding]:
    """A tool lists a code that nothing in it can answer.

    Why: agents prepare for errors that never come, and the list stops being believed.

    Bad:

        errors: [issue_locked]
        steps: [{call: get_issue}]

    Good:

        errors: [issue_locked]
        steps: [{call: get_issue, as: issue, reject: {if: "${issue.locked}", code: issue_locked}}]
    """
    for path, owner in owners(contract):
        if isinstance(owner.answer, HandlerAnswer):
            continue  # what a handler raises is known when it runs
        reached = set(declared_sources(owner, contract))
        reached.update(contract.conditions.get(name, "") for name in conditions_of(owner, contract))
        for index, code in enumerate(owner.codes):
            if code not in reached:
                yield Finding(
                    owner.span,
                    f"nothing in `{owner.name}` answers `{code}`",
                    f"remove `{code}`, or raise it",
                    (*path, "errors", index),
                )


@rule("error-never-raised", warning)
def error_never_raised(contract: Contract) -> Iterator[Finding]:
    """An error of the catalogue is raised by nothing.

    Why: the catalogue is published; what is in it should be possible.

    Bad:

        errors: {quota_exceeded: {temporary: true, message: The quota is used up.}}

    Good:

        errors: {quota_exceeded: {temporary: true, message: The quota is used up., reserved: Raised from version 2 on.}}
    """
    raised = {code for _, owner in owners(contract) for code in codes_of(owner, contract)}
    if contract.resources or contract.resource_templates:
        raised.add(contract.conditions.get("not_found", ""))  # an address that nothing here has
    for item in contract.errors:
        if item.code not in raised and item.reserved is None:
            yield Finding(
                item.span,
                f"nothing raises `{item.code}`",
                "raise it, remove it, or say under `reserved:` why it is listed",
            )


@rule("error-without-words", error)
def error_without_words(contract: Contract) -> Iterator[Finding]:
    """An error has nothing to say in the catalogue.

    Why: the catalogue is published, with a line for each code. The line is the message without its expressions; of a
    message that is only an expression, nothing is left.

    Bad:

        errors: {invalid_field: {message: "${params.reason}", …}}

    Good:

        errors: {invalid_field: {message: "${params.reason}", says: An argument is not valid., …}}
    """
    for item in contract.errors:
        if not any(sign.isalpha() for sign in item.says):
            yield Finding(
                item.span,
                f"without its expressions, the message of `{item.code}` says nothing",
                "add `says:`, a line for the catalogue",
                ("errors", item.code, "message"),
            )


@rule("condition-without-code", error)
def condition_without_code(contract: Contract) -> Iterator[Finding]:
    """The server can detect a condition for which there is no code.

    Why: every failure is answered by a declared code; this one has none.

    Bad:

        errors: {}
        tools: {greet: {input: {name: {type: string}}, …}}

    Good:

        errors: {invalid_field: {temporary: false, common: true, message: An argument is not valid.}}
        tools: {greet: {input: {name: {type: string}}, …}}
    """
    house = contract.server.dialect.errors == "house"
    missing: dict[str, dict[str, Tool | Resource]] = {}
    for _, owner in owners(contract):
        for name in conditions_of(owner, contract):
            if name not in contract.conditions and name not in PROTOCOL_CONDITIONS:
                missing.setdefault(DEFAULT_CODES[name] if house else name, {}).setdefault(name, owner)
    for default, needed in missing.items():
        owner = next(iter(needed.values()))
        listed = " and ".join(f"`{name}`" for name in needed)
        named = f"`conditions: {{{', '.join(f'{name}: …' for name in needed)}}}`"
        hint = f"name a code: {named}"
        if house:
            hint = f"declare `{default}` under `errors:`, or name another code: {named}"
        message = f"no code answers {listed}, which `{owner.name}` can meet with"
        yield Finding(owner.span, message, hint)


@rule("condition-without-data", error)
def condition_without_data(contract: Contract) -> Iterator[Finding]:
    """The server answers a condition with a code whose data it does not have.

    Why: what the server detects by itself comes with certain data: `fields` and `reason` for arguments, `operation`,
    `status` and `cause` for requests. Other data that a code requires would be missing from the error.

    Bad:

        conditions: {overloaded: busy}
        errors: {busy: {params: {seconds: {type: integer}}, …}}

    Good:

        conditions: {overloaded: busy}
        errors: {busy: {params: {seconds: {type: integer, optional: nobody can tell}}, …}}
    """
    met = {name: owner.name for _, owner in owners(contract) for name in conditions_of(owner, contract)}
    added = {item.condition: frozenset(names_in(item.data)) for item in contract.condition_data}
    told: set[tuple[str, str]] = set()
    for name, code in contract.conditions.items():
        declared = contract.error(code)
        params = () if declared is None or declared.params is None or name not in met else declared.params.properties
        for part in params:
            known = SUPPLIED.get(name, frozenset()) | added.get(name, frozenset())
            given = part.name == "completed" or part.name in known
            if part.required and not given and (code, part.name) not in told:
                told.add((code, part.name))
                yield Finding(
                    part.span,
                    f"`{code}` needs `{part.name}`, which the server does not have when it answers `{name}`",
                    "say what it means when it is missing (`optional:`), or give it a `default:`",
                    ("errors", code, "params", part.name),
                    at_key=True,
                )


RULES = (
    undeclared_code,
    unreachable_code,
    error_never_raised,
    error_without_words,
    condition_without_code,
    condition_without_data,
)
