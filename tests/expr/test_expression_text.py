"""Splitting text into literal parts and `${…}` holes, and putting it together again as Python."""

from __future__ import annotations

import ast

import pytest
from evaluation import BOOL, DOUBLE, INT, STRING, record, run, scope_of, text_python
from hypothesis import given
from hypothesis import strategies as st
from pactwright.expr import ExpressionFault, Hole, split


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()),
        ("plain", ("plain",)),
        ("${a}", (Hole("a", 2),)),
        ("x ${a} y", ("x ", Hole("a", 4), " y")),
        ("${a}${b}", (Hole("a", 2), Hole("b", 6))),
        ("${ a }", (Hole(" a ", 2),)),
        ("${}", (Hole("", 2),)),
        ("$${a}", ("${a}",)),
        ("x$${a}${b}", ("x${a}", Hole("b", 8))),
        ("$$${a}", ("$${a}",)),
        ("$a {b} $ } {", ("$a {b} $ } {",)),
        ("${{'a': {'b': 1}}}", (Hole("{'a': {'b': 1}}", 2),)),
        ("${'}'}", (Hole("'}'", 2),)),
        ('${"}"}', (Hole('"}"', 2),)),
        (r"${'\'}'}", (Hole(r"'\'}'", 2),)),
        ("${'''}'}'''}", (Hole("'''}'}'''", 2),)),
        (r"${r'\'}", (Hole(r"r'\'", 2),)),
        ("${bar'}'}", (Hole("bar'}'", 2),)),
        ("${'$${'}", (Hole("'$${'", 2),)),
        ("${'${'}", (Hole("'${'", 2),)),
        ("é😀${a}", ("é😀", Hole("a", 4))),
        ("${\n a\n}", (Hole("\n a\n", 2),)),
    ],
)
def test_split(text: str, parts: tuple[str | Hole, ...]) -> None:
    assert split(text) == parts


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("${a", 0, "`${` is not closed"),
        ("ab ${a", 3, "`${` is not closed"),
        ("${a} ${b", 5, "`${` is not closed"),
        ("${{'a': 1}", 0, "`${` is not closed"),
        ("${'a}", 2, "a quote inside `${…}` is not closed"),
        ('x ${a == "}', 9, "a quote inside `${…}` is not closed"),
    ],
)
def test_unclosed(text: str, offset: int, message: str) -> None:
    with pytest.raises(ExpressionFault) as caught:
        split(text)
    fault = caught.value.fault
    assert (fault.rule, fault.offset, fault.message) == ("expression-syntax", offset, message)


SCOPE = scope_of(
    {"args": record(owner=STRING, number=INT, share=DOUBLE, done=BOOL), "fields": record(**{'say "hi"': STRING})}
)
VALUES = {
    "args": {"owner": "ac{me}", "number": 7, "share": 0.5, "done": True},
    "fields": {'say "hi"': "quoted"},
}


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("plain", "plain"),
        ("", ""),
        ("${args.owner}/x", "ac{me}/x"),
        ("#${args.number}: ${args.share} ${args.done}", "#7: 0.5 true"),
        ("{${args.number}} {{}}", "{7} {{}}"),
        ("${args.owner}${args.owner}", "ac{me}ac{me}"),
        ('it\'s "${args.owner}" \\', 'it\'s "ac{me}" \\'),
        ("\"\"\"${args.number}'''", "\"\"\"7'''"),
        ("a\nb\t${args.number}\x00\u202e", "a\nb\t7\x00\u202e"),
        ("${args.number > 3 ? 'big' : 'small'} one", "big one"),
        ("${args.owner != 'x'}!", "true!"),
        ("${'lit'}${1}${true}${1.0}", "lit1true1"),
        ("${{'a': 'b'}.a}.", "b."),
        ("${fields['say \"hi\"']}.", "quoted."),
        ("${'\"'}${args.number}${'\\\\'}", '"7\\'),
        ("${args.owner + '\\n'}.", "ac{me}\n."),
        ("\\N{DASH} ${args.number}", "\\N{DASH} 7"),
        ("%s {0} ${args.number}", "%s {0} 7"),
        ("${args.owner.contains('#')}#", "false#"),
    ],
)
def test_text(text: str, result: str) -> None:
    assert run(text_python(text, SCOPE), VALUES) == result


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Issue ${args.owner}#${args.number}", "f\"Issue {args['owner']}#{text_of(args['number'])}\""),
        ("${args.owner}", 'args["owner"]'),
        ("say '${args.owner}'", "f\"say '{args['owner']}'\""),
        ("a${fields['say \"hi\"']}", """"a" + fields['say "hi"']"""),
    ],
)
def test_spelling(text: str, source: str) -> None:
    assert text_python(text, SCOPE).source == source


@given(st.text(), st.text())
def test_any_text_arrives_unchanged_and_never_becomes_code(before: str, after: str) -> None:
    text = before.replace("$", "") + "${args.owner}" + after.replace("${", "")
    code = text_python(text, SCOPE)
    assert run(code, VALUES) == text.replace("${args.owner}", "ac{me}", 1)
    names = {node.id for node in ast.walk(ast.parse(code.source)) if isinstance(node, ast.Name)}
    assert names == {"args"}


@given(st.text(alphabet="${}'\"\\ar \n", max_size=30))
def test_splitting_finds_holes_or_a_fault(text: str) -> None:
    for offset, part in holes(text):
        assert text[offset:].startswith(part)


def holes(text: str) -> list[tuple[int, str]]:
    try:
        return [(part.offset, part.text) for part in split(text) if isinstance(part, Hole)]
    except ExpressionFault as error:
        return [(error.fault.offset, "")]
