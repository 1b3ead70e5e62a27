"""The error catalogue: data first, since everything that raises an error gives it; texts last, since they may use what
every tool that can raise the error has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from pactwright.build.context import Context
from pactwright.build.expressions import template, text_template
from pactwright.build.fit import fitted
from pactwright.build.place import Place
from pactwright.build.schemas import build_properties
from pactwright.build.slots import CALL, ERROR_ROOTS, OPTIONAL_TEXT, TEXT, WHOLE, arguments, failed_slot, scope
from pactwright.expr import Scope
from pactwright.expr.types import IntType, ListType, MapType, Slot
from pactwright.model.errors import ConditionData, Details, ErrorType, Repair
from pactwright.model.expression import Literal, Template
from pactwright.model.reach import DEFAULT_CODES, SUPPLIED
from pactwright.model.schema import ObjectSchema
from pactwright.spec.errors import AnsweredSpec, DetailsSpec, RepairSpec
from pactwright.spec.scalars import Missing

_HOLE = re.compile(r"\$\{[^{}]*\}")

REQUEST_CONDITIONS = frozenset(
    {"auth_failed", "scope_missing", "rate_limited", "not_sent", "failed_read", "upstream_refused", "outcome_unknown"}
)

# Of what kind that is which the server knows of conditions.
_SLOTS: Mapping[str, Slot] = {
    "fields": Slot(ListType(TEXT)),
    "reason": TEXT,
    "operation": TEXT,
    "status": Slot(IntType(), absent=True),
    "cause": OPTIONAL_TEXT,
    "current": TEXT,
    "required": Slot(ListType(TEXT)),
    "present": Slot(ListType(TEXT)),
    "retry_after_ms": WHOLE,
    "remaining": Slot(IntType(), absent=True),
}
# Resources that are not there are told like arguments that are wrong.
_KNOWN = {**SUPPLIED, "not_found": SUPPLIED["invalid_arguments"]}


def build_params(context: Context) -> None:
    """Make the data of each error known, so that those who raise it can be checked."""
    for code, spec in context.spec.errors.items():
        place = context.root / "errors" / code / "params"
        context.params[code] = (
            None
            if spec.params is None
            else ObjectSchema(span=place.value, properties=tuple(build_properties(spec.params.root, place, context)))
        )


def build_conditions(context: Context) -> dict[str, str]:
    """Return which code answers each condition: as the contract says, else the house's usual one if it is declared."""
    answered = {}
    given: Mapping[str, str | AnsweredSpec] = {str(name): item for name, item in context.spec.conditions.items()}
    for condition, default in DEFAULT_CODES.items():
        answer = given.get(condition)
        if isinstance(answer, AnsweredSpec):
            if context.check_code(answer.code, (context.root / "conditions" / condition / "code").value):
                answered[condition] = answer.code
        elif (code := answer) is not None:
            if context.check_code(code, (context.root / "conditions" / condition).value):
                answered[condition] = code
        elif context.spec.server.dialect.errors == "house" and context.is_written("code", default):
            answered[condition] = default
    return answered


def build_condition_data(context: Context) -> tuple[ConditionData, ...]:
    """Return the data that conditions give to their errors beside what the server supplies by itself."""
    found = []
    for name, answer in context.spec.conditions.items():
        if not isinstance(answer, AnsweredSpec) or answer.with_ is None:
            continue
        place = context.root / "conditions" / str(name)
        supplied = Slot(MapType({part: _SLOTS[part] for part in sorted(_KNOWN.get(str(name), ()))}, None))
        asked = failed_slot(certain=str(name) in REQUEST_CONDITIONS)
        names = scope({"params": supplied, "upstream": asked}, roots=ERROR_ROOTS)
        given = template(dict(answer.with_), place / "with", names, context)
        declared = context.params.get(answer.code) or ObjectSchema(span=place.value, properties=())
        own = replace(declared, properties=tuple(item for item in declared.properties if item.name in answer.with_))
        for unknown in sorted(set(answer.with_) - {item.name for item in declared.properties}):
            context.unknown(
                "parameter",
                unknown,
                [item.name for item in declared.properties],
                (place / "with" / unknown).key,
                declare=f"declare it under `errors: {{{answer.code}: {{params: …}}}}`",
            )
        data = fitted(given, own, f"`{answer.code}`", place / "with", context)
        found.append(ConditionData(condition=str(name), data=data))
    return tuple(found)


def bare_errors(context: Context) -> tuple[ErrorType, ...]:
    """Return the catalogue without texts: enough to tell which tool can raise what."""
    return tuple(
        ErrorType(
            code=code,
            temporary=spec.temporary,
            common=spec.common,
            message=Literal(spec.message),
            params=context.params[code],
            details=None,
            repair=None,
            says=spec.says or _without_holes(spec.message),
            inline=spec.inline,
            reserved=spec.reserved,
            span=(context.root / "errors" / code).key,
        )
        for code, spec in context.spec.errors.items()
    )


def _without_holes(message: str) -> str:
    """Return the catalogue line of an error that has none: its message without its expressions."""
    return re.sub(r"\s+([.,;:])", r"\1", re.sub(r"\s{2,}", " ", _HOLE.sub("", message))).strip()


def worded(error: ErrorType, args: Slot, conditions: Iterable[str], config: Slot, context: Context) -> ErrorType:
    """Return an error with its texts typed.

    `args` is what all that can raise it have among their arguments, and `conditions` what it answers: where one of them
    is not about a request, the texts cannot count on there having been one.
    """
    spec = context.spec.errors[error.code]
    place = context.root / "errors" / error.code
    always_requested = all(name in REQUEST_CONDITIONS for name in conditions)
    names = scope(
        {
            "params": arguments(error.params),
            "args": args,
            "config": config,
            "call": CALL,
            "upstream": failed_slot(certain=always_requested),
        },
        roots=ERROR_ROOTS,
    )
    return ErrorType(
        code=error.code,
        temporary=error.temporary,
        common=error.common,
        message=text_template(spec.message, place / "message", names, context),
        params=error.params,
        details=None if spec.details is None else _details(spec.details, place / "details", names, context),
        repair=None if spec.repair is None else _repair(spec.repair, place / "repair", names, context),
        says=error.says,
        inline=error.inline,
        reserved=error.reserved,
        span=error.span,
    )


def _details(spec: DetailsSpec, place: Place, names: Scope, context: Context) -> Details:
    has_value = not isinstance(spec.value, Missing) and (place / "value").data is not None
    return Details(
        field=None if spec.field is None else text_template(spec.field, place / "field", names, context),
        fields=tuple(
            text_template(text, place / "fields" / index, names, context)
            for index, text in enumerate(spec.fields or ())
        ),
        value=template(spec.value, place / "value", names, context) if has_value else None,
        reason=None if spec.reason is None else text_template(spec.reason, place / "reason", names, context),
    )


def _repair(spec: RepairSpec, place: Place, names: Scope, context: Context) -> Repair:
    if spec.tool is not None and spec.tool not in context.spec.tools:
        context.unknown(
            "tool", spec.tool, context.spec.tools, (place / "tool").value, declare="name a tool of this contract"
        )
    given: Template | None = None
    if spec.arguments is not None:
        given = template(dict(spec.arguments), place / "arguments", names, context)
    return Repair(
        next_step=spec.next_step,
        tool=spec.tool,
        arguments=given,
        alternative=spec.alternative,
        span=place.key,
    )
