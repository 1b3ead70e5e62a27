"""What a tool does over several calls: keys, versions, pages, unknown outcomes, and its own coming and going."""

from __future__ import annotations

from collections.abc import Iterable

from pactwright.build.context import Context, VersionUse
from pactwright.build.expressions import template, text_template
from pactwright.build.fit import fitted, fitted_expression
from pactwright.build.place import Place
from pactwright.build.signature import Signature
from pactwright.build.slots import CALL, ERROR_ROOTS, arguments, scope
from pactwright.build.steps import Visible, build_steps
from pactwright.expr.types import Slot
from pactwright.model.contract import Fill
from pactwright.model.expression import Computed, Template
from pactwright.model.schema import ArraySchema, ObjectSchema
from pactwright.model.steps import CallStep, Step
from pactwright.model.tools import Idempotency, IfUnknown, Lifecycle, Precondition, Tool
from pactwright.spec.behaviour import LookSpec
from pactwright.spec.steps import CallStepSpec
from pactwright.spec.tools import ContentToolSpec, ResultToolSpec, ToolSpec


def _check_argument(name: str, signature: Signature, place: Place, context: Context) -> None:
    known = [item.name for item in signature.input.properties]
    if name not in known:
        context.unknown("argument", name, known, place.value, declare="it must be an argument of this tool")


def build_idempotency(
    spec: ToolSpec, signature: Signature, place: Place, config: Slot, context: Context
) -> Idempotency | None:
    """Return what makes repeated calls take effect once."""
    given = spec.idempotency
    if given is None:
        return None
    at = place / "idempotency"
    _check_argument(given.key, signature, at / "key", context)
    for index, name in enumerate(given.scope):
        _check_argument(name, signature, at / "scope" / index, context)
    find = found = None
    if isinstance(given.find, tuple):
        visible = Visible({"args": arguments(signature.input), "config": config, "call": CALL}, signature.input)
        find = build_steps(given.find, at / "find", visible, context)
        found = _found(spec, find, signature, place, visible, context)
    return Idempotency(key=given.key, window_ms=given.window.ms, scope=given.scope, find=find, found=found)


def _found(
    spec: ToolSpec, find: tuple[Step, ...], signature: Signature, place: Place, visible: Visible, context: Context
) -> Template | None:
    """Return the result as it follows from what `find` gives, whose last step stands for the write."""
    if not isinstance(spec, ResultToolSpec):
        return None
    last = find[-1] if find else None
    written = [step.as_ for step in spec.steps if isinstance(step, CallStepSpec) and step.as_ is not None]
    name = last.name if isinstance(last, CallStep) else None
    if name is None or name not in written or not visible.names[name].absent:
        context.diagnostics.error(
            "find-does-not-find",
            "the last step of `find` must have the name of the write, and no value where there is nothing",
            (place / "idempotency" / "find").key,
            hint=f"end with a read that has `as: {written[-1] if written else '…'}` and `first: …`",
        )
        return None
    names = scope({**visible.names, name: visible.names[name].certain})
    result = template(spec.result, place / "result", names, context)
    return result if signature.own is None else fitted(result, signature.own, "the result", place / "result", context)


def build_precondition(
    spec: ToolSpec, signature: Signature, place: Place, visible: Visible, context: Context
) -> Precondition | None:
    """Return what must be current for the write to happen; its argument, version and step must exist."""
    given = spec.precondition
    if given is None:
        return None
    at = place / "precondition"
    _check_argument(given.argument, signature, at / "argument", context)
    if given.version not in context.spec.versions:
        declare = "declare it under `versions:`"
        context.unknown("version", given.version, context.spec.versions, (at / "version").value, declare=declare)
    known = ["handler"]
    if isinstance(spec, ResultToolSpec | ContentToolSpec):
        known = [step.as_ for step in spec.steps if isinstance(step, CallStepSpec) and step.as_ is not None]
    if given.of not in known:
        declare = "name the step that reads what is about to change" if known != ["handler"] else "write `of: handler`"
        context.unknown("step", given.of, known, (at / "of").value, declare=declare)
    elif given.of in visible.names:
        context.version_uses.append(VersionUse(given.version, visible.names[given.of].certain))
    return Precondition(argument=given.argument, version=given.version, of=given.of)


