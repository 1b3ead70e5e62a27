"""What typing promises holds: no error but an ExpressionError, and nothing absent, null or of another type.

Expressions grow from a pool: forms are filled with what has been accepted before, and whatever is accepted again is
evaluated with hostile values that fit the schemas, and joins the pool.
"""

from __future__ import annotations

import pathlib
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from evaluation import run
from pactwright.expr import (
    BoolType,
    DoubleType,
    ExpressionFaults,
    IntType,
    ListType,
    MapType,
    NullType,
    Slot,
    StringType,
    Type,
    Typed,
    infer,
    infer_condition,
    infer_text,
    parse,
    translate,
    translate_text,
)
from pactwright.runtime.expressions import ABSENT, ExpressionError
from schemas import SCOPE

PARTS = (pathlib.Path(__file__).parent / "parts.txt").read_text(encoding="utf-8").strip().split("\n\n")
PATHS, LITERALS, FORMS = (block.splitlines() for block in PARTS)


def grown(seed: int, attempts: int) -> Iterator[tuple[str, Typed]]:
    """Yield accepted expressions, each made of accepted ones."""
    chance = random.Random(seed)
    pool = [*PATHS, *LITERALS]
    for number in range(attempts):
        text = chance.choice(FORMS)
        path = chance.choice(PATHS)
        for sign, filling in (("P", path), ("V", f"v{number}"), ("W", f"w{number}")):
            text = text.replace(sign, filling)
        for hole in ("$0", "$1", "$2"):
            part = chance.choice(pool if chance.random() < 0.6 else [*PATHS, *LITERALS])
            text = text.replace(hole, part if part in PATHS or part in LITERALS else f"({part})")
        if len(text) > 300:
            continue
        try:
            typed = infer(parse(text), SCOPE, passing=True)
        except ExpressionFaults:
            continue
        pool.append(text)
        yield text, typed


class Values:
    """Values that fit the schemas, as awkward as JSON allows."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def all(self) -> dict[str, Any]:
        values: dict[str, Any] = {name: self.slot(SCOPE.names[name]) for name in ("args", "issue", "found")}
        values["call"] = SimpleNamespace(request_id="r1", tool="t", now=lambda: "2024-01-01", version=lambda *_: "v1")
        for name in ("on", "off", "given", "chained", "late"):
            slot = SCOPE.names[name]
            assert slot.when is not None
            runs = run(translate(infer_condition(slot.when, SCOPE), SCOPE), values)
            values[name] = self.value(slot.type) if runs else ABSENT
        return values

    def slot(self, slot: Slot) -> Any:
        if slot.absent and self.chance.random() < 0.5:
            return ABSENT
        return None if slot.null and self.chance.random() < 0.5 else self.value(slot.type)

    def value(self, kind: Type) -> Any:
        pick = self.chance.choice
        match kind:
            case BoolType():
                return pick((True, False))
            case IntType():
                return pick((0, 1, 2, 1.0, -3.0, 2**63 - 1, -(2**63), 10**30, 1e300))
            case DoubleType():
                return pick((0, 0.0, -2.5, 7, 1e308, 10**400, 5e-324))
            case StringType():
                return pick(("", "a", "k", "open", "a\nb", "é😀", "12", "1e5", " a "))
            case ListType(item=item):
                return [self.slot(item) for _ in range(pick((0, 1, 3)))]
            case MapType(fields=fields, rest=rest):
                made = {name: self.slot(slot) for name, slot in fields.items()}
                made |= {"k": self.slot(rest)} if rest and pick((True, False)) else {}
                return {name: item for name, item in made.items() if item is not ABSENT}
            case _:
                return pick((1, 1.5, True, "a", [], [1, "a", None], {}, {"k": 1}, {"k": {"k": ["x"]}}, {"k": [True]}))


def fits(value: Any, slot: Slot) -> bool:
    if value is ABSENT or value is None:
        return slot.absent if value is ABSENT else slot.null
    number = isinstance(value, int | float) and not isinstance(value, bool)
    match slot.type:
        case BoolType():
            return isinstance(value, bool)
        case IntType():
            return number and value == int(value)
        case DoubleType():
            return number
        case StringType():
            return isinstance(value, str)
        case ListType(item=item):
            return isinstance(value, list) and all(fits(element, item) for element in value)
        case MapType(fields=fields, rest=rest):
            there = isinstance(value, dict) and all(name in value or slot.absent for name, slot in fields.items())
            slots = {**dict.fromkeys(value, rest), **fields}
            named = [(item, slots[name]) for name, item in value.items()]
            return there and all(fits(item, known) for item, known in named if known is not None)
        case NullType():
            return False
        case _:
            return True


@pytest.mark.parametrize("seed", range(3))
def test_typing_keeps_its_promises(seed: int) -> None:
    values = [Values(seed * 10 + number).all() for number in range(5)]
    accepted = given = 0
    for text, typed in grown(seed, 3000):
        accepted += 1
        code = translate(typed, SCOPE)
        for each in values:
            try:
                result = run(code, each)
            except ExpressionError:
                continue
            given += 1
            assert fits(result, typed.slot), f"{text} gives {result!r}, not {typed.slot}"
    assert accepted > 400
    assert given > 1200


def test_text_is_always_text() -> None:
    values = [Values(number).all() for number in range(4)]
    made = 0
    for text, _ in grown(99, 1500):
        try:
            code = translate_text(["a{", infer_text(parse(text), SCOPE), '"\\'], SCOPE)
        except ExpressionFaults:
            continue
        for each in values:
            try:
                result = run(code, each)
            except ExpressionError:
                continue
            made += 1
            assert isinstance(result, str)
            assert result.startswith("a{")
            assert result.endswith('"\\')
    assert made > 300
