"""Generates scopes, values that fit them, and well-typed expressions over them, each in two spellings.

One spelling is ours, the other is for an implementation of CEL that knows nothing of presence: `has` of ours, which is
false for null and goes through several levels, becomes `"b" in a && a.b != null`, and `coalesce` becomes a conditional.
Operators are written with as few parentheses as CEL's precedence allows, so that the parser is compared as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from evaluation import BOOL, DOUBLE, DYN, INT, STRING
from hypothesis import strategies as st
from pactwright.expr import BoolType, DoubleType, IntType, ListType, MapType, Slot, StringType, Type

TERNARY, OR, AND, RELATION, SUM, PRODUCT, UNARY, MEMBER = range(8)
SCALARS: tuple[Type, ...] = (INT, STRING, BOOL, DOUBLE)
WORDS = ("", "a", "ab", "open", "Closed", "x y", "it's", '"', "\\d", "a.b", "${x}", "{}", "\n")
WIDE_WORDS = (*WORDS, "é", "ß", "😀", "日本", "\u202e")
NUMBERS = (0, 1, 2, 3, 7, -1, -5, 10, 100, -1000)
EDGES = (2**63 - 1, 1 - 2**63, 2**62, 10**18, 9007199254740993)
FRACTIONS = (0.0, 1.0, -1.0, 0.5, 2.5, -7.25, 100.0, 1e6)
PATTERNS = ("a", "^a", "b$", "^$", "[a-c]+", "o.en", "x|y", "a{2}", "(ab)?c", "[^a]", "\\\\d", "(?i)CLOSED")


@dataclass(frozen=True)
class Place:
    """A path in reach: its text, its type, and the oracle's tests for whether it is there."""

    text: str
    kind: Type
    tests: tuple[str, ...] = ()
    null_only: bool = False


@dataclass(frozen=True)
class Spelling:
    """An expression in both spellings, and how tightly its outermost operator binds."""

    ours: str
    oracle: str
    level: int = MEMBER


@dataclass(frozen=True)
class Features:
    """What is generated: `wide` text, what can `fail`, comparisons of `mixed` numbers, `nulls`, `three` part maps."""

    wide: bool = False
    fail: bool = False
    mixed: bool = True
    nulls: bool = True
    three: bool = True


