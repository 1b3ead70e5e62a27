"""The error catalogue: the builders a contract's errors compiled to, and how the runtime raises them.

`Catalogue` is what generated code fills; `Errors` binds it to a contract and to the tools of this process. It supplies
what every builder may rely on (defaults of the params, the declared ones only) and adds what no builder has to repeat
(lifted params, details, a repair that names a tool which is really there).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from .calls import Call
from .contract import Contract
from .envelope import Repair, ToolError, Violation
from .logs import Log

Builder = Callable[[Call, Any], ToolError]
BuilderT = TypeVar("BuilderT", bound=Builder)

# Params with these names are fields of the envelope itself; every other one is data in `details`.
LIFTED = {"retry_after_ms": "retry_after_ms", "remaining": "rate_limit_remaining", "completed": "completed"}

# The house code of each condition, for contracts that name none.
HOUSE_CODES: Mapping[str, str] = {
    "invalid_arguments": "invalid_field",
    "cursor_invalid": "invalid_field",
    "key_reused": "invalid_field",
    "version_mismatch": "version_conflict",
    "credential_missing": "missing_credential",
    "auth_failed": "invalid_credential",
    "scope_missing": "insufficient_scope",
    "not_sent": "upstream_unavailable",
    "failed_read": "upstream_unavailable",
    "overloaded": "upstream_unavailable",
    "timeout": "upstream_unavailable",
    "internal": "internal_error",
}

TEMPORARY_CONDITIONS = frozenset({"rate_limited", "not_sent", "failed_read", "overloaded", "timeout"})

MESSAGES: Mapping[str, str] = {
    "invalid_arguments": "The arguments are not valid.",
    "overloaded": "The server is busy: too many calls are in progress.",
    "timeout": "The call took too long and was stopped.",
    "outcome_unknown": "The call was stopped while a change was under way: whether it took effect is not known.",
    "internal": "The server could not answer this call.",
    "not_found": "There is no such resource.",
}


class Catalogue:
    """The registry of error builders."""

    def __init__(self) -> None:
        self.builders: dict[str, Builder] = {}

    def code(self, name: str) -> Callable[[BuilderT], BuilderT]:
        """Register the decorated function as the builder of the error `name`."""

        def register(builder: BuilderT) -> BuilderT:
            if name in self.builders:
                raise ValueError(f"two builders for the error {name}")
            self.builders[name] = builder
            return builder

        return register


class Errors:
    """Builds the errors of one contract for one process."""

    def __init__(self, contract: Contract, catalogue: Catalogue, *, tools: Collection[str], log: Log) -> None:
        self._contract = contract
        self._builders = catalogue.builders
        self._tools = frozenset(tools)
        self._log = log

    def build(self, code: str, call: Call, params: Mapping[str, Any] | None = None) -> ToolError:
        """The declared error `code` with its params; params the error does not declare are left out."""
        spec: Mapping[str, Any] = self._contract.errors.get(code, {})
        data = _params(spec, params or {})
        error = self._built(code, spec, call, data)
        error.temporary = bool(spec.get("temporary", error.temporary))
        return self._completed(error, data)

    def condition(self, name: str, call: Call, **params: Any) -> ToolError:
        """The error the contract answers the runtime condition `name` with."""
        if call.completed:
            params.setdefault("completed", list(call.completed))
        code = self._contract.conditions.get(name)
        if code is not None:
            return self.build(code, call, params)
        details: dict[str, Any] = {key: params[key] for key in ("fields", "reason") if key in params}
        error = ToolError(
            code=HOUSE_CODES.get(name, name),
            message=MESSAGES.get(name, "The call failed."),
            temporary=name in TEMPORARY_CONDITIONS,
            details=details,
        )
        return self._completed(error, {key: params[key] for key in LIFTED if key in params})

    def violations(self, found: Iterable[Violation], call: Call) -> ToolError:
        """The error that reports broken argument rules: all that share the code of the first one."""
        rules = list(found)
        code = rules[0].code
        same = [rule for rule in rules if rule.code == code]
        fields = list(dict.fromkeys(name for rule in same for name in rule.fields))
        reason = " ".join(dict.fromkeys(rule.reason for rule in same))
        if code is None:
            return self.condition("invalid_arguments", call, fields=fields, reason=reason)
        return self.build(code, call, {"fields": fields, "reason": reason})

    def _built(self, code: str, spec: Mapping[str, Any], call: Call, data: dict[str, Any]) -> ToolError:
        builder = self._builders.get(code)
        if builder is not None:
            try:
                return builder(call, data)
            except Exception as failure:
                # A text that cannot be worded must not hide the error it was to describe.
                self._log.failure("error_builder_failed", failure, code=code, tool=call.tool)
        repair = spec.get("repair")
        return ToolError(
            code=code,
            message=str(spec.get("says") or "The call failed."),
            repair=Repair(repair["next_step"], alternative=repair.get("alternative")) if repair else None,
        )

    def _completed(self, error: ToolError, data: dict[str, Any]) -> ToolError:
        for param, attribute in LIFTED.items():
            if param in data and getattr(error, attribute) is None:
                setattr(error, attribute, data[param])
        given = {key: value for key, value in data.items() if key not in LIFTED}
        own = dict(error.details or {})
        if "field" in own:
            given.pop("fields", None)
        error.details = {**own, **{key: value for key, value in given.items() if key not in own}}
        repair = error.repair
        if repair is not None and repair.tool is not None and repair.tool not in self._tools:
            # The mode this process runs in leaves that tool out: a repair must not lead nowhere.
            error.repair = Repair(repair.next_step, alternative=repair.alternative) if repair.alternative else None
        return error


def _params(spec: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    declared: Mapping[str, Any] = spec.get("params", {}).get("properties", {})
    data = {key: value for key, value in given.items() if key in declared}
    for name, schema in declared.items():
        if name not in data and isinstance(schema, dict) and "default" in schema:
            data[name] = copy.deepcopy(schema["default"])
    return data
