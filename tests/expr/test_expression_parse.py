"""The grammar: precedence, literals, positions, bounds, and what people type by mistake."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pactwright.expr import ExpressionFault, parse
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
    MacroKind,
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
    walk,
)

A, B, C, D = Name("a"), Name("b"), Name("c"), Name("d")
ONE, TWO = IntLiteral(1), IntLiteral(2)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("null", NullLiteral()),
        ("true", BoolLiteral(True)),
        ("a.true_", Select(A, "true_")),
        ("a.b.c", Select(Select(A, "b"), "c")),
        ("a.package", Select(A, "package")),
        ("a['b']", Select(A, "b")),
        ("a[1]", Index(A, ONE)),
        ("a[b].c", Select(Index(A, B), "c")),
        ("f()", Call("f", ())),
        ("f(a, 1)", Call("f", (A, ONE))),
        ("a.f(b)", Method(A, "f", (B,))),
        ("a.f().g", Select(Method(A, "f", ()), "g")),
        ("has(a.b)", Has(Select(A, "b"))),
        ("[]", ListLiteral(())),
        ("[a, 1]", ListLiteral((A, ONE))),
        ("{}", MapLiteral(())),
        ("{'a': 1, b: 2}", MapLiteral(((StringLiteral("a"), ONE), (B, TWO)))),
        ("a.all(x, x)", Macro(MacroKind.ALL, A, Name("x"), Name("x"), None)),
        ("a.exists(x, x)", Macro(MacroKind.EXISTS, A, Name("x"), Name("x"), None)),
        ("a.exists_one(x, x)", Macro(MacroKind.EXISTS_ONE, A, Name("x"), Name("x"), None)),
        ("a.filter(x, x)", Macro(MacroKind.FILTER, A, Name("x"), Name("x"), None)),
        ("a.map(x, 1)", Macro(MacroKind.MAP, A, Name("x"), None, ONE)),
        ("a.map(x, x, 1)", Macro(MacroKind.MAP, A, Name("x"), Name("x"), ONE)),
        # precedence and associativity, from cel-spec's table
        ("a + b * c", Arithmetic("+", A, Arithmetic("*", B, C))),
        ("a * b + c", Arithmetic("+", Arithmetic("*", A, B), C)),
        ("a - b - c", Arithmetic("-", Arithmetic("-", A, B), C)),
        ("a / b % c", Arithmetic("%", Arithmetic("/", A, B), C)),
        ("a - (b - c)", Arithmetic("-", A, Arithmetic("-", B, C))),
        ("a + b == c", Compare("==", Arithmetic("+", A, B), C)),
        ("a < b < c", Compare("<", Compare("<", A, B), C)),
        ("a in b == c", Compare("==", Compare("in", A, B), C)),
        ("a && b || c", Or((And((A, B)), C))),
        ("a || b && c", Or((A, And((B, C))))),
        ("a && b && c", And((A, B, C))),
        ("a && (b && c)", And((A, And((B, C))))),
        ("a || b || c", Or((A, B, C))),
        ("a == b && c", And((Compare("==", A, B), C))),
        ("a ? b : c ? d : a", Conditional(A, B, Conditional(C, D, A))),
        ("(a ? b : c) ? d : a", Conditional(Conditional(A, B, C), D, A)),
        ("a || b ? c : d", Conditional(Or((A, B)), C, D)),
        ("!a.b", Not(Select(A, "b"))),
        ("!a && b", And((Not(A), B))),
        ("!!a", Not(Not(A))),
        ("-a.b", Negate(Select(A, "b"))),
        ("-a * b", Arithmetic("*", Negate(A), B)),
        ("--a", Negate(Negate(A))),
        ("a-1", Arithmetic("-", A, ONE)),
        ("a - -1", Arithmetic("-", A, IntLiteral(-1))),
        ("-1", IntLiteral(-1)),
        ("--1", ONE),
        ("-1.f()", Negate(Method(ONE, "f", ()))),
        ("  a\n+\tb ", Arithmetic("+", A, B)),
    ],
)
def test_tree(text: str, tree: Node) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("007", 7),
        ("0x1F", 31),
        ("-0x10", -16),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
    ],
)
def test_integers(text: str, value: int) -> None:
    assert parse(text) == IntLiteral(value)


@pytest.mark.parametrize(
    ("text", "value"), [("1.5", 1.5), (".5", 0.5), ("1e3", 1000.0), ("1.5E-2", 0.015), ("-2.0", -2.0)]
)
def test_doubles(text: str, value: float) -> None:
    assert parse(text) == DoubleLiteral(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("''", ""),
        ('""', ""),
        ("'a\"b'", 'a"b'),
        ('"a\'b"', "a'b"),
        ("'''a'b''c'''", "a'b''c"),
        ('"""a\n"b"""', 'a\n"b'),
        ("''''''", ""),
        (r"'\a\b\f\n\r\t\v'", "\a\b\f\n\r\t\v"),
        (r"""'\\\?\"\'\`'""", "\\?\"'`"),
        (r"'\x41\X42\u00e9\U0001F600\101\377'", "ABé😀Aÿ"),
        (r"r'\d\n'", r"\d\n"),
        (r"R'\'", "\\"),
        (r'r"a\"', "a\\"),
        (r"r'''a'\'''", "a'\\"),
        ("'é😀'", "é😀"),
        ("'\x00'", "\x00"),
        ("'\u202e'", "\u202e"),
        (r"'${}{{'", "${}{{"),
    ],
)
def test_strings(text: str, value: str) -> None:
    assert parse(text) == StringLiteral(value)