class Generator:
    """Makes one scope and expressions over it; `pick(n)` chooses one of n ways, the first being the simplest."""

    def __init__(self, pick: Callable[[int], int], features: Features) -> None:
        self.pick = pick
        self.features = features
        self.words = WIDE_WORDS if features.wide else WORDS
        self.variables = 0

    def of(self, items: Any) -> Any:
        return items[self.pick(len(items))]

    def chance(self, one_in: int) -> bool:
        return self.pick(one_in) == one_in - 1

    # -- Scopes and values

    def slot(self, depth: int) -> Slot:
        presence = self.pick(6)
        slot = Slot(self.kind(depth), absent=presence in (3, 5), null=presence in (4, 5))
        return slot if self.features.nulls else replace(slot, absent=False, null=False)

    def kind(self, depth: int) -> Type:
        choice = self.pick(7 if depth else 5)
        if choice < 4:
            return SCALARS[choice]
        if choice == 4:
            return ListType(Slot(self.of(SCALARS)))
        if choice == 5:
            return self.record(depth - 1)
        return ListType(Slot(self.record(depth - 1)))

    def record(self, depth: int) -> MapType:
        names = ("a", "b", "c", "package", "x-y")
        return MapType({name: self.slot(depth) for name in names[: 1 + self.pick(len(names))]})

    def scope(self) -> dict[str, Slot]:
        names = {name: Slot(self.record(2)) for name in ("args", "step")[: 1 + self.pick(2)]}
        names["n"], names["xs"] = Slot(INT), Slot(ListType(Slot(self.of(SCALARS))))
        if self.features.mixed:
            names["some"] = Slot(DYN)
        return names

    def values(self, names: dict[str, Slot]) -> dict[str, Any]:
        return {name: self.value(slot.type) for name, slot in names.items()}

    def value(self, kind: Type) -> Any:
        match kind:
            case IntType():
                return self.of(NUMBERS + EDGES if self.features.fail else NUMBERS)
            case DoubleType():
                return self.of(FRACTIONS)
            case BoolType():
                return bool(self.pick(2))
            case StringType():
                return self.of(self.words)
            case ListType(item=item):
                return [self.value(item.type) for _ in range(self.pick(4))]
            case MapType(fields=fields):
                return {
                    name: None if slot.null and self.chance(2) else self.value(slot.type)
                    for name, slot in fields.items()
                    if not (slot.absent and self.chance(2))
                }
            case _:
                return self.value(self.kind(1))

    # -- Expressions

    def expression(self, kind: Type, places: list[Place], fuel: int) -> Spelling:
        """Return an expression of a type."""
        if fuel <= 0:
            return self.simple(kind, places)
        match self.pick(6):
            case 0:
                return self.simple(kind, places)
            case 1 if guarded := self.guarded(kind, places, fuel):
                return guarded
            case 2:
                test = self.expression(BOOL, places, fuel - 1)
                then, other = self.expression(kind, places, fuel - 1), self.expression(kind, places, fuel - 1)
                return self.join("$0 ? $1 : $2", TERNARY, (test, OR), (then, OR), (other, TERNARY))
            case _:
                return self.operation(kind, places, fuel - 1)

    def simple(self, kind: Type, places: list[Place]) -> Spelling:
        known = [place for place in places if place.kind == kind and not place.tests]
        if known and not self.chance(3):
            text = self.of(known).text
            return Spelling(text, text)
        return self.literal(kind)

    def literal(self, kind: Type) -> Spelling:
        match kind:
            case ListType(item=item):
                items = [self.literal(item.type) for _ in range(self.pick(3))]
                form = ", ".join(f"${i}" for i in range(len(items)))
                return self.join(f"[{form}]", MEMBER, *((x, 0) for x in items))
            case MapType(fields=fields):
                literals = [self.literal(slot.type) for slot in fields.values()]
                inner = ", ".join(f"{quoted(name)}: ${i}" for i, name in enumerate(fields))
                return self.join(f"{{{inner}}}", MEMBER, *((x, 0) for x in literals))
            case _:
                value = self.value(kind)
        text = quoted(value) if isinstance(value, str) else str(value).lower()
        return Spelling(text, text, UNARY if text.startswith("-") else MEMBER)

    def guarded(self, kind: Type, places: list[Place], fuel: int) -> Spelling | None:
        """Use a path that may be absent or null behind one of the guards."""
        open_places = [place for place in places if place.tests and place.kind == kind]
        if not open_places:
            return None
        place: Place = self.of(open_places)
        sure = [replace(other, tests=()) if other == place else other for other in places]
        test = Spelling(f"has({place.text})", " && ".join(place.tests), AND if len(place.tests) > 1 else RELATION)
        if place.null_only and self.chance(2):
            test = Spelling(f"{place.text} != null", f"{place.text} != null", RELATION)
        match self.pick(4 if kind == BOOL else 2):
            case 0:
                fallback = self.expression(kind, places, fuel - 1)
                ours = self.join("coalesce($0, $1)", MEMBER, (Spelling(place.text, ""), 0), (fallback, 0)).ours
                oracle = self.join(
                    "$0 ? $1 : $2", TERNARY, (test, OR), (same(place.text), OR), (fallback, TERNARY)
                ).oracle
                return Spelling(ours, f"({oracle})")
            case 1:
                then, other = self.expression(kind, sure, fuel - 1), self.expression(kind, places, fuel - 1)
                return self.join("$0 ? $1 : $2", TERNARY, (test, OR), (then, OR), (other, TERNARY))
            case 2:
                return self.join("$0 && $1", AND, (test, AND), (self.expression(BOOL, sure, fuel - 1), RELATION))
            case _:
                negated = self.join("!$0", UNARY, (replace(test, level=min(test.level, AND)), MEMBER))
                if test.ours.startswith("has("):
                    negated = Spelling(f"!{test.ours}", f"!({test.oracle})", UNARY)
                return self.join("$0 || $1", OR, (negated, OR), (self.expression(BOOL, sure, fuel - 1), AND))

    def operation(self, kind: Type, places: list[Place], fuel: int) -> Spelling:
        match kind:
            case IntType():
                return self.integer(places, fuel)
            case DoubleType():
                return self.double(places, fuel)
            case StringType():
                return self.string(places, fuel)
            case BoolType():
                return self.boolean(places, fuel)
            case ListType(item=item):
                return self.listing(item.type, places, fuel)
            case _:
                return self.simple(kind, places)

    def integer(self, places: list[Place], fuel: int) -> Spelling:
        def part() -> Spelling:
            return self.expression(INT, places, fuel)

        match self.pick(7 if self.features.fail else 5):
            case 0:
                return self.join("$0 + $1", SUM, (part(), SUM), (part(), PRODUCT))
            case 1:
                return self.join("$0 - $1", SUM, (part(), SUM), (part(), PRODUCT))
            case 2:
                return self.join("$0 * $1", PRODUCT, (part(), PRODUCT), (self.literal(INT), UNARY))
            case 3:
                sized = self.of(
                    (STRING, ListType(Slot(self.of(SCALARS)))) if not self.features.wide else (ListType(Slot(INT)),)
                )
                return self.join("size($0)", MEMBER, (self.expression(sized, places, fuel), 0))
            case 4 if not self.features.fail:
                return self.join("-$0", UNARY, (part(), MEMBER))
            case 4 | 5:
                return self.join("$0 " + self.of("/%") + " $1", PRODUCT, (part(), PRODUCT), (part(), UNARY))
            case _:
                source = self.expression(self.of((DOUBLE, STRING, INT)), places, fuel)
                return self.join("int($0)", MEMBER, (source, 0))

    def double(self, places: list[Place], fuel: int) -> Spelling:
        first, second = self.expression(DOUBLE, places, fuel), self.expression(DOUBLE, places, fuel)
        match self.pick(5):
            case 0:
                return self.join("$0 " + self.of("+-") + " $1", SUM, (first, SUM), (second, PRODUCT))
            case 1:
                return self.join("$0 * $1", PRODUCT, (first, PRODUCT), (second, UNARY))
            case 2:
                return self.join("$0 / 4.0", PRODUCT, (first, PRODUCT))
            case 3:
                return self.join("double($0)", MEMBER, (self.expression(INT, places, fuel), 0))
            case _:
                return self.join("-$0", UNARY, (first, MEMBER))

    def string(self, places: list[Place], fuel: int) -> Spelling:
        if self.chance(4):
            return self.join("string($0)", MEMBER, (self.expression(self.of((INT, STRING)), places, fuel), 0))
        first, second = self.expression(STRING, places, fuel), self.expression(STRING, places, fuel)
        return self.join("$0 + $1", SUM, (first, SUM), (second, PRODUCT))

    def boolean(self, places: list[Place], fuel: int) -> Spelling:
        def part(kind: Type) -> Spelling:
            return self.expression(kind, places, fuel)

        match self.pick(11 if self.features.nulls else 9):
            case 0:
                return self.join("$0 && $1", AND, (part(BOOL), AND), (part(BOOL), RELATION))
            case 1:
                return self.join("$0 || $1", OR, (part(BOOL), OR), (part(BOOL), AND))
            case 2:
                return self.join("!$0", UNARY, (part(BOOL), MEMBER))
            case 3:
                kind = self.of((INT, DOUBLE, STRING))
                other = self.of((INT, DOUBLE)) if kind != STRING and self.features.mixed else kind
                operator = self.of(("<", "<=", ">", ">="))
                return self.join(f"$0 {operator} $1", RELATION, (part(kind), RELATION), (part(other), SUM))
            case 4:
                kind = self.of((*SCALARS, ListType(Slot(self.of((INT, STRING))))))
                return self.join(f"$0 {self.equality()} $1", RELATION, (part(kind), RELATION), (part(kind), SUM))
            case 5:
                kind = self.of((INT, STRING))
                return self.join("$0 in $1", RELATION, (part(kind), RELATION), (part(ListType(Slot(kind))), SUM))
            case 6:
                name = self.of(("startsWith", "endsWith", "contains"))
                return self.join(f"$0.{name}($1)", MEMBER, (part(STRING), MEMBER), (part(STRING), 0))
            case 7:
                return self.join(f"$0.matches('{self.of(PATTERNS)}')", MEMBER, (part(STRING), MEMBER))
            case 8:
                return self.quantified(places, fuel)
            case 9:
                return self.presence(places)
            case _:
                return self.equality_with_null(places, fuel)

    def equality(self) -> str:
        return "==" if self.pick(2) == 0 else "!="

    def presence(self, places: list[Place]) -> Spelling:
        open_places = [place for place in places if place.tests]
        if not open_places:
            return self.literal(BOOL)
        place: Place = self.of(open_places)
        return Spelling(f"has({place.text})", f"({' && '.join(place.tests)})")

    def equality_with_null(self, places: list[Place], fuel: int) -> Spelling:
        """Compare what may be null, or is of any type, with null or with something of any type at all."""
        found = [place for place in places if place.null_only or (place.kind == DYN and not place.tests)]
        if not found:
            return self.literal(BOOL)
        place: Place = self.of(found)
        other = Spelling("null", "null")
        if self.chance(2):
            other = self.expression(self.kind(1) if place.kind == DYN else place.kind, places, fuel)
        return self.join(f"$0 {self.equality()} $1", RELATION, (same(place.text), RELATION), (other, SUM))

    def quantified(self, places: list[Place], fuel: int) -> Spelling:
        name = self.of(("exists", "all", "exists_one"))
        source, variable, inner = self.source(places, fuel)
        body = self.expression(BOOL, inner, fuel)
        return self.join(f"$0.{name}({variable}, $1)", MEMBER, (source, MEMBER), (body, 0))

    def source(self, places: list[Place], fuel: int) -> tuple[Spelling, str, list[Place]]:
        """Return something to go over, the name of its elements, and what is in reach for each."""
        records = [place for place in places if isinstance(place.kind, ListType) and not place.tests]
        kind: Type = self.of(records).kind if records and self.chance(2) else ListType(Slot(self.of(SCALARS)))
        assert isinstance(kind, ListType)
        source = self.expression(kind, places, fuel)
        self.variables += 1
        variable = f"{self.of('vwz')}{self.variables}"
        return source, variable, [*places, *expand(variable, kind.item)]

    def listing(self, item: Type, places: list[Place], fuel: int) -> Spelling:
        kind = ListType(Slot(item))
        match self.pick(4):
            case 0:
                first, second = self.expression(kind, places, fuel), self.expression(kind, places, fuel)
                return self.join("$0 + $1", SUM, (first, SUM), (second, PRODUCT))
            case 1:
                source, variable, inner = self.source(places, fuel)
                body = self.expression(item, inner, fuel)
                return self.join(f"$0.map({variable}, $1)", MEMBER, (source, MEMBER), (body, 0))
            case 2 if self.features.three:
                source, variable, inner = self.source(places, fuel)
                test, body = self.expression(BOOL, inner, fuel), self.expression(item, inner, fuel)
                return self.join(f"$0.map({variable}, $1, $2)", MEMBER, (source, MEMBER), (test, 0), (body, 0))
            case _:
                self.variables += 1
                variable = f"v{self.variables}"
                test = self.expression(BOOL, [*places, *expand(variable, Slot(item))], fuel)
                filtered = self.expression(kind, places, fuel)
                return self.join(f"$0.filter({variable}, $1)", MEMBER, (filtered, MEMBER), (test, 0))

    def join(self, form: str, level: int, *parts: tuple[Spelling, int]) -> Spelling:
        """Fill a form with operands, in parentheses where one binds less tightly than its place needs."""
        wrap = self.chance(12)
        ours = [f"({part.ours})" if part.level < least or wrap else part.ours for part, least in parts]
        oracle = [f"({part.oracle})" if part.level < least else part.oracle for part, least in parts]
        return Spelling(filled(form, ours), filled(form, oracle), level)


