"""The error catalogue: the builders a contract's errors compiled to, and how the runtime raises them.

`Catalogue` is what generated code fills and calls: it supplies what every builder may rely on (declared params, with
their defaults) and adds what none has to repeat (lifted params, data in the details). `Errors` is the runtime's side:
conditions, broken rules, and errors whose builder is missing or fails.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar, cast

from jsonschema_rs import Draft202012Validator

from .arguments import validator
from .calls import Call
from .contract import Contract
from .encoding import Unencodable
from .envelope import Repair, ToolError, Violation
from .logs import Log
from .outcomes import harmless

Builder = Callable[[Call, Any], ToolError]
BuilderT = TypeVar("BuilderT", bound=Builder)

Data = Callable[[Call, Mapping[str, Any]], Mapping[str, Any]]
"""From what the server knows of a condition, what its error is given beside that."""

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


# Of a write that was given up, or is known from an earlier call only.
NO_ANSWER = "it was not waited for any longer"

# Without a code of the contract these end a call with a JSON-RPC error instead of an envelope in a result.
PROTOCOL_CONDITIONS = frozenset({"overloaded", "timeout", "internal", "declined", "not_found", "upstream_refused"})


class Unanswered(Exception):
    """A call ended in a condition the contract has no code for; `error` says which in house words."""

    def __init__(self, condition: str, error: ToolError) -> None:
        super().__init__(condition)
        self.condition = condition
        self.error = error


class Catalogue:
    """The registry of error builders."""

    def __init__(self) -> None:
        self.builders: dict[str, Builder] = {}
        self.conditions: dict[str, Data] = {}
        self._specs: Mapping[str, Any] = {}
        self._checks: dict[str, Draft202012Validator | None] = {}

    def _data(self, name: str, spec: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
        """The data of an error as the contract declares it.

        What is not as declared is left out: it may come from an upstream, whose words must not reach a model unseen.
        """
        if name not in self._checks:
            self._checks[name] = _check(spec)
        check = self._checks[name]
        declared = spec.get("params", {}).get("properties", {})
        # What is told of an upstream may hold anything, and errors are read by people, models and terminals.
        data = {key: harmless(value) for key, value in given.items() if key in declared}
        if check is not None and not check.is_valid(data):
            wrong = {error.instance_path[0] for error in check.iter_errors(data) if error.instance_path}
            data = {key: value for key, value in data.items() if key not in wrong}
        return _params(spec, data)

    def bind(self, specs: Mapping[str, Any]) -> None:
        """Take what the contract says about each error: the defaults of its params, and whether it is temporary."""
        self._specs = specs

    def code(self, name: str) -> Callable[[BuilderT], BuilderT]:
        """Register the decorated function as the builder of the error `name`.

        Wherever it is called from, it gets its params with defaults filled in, and what it returns is completed with
        those it did not use itself.
        """

        def register(builder: BuilderT) -> BuilderT:
            if name in self.builders:
                raise ValueError(f"two builders for the error {name}")

            @functools.wraps(builder)
            def build(call: Call, params: Any) -> ToolError:
                spec = self._specs.get(name, {})
                data = self._data(name, spec, params)
                error = builder(call, data)
                error.temporary = bool(spec.get("temporary", error.temporary))
                return _completed(error, data)

            self.builders[name] = build
            return cast(BuilderT, build)

        return register

    def condition(self, name: str) -> Callable[[Data], Data]:
        """Register what gives the error of the condition `name` its data."""

        def register(data: Data) -> Data:
            self.conditions[name] = data
            return data

        return register


class Errors:
    """Builds the errors of one contract for one process."""

    def __init__(self, contract: Contract, catalogue: Catalogue, *, tools: Collection[str], log: Log) -> None:
        catalogue.bind(contract.errors)
        self._contract = contract
        self._builders = catalogue.builders
        self._data = catalogue.conditions
        self._unknown = _only_for("outcome_unknown", contract.conditions)
        self._tools = frozenset(tools)
        self._log = log

    def build(self, code: str, call: Call, params: Mapping[str, Any] | None = None) -> ToolError:
        """The declared error `code`; params it does not declare are left out."""
        error = self._built(code, call, params or {})
        error.says = str(self._contract.errors.get(code, {}).get("says", ""))
        error.upstream = call.upstream
        return _in_doubt(error, call, params or {}) if code == self._unknown else error

    def _built(self, code: str, call: Call, params: Mapping[str, Any]) -> ToolError:
        builder = self._builders.get(code)
        if builder is not None:
            try:
                return builder(call, params)
            except Exception as failure:
                # A text that cannot be worded must not hide the error it was to describe.
                self._log.failure("error_builder_failed", failure, code=code, tool=call.tool)
        spec: Mapping[str, Any] = self._contract.errors.get(code, {})
        error = ToolError(
            code=code,
            message=str(spec.get("says") or "The call failed."),
            temporary=bool(spec.get("temporary", False)),
            repair=_declared(spec.get("repair")),
        )
        return _completed(error, _params(spec, params))

    def reachable(self, error: ToolError) -> ToolError:
        """`error` with a repair that leads somewhere: the modes in force may leave its tool out."""
        repair = error.repair
        if repair is not None and repair.tool is not None and repair.tool not in self._tools:
            error.repair = _without_call(repair)
        return error

    def condition(self, name: str, call: Call, **params: Any) -> ToolError:
        """The error the contract answers the runtime condition `name` with.

        Raises Unanswered when it has none and the protocol has a place for that.
        """
        if call.completed:
            params.setdefault("completed", list(call.completed))
        code = self._contract.conditions.get(name)
        if code is not None:
            error = self.build(code, call, self._with_data(name, call, params))
            return _in_doubt(error, call, params) if name == "outcome_unknown" else error
        details: dict[str, Any] = {key: params[key] for key in ("fields", "reason") if key in params}
        error = ToolError(
            code=HOUSE_CODES.get(name, name),
            message=MESSAGES.get(name, "The call failed."),
            temporary=name in TEMPORARY_CONDITIONS,
            details=details,
        )
        error = _completed(error, {key: params[key] for key in LIFTED if key in params})
        error.says, error.upstream = error.message, call.upstream
        if name in PROTOCOL_CONDITIONS:
            raise Unanswered(name, error)
        return error

    def _with_data(self, name: str, call: Call, params: Mapping[str, Any]) -> Mapping[str, Any]:
        data = self._data.get(name)
        if data is None:
            return params
        try:
            return {**params, **data(call, params)}
        except Exception as failure:
            self._log.failure("condition_data_failed", failure, condition=name, tool=call.tool)
            return params

    def unencodable(self, refused: Unencodable, call: Call) -> ToolError:
        """The error for an argument that keeps the rules of the contract and yet cannot be part of a request."""
        value = refused.value
        names = [
            name for name, given in call.args.items() if given == value or (isinstance(given, list) and value in given)
        ]
        fields = {"fields": names} if names else {}
        return self.condition("invalid_arguments", call, reason=f"It cannot be part of a request: {refused}.", **fields)

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


def _only_for(condition: str, conditions: Mapping[str, str]) -> str | None:
    """The code that means this condition and nothing else."""
    code = conditions.get(condition)
    return code if list(conditions.values()).count(code or "") == 1 else None


def _in_doubt(error: ToolError, call: Call, params: Mapping[str, Any]) -> ToolError:
    """`error` as that of a write nobody knows the outcome of; it names the request and why there is no answer."""
    known = {key: params[key] for key in ("operation", "status", "cause") if key in params}
    operation = call.open_writes[0] if call.open_writes else call.tool
    error.unknown = True
    error.upstream = {"operation": operation, "cause": NO_ANSWER, "message": NO_ANSWER, **known, **error.upstream}
    return error


def _declared(repair: Mapping[str, Any] | None) -> Repair | None:
    # Without its builder an error has no arguments for a call.
    if repair is None:
        return None
    stated = Repair(repair["next_step"], tool=repair.get("tool"), alternative=repair.get("alternative"))
    return stated if stated.tool is None else _without_call(stated)


def _without_call(repair: Repair) -> Repair | None:
    return Repair(repair.next_step, alternative=repair.alternative) if repair.alternative is not None else None


def _completed(error: ToolError, data: Mapping[str, Any]) -> ToolError:
    for param, attribute in LIFTED.items():
        if param in data and getattr(error, attribute) is None:
            setattr(error, attribute, data[param])
    given = {key: value for key, value in data.items() if key not in LIFTED}
    own = dict(error.details or {})
    if "field" in own:
        given.pop("fields", None)
    error.details = {**own, **{key: value for key, value in given.items() if key not in own}}
    return error


def _check(spec: Mapping[str, Any]) -> Draft202012Validator | None:
    """What the data of an error must be like where it is given; what may be missing is another matter."""
    if "params" not in spec:
        return None
    return validator({key: value for key, value in spec["params"].items() if key != "required"})


def _params(spec: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    declared: Mapping[str, Any] = spec.get("params", {}).get("properties", {})
    data = {key: value for key, value in given.items() if key in declared}
    for name, schema in declared.items():
        if name not in data and isinstance(schema, dict) and "default" in schema:
            data[name] = copy.deepcopy(schema["default"])
    return data
