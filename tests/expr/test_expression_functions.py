"""What operators, functions and methods give: tables from CEL's documentation and the language reference."""

from __future__ import annotations

from typing import Any

import pytest
from evaluation import BOOL, DOUBLE, DYN, INT, STRING, evaluate, listing, nullable, optional, record
from pactwright.expr import Slot, Type
from pactwright.runtime.expressions import ABSENT, ExpressionError

NAMES: dict[str, Type | Slot] = {
    "s": STRING,
    "i": INT,
    "d": DOUBLE,
    "b": BOOL,
    "xs": listing(STRING),
    "ns": listing(INT),
    "long": listing(STRING),
    "free": record(t=DYN, one=DYN, s=DYN, list=DYN, nested=DYN),
    "o": record(a=optional(STRING), n=nullable(STRING), both=record(x=optional(INT)), m=record(optional(INT))),
}
VALUES: dict[str, Any] = {
    "s": "Hello é😀",
    "i": 7,
    "d": 2.5,
    "b": True,
    "xs": ["b", "a", "C"],
    "ns": [3, 1, 2],
    "long": ["", "", "", "", "", "", "", "x"],
    "free": {"t": True, "one": 1, "s": "x", "list": [1, "a", None], "nested": {"a": [True]}},
    "o": {"n": None, "both": {}, "m": {"k": 1}},
}


