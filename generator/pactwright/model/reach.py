"""What can happen in a tool: derived facts, computed and never stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from pactwright.model.contract import CalledCompletion, Completion, Contract, Resource, ToolSource
from pactwright.model.expression import Template
from pactwright.model.schema import Property
from pactwright.model.steps import CallStep, LetStep, RejectStep, Step
from pactwright.model.tools import Answer, ContentAnswer, HandlerAnswer, Require, ResultAnswer, SummaryAnswer, Tool
from pactwright.model.upstreams import (
    Fail,
    FailChoice,
    FailCode,
    FailProbe,
    FailStatus,
    Operation,
    Upstream,
)

# LANGUAGE §5: the code that answers a condition where the contract does not say otherwise.
DEFAULT_CODES = {
    "invalid_arguments": "invalid_field",
    "cursor_invalid": "invalid_field",
    "key_reused": "invalid_field",
    "cursor_expired": "cursor_expired",
    "version_mismatch": "version_conflict",
    "credential_missing": "missing_credential",
    "auth_failed": "invalid_credential",
    "scope_missing": "insufficient_scope",
    "rate_limited": "rate_limited",
    "not_sent": "upstream_unavailable",
    "failed_read": "upstream_unavailable",
    "overloaded": "upstream_unavailable",
    "timeout": "upstream_unavailable",
    "upstream_refused": "upstream_refused",
    "outcome_unknown": "outcome_unknown",
    "not_found": "not_found",
    "declined": "declined",
    "internal": "internal",
}

_FOUND = frozenset({"fields", "reason"})
_ASKED = frozenset({"operation", "status", "cause"})
# What the server knows of each condition (LANGUAGE §5), by the names of the data.
SUPPLIED = {
    "invalid_arguments": _FOUND,
    "cursor_invalid": _FOUND,
    "cursor_expired": _FOUND,
    "key_reused": _FOUND,
    "version_mismatch": frozenset({"current"}),
    "scope_missing": frozenset({"required", "present", *_ASKED}),
    "rate_limited": frozenset({"retry_after_ms", "remaining", *_ASKED}),
    **dict.fromkeys(
        ("credential_missing", "auth_failed", "not_sent", "failed_read", "upstream_refused", "outcome_unknown"),
        _ASKED,
    ),
}

# Where no code answers them, these end the call with a JSON-RPC error instead of an envelope.
PROTOCOL_CONDITIONS = frozenset({"overloaded", "timeout", "internal", "declined", "not_found"})


def unknown_code(contract: Contract) -> str | None:
    """Return the code that says nothing but that nobody knows whether a write took effect, if there is one."""
    codes = list(contract.conditions.values())
    code = contract.conditions.get("outcome_unknown")
    return code if code is not None and codes.count(code) == 1 else None


class Answered(Protocol):
    """What tools and resources have in common here."""

    @property
    def codes(self) -> tuple[str, ...]: ...


def steps_of(answer: Answer | ToolSource) -> tuple[Step, ...]:
    """Return the steps of an answer, if it has any."""
    match answer:
        case ResultAnswer(steps=steps) | ContentAnswer(steps=steps):
            return steps
        case _:
            return ()


def bookings(owner: Tool | Resource, ledger: str) -> Iterator[tuple[CallStep, Template]]:
    """Yield the steps of `owner` that book in `ledger`, with what they book."""
    for step in steps_of(owner.answer):
        if isinstance(step, CallStep) and step.books == ledger and step.entry is not None:
            yield step, step.entry


def operations_of(owner: Tool | Resource, contract: Contract) -> tuple[tuple[Upstream, Operation], ...]:
    """Return the operations that answering `owner` may call, probes and precondition reads included."""
    names: dict[str, None] = {}
    match owner.answer:
        case HandlerAnswer(uses=uses):
            names.update(dict.fromkeys(uses))
        case ToolSource(tool=tool_name):
            tool = contract.tool(tool_name)
            if tool is not None:
                names.update(dict.fromkeys(operation.full_name for _, operation in operations_of(tool, contract)))
        case answer:
            names.update(dict.fromkeys(step.operation for step in steps_of(answer) if isinstance(step, CallStep)))
    if isinstance(owner, Tool) and owner.idempotency is not None and owner.idempotency.find is not None:
        names.update(dict.fromkeys(step.operation for step in owner.idempotency.find if isinstance(step, CallStep)))
    found = [named for name in names if (named := contract.operation(name)) is not None]
    tables = [(*operation.fails, *upstream.fails) for upstream, operation in found]
    probed = [probe for table in tables for probe in _probes(table, contract)]
    return tuple({operation.full_name: (upstream, operation) for upstream, operation in (*found, *probed)}.values())


def _probes(table: Iterable[FailStatus], contract: Contract) -> Iterator[tuple[Upstream, Operation]]:
    """Yield the operations that tell apart what a status may mean."""
    for row in table:
        named = contract.operation(row.fail.operation) if isinstance(row.fail, FailProbe) else None
        if named is not None:
            yield named


def writes(owner: Tool | Resource, contract: Contract) -> bool:
    """Whether answering `owner` may send a possible write."""
    return any(not operation.reads for _, operation in operations_of(owner, contract))


def conditions_of(owner: Tool | Resource, contract: Contract) -> tuple[str, ...]:
    """Return the conditions that the runtime may detect while it answers `owner`, in the order of LANGUAGE §5."""
    found = {"overloaded", "timeout", "internal"}
    if isinstance(owner, Tool):
        found.add("invalid_arguments")
        if owner.pagination is not None:
            found |= {"cursor_invalid", "cursor_expired"}
        if owner.idempotency is not None:
            found.add("key_reused")
        if owner.precondition is not None:
            found.add("version_mismatch")
    elif owner.input is not None:
        found.add("invalid_arguments")
    for upstream, operation in operations_of(owner, contract):
        found |= _request_conditions(upstream, operation)
    return tuple(name for name in DEFAULT_CODES if name in found)


def _request_conditions(upstream: Upstream, operation: Operation) -> set[str]:
    """Return the conditions that one request may end in."""
    found = {"not_sent", "failed_read" if operation.reads else "outcome_unknown", "upstream_refused"}
    if upstream.auth is not None:
        found |= {"credential_missing", "auth_failed"}
    if upstream.scopes is not None and upstream.scopes.code is None and operation.needs:
        found.add("scope_missing")
    if upstream.rate_limit is not None:
        found.add("rate_limited")
    return found


def fail_codes(fail: Fail) -> Iterator[str]:
    """Yield the codes that a failure may become."""
    match fail:
        case FailCode(code=code):
            yield code
        case FailProbe(found=found, missing=missing):
            yield from (found, missing)
        case FailChoice(rows=rows):
            for row in rows:
                yield row.fail.code


def _table_codes(tables: Iterable[tuple[FailStatus, ...]]) -> Iterator[str]:
    for table in tables:
        for row in table:
            yield from fail_codes(row.fail)


def _refusal_codes(upstream: Upstream, operation: Operation) -> Iterator[str]:
    """Yield the codes of the tables that judge an operation's refusals."""
    own = {row.status for row in operation.fails}
    yield from _table_codes([operation.fails, tuple(row for row in upstream.fails if row.status not in own)])
    if upstream.scopes is not None and upstream.scopes.code is not None and operation.needs:
        yield upstream.scopes.code


