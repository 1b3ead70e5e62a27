"""Expressions and templates of the contract: parsed, typed, and their faults reported where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pactwright.build.context import Context, VersionUse, ViewUse
from pactwright.build.place import Place, Scalar
from pactwright.build.stand_ins import is_unknown, unknown_value
from pactwright.expr import (
    ExpressionFault,
    ExpressionFaults,
    Fault,
    Hole,
    Node,
    Scope,
    Typed,
    infer,
    infer_condition,
    infer_text,
    parse,
    split,
)
from pactwright.expr.functions import FUNCTIONS, METHODS
from pactwright.expr.nodes import Call, StringLiteral
from pactwright.expr.types import DYN, ListType, Slot
from pactwright.model.expression import Computed, Elements, Entries, Expression, Literal, Template, Text, ViewOf
from pactwright.source import Span
from pactwright.values import JsonValue

Infer = Callable[[Node, Scope], Typed]


def passing(node: Node, scope: Scope) -> Typed:
    """Type a value that is passed on: a bare path may be absent or null."""
    return infer(node, scope, passing=True)


def value_expression(text: str, place: Scalar, scope: Scope, context: Context) -> Expression | None:
    """Return the expression that `text` (exactly one `${…}`) holds; its value is passed on."""
    return _whole(text, place, scope, context, passing)


def condition(text: str, place: Scalar, scope: Scope, context: Context) -> Expression | None:
    """Return the condition that `text` holds; it must be a boolean."""
    return _whole(text, place, scope, context, infer_condition)


def _whole(text: str, place: Scalar, scope: Scope, context: Context, how: Infer) -> Expression | None:
    try:
        parts = split(text)
    except ExpressionFault as failure:
        _report(failure.fault, text, 0, place, context)
        return None
    match parts:
        case (Hole() as hole,):
            return _typed(hole, text, place, scope, context, how)
        case _:
            several = sum(isinstance(part, Hole) for part in parts) > 1
            context.diagnostics.error(
                "expression-expected",
                "this must be exactly one expression",
                place.value,
                hint="write one `${…}` around all of it" if several else "write `${…}` and nothing around it",
            )
            return None


def _typed(hole: Hole, text: str, place: Scalar, scope: Scope, context: Context, how: Infer) -> Expression | None:
    try:
        typed = how(parse(hole.text), scope)
    except ExpressionFaults as failure:
        for fault in failure.faults:
            _report(fault, text, hole.offset, place, context)
        return None
    if "version" in hole.text:
        context.version_uses += _version_uses(typed)
    return Expression(hole.text, typed, scope, place.within(hole.text))


def _version_uses(typed: Typed) -> Iterator[VersionUse]:
    match typed.node, typed.operands:
        case Call(function="version"), (Typed(node=StringLiteral(value=name)), of):
            yield VersionUse(name, of.slot.certain)
        case _, operands:
            for operand in operands:
                yield from _version_uses(operand)


# What to do about faults for which there is nothing better to say.
_REMEDIES = {
    "type-mismatch": "convert it, or use another value",
    "unknown-field": "use one that the schema has, or declare it there",
    "unknown-function": "there are " + ", ".join(("has", "coalesce", *FUNCTIONS, *METHODS)),
    "unknown-name": "use what is visible here",
}


def _report(fault: Fault, text: str, offset: int, place: Scalar, context: Context) -> None:
    start = offset + fault.offset
    part = text[start : start + fault.length]
    hint = fault.hint or _REMEDIES.get(fault.rule)
    context.diagnostics.error(fault.rule, fault.message, _part_span(text, start, part, place), hint=hint)


def _part_span(text: str, start: int, part: str, place: Scalar) -> Span:
    """Return where `part` of the scalar stands, when the scalar can be seen as it is on one line."""
    whole = place.within(text)
    if whole.is_one_line and whole.end - whole.start == len(text):
        return whole.file.span(whole.start + start, whole.start + start + max(len(part), 1))
    return place.within(part)


def template(value: JsonValue, place: Place, scope: Scope, context: Context) -> Template:
    """Return a YAML value whose strings may hold expressions; what stands for a faulty one fits anywhere."""
    match value:
        case str():
            return _text(value, place, scope, context)
        case dict() if "$view" in value:
            return _view(value, place, scope, context)
        case dict():
            items = tuple((key, template(item, place / key, scope, context)) for key, item in value.items())
            if all(isinstance(item, Literal) for _, item in items):
                return Literal({key: item.value for key, item in items if isinstance(item, Literal)})
            return Entries(items)
        case list():
            elements = tuple(template(item, place / index, scope, context) for index, item in enumerate(value))
            if all(isinstance(item, Literal) for item in elements):
                return Literal([item.value for item in elements if isinstance(item, Literal)])
            return Elements(elements)
        case _:
            return Literal(value)


def _text(text: str, place: Scalar, scope: Scope, context: Context) -> Template:
    try:
        parts = split(text)
    except ExpressionFault as failure:
        _report(failure.fault, text, 0, place, context)
        return unknown_value(place.value)
    match parts:
        case ():
            return Literal("")
        case (str() as literal,):
            return Literal(literal)
        case (Hole() as hole,):
            whole = _typed(hole, text, place, scope, context, passing)
            return unknown_value(place.value) if whole is None else Computed(whole)
        case _:
            pass
    typed: list[str | Expression] = []
    for part in parts:
        if isinstance(part, str):
            typed.append(part)
            continue
        expression = _typed(part, text, place, scope, context, infer_text)
        if expression is None:
            return unknown_value(place.value)
        typed.append(expression)
    return Text(tuple(typed))


def text_template(text: str, place: Scalar, scope: Scope, context: Context) -> Template:
    """Return a template that must come out as text: a whole-string expression may not be absent, null or an object."""
    built = _text(text, place, scope, context)
    if not isinstance(built, Computed) or is_unknown(built):
        return built
    try:
        infer_text(built.expression.typed.node, scope)
    except ExpressionFaults as failure:
        for fault in failure.faults:
            _report(fault, text, text.find(built.expression.text), place, context)
        return unknown_value(place.value)
    return Text((built.expression,))


def _view(value: dict[str, JsonValue], place: Place, scope: Scope, context: Context) -> Template:
    name, of, each = value.get("$view"), value.get("of"), value.get("each")
    source = each if of is None else of
    if not isinstance(name, str) or not isinstance(source, str) or (of is None) == (each is None) or len(value) != 2:
        context.diagnostics.error(
            "bad-view",
            "a view is `{$view: name, of: ${…}}` for one object or `{$view: name, each: ${…}}` for a list",
            place.value,
            hint="give `$view` and one of `of` and `each`",
        )
        return unknown_value(place.value)
    views = context.spec.views or {}
    if name not in views:
        context.unknown("view", name, views, (place / "$view").value, declare="declare it under `views:`")
        return unknown_value(place.value)
    expression = value_expression(source, place / ("each" if of is None else "of"), scope, context)
    if expression is None:
        return unknown_value(place.value)
    seen = expression.typed.slot
    if of is None:
        seen = seen.type.item if isinstance(seen.type, ListType) else Slot(DYN)
    if "args" in scope.names:
        context.view_uses.append(ViewUse(name, seen.certain, scope.names["args"]))
    return ViewOf(name, expression, of is None, place.value)
