"""The parts behind the checks of played upstreams: expressions, what is found by trying, and what is told instead."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import jwt
import pytest
from pactwright.conformance import Facts, facts_of, gaps
from pactwright.conformance.live.apps import App, private_key
from pactwright.conformance.live.expressions import agrees, condition, evaluate, value_of
from pactwright.conformance.live.graphql import fields_of
from pactwright.conformance.live.likeness import like
from pactwright.conformance.live.operators import Underivable
from pactwright.conformance.live.replies import Answered, Asked
from pactwright.conformance.live.trials import trials_of
from pactwright.conformance.templates import ABSENT, COMPUTED, PRESENT

KNOWN: dict[str, Any] = {
    "args": {"n": 7, "text": "A b", "flag": True, "names": ["x", "y"], "none": None},
    "row": {"user": {"login": "ada"}, "labels": [{"name": "bug"}, {"name": "ui"}]},
    "skipped": ABSENT,
    "call": {"started_at": PRESENT},
    "secret": COMPUTED,
}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 2 * 3 - -4", 11),
        ("-7 / 2", -3),
        ("-7 % 2", -1),
        ("args.n > 6 && !(args.n == 8) || false", True),
        ("args.flag ? 'yes' : \"no\"", "yes"),
        ("has(args.none) || has(args.other) || has(skipped.user.login)", False),
        ("has(row.user.login)", True),
        ("args.other", ABSENT),
        ("row.labels[1].name", "ui"),
        ("row.labels[2].name", ABSENT),
        ("coalesce(args.none, skipped, 'last')", "last"),
        ("'x' in args.names && !('z' in args.names)", True),
        ("row.labels.map(label, label.name).join(', ')", "bug, ui"),
        ("row.labels.exists(label, label.name == 'ui')", True),
        ("row.labels.filter(label, label.name.startsWith('b')).size()", 1),
        ("size(args.text) + size(args.names)", 5),
        ("args.text.lowerAscii().contains('a b')", True),
        ('args.text + \'}\' + "\\""', 'A b}"'),
        ("[1, args.n]", [1, 7]),
        ("args.none == null", True),
        ("call.started_at", PRESENT),
    ],
)
def test_expressions_come_to_what_they_say(expression: str, value: Any) -> None:
    assert evaluate(expression, KNOWN) == value


@pytest.mark.parametrize(
    "expression",
    [
        "secret",
        "unheard_of",
        "args.other == 1",
        "version('issue', row)",
        "args.n +",
        "call.started_at > 'x'",
        "{'a': 1}",
    ],
)
def test_what_cannot_be_told_is_not_guessed(expression: str) -> None:
    with pytest.raises(Underivable):
        evaluate(expression, KNOWN)


def test_conditions_are_booleans() -> None:
    assert condition("${args.flag}", KNOWN)
    with pytest.raises(Underivable):
        condition("${args.n}", KNOWN)


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ({"a": "${args.n}", "b": "${args.other}", "c": "${args.none}"}, {"a": 7, "c": None}),
        ("#${args.n}: ${args.text}$${x}", "#7: A b${x}"),
        ("${has(args.none) ? args.none : null}", COMPUTED),
        (["${secret}", "${args.n}"], [COMPUTED, 7]),
        ({"$view": "issue", "of": "${row}"}, COMPUTED),
    ],
)
def test_templates_come_to_what_they_say(template: Any, value: Any) -> None:
    assert value_of(template, KNOWN) == value


@pytest.mark.parametrize(
    ("expected", "seen", "fits"),
    [
        ({"a": COMPUTED, "b": 1}, {"b": 1}, True),
        ({"a": PRESENT}, {}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ([COMPUTED, 2], [1, 2], True),
        ([COMPUTED], [], False),
        (1, True, False),
    ],
)
def test_values_agree_where_they_can_be_told(expected: Any, seen: Any, fits: bool) -> None:
    assert agrees(expected, seen) is fits


def facts_with(*steps: dict[str, Any], **upstream: Any) -> Facts:
    """Return the facts of a contract with one tool of these steps."""
    response = {"type": "object", "properties": {"on": {"type": "boolean"}}, "required": ["on"]}
    get = {"method": "GET", "path": "/thing", "reads": True, "response": response}
    query = {"graphql": "query { thing }", "reads": True}
    service = {"base_url": "${config.url}", "operations": {"get": get, "ask": query}, **upstream}
    tool = {
        "name": "see",
        "input": {"type": "object", "properties": {}, "additionalProperties": False},
        "live": True,
        "steps": list(steps),
        "result": {},
        "examples": [{"title": "It", "arguments": {}, "result": {}}],
    }
    config = {"url": {"env": "URL", "schema": {"type": "string"}}}
    server = {"name": "things", "revisions": ["2026-07-28"], "transports": ["stdio"]}
    return facts_of({"format": 1, "server": server, "config": config, "upstreams": {"up": service}, "tools": [tool]})


GET = {"call": "up.get", "as": "thing"}


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        (facts_with({**GET, "when": "${version('v', 1) == 'x'}"}), "version() is known to the server alone"),
        (facts_with({"ask": "sure"}, GET), "the user is asked"),
        (facts_with(GET, {"reject": [{"if": "${thing.on && !thing.on}", "code": "odd"}]}), "step 2 rejects (odd)"),
        (facts_with({**GET, "fails": {"NOT_FOUND": "gone"}}), "NOT_FOUND of its tables"),
        (facts_with(GET, fails={"404": [{"if": "${upstream.body.a == 1}", "code": "x"}, "y"]}), "404"),
    ],
)
def test_what_cannot_be_derived_is_told(facts: Facts, told: str) -> None:
    assert any(told in gap for gap in gaps(facts)), gaps(facts)


def test_answers_are_found_that_lead_to_every_step() -> None:
    rejects = {"reject": [{"if": "${thing.on}", "code": "on"}]}
    names = [trial.name for trial in trials_of(facts_with({**GET, **rejects}, {**GET, "as": "again"})).trials]
    assert "see.1.reject-1" in names
    assert "see.2-get.closed" in names


@pytest.mark.parametrize(
    ("document", "fields"),
    [
        ("{ viewer { login } }", ["viewer"]),
        (
            'query A($n: In = {x: 1}) @cached { one: issue(n: $n, s: "}") { id } two(by: {a: 1}) ...Rest }',
            ["one", "two"],
        ),
        ("# { no }\nmutation { close(id: 1) { issue { id } } }\nfragment Rest on Query { three }", ["close"]),
    ],
)
def test_the_data_of_a_document_is_named_by_its_fields(document: str, fields: list[str]) -> None:
    assert fields_of(document) == fields


def test_a_row_is_made_that_a_search_finds() -> None:
    sought = (
        "it.user.login == args.text && coalesce(it.body, '').startsWith(row.user.login) && it.at >= call.started_at"
    )
    found = like({"id": 1, "user": None}, sought, KNOWN)
    assert found == {"id": 1, "user": {"login": "A b"}, "body": "ada", "at": "2999-12-31T23:59:59Z"}


@pytest.mark.parametrize(
    ("claims", "status"),
    [
        ({}, 201),
        ({"iss": "8"}, 401),
        ({"iat": 1060}, 401),
        ({"exp": 1700}, 401),
        ({"exp": 1000}, 401),
    ],
)
def test_an_app_is_known_by_what_it_signs(claims: dict[str, Any], status: int) -> None:
    app = App("7")
    signed = jwt.encode({"iss": "7", "iat": 940, "exp": 1500, **claims}, private_key(), algorithm="RS256")
    asked = Asked("up", "POST", "/app/installations/5/access_tokens", (), headers={"authorization": f"Bearer {signed}"})
    reply = app.reply(asked, {}, 1000.0)
    assert isinstance(reply, Answered)
    assert reply.status == status
    if status == 201:
        carries = replace(asked, headers={"authorization": f"Bearer {reply.body['token']}"})
        assert app.installation_of(carries) == "5"
        app.revoke(carries)
        assert app.installation_of(carries) == ""
