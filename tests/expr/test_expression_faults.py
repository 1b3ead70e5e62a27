"""Every kind of fault: the rule, the place it shows, the words, and the advice."""

from __future__ import annotations

import pathlib

import pytest
from pactwright.expr import ExpressionFaults, Fault, Scope, infer, infer_condition, infer_text, parse
from schemas import SCOPE


def faults_of(text: str, *, passing: bool = False, scope: Scope = SCOPE) -> tuple[Fault, ...]:
    try:
        infer(parse(text), scope, passing=passing)
    except ExpressionFaults as error:
        return error.faults
    return ()


def test_faults() -> None:
    """`faults.txt` shows expressions and, under each, where and what its faults are, in reading order."""
    table = (pathlib.Path(__file__).parent / "faults.txt").read_text(encoding="utf-8")
    texts = [case.split("\n", 1)[0] for case in table.split("\n\n")]
    assert "\n".join(map(shown, texts)) == table
    assert len(texts) > 100


def shown(text: str) -> str:
    faults = faults_of(text)
    marks = (f"{' ' * fault.offset}{'^' * fault.length} {fault.rule}: {fault.message}\n" for fault in faults)
    return f"{text}\n{''.join(marks)}"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("owner", "did you mean `args.owner`?"),
        ("isue.title", "did you mean `issue`?"),
        ("args.ower", "did you mean `owner`?"),
        ("args.zzz", None),
        ("args.state", "guard it: `has(args.state) && …`, or use `coalesce(path, fallback)`"),
        ("args.state == 'a'", "guard it: `has(args.state) && …` or `!has(args.state) || …`"),
        ("issue.body", "guard it: `issue.body != null && …`, or use `coalesce(path, fallback)`"),
        ("args.owner && args.flag", "compare it: `args.owner != ''`; for a fallback write `coalesce(args.owner, …)`"),
        ("!issue.names", "compare its size: `size(issue.names) > 0`"),
        ("!args.number", "compare it: `args.number != 0`"),
        ("args.number + 1.5", "convert one: `double(x)` or `int(x)`"),
        ("args.owner + args.number", "convert one: `string(x)`"),
        ("'a' in args.owner", "write `text.contains(part)`"),
        ("issue.names.contains('a')", "write `value in list`"),
        ("args.owner.size()", "write `size(x)`"),
        ("len(args.owner)", "write `size(x)`"),
        ("args.owner.toLowerCase()", "write `text.lowerAscii()`"),
        ("args.owner.replce('a', 'b')", "did you mean `replace`?"),
        ("any(issue.names)", "write `xs.exists(x, condition)`"),
        ("issue.any + issue.any", "say which: `int(x)`, `double(x)` or `string(x)`"),
    ],
)
def test_hint(text: str, hint: str | None) -> None:
    assert faults_of(text)[0].hint == hint


@pytest.mark.parametrize(
    "text",
    [
        "nme.a.b.c[0].d(1)" ,
        "size(nme) + 1 > nme * 2.0",
        "nme.map(x, x.y).filter(z, z.a && z)",
        "nme ? nme.a : nme.b",
    ],
)  # fmt: skip
def test_one_mistake_is_not_reported_as_others(text: str) -> None:
    assert {fault.rule for fault in faults_of(text)} <= {"unknown-name", "unknown-function"}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("args.owner", "condition-not-boolean"),
        ("args.number", "condition-not-boolean"),
        ("issue.labels", "condition-not-boolean"),
        ("has(args.state) ? args.state : 'x'", "condition-not-boolean"),
        ("null", "expression-may-be-null"),
        ("args.state", "expression-may-be-absent"),
    ],
)
def test_conditions(text: str, rule: str) -> None:
    with pytest.raises(ExpressionFaults) as caught:
        infer_condition(parse(text), SCOPE)
    assert rule in [fault.rule for fault in caught.value.faults]


@pytest.mark.parametrize("text", ["args.flag", "!args.flag", "issue.any", "has(args.state) && args.state == 'a'"])
def test_good_conditions(text: str) -> None:
    infer_condition(parse(text), SCOPE)


@pytest.mark.parametrize(
    ("text", "rule", "message"),
    [
        ("issue.names", "not-text", "a list cannot be put into text"),
        ("args", "not-text", "an object cannot be put into text"),
        ("{'a': 1}", "not-text", "an object cannot be put into text"),
        ("null", "not-text", "null is no text"),
        ("args.state", "expression-may-be-absent", "`args.state` may be absent"),
        ("issue.body", "expression-may-be-null", "`issue.body` may be null"),
    ],
)
def test_text(text: str, rule: str, message: str) -> None:
    with pytest.raises(ExpressionFaults) as caught:
        infer_text(parse(text), SCOPE)
    assert [(fault.rule, fault.message) for fault in caught.value.faults] == [(rule, message)]


@pytest.mark.parametrize("text", ["args.owner", "args.number", "args.flag", "issue.score", "issue.any", "size(args)"])
def test_good_text(text: str) -> None:
    infer_text(parse(text), SCOPE)


@pytest.mark.parametrize("text", ["now()", "version('v', issue)"])
def test_functions_of_the_call_need_one(text: str) -> None:
    scope = Scope(SCOPE.names, SCOPE.python, calls={})
    assert [fault.rule for fault in faults_of(text, scope=scope)] == ["unknown-function"]
    assert faults_of(text) == ()
