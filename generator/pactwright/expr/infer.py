"""Types an expression against a scope: what it gives, and everything that is wrong with it.

Every part gets a slot; guards on the way to a part narrow it (see `narrow`). Nothing is evaluated or translated here.
"""

from __future__ import annotations

from dataclasses import field, replace

from pactwright.expr import access, calls
from pactwright.expr.faults import ExpressionFaults, Fault
from pactwright.expr.functions import CONDITION
from pactwright.expr.logic import essential
from pactwright.expr.narrow import Flow
from pactwright.expr.nodes import (
    And,
    Arithmetic,
    BoolLiteral,
    Call,
    Compare,
    Conditional,
    DoubleLiteral,
    Has,
    Index,
    IntLiteral,
    ListLiteral,
    Macro,
    MapLiteral,
    Method,
    Name,
    Negate,
    Node,
    Not,
    NullLiteral,
    Or,
    Select,
    StringLiteral,
)
from pactwright.expr.operators import arithmetic, compare, negation
from pactwright.expr.typed import Typed, Use
from pactwright.expr.types import (
    BOOL,
    DOUBLE,
    INT,
    NOTHING,
    NULL,
    STRING,
    DynType,
    ListType,
    MapType,
    Scope,
    Slot,
    StringType,
    describe,
    unite,
    united,
)
from pactwright.expr.wording import as_condition, guards, named, null_guards
from pactwright.records import dataclass


def infer(node: Node, scope: Scope, *, passing: bool = False) -> Typed:
    """Type an expression.

    Args:
        node: What `parse` returned.
        scope: The names it may use.
        passing: The value is passed on: it may be absent or null, and its slot says whether.

    Raises:
        ExpressionFaults: All faults, in reading order.
    """
    checker = Checker(scope)
    typed = checker.check(node, Flow.within(scope), Use.PASSING if passing else Use.VALUE)
    checker.finish()
    return typed


def infer_condition(node: Node, scope: Scope) -> Typed:
    """Type an expression that must be a boolean, present and not null; raises ExpressionFaults."""
    checker = Checker(scope)
    typed = checker.condition(node, Flow.within(scope))
    checker.finish()
    return typed


def infer_text(node: Node, scope: Scope) -> Typed:
    """Type an expression that is put into text: a string, number or boolean, present and not null.

    Raises:
        ExpressionFaults: All faults, in reading order; `not-text` for a list, an object or null.
    """
    checker = Checker(scope)
    if isinstance(node, NullLiteral):
        checker.report("not-text", "null is no text", node, hint="leave it out")
    typed = checker.check(node, Flow.within(scope), Use.PASSING if isinstance(node, NullLiteral) else Use.VALUE)
    if isinstance(typed.slot.type, ListType | MapType):
        hint = "join it: `xs.join(', ')`" if isinstance(typed.slot.type, ListType) else "put one of its fields in"
        checker.report("not-text", f"{describe(typed.slot.type)} cannot be put into text", node, hint=hint)
    checker.finish()
    return typed


