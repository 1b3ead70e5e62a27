"""Regular expressions: what is respelled, what is refused, and that the rest matches as in RE2."""

from __future__ import annotations

import cel
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pactwright.expr.patterns import PatternError, to_python
from pactwright.runtime.expressions import matches


@pytest.mark.parametrize(
    ("pattern", "result"),
    [
        ("", ""),
        ("abc", "abc"),
        ("^a.b$", r"^a.b\Z"),
        ("(?m)^a$", "(?m)^a$"),
        ("(?i)a$", r"(?i)a\Z"),
        (r"\Aa\z", r"\Aa\Z"),
        (r"\d+\D", "[0-9]+[^0-9]"),
        (r"\w\W", "[0-9A-Za-z_][^0-9A-Za-z_]"),
        (r"\s\S", r"[\t\n\f\r ][^\t\n\f\r ]"),
        (r"\bx\B", r"(?a:\b)x(?a:\B)"),
        (r"[\d\w.-]", "[0-90-9A-Za-z_.-]"),
        ("[]a]", r"[\]a]"),
        ("[^]a]", r"[^\]a]"),
        ("[[a]", r"[\[a]"),
        ("[a&&b]", r"[a\&\&b]"),
        (r"[\]]", r"[\]]"),
        (r"\.\*\\\$\/\-", r"\.\*\\\$\/\-"),
        (r"\x41\t\n", r"\x41\t\n"),
        ("a{2}b{2,}c{2,3}?", "a{2}b{2,}c{2,3}?"),
        ("(?:a|b)*?(c)+", "(?:a|b)*?(c)+"),
        ("(?P<name>a)", "(?P<name>a)"),
        ("(?i:a)(?s-i:b)", "(?i:a)(?s-i:b)"),
        ("é😀", "é😀"),
        ("(a+)?(b*){2}", "(a+)?(b*){2}"),
    ],
)
def test_respelled(pattern: str, result: str) -> None:
    assert to_python(pattern) == result


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(", "missing ), unterminated subpattern at position 0"),
        ("a)", "a parenthesis too many"),
        ("[a", "a `[` is not closed"),
        ("[]", "a `[` is not closed"),
        ("a\\", "`\\` is not portable"),
        ("*a", "nothing to repeat before `*`"),
        ("a**", "nothing to repeat before `*`"),
        ("a++", "nothing to repeat before `+`"),
        ("(*a)", "nothing to repeat before `*`"),
        ("a|*", "nothing to repeat before `*`"),
        ("^*", "nothing to repeat before `*`"),
        ("(?=a)", "this kind of group is not portable"),
        ("(?!a)", "this kind of group is not portable"),
        ("(?<=a)", "this kind of group is not portable"),
        ("(?<name>a)", "this kind of group is not portable"),
        ("(?>a)", "this kind of group is not portable"),
        ("(?P=name)", "this kind of group is not portable"),
        ("(?#a)", "this kind of group is not portable"),
        ("(?x)a", "this kind of group is not portable"),
        ("a(?i)", "this kind of group is not portable"),
        (r"(a)\1", r"`\1` is not portable"),
        (r"\pL", r"`\p` is not portable"),
        (r"\Q.\E", r"`\Q` is not portable"),
        (r"\Z", r"`\Z` is not portable"),
        (r"\u0041", r"`\u` is not portable"),
        (r"\x{41}", r"`\x` is not portable"),
        (r"[\S]", r"`\S` is not portable"),
        ("[[:alpha:]]", "named classes are not portable"),
        ("[z-a]", "bad character range z-a at position 1"),
        ("a{,3}", "write `\\{` for a brace"),
        ("{", "write `\\{` for a brace"),
        ("a{1001}", "a count is above 1000"),
        ("a{3,2}", "min repeat greater than max repeat at position 2"),
        ("(a+)+", "a repetition of a repetition can take for ever"),
        ("(a*)*", "a repetition of a repetition can take for ever"),
        ("(?:x(a|b*)y)+", "a repetition of a repetition can take for ever"),
        ("(a{2,}){3,}", "a repetition of a repetition can take for ever"),
    ],
)
def test_refused(pattern: str, message: str) -> None:
    with pytest.raises(PatternError) as caught:
        to_python(pattern)
    assert str(caught.value) == message


@settings(max_examples=400, deadline=None)
@given(st.text(alphabet="ab.^$|()[]*+?{}2,-\\dwsb", max_size=10), st.text(alphabet="ab2 -\n.]", max_size=6))
def test_matches_like_another_implementation(pattern: str, text: str) -> None:
    try:
        respelled = to_python(pattern)
    except PatternError:
        assume(False)
        raise
    # The oracle takes only what it can compile; both read `\\w` and its like alike in ASCII text.
    try:
        theirs = cel.evaluate("text.matches(pattern)", {"text": text, "pattern": pattern})
    except (RuntimeError, ValueError):
        assume(False)
        raise
    assert matches(text, respelled) == theirs


@given(st.text(max_size=20))
def test_any_pattern_is_usable_or_refused(pattern: str) -> None:
    try:
        respelled = to_python(pattern)
    except PatternError as error:
        assume(bool(str(error)))
    else:
        matches("some text", respelled)