def declared_sources(owner: Tool | Resource, contract: Contract) -> Iterator[str]:
    """Yield the codes that the contract's own texts raise in `owner`: tables, rejects, rules, guards and fills."""
    for upstream, operation in operations_of(owner, contract):
        yield from _refusal_codes(upstream, operation)
    for step in steps_of(owner.answer):
        match step:
            case CallStep(fails=fails, reject=reject, collect_more=more):
                yield from _table_codes([fails])
                yield from (row.code for row in reject)
                if more is not None and more != "truncate":
                    yield more
            case RejectStep(reject=reject):
                yield from (row.code for row in reject)
            case _:
                pass
    if isinstance(owner, Tool):
        yield from (rule.code for rule in owner.rules if isinstance(rule, Require) and rule.code is not None)
        yield from (guard.code for guard in contract.guards if guard.name in owner.guards)
        # An optional one refuses nothing.
        filled = {name for name, required in owner.fills if required}
        yield from (fill.code for fill in contract.fills if fill.name in filled)


def codes_of(owner: Tool | Resource, contract: Contract) -> tuple[str, ...]:
    """Return every code with which `owner` may be answered, in catalogue order."""
    known = ("codes", id(owner))
    if known not in contract.derived:
        reached = set(owner.codes)
        met = conditions_of(owner, contract)
        reached.update(contract.conditions[name] for name in met if name in contract.conditions)
        reached.update(declared_sources(owner, contract))
        # Kept with the owner, so that no other object can get its identity.
        contract.derived[known] = (owner, tuple(error.code for error in contract.errors if error.code in reached))
    found: tuple[str, ...] = contract.derived[known][1]
    return found


def completion_codes(source: Completion, contract: Contract) -> frozenset[str]:
    """Return every code that the request of a completion source may end in."""
    named = contract.operation(source.operation) if isinstance(source, CalledCompletion) else None
    if named is None:
        return frozenset()
    conditions = {"overloaded", "timeout", "internal", *_request_conditions(*named)}
    answered = {contract.conditions[name] for name in conditions if name in contract.conditions}
    return frozenset(answered.union(_refusal_codes(*named)))


def is_asked(source: Completion, contract: Contract) -> bool:
    """Whether this version's servers ask an upstream for the values of a completion source."""
    return isinstance(source, CalledCompletion) and contract.operation(source.operation) is not None


def is_live(owner: Tool | Resource, contract: Contract) -> bool:
    """Whether this version's servers can answer `owner` outside `--mock`: nothing has to be asked or called."""
    match owner.answer:
        case SummaryAnswer():
            return True
        case ToolSource(tool=name):
            source = contract.tool(name)
            return source is not None and is_live(source, contract)
        case ResultAnswer(steps=steps) | ContentAnswer(steps=steps):
            return all(map(_is_live_step, steps))
        case HandlerAnswer():
            return bool(contract.handlers)
        case _:
            return False


def _is_live_step(step: Step) -> bool:
    match step:
        case CallStep(fails=fails):
            return all(row.status != "empty" for row in fails)
        case RejectStep() | LetStep():
            return True
        case _:
            return False


def argument(owner_input: Iterable[Property], name: str) -> Property | None:
    """Return the property called `name`."""
    return next((item for item in owner_input if item.name == name), None)
