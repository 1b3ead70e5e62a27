"""Compares translations with two implementations of CEL that share no code with ours.

Scopes, values and expressions are generated; where both sides give a value, the values must be the same, of the same
type. Ours may stop with an error where CEL's `&&` and `||` pass over one, as translations evaluate from left to right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import cel
import celpy
import pytest
from celpy.adapter import json_to_cel
from celpy.evaluation import CELEvalError
from evaluation import run, scope_of
from generation import Case, Features, Spelling, cases
from hypothesis import HealthCheck, Phase, given, settings
from pactwright.expr import Scope, infer, parse, translate
from pactwright.runtime.expressions import ABSENT, ExpressionError

FAILED = object()
ENVIRONMENT = celpy.Environment()
Program = Callable[[Mapping[str, Any]], Any]


def rust(text: str) -> Program:
    """The `cel` package, written in Rust."""
    program = cel.compile(text)

    def evaluate(values: Mapping[str, Any]) -> Any:
        try:
            return program.execute(dict(values))
        except (RuntimeError, ValueError, TypeError, ArithmeticError, LookupError):
            return FAILED

    return evaluate


def python(text: str) -> Program:
    """The `celpy` package, written in Python."""
    program = ENVIRONMENT.program(ENVIRONMENT.compile(text))

    def evaluate(values: Mapping[str, Any]) -> Any:
        try:
            return plain(program.evaluate({name: json_to_cel(value) for name, value in values.items()}))
        except CELEvalError:
            return FAILED

    return evaluate


def plain(value: Any) -> Any:
    match value:
        case celpy.celtypes.BoolType():
            return bool(value)
        case celpy.celtypes.IntType():
            return int(value)
        case celpy.celtypes.DoubleType():
            return float(value)
        case celpy.celtypes.StringType():
            return str(value)
        case list():
            return [plain(item) for item in value]
        case _:
            return value


def ours(text: str, scope: Scope) -> Program:
    code = translate(infer(parse(text), scope), scope)

    def evaluate(values: Mapping[str, Any]) -> Any:
        try:
            return run(code, values)
        except ExpressionError:
            return FAILED

    return evaluate


def identical(first: Any, second: Any) -> bool:
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(identical, first, second))
    return type(first) is type(second) and bool(first == second)


def absorbs_errors(text: str) -> bool:
    return any(sign in text for sign in ("&&", "||", ".all(", ".exists("))


@dataclass(frozen=True)
class Oracle:
    """An implementation of CEL, what it can be asked, and whether it only fails where it should."""

    program: Callable[[str], Program]
    features: Features
    reliable: bool = True

    def verdict(self, spelling: Spelling, mine: Any, theirs: Any) -> str:
        assert mine is not ABSENT
        if theirs is FAILED:
            assert mine is FAILED or not self.reliable, f"we give {mine!r}, CEL fails"
            return "both failed" if mine is FAILED else "only theirs failed"
        if mine is FAILED:
            assert absorbs_errors(spelling.ours), f"we fail, CEL gives {theirs!r}"
            return "only ours failed"
        assert identical(mine, theirs), f"we give {mine!r}, CEL gives {theirs!r}"
        return "same"

    def compare(self, case: Case) -> Iterator[str]:
        scope = scope_of(case.names)
        for _, spelling in case.expressions:
            mine, theirs = ours(spelling.ours, scope), self.program(spelling.oracle)
            for values in case.inputs:
                yield self.verdict(spelling, mine(values), theirs(values))


# Left out, as the oracles themselves are off: counting anything but ASCII (rust counts bytes), negating the least
# integer (rust wraps), comparing a double with an integer beyond 2^53 (rust rounds), most of null in celpy.
RUST = Oracle(rust, Features())
RUST_WITH_ERRORS = Oracle(rust, Features(fail=True, mixed=False))
PYTHON = Oracle(python, Features(wide=True, mixed=False, nulls=False, three=False), reliable=False)


@pytest.mark.parametrize(
    ("oracle", "examples"),
    [(RUST, 150), (RUST_WITH_ERRORS, 80), (PYTHON, 30)],
    ids=["rust", "rust, errors included", "python, any text"],
)
def test_same_as_cel(oracle: Oracle, examples: int) -> None:
    counts: Counter[str] = Counter()

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(cases(oracle.features, expressions=6, inputs=3))
    def check(case: Case) -> None:
        counts.update(oracle.compare(case))

    check()
    assert counts["same"] > examples * 6 * 3 * 0.8
    assert counts["only ours failed"] + counts["only theirs failed"] < counts.total() / 20
