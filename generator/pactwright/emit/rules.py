"""Rules between arguments as statements of a tool's `rules` method."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.emit.python import negated_code
from pactwright.expr.python import Binding
from pactwright.model.tools import AtLeastOne, Disjoint, Exclusive, OnlyIf, OnlyWith, Require, Rule, Together


def rule_statements(rules: tuple[Rule, ...]) -> Iterator[str]:
    """Yield a statement per rule."""
    for rule in rules:
        match rule:
            case Exclusive(groups=groups):
                yield f"yield from exclusive(args, {', '.join(map(repr, groups))})"
            case Together(arguments=arguments):
                yield f"yield from together(args, {_names(arguments)})"
            case AtLeastOne(arguments=arguments):
                yield f"yield from at_least_one(args, {_names(arguments)})"
            case Disjoint(left=left, right=right):
                yield f"yield from disjoint(args, {left!r}, {right!r})"
            case OnlyWith(argument=argument, other=other):
                yield f"yield from only_with(args, {argument!r}, {other!r})"
            case OnlyIf(argument=argument, condition=condition, says=says):
                yield f"if {argument!r} in args and {negated_code(condition).at(Binding.NOT)}:"
                yield f"    yield Violation(fields=({argument!r},), reason={says!r})"
            case Require(condition=condition, fields=fields, says=says, code=code):
                given = "" if code is None else f", code={code!r}"
                yield f"if {negated_code(condition).source}:"
                yield f"    yield Violation(fields={fields!r}, reason={says!r}{given})"


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(map(repr, names))
