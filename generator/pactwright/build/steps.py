"""Steps: each sees what the steps before it gave, and adds a name of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pactwright.build.calls import fitted_arguments
from pactwright.build.context import Callable, Context
from pactwright.build.expressions import condition, template, text_template, value_expression
from pactwright.build.failures import build_fails, raised_params
from pactwright.build.place import Place
from pactwright.build.schemas import properties_schema
from pactwright.build.slots import TOOL_ROOTS, answered_slot, members, scope, slot_of_value
from pactwright.build.stand_ins import UNTYPED
from pactwright.expr import Node, Scope
from pactwright.expr.types import DYN, DynType, ListType, MapType, Slot, StringType, united
from pactwright.model.expression import Computed, Elements, Entries, Expression, Literal, Template, Text, ViewOf
from pactwright.model.schema import ObjectSchema
from pactwright.model.steps import AskStep, CallStep, LetStep, ProgressStep, Reject, RejectStep, Step
from pactwright.records import dataclass
from pactwright.spec.schemas import PropertyMap
from pactwright.spec.steps import (
    AskStepSpec,
    CallStepSpec,
    LetStepSpec,
    ProgressStepSpec,
    RejectSpec,
    RejectStepSpec,
    StepSpec,
)


@dataclass(slots=True)
class Visible:
    """What a step can use: the roots, and the names of the steps before it."""

    names: dict[str, Slot]
    input: ObjectSchema
    given: tuple[Node, ...] = ()

    def scope(self, /, **more: Slot) -> Scope:
        """Return the scope, with roots that are visible in one place only."""
        found = scope({**self.names, **more})
        return replace(found, given=self.given) if self.given else found

    def under(self, condition: Expression | None) -> Visible:
        """Return the same for what is done only if a condition holds."""
        return self if condition is None else replace(self, given=(*self.given, condition.typed.node))

    def add(self, name: str, slot: Slot, place: Place, context: Context) -> None:
        """Make a name visible to later steps; a second thing of that name is an error."""
        if name in self.names or name in TOOL_ROOTS:
            context.diagnostics.error(
                "name-taken", f"`{name}` is already a name here", place.value, hint="choose another name"
            )
        self.names[name] = slot


def build_steps(specs: Sequence[StepSpec], place: Place, visible: Visible, context: Context) -> tuple[Step, ...]:
    """Return the steps in order; `visible` gains their names."""
    return tuple(_step(spec, place / index, visible, context) for index, spec in enumerate(specs))


def _step(spec: StepSpec, place: Place, visible: Visible, context: Context) -> Step:
    match spec:
        case CallStepSpec():
            return _call(spec, place, visible, context)
        case RejectStepSpec():
            rejects = _rejects(spec.reject, place / "reject", visible.scope(), context)
            return RejectStep(reject=rejects, when=None, span=place.value)
        case LetStepSpec():
            return _let(spec, place, visible, context)
        case AskStepSpec():
            return _ask(spec, place, visible, context)
        case ProgressStepSpec():
            at = place / "progress"
            done = value_expression(spec.progress.at, at / "at", visible.scope(), context)
            whole = (
                None
                if spec.progress.of is None
                else value_expression(spec.progress.of, at / "of", visible.scope(), context)
            )
            message = spec.progress.message
            return ProgressStep(
                at=done,
                of=whole,
                message=None if message is None else text_template(message, at / "message", visible.scope(), context),
                span=place.value,
            )


def _call(spec: CallStepSpec, place: Place, visible: Visible, context: Context) -> CallStep:
    found = context.callable(spec.call, (place / "call").value)
    when = None if spec.when is None else condition(spec.when, place / "when", visible.scope(), context)
    here = visible.under(when)
    each = None if spec.each is None else value_expression(spec.each, place / "each", here.scope(), context)
    element = {} if spec.each is None else {"it": _element(each)}
    arguments = None
    if spec.with_ is not None:
        arguments = template(dict(spec.with_), place / "with", here.scope(**element), context)
    if found is not None:
        filled = {item.name for item in here.input.properties}
        arguments = fitted_arguments(spec, arguments, found, place, filled, context)
        _check_paging(spec, found, place, context)
    value = UNTYPED if found is None else found.value
    row = UNTYPED if found is None or found.row is None else found.row
    first = None if spec.first is None else condition(spec.first, place / "first", here.scope(it=row), context)
    keep = None
    if spec.collect is not None and spec.collect.keep is not None:
        keep = condition(spec.collect.keep, place / "collect" / "keep", here.scope(it=row), context)
    result = _result(spec, value, row, when, reads=found is None or found.operation.reads)
    after = here.scope(**({spec.as_: replace(result, when=None, absent=spec.first is not None)} if spec.as_ else {}))
    rejects = _rejects(spec.reject, place / "reject", after, context)
    books, entry = _booking(spec, place / "books", after, context)
    step = CallStep(
        operation="" if found is None else found.operation.full_name,
        arguments=arguments,
        name=spec.as_,
        when=when,
        fails=build_fails(spec.fails, place / "fails", here.scope(upstream=answered_slot(None)), context),
        best_effort=spec.best_effort,
        reject=rejects,
        page=spec.page is True,
        collect_max=None if spec.collect is None else spec.collect.max_,
        collect_more=None if spec.collect is None else spec.collect.more,
        collect_keep=keep,
        first=first,
        each=each,
        done=None if spec.done is None else text_template(spec.done, place / "done", after, context),
        books=books,
        entry=entry,
        span=place.value,
    )
    if spec.as_ is not None:
        visible.add(spec.as_, result, place / "as", context)
    if spec.collect is not None and spec.collect.more != "truncate":
        context.check_code(spec.collect.more, (place / "collect" / "more").value)
    return step


def _booking(
    spec: CallStepSpec, place: Place, after: Scope, context: Context
) -> tuple[str, Template] | tuple[None, None]:
    """Return the ledger that a write is booked in, and the entry."""
    if spec.books is None:
        return None, None
    if spec.books.ledger not in context.spec.ledgers:
        at = (place / "ledger").value
        context.unknown("ledger", spec.books.ledger, context.spec.ledgers, at, declare="declare it under `ledgers:`")
    return spec.books.ledger, template(dict(spec.books.entry), place / "entry", after, context)


def _element(each: Expression | None) -> Slot:
    if each is None:
        return UNTYPED
    kind = each.typed.slot.type
    return kind.item if isinstance(kind, ListType) else Slot(DYN, absent=True, null=True)


def _result(spec: CallStepSpec, value: Slot, row: Slot, when: Expression | None, *, reads: bool) -> Slot:
    """Return the slot of a step's value: skipped and best-effort steps may have none."""
    slot = value
    if spec.page is True or spec.collect is not None:
        slot = Slot(ListType(row))
    elif spec.first is not None:
        slot = replace(row, absent=True)
    elif spec.each is not None:
        slot = Slot(ListType(value))
    if spec.best_effort and reads:
        slot = replace(slot, absent=True)
    return slot if when is None else replace(slot, when=when.typed.node)


