"""Failures: what a status or a condition becomes, with the data that the error declares."""

from __future__ import annotations

from collections.abc import Mapping

from pactwright.build.context import Context
from pactwright.build.expressions import condition, template, text_template
from pactwright.build.fit import fitted
from pactwright.build.place import Place
from pactwright.expr import Scope
from pactwright.model.expression import Template
from pactwright.model.schema import ObjectSchema
from pactwright.model.upstreams import Fail, FailChoice, FailCode, FailProbe, FailRow, FailStatus
from pactwright.spec.fails import Fail as FailSpec
from pactwright.spec.fails import FailRowSpec, ProbeSpec, RaiseSpec
from pactwright.values import JsonValue


def build_fails(specs: Mapping[str, FailSpec], place: Place, names: Scope, context: Context) -> tuple[FailStatus, ...]:
    """Return a table of failures; `names` is what its conditions and data may use."""
    return tuple(
        FailStatus(status=status, fail=_fail(spec, place / status, names, context)) for status, spec in specs.items()
    )


def _fail(spec: FailSpec, place: Place, names: Scope, context: Context) -> Fail:
    match spec:
        case str():
            context.check_code(spec, place.value)
            return FailCode(code=spec, span=place.value)
        case ProbeSpec():
            probed = context.callable(spec.probe, (place / "probe").value)
            context.check_code(spec.found, (place / "found").value)
            context.check_code(spec.missing, (place / "missing").value)
            return FailProbe(
                operation="" if probed is None else probed.operation.full_name,
                found=spec.found,
                missing=spec.missing,
                span=place.value,
            )
        case RaiseSpec():
            return _raised(spec, place, names, context)
        case rows:
            return FailChoice(rows=tuple(_row(row, place / index, names, context) for index, row in enumerate(rows)))


def _row(spec: str | RaiseSpec, place: Place, names: Scope, context: Context) -> FailRow:
    if isinstance(spec, str):
        context.check_code(spec, place.value)
        return FailRow(condition=None, fail=FailCode(code=spec, span=place.value))
    judged = condition(spec.if_, place / "if", names, context) if isinstance(spec, FailRowSpec) else None
    return FailRow(condition=judged, fail=_raised(spec, place, names, context))


def _raised(spec: RaiseSpec, place: Place, names: Scope, context: Context) -> FailCode:
    return FailCode(
        code=spec.code,
        params=raised_params(spec.code, spec.with_, place, names, context),
        message=None if spec.message is None else text_template(spec.message, place / "message", names, context),
        span=place.value,
    )


def raised_params(
    code: str, given: Mapping[str, JsonValue] | None, place: Place, names: Scope, context: Context
) -> Template | None:
    """Return the data with which an error is raised, checked against what the error declares."""
    if not context.check_code(code, (place / "code").value):
        return None
    params = context.params.get(code)
    if given is None:
        check_nothing_missing(code, params, place, None, context)
        return None
    data = template(dict(given), place / "with", names, context)
    declared = params or ObjectSchema(span=place.value, properties=())
    return fitted(data, declared, f"`{code}`", place / "with", context)


# What the server itself knows of a failed request or a broken condition (LANGUAGE §5), and so need not be given.
_SUPPLIED = frozenset(
    {"operation", "status", "cause", "completed", "fields", "reason", "current", "required", "present"}
)
_SUPPLIED_LIMITS = frozenset({"retry_after_ms", "remaining"})


def check_nothing_missing(
    code: str, params: ObjectSchema | None, place: Place, hint: str | None, context: Context
) -> None:
    """Report data that a code requires and that is not given where it is raised without any."""
    missing = [
        item.name
        for item in (params.properties if params else ())
        if item.required and item.name not in _SUPPLIED | _SUPPLIED_LIMITS
    ]
    if missing:
        listed = ", ".join(f"`{name}`" for name in missing)
        hint = hint or f"write `{{code: {code}, with: {{{missing[0]}: …}}}}`"
        context.diagnostics.error("value-missing", f"`{code}` is raised here without {listed}", place.value, hint=hint)
