"""Guards: what may be used after which condition, and what a guard tells about the rest."""

from __future__ import annotations

import pytest
from evaluation import BOOL, INT, STRING, listing, record, run
from pactwright.expr import ExpressionFaults, Root, Scope, Slot, infer, infer_condition, parse, translate
from schemas import SCOPE

ACCEPTED = [
    "has(args.state) && args.state == 'a'",
    "args.flag && has(args.state) && args.state == 'a'",
    "has(args.state) && args.flag && args.state == 'a'",
    "(has(args.state) && args.flag) && args.state == 'a'",
    "has(args.state) && (args.flag || args.state == 'a')",
    "has(args.state) && has(args.limit) && args.limit > size(args.state)",
    "!has(args.state) || args.state == 'a'",
    "args.flag || !has(args.state) || args.state == 'a'",
    "!(has(args.state) && args.flag) || args.state == 'a'",
    "!(!has(args.state) || args.flag) && args.state == 'a'",
    "!!has(args.state) && args.state == 'a'",
    "has(args.state) ? args.state == 'a' : false",
    "!has(args.state) ? false : args.state == 'a'",
    "(has(args.state) ? true : false) && args.state == 'a'",
    "(has(args.state) ? args.flag : false) && args.state == 'a'",
    "(has(args.state) && args.flag || has(args.state) && args.other) && args.state == 'a'",
    "(has(args.state) || has(args.state)) && args.state == 'a'",
    "!(has(args.state) == false) || true",
    "issue.body != null && issue.body.trim() == ''",
    "null != issue.body && issue.body.trim() == ''",
    "issue.body == null || issue.body.trim() == ''",
    "!(issue.body == null) && issue.body.trim() == ''",
    "issue.body == null ? false : issue.body.trim() == ''",
    "issue.body == 'a' && issue.body.trim() == 'a'",
    "issue.body != 'a' || issue.body.trim() == 'a'",
    "has(issue.body) && issue.body.trim() == ''",
    "has(issue.note) && issue.note.trim() == ''",
    "has(issue.note) && issue.note != 'x' && issue.note.trim() == ''",
    "issue.body == 'a'",
    "issue.body != null",
    "null == issue.body",
    "issue.body in ['a']",
    "null in issue.maybe",
    "issue.body == issue.body",
    "has(issue.user) && issue.user.login == 'a'",
    "issue.user != null && issue.user.login == 'a'",
    "has(issue.user.login) && issue.user.login == 'a'",
    "has(issue.user.name) && issue.user.name == issue.user.login",
    "has(issue.user.site) && issue.user.site.trim() == ''",
    "issue.user != null && has(issue.user.name) && issue.user.name == 'a'",
    "has(issue.milestone.login) && issue.milestone.login == 'a'",
    "has(issue.names[0]) && issue.names[0] == 'a'",
    "has(issue.labels[0]) && issue.labels[0].name == 'a'",
    "has(issue.labels[1].color) && issue.labels[1].color == 'a'",
    "has(issue.maybe[0]) && issue.maybe[0].trim() == ''",
    "has(issue.labels[args.number].name) && issue.labels[args.number].name == 'a'",
    "has(issue.extra.k) && issue.extra.k == 'a'",
    "has(issue.extra['k']) && issue.extra.k == 'a'",
    "has(issue.extra[args.owner]) && issue.extra[args.owner] == 'a'",
    "has(issue.any.k) && issue.any.k == 'a'",
    "has(issue.any.k[0].l) && issue.any.k[0].l > 3",
    "has(issue.owners) && issue.owners.exists(o, o == 'a')",
    "!has(issue.owners) || issue.owners.all(o, o == 'a')",
    "issue.labels.exists(l, has(l.color) && l.color == 'a')",
    "issue.labels.filter(l, has(l.color)).all(l, l.color == 'a')",
    "issue.labels.filter(l, has(l.color) && l.color != '').map(m, m.color.trim()).exists(c, c == '')",
    "issue.labels.filter(l, l.description != null).all(l, l.description.trim() == '')",
    "issue.labels.map(l, has(l.color), l.color.trim()).exists(c, c == '')",
    "issue.maybe.filter(m, m != null).all(m, m.trim() == '')",
    "issue.maybe.filter(m, has(m)).all(m, m.trim() == '')",
    "issue.maybe.all(m, m == null || m.trim() == '')",
    "has(args.state) && issue.names.exists(n, n == args.state)",
    "issue.names.exists(n, has(args.state) && n == args.state)",
    "has(found) && found.id > 0",
    "has(found.note) && found.note.trim() == ''",
    "has(on) && on.id > 0",
    "has(on.id) && on.id > 0",
    "args.flag && on.id > 0",
    "!args.flag || on.id > 0",
    "args.flag || off.id > 0",
    "args.flag ? on.id > 0 : off.id > 0",
    "has(on) || off.id > 0",
    "has(on) ? on.id > 0 : off.id > 0",
    "coalesce(on.id, off.id) > 0",
    "coalesce(off.id, on.id) > 0",
    "coalesce(on.note, on.url, off.url) == ''",
    "(args.flag ? false : has(args.state)) && args.state == 'a'",
    "has(args.state) && given.id > 0",
    "has(given) && args.state == 'a'",
    "!has(given) || args.state == 'a'",
    "has(given.id) && args.state == 'a'",
    "has(chained) && on.id > 0",
    "args.flag && on.id > 3 && chained.id > 0",
    "coalesce(chained.id, on.id, off.id) > 0",
    "has(late) && late.id > 0",
    "coalesce(args.state, issue.reason, 'x') == 'a'",
    "coalesce(args.state, args.owner) == 'a'",
    "coalesce(issue.owners, []).exists(o, o == 'a')",
    "coalesce(issue.user.login, 'ghost') == 'a'",
    "coalesce(issue.labels[0].color, args.owner).trim() == ''",
    "coalesce(issue.any.k, 1) == 2",
    "coalesce(issue.title.split('/')[1], 'none') == 'none'",
    "has(issue.title.split('/')[1]) && issue.title.split('/')[1] == 'a'",
    "has(issue.labels.filter(l, l.name == 'a')[0].color) && issue.labels.filter(l, l.name == 'a')[0].color != ''",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(text: str) -> None:
    typed = infer_condition(parse(text), SCOPE)
    compile(translate(typed, SCOPE).source, "<expression>", "eval")


@pytest.mark.parametrize(
    ("text", "absent", "null"),
    [
        ("args.owner", False, False),
        ("args.state", True, False),
        ("issue.body", False, True),
        ("issue.note", True, True),
        ("issue.user", False, True),
        # What breaks off on the way is absent, whatever it broke off at.
        ("issue.user.login", True, False),
        ("issue.user.site", True, True),
        ("issue.milestone.login", True, False),
        ("issue.names[0]", True, False),
        ("issue.maybe[0]", True, True),
        ("issue.labels[0].description", True, True),
        ("issue.extra.k", True, False),
        ("issue.any", False, False),
        ("issue.any.k", True, True),
        ("on", True, False),
        ("on.id", True, False),
        ("found", True, True),
        ("found.id", True, False),
        ("null", False, True),
        ("args.flag ? args.state : null", True, True),
        ("args.flag ? on.id : off.id", False, False),
        ("args.flag ? on.note : off.note", False, True),
        ("coalesce(args.state, null)", False, True),
        ("coalesce(args.state, issue.reason)", True, False),
        ("coalesce(on.id, given.id)", True, False),
        ("coalesce(issue.body, issue.note)", True, True),
    ],
)
def test_passing_on_keeps_absence_and_null(text: str, absent: bool, null: bool) -> None:
    slot = infer(parse(text), SCOPE, passing=True).slot
    assert (slot.absent, slot.null, slot.when) == (absent, null, None)


def test_elements_and_entries_are_passed_on() -> None:
    made = infer(parse("{'a': args.state, 'b': issue.body, 'c': [args.state, issue.body, 'x']}"), SCOPE).slot
    state, body = Slot(STRING, absent=True), Slot(STRING, null=True)
    assert made == Slot(record(a=state, b=body, c=listing(Slot(STRING, null=True))))


def presence(text: str, **whens: str) -> str:
    """Return the rule that refuses an expression about steps with these conditions, or nothing."""
    step = record(id=INT)
    names = {"args": Slot(record(a=BOOL, b=BOOL, n=INT, s=STRING, x=Slot(INT, absent=True)))}
    names |= {name: Slot(step, when=parse(when)) for name, when in whens.items()}
    try:
        infer(parse(text), Scope(names, {name: Root(name) for name in names}))
    except ExpressionFaults as error:
        return error.faults[0].rule
    return ""


ABSENT = "expression-may-be-absent"


@pytest.mark.parametrize(
    ("first", "second", "rule"),
    [
        ("args.a", "!args.a", ""),
        ("!args.a", "args.a", ""),
        ("!args.a", "!(!args.a)", ""),
        ("args.a && args.b", "!(args.a && args.b)", ""),
        ("args.a && args.b", "!args.a || !args.b", ""),
        ("args.n == 1", "args.n != 1", ""),
        ("args.n < 1", "args.n >= 1", ""),
        ("args.n <= 1", "args.n > 1", ""),
        ("args.n == 1", "!( args.n==1 )", ""),
        ("has(args.x)", "!has(args.x)", ""),
        ("args.a ? args.b : false", "!args.a || !args.b", ""),
        ("args.s.startsWith('x')", "!args.s.startsWith('x')", ""),
        ("[1].exists(v, v == args.n)", "![1].exists(v, v == args.n)", ""),
        ("true", "false", ""),
        ("args.a", "args.a", ABSENT),
        ("args.a", "args.b", ABSENT),
        ("args.a", "!args.b", ABSENT),
        ("args.a && args.b", "!args.a && !args.b", ABSENT),
        ("args.n == 1", "args.n != 2", ABSENT),
        ("args.n < 1", "args.n > 1", ABSENT),
        ("args.n == 1", "args.n != 1.0", ABSENT),
        ("args.s < now()", "!(args.s < now())", ABSENT),
    ],
)
def test_two_steps_that_exclude_each_other(first: str, second: str, rule: str) -> None:
    assert presence("coalesce(p.id, q.id)", p=first, q=second) == rule


def test_three_steps_of_which_one_runs() -> None:
    whens = {"p": "args.a", "q": "!args.a && args.b", "r": "!args.a && !args.b"}
    assert presence("coalesce(p.id, q.id, r.id)", **whens) == ""
    assert presence("coalesce(r.id, q.id, p.id)", **whens) == ""
    assert presence("coalesce(p.id, q.id)", **whens) == ABSENT
    assert presence("args.a ? p.id : args.b ? q.id : r.id", **whens) == ""


def test_other_conditions_do_not_distract() -> None:
    many = " && ".join(f"args.n != {number}" for number in range(30))
    assert presence(f"{many} && args.a ? p.id : 0", p="args.a") == ""
    assert presence(f"args.a && {many} ? p.id : 0", p="args.a") == ""
    assert presence(f"!({many}) || args.a ? p.id : 0", p="args.a") == ABSENT
    assert presence(f"!(!({many}) || !args.a) ? p.id : 0", p="args.a") == ""
    either = {"p": "args.a && args.b", "q": "args.a || args.n == 1"}
    assert presence("has(q) && args.b ? p.id : 0", **either) == ABSENT
    assert presence("has(q) && args.n != 1 && args.b ? p.id : 0", **either) == ""


def test_too_many_conditions_decide_nothing() -> None:
    many = " && ".join(f"args.n != {number}" for number in range(12))
    assert presence("coalesce(p.id, q.id)", p=many, q=f"!({many})") == ABSENT


def test_a_guarded_part_is_not_evaluated() -> None:
    scope = Scope({"d": Slot(record(x=Slot(INT, absent=True)))}, {"d": Root("d")})
    code = translate(infer(parse("has(d.x) && 1 / d.x > 0 ? 'yes' : 'no'"), scope), scope)
    assert run(code, {"d": {}}) == "no"
    assert run(code, {"d": {"x": 1}}) == "yes"