def filled(form: str, parts: list[str]) -> str:
    return re.sub(r"\$(\d)", lambda found: parts[int(found.group(1))], form)


def same(text: str) -> Spelling:
    return Spelling(text, text)


def expand(text: str, slot: Slot, tests: tuple[str, ...] = (), depth: int = 3) -> Iterator[Place]:
    """Yield the path and all paths below it."""
    sure = not tests
    tests = (*tests, f"{text} != null") if slot.null else tests
    yield Place(text, slot.type, tests, null_only=sure and slot.null)
    if isinstance(slot.type, MapType) and depth:
        for name, field in slot.type.fields.items():
            below = f"{text}.{name}" if name.isidentifier() else f"{text}[{quoted(name)}]"
            there = (*tests, f"{quoted(name)} in {text}") if field.absent else tests
            yield from expand(below, field, there, depth - 1)


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


@dataclass(frozen=True)
class Case:
    """A scope, values that fit it, and expressions with their types."""

    names: dict[str, Slot]
    inputs: list[dict[str, Any]]
    expressions: list[tuple[Type, Spelling]]


@st.composite
def cases(draw: st.DrawFn, features: Features, *, expressions: int, inputs: int) -> Case:
    """Generate a case; every choice is one of hypothesis, so that failures shrink."""
    ways = {count: st.integers(0, count - 1) for count in range(1, 40)}
    generator = Generator(lambda count: draw(ways[count]), features)
    names = generator.scope()
    places = [place for name, slot in names.items() for place in expand(name, slot)]
    made = []
    for _ in range(expressions):
        kind = generator.of((BOOL, INT, STRING, DOUBLE, ListType(Slot(generator.of(SCALARS)))))
        made.append((kind, generator.expression(kind, places, 4)))
    return Case(names, [generator.values(names) for _ in range(inputs)], made)
