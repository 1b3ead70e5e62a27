"""Typing of functions, methods and macros."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pactwright.expr.functions import FOREIGN, FUNCTIONS, METHODS, Function
from pactwright.expr.narrow import Flow, learn, refine
from pactwright.expr.nodes import (
    Call,
    Conditional,
    Has,
    Literal,
    Macro,
    MacroKind,
    Method,
    Name,
    Node,
    Path,
    StringLiteral,
)
from pactwright.expr.patterns import PatternError, to_python
from pactwright.expr.typed import Typed, Use
from pactwright.expr.types import (
    BOOL,
    STRING,
    DynType,
    ListType,
    MapType,
    NothingType,
    Slot,
    describe,
    describe_fully,
    unite,
)
from pactwright.expr.wording import named, suggest

if TYPE_CHECKING:
    from pactwright.expr.infer import Checker


def call(checker: Checker, node: Call, flow: Flow, use: Use) -> Typed:
    """Type `function(arguments)`."""
    if node.function == "coalesce":
        return _coalesce(checker, node, flow, use)
    function = FUNCTIONS.get(node.function)
    if function is None:
        return _unknown(checker, node, node.function, node.offset, flow)
    if node.function in ("now", "version") and node.function not in checker.scope.calls:
        return checker.broken("unknown-function", f"`{node.function}` cannot be used here", node)
    if node.function == "version" and node.arguments and not isinstance(node.arguments[0], StringLiteral):
        message = "the first argument of `version` is the name of a version, in quotes"
        return checker.broken("type-mismatch", message, node.arguments[0], hint=f"write `{function.usage}`")
    return _apply(checker, node, function, node.arguments, flow)


def method(checker: Checker, node: Method, flow: Flow) -> Typed:
    """Type `receiver.method(arguments)`."""
    function = METHODS.get(node.name)
    if function is None:
        return _unknown(checker, node, node.name, node.name_offset, flow)
    typed = _apply(checker, node, function, (node.receiver, *node.arguments), flow)
    if node.name == "matches" and len(node.arguments) == 1:
        _check_pattern(checker, node.arguments[0])
    return typed


def _apply(checker: Checker, node: Node, function: Function, arguments: tuple[Node, ...], flow: Flow) -> Typed:
    typed = tuple(checker.check(argument, flow) for argument in arguments)
    least = len(function.parameters) - function.optional
    if not least <= len(typed) <= len(function.parameters):
        count = len(typed) - isinstance(node, Method)
        takes = least - isinstance(node, Method)
        message = f"`{function.usage}` takes {takes or 'no'} argument{'' if takes == 1 else 's'}, not {count}"
        return checker.broken("type-mismatch", message, node, hint=f"write it as `{function.usage}`")
    for argument, expected in zip(typed, function.parameters, strict=False):
        if not expected.admits(argument.slot.type):
            message = f"`{function.usage}` needs {expected.words} here, not {describe_fully(argument.slot.type)}"
            checker.report("type-mismatch", message, argument.node, hint=_hint(node, argument))
    result = typed[0].slot.type if function.result is None else function.result
    return Typed(node, Slot(result), typed)


def _hint(node: Node, argument: Typed) -> str | None:
    match node:
        case Method(name="contains", receiver=receiver) if isinstance(argument.slot.type, ListType):
            return "write `value in list`" if argument.node is receiver else None
        case _:
            return None


def _check_pattern(checker: Checker, pattern: Node) -> None:
    if not isinstance(pattern, StringLiteral):
        checker.report("pattern-not-portable", "a pattern must be written out", pattern, hint="put it in quotes")
        return
    try:
        to_python(pattern.value)
    except PatternError as error:
        hint = "use what RE2 and Python understand alike"
        checker.report("pattern-not-portable", f"the pattern cannot be used: {error}", pattern, hint=hint)


def _unknown(checker: Checker, node: Node, name: str, offset: int, flow: Flow) -> Typed:
    place = Name(name, offset=offset, length=len(name))
    usages = {key: function.usage for key, function in (*FUNCTIONS.items(), *METHODS.items())}
    usages |= {kind.value: f"xs.{kind.value}(x, …)" for kind in MacroKind} | {"coalesce": "coalesce(path, fallback)"}
    for argument in node.children:
        checker.check(argument, flow, Use.PASSING)
    usage = FOREIGN.get(name) or usages.get(name)
    hint = f"write `{usage}`" if usage else suggest(name, usages)
    return replace(checker.broken("unknown-function", f"there is no `{name}`", place, hint=hint), node=node)


def _coalesce(checker: Checker, node: Call, flow: Flow, use: Use) -> Typed:
    """Type `coalesce(path, …, fallback)`.

    A fallback that is computed is only evaluated when it is needed, and under what is known then: such a call is typed
    as the conditional it stands for.
    """
    *paths, fallback = node.arguments or (node,)
    if not paths:
        message = "`coalesce` takes a path and a fallback"
        return checker.broken("type-mismatch", message, node, hint="write it as `coalesce(path, fallback)`")
    for path in paths:
        if not isinstance(path, Path):
            message = "only paths can be absent; `coalesce` takes paths, then a fallback"
            return checker.broken("type-mismatch", message, path)
    if not isinstance(fallback, Literal):
        chain = fallback
        for path in reversed(paths):
            chain = Conditional(Has(path, **_at(path)), path, chain, **_at(chain))
        inner = checker.inspect(chain, flow, use)
        return Typed(node, inner.slot, (inner,))
    typed = tuple(checker.check(argument, flow, Use.PASSING) for argument in node.arguments)
    slot = typed[-1].slot
    for argument in reversed(typed[:-1]):
        united = unite(argument.slot.certain, slot)
        if united is None:
            message = f"{describe(argument.slot.type)} and {describe(slot.type)} are mixed"
            return checker.broken("type-mismatch", message, fallback, hint="give all the same type")
        slot = united
    return Typed(node, slot, typed)


def _at(node: Node) -> dict[str, int]:
    return {"offset": node.offset, "length": node.length}


def macro(checker: Checker, node: Macro, flow: Flow) -> Typed:
    """Type `source.all(x, condition)` and its like; over an object, the variable goes through its keys."""
    source = checker.check(node.source, flow)
    match source.slot.type:
        case ListType(item=item):
            pass
        case MapType():
            item = Slot(STRING)
        case DynType() as kind:
            item = Slot(kind, null=not isinstance(kind, NothingType))
        case kind:
            message = f"{named(node.source)} is {describe(kind)}, not a list or an object"
            return checker.broken("type-mismatch", message, node.source)
    variable = node.variable
    if variable.name in flow.names:
        hint = "choose another name for the element"
        return checker.broken("name-taken", f"`{variable.name}` is taken by something else here", variable, hint=hint)
    body = flow.bind(variable.name, item)
    operands = [source]
    if node.condition is not None:
        operands.append(checker.condition(node.condition, body))
        item = refine(item, Name(variable.name), learn(node.condition, True, body.names))
        body = body.given(node.condition, True)
    if node.result is not None:
        operands.append(checker.check(node.result, body, Use.PASSING))
        item = replace(operands[-1].slot, absent=False)
    collects = node.kind in (MacroKind.FILTER, MacroKind.MAP)
    return Typed(node, Slot(ListType(item) if collects else BOOL), tuple(operands))