def value(text: str, **values: Any) -> Any:
    return evaluate(text, NAMES, {**VALUES, **values}, passing=True)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        # Counting is by code points.
        ("size(s)", 8),
        ("size('')", 0),
        ("size(xs)", 3),
        ("size(o)", 3),
        ("size(free)", 5),
        # Integers divide towards zero, and the remainder has the dividend's sign.
        ("7 / 2", 3),
        ("-7 / 2", -3),
        ("7 / -2", -3),
        ("-7 / -2", 3),
        ("7 % 2", 1),
        ("-7 % 2", -1),
        ("7 % -2", 1),
        ("-5 % 3", -2),
        ("-9223372036854775808 % -1", 0),
        ("9007199254740993 / 1", 9007199254740993),
        ("9223372036854775807 - 1 + 1", 2**63 - 1),
        ("5.0 / 2.0", 2.5),
        ("-d", -2.5),
        ("- -i", 7),
        ("-(i + 1)", -8),
        # Numbers of both kinds compare, true is no number.
        ("1 == 1.0", True),
        ("1 < 1.5", True),
        ("9007199254740993 == 9007199254740992.0", False),
        ("free.t == 1", False),
        ("free.one == true", False),
        ("free.one == 1.0", True),
        ("free.list == [1, 'a', null]", True),
        ("free.list == [true, 'a', null]", False),
        ("free.nested == {'a': [true]}", True),
        ("free.nested == {'a': [1]}", False),
        ("[1] == [1.0]", True),
        ("{'a': 1, 'b': 2} == {'b': 2.0, 'a': 1.0}", True),
        ("{'a': 1} == {'a': 1, 'b': 1}", False),
        ("[[1]] != [[2]]", True),
        ("o.n == null", True),
        ("null == null", True),
        ("null != 1", True),
        ("o.n == 'a'", False),
        ("1 in [1.0, 2.0]", True),
        ("free.t in [1]", False),
        ("free.one in [true, 1]", True),
        ("null in [o.n]", True),
        ("'s' in free", True),
        ("'x' in free", False),
        ("1 in free.list", True),
        ("'a' < 'b'", True),
        ("'Z' < 'a'", True),
        ("'é' > 'z'", True),
        ("false < true", True),
        ("free.one < 2", True),
        ("free.s >= 'x'", True),
        ("free.one <= free.one", True),
        # Conversions.
        ("string(7)", "7"),
        ("string(-0)", "0"),
        ("string(true)", "true"),
        ("string('a')", "a"),
        ("string(1.5)", "1.5"),
        ("string(1.0)", "1"),
        ("string(-2.0)", "-2"),
        ("string(0.1 + 0.2)", "0.30000000000000004"),
        ("string(123456789.0)", "123456789"),
        ("string(1e20)", "100000000000000000000"),
        ("string(1e21)", "1e+21"),
        ("string(0.000001)", "0.000001"),
        ("string(1e-7)", "1e-07"),
        ("string(free.t)", "true"),
        ("int('42')", 42),
        ("int('-42')", -42),
        ("int('+1')", 1),
        ("int('007')", 7),
        ("int('-9223372036854775808')", -(2**63)),
        ("int(2.9)", 2),
        ("int(-2.9)", -2),
        ("int(7)", 7),
        ("double('1.5')", 1.5),
        ("double('-1e3')", -1000.0),
        ("double(3)", 3.0),
        # Text: CEL's strings extension.
        ("'hello'.startsWith('he')", True),
        ("'hello'.endsWith('lo')", True),
        ("'hello'.endsWith('')", True),
        ("'hello'.contains('ell')", True),
        ("'hello'.contains('')", True),
        ("'TacoCÆt Xii'.lowerAscii()", "tacocÆt xii"),
        ("'  \\ttrim\\n    '.trim()", "trim"),
        ("'\\u00a0\\u3000a\\u2028\\v'.trim()", "a"),
        ("'\\u001ca\\u200b'.trim()", "\u001ca\u200b"),
        ("'hello hello hello'.split(' ')", ["hello", "hello", "hello"]),
        ("'hello hello hello'.split(' ', 0)", []),
        ("'hello hello hello'.split(' ', 1)", ["hello hello hello"]),
        ("'hello hello hello'.split(' ', 2)", ["hello", "hello hello"]),
        ("'hello hello hello'.split(' ', -1)", ["hello", "hello", "hello"]),
        ("'hello'.split('')", ["h", "e", "l", "l", "o"]),
        ("'hello'.split('', 2)", ["h", "ello"]),
        ("'hello'.split('', 9)", ["h", "e", "l", "l", "o"]),
        ("''.split(',')", [""]),
        ("''.split('')", []),
        ("',a,'.split(',')", ["", "a", ""]),
        ("['hello', 'mellow'].join()", "hellomellow"),
        ("['hello', 'mellow'].join(' ')", "hello mellow"),
        ("[].join()", ""),
        ("[].join('/')", ""),
        ("'hello hello'.replace('he', 'we')", "wello wello"),
        ("'hello hello'.replace('he', 'we', -1)", "wello wello"),
        ("'hello hello'.replace('he', 'we', 1)", "wello hello"),
        ("'hello hello'.replace('he', 'we', 0)", "hello hello"),
        ("'hello hello'.replace('', '_')", "_h_e_l_l_o_ _h_e_l_l_o_"),
        ("'hello hello'.replace('h', '')", "ello ello"),
        ("'tacocat'.substring(4)", "cat"),
        ("'tacocat'.substring(0, 4)", "taco"),
        ("'tacocat'.substring(7)", ""),
        ("'ta©o©αT'.substring(2, 6)", "©o©α"),
        ("s.matches('^Hello')", True),
        ("s.matches('^ello')", False),
        ("'a\\n'.matches('a$')", False),
        ("'a\\n'.matches('(?m)a$')", True),
        ("'٣'.matches('\\\\d')", False),
        ("'é'.matches('\\\\w')", False),
        ("'\\v'.matches('\\\\s')", False),
        # Ours.
        ("cut('hello', 3)", "hel"),
        ("cut('hello', 9)", "hello"),
        ("cut('é😀x', 2)", "é😀"),
        ("cut('hello', 0)", ""),
        ("quote('a b')", '"a b"'),
        ("quote('say \"hi\"')", '"say \\"hi\\""'),
        ("quote('a\\\\')", '"a\\\\"'),
        ("quote('')", '""'),
        ("sort(xs)", ["C", "a", "b"]),
        ("sort(ns)", [1, 2, 3]),
        ("sort([2.5, 1.0])", [1.0, 2.5]),
        ("sort([])", []),
        ("sort(['é', 'z', '😀', 'ﬀ'])", ["z", "é", "ﬀ", "😀"]),
        ("coalesce(o.a, 'x')", "x"),
        ("coalesce(o.n, 'x')", "x"),
        ("coalesce(o.n, o.a, 'x')", "x"),
        ("coalesce(o.n, s)", "Hello é😀"),
        ("coalesce(o.both.x, 0)", 0),
        ("coalesce(o.m.k, 0)", 1),
        ("coalesce(o.m.z, 0)", 0),
        ("coalesce(o.a, null)", None),
        ("coalesce(xs[1], 'x')", "a"),
        ("coalesce(xs[9], 'x')", "x"),
        ("coalesce(free.nested.a[0], false)", True),
        ("coalesce(free.s.deeper, 'x')", "x"),
        # Macros.
        ("ns.all(n, n > 0)", True),
        ("[].all(n, false)", True),
        ("ns.exists(n, n == 2)", True),
        ("[].exists(n, true)", False),
        ("ns.exists_one(n, n > 2)", True),
        ("ns.exists_one(n, n > 1)", False),
        ("ns.exists_one(n, n > 5)", False),
        ("ns.filter(n, n > 1)", [3, 2]),
        ("ns.map(n, n * 10)", [30, 10, 20]),
        ("ns.map(n, n > 1, n * 10)", [30, 20]),
        ("free.map(k, k)", ["t", "one", "s", "list", "nested"]),
        ("free.nested.exists(k, k == 'a')", True),
        ("ns.map(n, xs.filter(x, x == 'a').map(x, x + string(n)))", [["a3"], ["a1"], ["a2"]]),
        ("[o, o].map(x, x.a)", []),
        ("[o].map(x, {'a': x.a, 'n': x.n})", [{"n": None}]),
        # Presence.
        ("has(o.a)", False),
        ("has(o.n)", False),
        ("has(o.both.x)", False),
        ("has(o.m.k)", True),
        ("has(xs[2])", True),
        ("has(xs[3])", False),
        ("has(free.list[2])", False),
        ("has(free.list[1])", True),
        ("has(free.s.t)", False),
        ("o.a", ABSENT),
        ("o.n", None),
        ("xs[3]", ABSENT),
        ("free.list[i]", ABSENT),
        ("free.s[0]", ABSENT),
        ("o.m['k']", 1),
        ("o.m[s]", ABSENT),
        ("[o.a, o.n, s]", [None, "Hello é😀"]),
        ("{'z': o.a, 'y': o.n, 'x': s}", {"y": None, "x": "Hello é😀"}),
        ("{s: 1}", {"Hello é😀": 1}),
        ("{s: o.a, 'b': 1}", {"b": 1}),
        ("b ? 'yes' : 'no'", "yes"),
        ("b ? o.n : s", None),
    ],
)  # fmt: skip
def test_value(text: str, result: Any) -> None:
    found = value(text)
    assert found == result
    assert type(found) is type(result)