def build_if_unknown(spec: ToolSpec, place: Place, visible: Visible, context: Context) -> IfUnknown | None:
    """Return what to call after an unknown outcome."""
    given = spec.if_unknown
    if given is None:
        return None
    at = place / "if_unknown"
    names = scope(visible.names, roots=ERROR_ROOTS)
    says = None if given.says is None else text_template(given.says, at / "says", names, context)
    if not isinstance(given, LookSpec):
        return IfUnknown(
            tool=None,
            arguments=None,
            next_step=None,
            alternative=None,
            none=given.none,
            says=says,
            span=at.key,
        )
    if given.tool not in context.spec.tools:
        context.unknown(
            "tool", given.tool, context.spec.tools, (at / "tool").value, declare="declare it under `tools:`"
        )
    return IfUnknown(
        tool=given.tool,
        arguments=template(dict(given.arguments), at / "arguments", names, context),
        next_step=given.next_step,
        alternative=given.alternative,
        none=None,
        says=says,
        span=at.key,
    )


def build_lifecycle(spec: ToolSpec, place: Place, context: Context) -> Lifecycle | None:
    """Return how settled a tool is; its successor must exist."""
    given = spec.lifecycle
    if given is None:
        return None
    if given.deprecated is None:
        return Lifecycle(stability=given.stability, deprecated=None)
    told = given.deprecated
    if told.replaced_by not in context.spec.tools:
        at = (place / "lifecycle" / "deprecated" / "replaced_by").value
        context.unknown("tool", told.replaced_by, context.spec.tools, at, declare="name a tool of this contract")
    return Lifecycle(
        stability=given.stability,
        deprecated={
            "since": told.since,
            "removal_after": told.removal_after,
            "replaced_by": told.replaced_by,
            "migration": told.migration,
        },
    )


def check_fills(spec: ToolSpec, signature: Signature, place: Place, context: Context) -> None:
    """Report fills of a tool that fill arguments it does not have."""
    known = {item.name for item in signature.input.properties}
    for name in spec.fills:
        filled = context.spec.fills.get(name)
        for argument in filled.arguments if filled is not None else ():
            if argument not in known:
                context.diagnostics.error(
                    "unknown-argument",
                    f"the fill `{name}` fills `{argument}`, which is no argument of this tool",
                    (place / name).key,
                    hint=f"take an argument called `{argument}`, or leave the fill out",
                )


def check_filled(fills: Iterable[Fill], tools: Iterable[Tool], context: Context) -> None:
    """Report values that are of another type than an argument they fill: nothing looks at them when a call runs."""
    known = {fill.name: fill for fill in fills}
    told: set[str] = set()
    for tool in tools:
        schemas = {item.name: item.schema for item in tool.input.properties}
        for name, _ in tool.fills:
            for argument, value in known[name].arguments if name in known else ():
                what = f"`{argument}`, which `{name}` fills,"
                if argument in schemas and what not in told:
                    told.add(what)
                    fitted_expression(Computed(value), schemas[argument], what, optional=True, context=context)


def check_pages(spec: ToolSpec, signature: Signature, place: Place, context: Context) -> None:
    """Report where a tool lacks what its way of paging needs, or has what that adds."""
    first = spec.first_page
    for name, at in ((spec.pagination, place / "pagination"), (first and first.pagination, place / "first_page")):
        pages = context.spec.pagination.get(name or "")
        if pages is not None:
            _check_rows(pages.items, name or "", signature, at, context)
    pages = context.spec.pagination.get(spec.pagination or "")
    if pages is None:
        return
    known = {item.name for item in signature.input.properties}
    for argument in pages.cursor.binds:
        if argument not in known:
            context.diagnostics.error(
                "unknown-argument",
                f"`{spec.pagination}` binds cursors to `{argument}`, which is no argument of this tool",
                (place / "pagination").value,
                hint=f"take an argument called `{argument}`, or change `binds` of `{spec.pagination}`",
            )


def _check_rows(items: str, pagination: str, signature: Signature, place: Place, context: Context) -> None:
    own = signature.own
    if not isinstance(own, ObjectSchema):
        return
    rows = next((item.schema for item in own.properties if item.name == items), None)
    if not isinstance(rows, ArraySchema):
        context.diagnostics.error(
            "unknown-property",
            f"the rows of `{pagination}` are in `{items}`, which is no list in the result of this tool",
            place.value,
            hint=f"give the result a list called `{items}`, or change `items` of `{pagination}`",
        )