def test_types_of_literals_are_part_of_equality() -> None:
    assert len({parse("1"), parse("1.0"), parse("true"), parse("'1'"), parse("null")}) == 5


def test_positions_are_no_part_of_equality() -> None:
    assert parse("a.b == 1") == parse(" a . b==( 1 )")
    assert hash(parse("a.b")) == hash(parse(" a.b"))


def test_positions() -> None:
    text = "has(a.b) && (a.b + 1) in xs.map(x, -x.y)"
    shown = {text[node.offset : node.end] for node in walk(parse(text))}
    assert shown == {
        text,
        "has(a.b)",
        "a.b",
        "a",
        "(a.b + 1)",
        "(a.b + 1) in xs.map(x, -x.y)",
        "1",
        "xs.map(x, -x.y)",
        "xs",
        "-x.y",
        "x.y",
        "x",
    }


@pytest.mark.parametrize(
    ("text", "offset", "length", "message"),
    [
        ("", 0, 1, "the expression is empty"),
        ("  ", 0, 2, "the expression is empty"),
        ("a &&", 4, 1, "the expression ends too early"),
        ("a = b", 2, 1, "`=` is no operator"),
        ("a === b", 2, 3, "`===` is no operator"),
        ("a !== b", 2, 3, "`!==` is no operator"),
        ("a & b", 2, 1, "`&` is no operator"),
        ("a | b", 2, 1, "`|` is no operator"),
        ("a ?? b", 2, 2, "`??` is no operator"),
        ("a?.b", 1, 2, "`?.` is no operator"),
        ("a?[0]", 5, 1, "the expression ends too early"),
        ("a ?: b", 2, 2, "`?:` needs a value between its signs"),
        ("a and b", 2, 3, "`and` is no operator"),
        ("a or b", 2, 2, "`or` is no operator"),
        ("not a", 0, 3, "`not` is no operator"),
        ("a is b", 2, 2, "`is` is no operator"),
        ("a if b", 2, 2, "`if` is no operator"),
        ("`1`", 0, 1, "there are no backticks"),
        ("a // b", 2, 2, "there are no comments inside an expression"),
        ("a # b", 2, 1, "there are no comments inside an expression"),
        ("${a}", 0, 2, "`${` inside an expression"),
        ("'abc", 0, 1, "a quote is not closed"),
        ("a == 'b", 5, 1, "a quote is not closed"),
        ("'a\nb'", 0, 1, "a quote is not closed"),
        ("f(a, [b)", 7, 1, "unexpected `)`"),
        ("f(a, [b", 5, 1, "`[` is not closed"),
        ("(a", 0, 1, "`(` is not closed"),
        ("{'a': 1", 0, 1, "`{` is not closed"),
        ("a)", 1, 1, "unexpected `)`"),
        ("a b", 2, 1, "unexpected `b`"),
        ("[1,]", 3, 1, "unexpected `]`"),
        ("a.1", 2, 1, "unexpected `1`"),
        ("1.", 2, 1, "the expression ends too early"),
        ("a.in", 2, 2, "`in` is a reserved word"),
        ("if", 0, 2, "`if` is a reserved word"),
        ("loop(a)", 0, 4, "`loop` is a reserved word"),
        (".a", 0, 1, "unexpected `.`"),
        ("a{b: 1}", 1, 1, "unexpected `{`"),
        ("1u", 0, 2, "there are no unsigned numbers"),
        ("b'x'", 0, 4, "there are no bytes"),
        ("9223372036854775808", 0, 19, "the number does not fit into 64 bits"),
        ("1 + -9223372036854775809", 4, 20, "the number does not fit into 64 bits"),
        ("1" * 5000, 0, 5000, "the number does not fit into 64 bits"),
        ("1e999", 0, 5, "the number is too large"),
        (r"'a\q'", 2, 2, r"`\q` is no escape"),
        (r"'\ud800'", 1, 6, r"`\ud800` is no character"),
        (r"'\U00110000'", 1, 10, r"`\U00110000` is no character"),
        ("has(1)", 0, 6, "`has` takes one path"),
        ("has(f(a))", 0, 9, "`has` takes one path"),
        ("has(a, b)", 0, 9, "`has` takes one path"),
        ("a.filter(x)", 2, 9, "`filter` takes a variable and a condition"),
        ("a.map(x, 1, 2, 3)", 2, 15, "`map` takes a variable and a result"),
        ("a.all(b.c, true)", 6, 3, "`all` needs a plain name here"),
        ("a\x00", 1, 1, "unexpected `\\u0000`"),
        ("a \u202e b", 2, 1, "unexpected `\\u202e`"),
        ("é", 0, 1, "unexpected `é`"),
    ],
)
def test_faults(text: str, offset: int, length: int, message: str) -> None:
    with pytest.raises(ExpressionFault) as caught:
        parse(text)
    fault = caught.value.fault
    assert (fault.rule, fault.offset, fault.length, fault.message) == ("expression-syntax", offset, length, message)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000 + "a" + ")" * 10_000,
        "[" * 10_000,
        "{" * 10_000,
        "!" * 10_000 + "a",
        "-" * 10_000 + "a",
        "a" + ".b" * 5_000,
        "a" + "[0]" * 5_000,
        " + ".join("a" * 5_000),
        " == ".join("a" * 3_000),
        "a ? b : " * 2_000 + "c",
        "a.f(" * 4_000,
        "x" * 20_001,
    ],
)
def test_hostile_size_is_a_fault(text: str) -> None:
    with pytest.raises(ExpressionFault) as caught:
        parse(text)
    assert caught.value.fault.rule == "expression-syntax"