def test_keys_keep_their_order() -> None:
    assert list(value("{'z': 1, 'a': o.a, 'm': 2, 'b': 3}")) == ["z", "m", "b"]


@pytest.mark.parametrize(
    "text",
    [
        "i / 0",
        "i % 0",
        "d / 0.0",
        "9223372036854775807 + 1",
        "-9223372036854775808 - 1",
        "9223372036854775807 * 2",
        "-9223372036854775808 / -1",
        "-(0 - 9223372036854775807 - 1)",
        "1e308 * 10.0",
        "int('x')",
        "int('')",
        "int('1.5')",
        "int(' 1')",
        "int('٣')",
        "int('9223372036854775808')",
        "int(1e19)",
        "int(-9223372036854775808.0)",
        "double('x')",
        "double('inf')",
        "double('NaN')",
        "double('1_0')",
        "double('1e999')",
        "'a'.substring(2)",
        "'a'.substring(-1)",
        "'abc'.substring(2, 1)",
        "'abc'.substring(0, 4)",
        "cut('a', -1)",
        "free.s + 1",
        "free.one && b",
        "free.one.trim()",
        "free.one < 'a'",
        "free.s < free.one",
        "free.t < free.one",
        "size(free.one)",
        "free.one.exists(x, true)",
        "1 in free.s",
        "sort(free.list)",
        "free.list.join()",
        "string(free.list)",
        "int(free.t)",
        "{s: 1, s: 2}",
        "xs[free.t]",
    ],
)
def test_no_value(text: str) -> None:
    with pytest.raises(ExpressionError):
        value(text)


@pytest.mark.parametrize(
    ("text", "integer"),
    [
        ("string(i)", "7"),
        ("'n' + string(i)", "n7"),
        ("i + 1", 8),
        ("i / 2", 3),
        ("-7 / 2 + i - i", -3),
        ("i % 4", 3),
        ("i * 2", 14),
        ("-i", -7),
        ("cut('0123456789', i)", "0123456"),
        ("'0123456789'.substring(i)", "789"),
        ("'0123456789'.substring(0, i)", "0123456"),
        ("coalesce(long[i], '')", "x"),
        ("'a,b,c'.split(',', i - 5)", ["a", "b,c"]),
        ("'aaa'.replace('a', 'b', i)", "bbb"),
        ("i == 7", True),
        ("i in [7]", True),
        ("double(i)", 7.0),
        ("int(i)", 7),
    ],
)
def test_an_integer_may_be_spelled_with_a_fraction(text: str, integer: Any) -> None:
    assert value(text, i=7) == value(text, i=7.0) == integer
    assert type(value(text, i=7)) is type(value(text, i=7.0))


@pytest.mark.parametrize(
    ("text", "number"),
    [("d / 2.0", 3.5), ("d + 0.5", 7.5), ("d * 10000000000.0 * 1e300", None), ("-d", -7.0), ("d / d", 1.0)],
)
def test_a_number_may_be_spelled_without_a_fraction(text: str, number: float | None) -> None:
    for spelled in (7, 7.0):
        if number is None:
            with pytest.raises(ExpressionError):
                value(text, d=spelled)
        else:
            assert value(text, d=spelled) == number
            assert type(value(text, d=spelled)) is float


@pytest.mark.parametrize("text", ["d + 1.0", "double(i)", "int(d)", "string(d)", "i + 1", "d < 1.0", "sort([d, 1.0])"])
def test_enormous_numbers_are_an_error_or_fine(text: str) -> None:
    for enormous in (10**400, 10**5000, 1e308, -(10**400)):
        try:
            value(text, d=enormous, i=enormous)
        except ExpressionError:
            continue