@dataclass(slots=True)
class Checker:
    """Checks one expression, collecting faults; a part with a fault counts as right from there on."""

    scope: Scope
    faults: list[Fault] = field(default_factory=list)

    def finish(self) -> None:
        """Raise what was found."""
        if self.faults:
            raise ExpressionFaults(tuple(sorted(self.faults, key=lambda fault: (fault.offset, fault.length))))

    def report(self, rule: str, message: str, node: Node, *, hint: str | None = None) -> None:
        """Record a fault at a node."""
        self.faults.append(Fault(rule, message, hint, node.offset, node.length))

    def broken(self, rule: str, message: str, node: Node, *, hint: str | None = None) -> Typed:
        """Record a fault and return a stand-in that causes no others."""
        self.report(rule, message, node, hint=hint)
        return Typed(node, Slot(NOTHING))

    def check(self, node: Node, flow: Flow, use: Use = Use.VALUE) -> Typed:
        """Type a node that is used as `use` says."""
        typed = self.inspect(node, flow, use)
        slot = typed.slot
        if slot.absent and use is not Use.PASSING:
            self.report("expression-may-be-absent", f"{named(node)} may be absent", node, hint=guards(node, use))
            return replace(typed, slot=replace(slot, absent=False, null=False))
        if slot.null and use is Use.VALUE:
            message = "null is no value" if isinstance(node, NullLiteral) else f"{named(node)} may be null"
            self.report("expression-may-be-null", message, node, hint=null_guards(node))
            return replace(typed, slot=replace(slot, null=False, type=NOTHING if slot.type == NULL else slot.type))
        return typed

    def condition(self, node: Node, flow: Flow) -> Typed:
        """Type a node that decides something."""
        typed = self.check(node, flow)
        if not CONDITION.admits(typed.slot.type):
            message = f"{named(node)} is {describe(typed.slot.type)}, not a boolean"
            self.report("condition-not-boolean", message, node, hint=as_condition(node, typed.slot.type))
            return replace(typed, slot=Slot(NOTHING))
        return typed

    def inspect(self, node: Node, flow: Flow, use: Use) -> Typed:
        match node:
            case NullLiteral():
                return Typed(node, Slot(NULL, null=True))
            case BoolLiteral():
                return Typed(node, Slot(BOOL))
            case IntLiteral():
                return Typed(node, Slot(INT))
            case DoubleLiteral():
                return Typed(node, Slot(DOUBLE))
            case StringLiteral():
                return Typed(node, Slot(STRING))
            case Name():
                return access.name(self, node, flow)
            case Select():
                return access.select(self, node, flow, use)
            case Index():
                return access.index(self, node, flow, use)
            case Has(path=path):
                return Typed(node, Slot(BOOL), (self.needed(path, flow),))
            case Not(operand=operand):
                return Typed(node, Slot(BOOL), (self.condition(operand, flow),))
            case And(operands=operands) | Or(operands=operands):
                return Typed(node, Slot(BOOL), self.sequence(operands, flow, truth=isinstance(node, And)))
            case Conditional():
                return self.conditional(node, flow, use)
            case Compare():
                return compare(self, node, flow)
            case Arithmetic():
                return arithmetic(self, node, flow)
            case Negate():
                return negation(self, node, flow)
            case ListLiteral(items=items):
                return self.list(node, [self.check(item, flow, Use.PASSING) for item in items])
            case MapLiteral():
                return self.map(node, flow)
            case Macro():
                return calls.macro(self, node, flow)
            case Call():
                return calls.call(self, node, flow, use)
            case Method():
                return calls.method(self, node, flow)
            case _:
                raise AssertionError(f"no rule for {type(node).__name__}")

    def needed(self, path: Node, flow: Flow) -> Typed:
        """Type the path of `has`, and return that part of it on which the answer depends."""
        typed = self.check(path, flow, Use.PASSING)
        part = essential(path, flow.names)
        while typed.node != part:
            typed = typed.operands[0]
        return typed

    def sequence(self, operands: tuple[Node, ...], flow: Flow, *, truth: bool) -> tuple[Typed, ...]:
        """Type the operands of `&&` (`truth`) or `||`: each is only reached if those before it left the matter open."""
        typed = []
        for operand in operands:
            typed.append(self.condition(operand, flow))
            flow = flow.given(operand, truth)
        return tuple(typed)

    def conditional(self, node: Conditional, flow: Flow, use: Use) -> Typed:
        test = self.condition(node.condition, flow)
        then = self.check(node.then, flow.given(node.condition, True), use)
        otherwise = self.check(node.otherwise, flow.given(node.condition, False), use)
        slot = unite(then.slot, otherwise.slot)
        if slot is None:
            message = f"one branch is {describe(then.slot.type)}, the other {describe(otherwise.slot.type)}"
            return self.broken("type-mismatch", message, node.otherwise, hint="give both the same type")
        return Typed(node, slot, (test, then, otherwise))

    def list(self, node: Node, items: list[Typed]) -> Typed:
        return Typed(node, Slot(ListType(replace(united([item.slot for item in items]), absent=False))), tuple(items))

    def map(self, node: MapLiteral, flow: Flow) -> Typed:
        fields: dict[str, Slot] = {}
        rest: list[Slot] = []
        typed: list[Typed] = []
        for key, value in node.entries:
            typed += [self.check(key, flow), self.check(value, flow, Use.PASSING)]
            slot = typed[-1].slot
            if not isinstance(typed[-2].slot.type, StringType | DynType):
                self.report("type-mismatch", f"a key is {describe(typed[-2].slot.type)}, not a string", key)
            elif not isinstance(key, StringLiteral):
                rest.append(replace(slot, absent=False))
            elif key.value in fields:
                self.report("type-mismatch", f"the key `{key.value}` is given twice", key, hint="remove one of them")
            else:
                fields[key.value] = slot
        return Typed(node, Slot(MapType(fields, united(rest) if rest else None)), tuple(typed))
