"""How translations read, and that they use what they say they use."""

from __future__ import annotations

import ast
import builtins
import pathlib

import pytest
from evaluation import INT, record, run
from hypothesis import given
from hypothesis import strategies as st
from pactwright.expr import ExpressionFaults, Python, Root, Scope, Slot, infer, parse, python_name, translate
from pactwright.expr.python import HELPERS, RESERVED, string_literal
from pactwright.runtime import expressions
from schemas import SCOPE

TABLE = (pathlib.Path(__file__).parent / "translations.txt").read_text(encoding="utf-8")
CASES = [tuple(case.rstrip("\n").split("\n    ")) for case in TABLE.split("\n\n")]


def python_of(text: str) -> Python:
    return translate(infer(parse(text), SCOPE), SCOPE)


@pytest.mark.parametrize(("text", "source"), CASES, ids=[case[0] for case in CASES])
def test_reads_like_this(text: str, source: str) -> None:
    if source.startswith("expression-"):
        with pytest.raises(ExpressionFaults) as caught:
            python_of(text)
        assert caught.value.faults[0].rule == source
    else:
        assert python_of(text).source == source


@pytest.mark.parametrize("text", [text for text, source in CASES if not source.startswith("expression-")])
def test_imports_are_exactly_what_is_used(text: str) -> None:
    code = python_of(text)
    tree = ast.parse(code.source, mode="eval")
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - bound
    roots = {root.source for root in SCOPE.python.values()}
    assert used - roots - set(dir(builtins)) == code.imports


@pytest.mark.parametrize("text", [text for text, source in CASES if not source.startswith("expression-")])
def test_binding_is_that_of_the_outermost_operator(text: str) -> None:
    code = python_of(text)
    alone, inside = ast.parse(code.source, mode="eval").body, ast.parse(f"{code.source} .x", mode="eval").body
    stands_before_a_dot = isinstance(inside, ast.Attribute) and ast.dump(inside.value) == ast.dump(alone)
    assert code.atomic == stands_before_a_dot


def test_everything_a_translation_can_import_exists() -> None:
    assert set(expressions.__all__) - {"Absent", "ExpressionError"} == HELPERS
    assert all(hasattr(expressions, name) for name in expressions.__all__)
    assert set(dir(builtins)) >= RESERVED - HELPERS


def test_macro_variables_hide_nothing() -> None:
    for name in ("issue", "call", "all", "len", "path", "has", "is", "None_", "print", "args_"):
        if name not in SCOPE.names:
            code = python_of(f"issue.names.all({name}, size({name}) > args.number && {name} != now())")
            assert code.source.startswith("all(len(")
            assert f" for {name}_ in " in code.source or f" for {name} in " in code.source


def test_a_name_never_hides_what_translations_use() -> None:
    names = ["any", "path", "has", "is", "issue"]
    assert [python_name(name) for name in names] == ["any_", "path_", "has_", "is_", "issue"]
    scope = Scope({name: Slot(record(id=INT)) for name in names}, {name: Root(python_name(name)) for name in names})
    code = translate(infer(parse("[any.id, path.id].exists(x, has(has.id) && x == issue.id)"), scope), scope)
    assert run(code, {python_name(name): {"id": 1} for name in names}) is True


@given(st.text())
def test_text_stays_text(text: str) -> None:
    for quote in ("", "'", '"'):
        tree = ast.parse(string_literal(text, quote), mode="eval").body
        assert isinstance(tree, ast.Constant)
        assert tree.value == text


@given(st.text(), st.text(alphabet="'\"\\\n{}#\x00a", max_size=8))
def test_literals_never_become_code(first: str, second: str) -> None:
    literal = "'" + "".join(f"\\U{ord(sign):08x}" for sign in first + second if not "\ud800" <= sign <= "\udfff") + "'"
    code = translate(infer(parse(f"{literal} == '' || {literal}.contains({literal})"), Scope({})), Scope({}))
    tree = ast.parse(code.source, mode="eval")
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert texts <= {first + second, ""}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Name | ast.Attribute)]
    assert all(sign.isprintable() for sign in code.source)


@pytest.mark.parametrize(
    ("form", "innermost"),
    [
        ("-({})", "issue.score"),
        ("1 - ({})", "args.number"),
        ("1.5 - ({})", "issue.score"),
        ("!({} && args.flag)", "args.flag"),
        ("args.flag ? 'a' : ({})", "args.owner"),
        ("(args.flag ? ({}) : 'a')", "args.owner"),
        ("[{}]", "1"),
        ("{{'k': {}}}", "args.state"),
        ("{{args.owner: {}, 'k': 1}}", "args.state"),
        ("cut({}, 3)", "issue.any"),
        ("string(size({}))", "issue.any"),
        ("({}).replace('a', 'b', 1)", "issue.any"),
        ("coalesce(args.state, {})", "args.owner"),
        ("({} + 'a')", "issue.any"),
        ("[1].map(x{0}, {1})", "1"),
        ("({1}).map(x{0}, x{0})", "issue.any"),
        ("({1}).filter(x{0}, x{0} == 1)", "issue.any"),
    ],
)
def test_python_can_read_the_deepest_expression(form: str, innermost: str) -> None:
    text, level = innermost, 0
    while True:
        numbered = "{0}" in form
        deeper = form.format(level, text) if numbered else form.format(text)
        try:
            parse(deeper)
        except ExpressionFaults:
            break
        text, level = deeper, level + 1
    assert level >= 16
    code = translate(infer(parse(text), SCOPE), SCOPE)
    compile(code.source, "<expression>", "eval")
    compile(f"def f():\n    return [({{1: ({code.source})}})]", "<module>", "exec")
