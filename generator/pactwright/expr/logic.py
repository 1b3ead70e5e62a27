"""Propositional reasoning over conditions: whether some of them leave no way for another to be false.

Whatever is no connective is an atom. The presence of a step is its `when`, and of what is inside it also its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from pactwright.expr.nodes import (
    And,
    BoolLiteral,
    Compare,
    Conditional,
    Has,
    Index,
    Name,
    Node,
    Not,
    Or,
    Select,
)
from pactwright.expr.paths import root_of
from pactwright.expr.types import ListType, Slot, field_of
from pactwright.records import dataclass

# All truth values are tried; beyond this many atoms nothing is concluded.
_MAX_ATOMS = 10
_OPPOSITES = {"!=": "==", ">=": "<", "<=": ">"}

Assignment = Mapping[Node, bool]


def implies(premises: Iterable[Node], goal: Node, names: Mapping[str, Slot]) -> bool:
    """Return whether `goal` is true wherever all premises are; False also where that would take too long to tell."""
    conclusion = _compile(goal, names)
    atoms = set(conclusion.atoms)
    if len(atoms) > _MAX_ATOMS:
        return False
    waiting = [_compile(part, names) for premise in premises for part in _conjuncts(premise)]
    formulas: list[_Formula] = []
    # Only premises that have to do with the goal can help; each may bring in others.
    while related := [item for item in waiting if _bears_on(item, atoms)]:
        formulas.append(related[0])
        waiting.remove(related[0])
        atoms |= related[0].atoms
    for values in itertools.product((True, False), repeat=len(atoms)):
        case = dict(zip(atoms, values, strict=True))
        if not conclusion.holds(case) and all(formula.holds(case) for formula in formulas):
            return False
    return True


def declared(path: Node, names: Mapping[str, Slot]) -> Slot | None:
    """Return the slot a path has by declaration alone."""
    match path:
        case Name(name=name):
            return names.get(name)
        case Select(operand=operand, field=key):
            base = declared(operand, names)
            return None if base is None else field_of(base.type, key)
        case Index(operand=operand):
            base = declared(operand, names)
            return replace(base.type.item, absent=True) if base and isinstance(base.type, ListType) else None
        case _:
            return None


def essential(path: Node, names: Mapping[str, Slot]) -> Node:
    """Return the part of a path on which its presence depends: later fields come with what they are fields of."""
    while isinstance(path, Select):
        slot = declared(path, names)
        if slot is None or slot.uncertain:
            break
        path = path.operand
    return path


@dataclass(frozen=True, slots=True)
class _Formula:
    """A condition as a function of its atoms."""

    atoms: frozenset[Node]
    holds: Callable[[Assignment], bool]


def _bears_on(formula: _Formula, atoms: set[Node]) -> bool:
    shared = formula.atoms & atoms or not formula.atoms
    return bool(shared) and len(formula.atoms | atoms) <= _MAX_ATOMS


def _conjuncts(premise: Node) -> Iterator[Node]:
    """Take a premise apart into as many as it is made of."""
    match premise:
        case And(operands=operands):
            for operand in operands:
                yield from _conjuncts(operand)
        case Not(operand=Or(operands=operands)):
            for operand in operands:
                yield from _conjuncts(Not(operand))
        case Not(operand=Not(operand=inner)):
            yield from _conjuncts(inner)
        case _:
            yield premise


def _compile(node: Node, names: Mapping[str, Slot]) -> _Formula:
    match node:
        case BoolLiteral(value=value):
            return _Formula(frozenset(), lambda _: value)
        case Not(operand=operand):
            inner = _compile(operand, names)
            return _Formula(inner.atoms, lambda case: not inner.holds(case))
        case And(operands=operands):
            return _join(all, [_compile(operand, names) for operand in operands])
        case Or(operands=operands):
            return _join(any, [_compile(operand, names) for operand in operands])
        case Conditional(condition=test, then=then, otherwise=otherwise):
            return _compile(Or((And((test, then)), And((Not(test), otherwise)))), names)
        case Compare(operator=operator, left=left, right=right) if operator in _OPPOSITES:
            return _compile(Not(Compare(_OPPOSITES[operator], left, right)), names)
        case Has(path=path):
            return _presence(essential(path, names), names)
        case _:
            return _atom(node)


def _join(every: Callable[[Iterable[bool]], bool], parts: list[_Formula]) -> _Formula:
    atoms = frozenset[Node]().union(*(part.atoms for part in parts))
    return _Formula(atoms, lambda case: every(part.holds(case) for part in parts))


def _presence(path: Node, names: Mapping[str, Slot]) -> _Formula:
    slot = names.get(root_of(path))
    if slot is None or slot.when is None:
        return _atom(Has(path))
    when = _compile(slot.when, names)
    return when if isinstance(path, Name) and not slot.null else _join(all, [when, _atom(Has(path))])


def _atom(node: Node) -> _Formula:
    return _Formula(frozenset({node}), lambda case: case[node])