def _check_paging(spec: CallStepSpec, found: Callable, place: Place, context: Context) -> None:
    for key in ("page", "collect", "first"):
        if getattr(spec, key) is not None and found.operation.pages is None:
            context.diagnostics.error(
                "not-a-list",
                f"`{key}` needs an operation with `pages`, which `{spec.call}` is not",
                (place / key).key,
                hint="say under `pages:` of the operation how its list continues",
            )
    if spec.best_effort and not found.operation.reads:
        context.diagnostics.error(
            "best-effort-write",
            f"`{spec.call}` may write, and a write that failed cannot be passed over",
            (place / "best_effort").key,
            hint="only reads can be `best_effort`",
        )
    if spec.each is not None and not found.operation.reads:
        context.diagnostics.error(
            "repeated-write",
            f"`{spec.call}` may write, and `each` only makes reads",
            (place / "each").key,
            hint="write a handler for several writes",
        )


def _rejects(
    specs: RejectSpec | tuple[RejectSpec, ...] | None, place: Place, names: Scope, context: Context
) -> tuple[Reject, ...]:
    match specs:
        case None:
            return ()
        case RejectSpec():
            return _reject(specs, place, names, context)
        case _:
            return tuple(
                built for index, spec in enumerate(specs) for built in _reject(spec, place / index, names, context)
            )


def _reject(spec: RejectSpec, place: Place, names: Scope, context: Context) -> tuple[Reject, ...]:
    judged = condition(spec.if_, place / "if", names, context)
    params = raised_params(spec.code, spec.with_, place, names, context)
    message = None if spec.message is None else text_template(spec.message, place / "message", names, context)
    if judged is None:
        return ()
    return (Reject(condition=judged, code=spec.code, params=params, message=message, span=place.value),)


def _let(spec: LetStepSpec, place: Place, visible: Visible, context: Context) -> LetStep:
    values = []
    for name, value in spec.let.items():
        built = template(value, place / "let" / name, visible.scope(), context)
        values.append((name, built))
        visible.add(name, slot_of_template(built), place / "let" / name, context)
    return LetStep(values=tuple(values), span=place.value)


def slot_of_template(value: Template) -> Slot:
    """Return the slot of what a template gives."""
    match value:
        case Computed(expression=expression):
            return expression.typed.slot
        case Text():
            return Slot(StringType())
        case Entries(items=items):
            return Slot(MapType({name: slot_of_template(item) for name, item in items}, None))
        case Elements(items=items):
            # What is absent is left out of a list.
            slots = [replace(slot_of_template(item), absent=False, when=None) for item in items]
            return Slot(ListType(united(slots) if slots else Slot(DYN)))
        case Literal(value=constant):
            return slot_of_value(constant)
        case ViewOf(source=source):
            given = source.typed.slot
            return Slot(DynType(), absent=given.absent, null=given.null and not given.absent, when=given.when)


def _ask(spec: AskStepSpec, place: Place, visible: Visible, context: Context) -> AskStep:
    answers: dict[str, Slot] = {}
    for name, question in spec.ask.items():
        form = properties_schema(PropertyMap(question.form.root), place / "ask" / name / "form", context)
        fields = members(form.properties) if isinstance(form, ObjectSchema) else {}
        answers[name] = Slot(MapType(fields, None))
    if spec.declined is not None:
        context.check_code(spec.declined, (place / "declined").value)
    visible.add(spec.as_, Slot(MapType(answers, None)), place / "as", context)
    data = (place / "ask").data
    return AskStep(
        name=spec.as_, questions=data if isinstance(data, dict) else {}, declined=spec.declined, span=place.value
    )