@pytest.mark.parametrize(
    "text",
    [
        "(" * 32 + "a" + ")" * 32,
        "a" + ".b" * 32,
        "a" + "[0]" * 32,
        " + ".join("a" * 32),
        " < ".join("a" * 32),
        " && ".join("a" * 400),
        " || ".join("a" * 400),
        "[" + ", ".join("a" * 400) + "]",
        "f(" + ", ".join("a" * 32) + ")",
        "!" * 32 + "a",
        "-" * 32 + "a",
        "a ? b : " * 32 + "c",
    ],
)
def test_what_the_specification_asks_for_fits(text: str) -> None:
    parse(text)


@given(st.text(alphabet=st.sampled_from("ab.()[]{}'\"\\!&|=<>?:,+-*/%1e0x rn\n\x00é"), max_size=40))
def test_any_text_is_an_expression_or_a_fault(text: str) -> None:
    places = spans(text)
    assert all(offset >= 0 and length >= 1 for offset, length in places)
    assert all(offset <= len(text) for offset, _ in places)


def spans(text: str) -> list[tuple[int, int]]:
    """Return the places of all nodes, or else the place of the fault."""
    try:
        return [(node.offset, node.length) for node in walk(parse(text))]
    except ExpressionFault as error:
        return [(error.fault.offset, error.fault.length)]
