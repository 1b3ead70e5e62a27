"""The parts the checks are made of: JSON equality, formats, URIs, patterns, headers and messages."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from pactwright import conformance
from pactwright.conformance import facts_of, read
from pactwright.conformance.formats import CHECKER, SAMPLES
from pactwright.conformance.patterns import matching
from pactwright.conformance.reader import UnreadableContract
from pactwright.conformance.templates import ABSENT, COMPUTED, filled
from pactwright.conformance.uris import expanded
from pactwright.conformance.values import canonical, differences, same
from pactwright.conformance.wire.messages import fault
from pactwright.conformance.wire.streamable import encoded, mirrored

CONTRACT = Path(__file__).resolve().parent / "contract.json"
FACTS = read(CONTRACT)


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (1, True, False),
        (0, False, False),
        (1, 1.0, True),
        (None, {}, False),
        ({"a": 1, "b": [2]}, {"b": [2], "a": 1}, True),
        ({"a": None}, {}, False),
        ([1, 2], [2, 1], False),
        ([1], [1, 1], False),
        ([{"a": True}], [{"a": 1}], False),
    ],
)
def test_values_are_equal_as_json(one: Any, other: Any, equal: bool) -> None:
    assert same(one, other) is equal
    assert same(other, one) is equal


def test_differences_tell_where() -> None:
    found = list(differences({"a": [{"b": 1}], "c": 2}, {"a": [{"b": 2}], "d": 3}))
    assert found == [("/a/0/b", "1", "2"), ("/c", "2", "nothing there"), ("/d", "nothing there", "3")]


def test_canonical_text_has_one_form() -> None:
    assert canonical({"b": 1.0, "a": ["ü", 2.5]}) == '{"a":["ü",2.5],"b":1}'


@pytest.mark.parametrize("name", SAMPLES)
def test_formats_take_their_sample_and_not_words(name: str) -> None:
    assert CHECKER.conforms(SAMPLES[name], name)
    assert not CHECKER.conforms("yesterday at noon", name)
    assert not CHECKER.conforms("", name)
    assert CHECKER.conforms(7, name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("date-time", "2026-02-30T00:00:00Z"),
        ("date-time", "2026-07-29T14:03:00"),
        ("date-time", "2026-07-29 14:03:00Z"),
        ("date-time", "2026-07-29T24:03:00Z"),
        ("date", "2026-7-29"),
        ("date", "20260729"),
        ("time", "14:03"),
        ("duration", "P"),
        ("duration", "PT"),
        ("duration", "1D"),
        ("uri", "/relative"),
        ("uri", "https://example.com/a b"),
        ("uri", "https://example.com/%zz"),
        ("email", "a@b@c"),
        ("uuid", "7d4448409dc011d1b2455ffdce74fad2"),
        ("ipv4", "192.0.2.256"),
        ("ipv6", "2001:db8:::1"),
    ],
)
def test_formats_refuse_what_their_standards_refuse(name: str, text: str) -> None:
    assert not CHECKER.conforms(text, name)


@pytest.mark.parametrize(
    ("template", "values", "uri"),
    [
        ("a://b/{x}", {"x": "c/d e"}, "a://b/c%2Fd%20e"),
        ("a://b/{+x}", {"x": "c/d e"}, "a://b/c/d%20e"),
        ("a://b{?x,y}", {"y": [1, 2]}, "a://b?y=1,2"),
        ("a://b{?x,y}", {}, "a://b"),
        ("a://b{/x,y}{#z}", {"x": "1", "y": True, "z": "ü"}, "a://b/1/true#%C3%BC"),
    ],
)
def test_uri_templates_are_filled_in(template: str, values: dict[str, Any], uri: str) -> None:
    assert expanded(template, values) == uri


@pytest.mark.parametrize(
    "pattern",
    [
        "^[a-z]{2}-[0-9]+$",
        "^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$",
        r"^\d{4}-\d\d-\d\d$",
        "^(red|green)+$",
        r"^v:[0-9a-f]{8,}$",
        r"^[^\]/]+/[\w.-]+$",
        r"\.(?:png|jpe?g)$",
        "^(?<year>[0-9]{4})$".replace("?<", "?P<"),
        "^$",
        "",
        r"^\S+@\S+\.\w{2,3}$",
    ],
)
def test_texts_are_made_for_patterns(pattern: str) -> None:
    assert re.search(pattern, matching(pattern))


@pytest.mark.parametrize(
    ("value", "header"),
    [("plain text", "plain text"), ("ü", "=?base64?w7w=?="), (" edge", "=?base64?IGVkZ2U=?=")],
)
def test_headers_carry_any_text(value: str, header: str) -> None:
    assert encoded(value) == header


def test_arguments_are_mirrored_into_headers() -> None:
    schema = {
        "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "deep": {"type": "object", "properties": {"yes": {"type": "boolean", "x-mcp-header": "Yes"}}},
            "plain": {"type": "string"},
        }
    }
    arguments = {"region": "eu", "deep": {"yes": True}, "plain": "x"}
    assert mirrored(schema, arguments) == {"Mcp-Param-Region": "eu", "Mcp-Param-Yes": "true"}
    assert mirrored(schema, {"region": None}) == {}


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ("plain", "plain"),
        ("${args.n}", 7),
        ("${ args.none }", ABSENT),
        ("#${args.n} of ${params.owner}", "#7 of ada"),
        ("${args.flag} stays a boolean", COMPUTED),
        ("${size(args.n)}", COMPUTED),
        ("$${args.n}", "${args.n}"),
        ({"a": "${args.none}", "b": ["${args.flag}", 1]}, {"b": [True, 1]}),
        ({"a": "${now()}"}, COMPUTED),
        (False, False),
    ],
)
def test_templates_come_to_what_is_put_in(template: Any, value: Any) -> None:
    known: dict[str, Any] = {"args": {"n": 7, "flag": True}, "params": {"owner": "ada"}}
    assert filled(template, known) == value


@pytest.mark.parametrize(
    ("message", "right"),
    [
        ({"jsonrpc": "2.0", "id": 1, "result": {}}, True),
        ({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "no JSON"}}, True),
        ({"jsonrpc": "2.0", "method": "notifications/message"}, True),
        ({"jsonrpc": "2.0", "id": 1, "result": {}, "error": {"code": 1, "message": ""}}, False),
        ({"jsonrpc": "2.0", "id": 1}, False),
        ({"jsonrpc": "2.0", "result": {}}, False),
        ({"id": 1, "result": {}}, False),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": "x", "message": ""}}, False),
        ([], False),
    ],
)
def test_messages_are_told_from_noise(message: Any, right: bool) -> None:
    assert (fault(message) is None) is right


@pytest.mark.parametrize("change", [{"format": 2}, {"server": {"name": "x", "dialect": {"errors": "odd"}}}])
def test_contracts_of_another_kind_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(UnreadableContract):
        facts_of(json.loads(CONTRACT.read_text()) | change)


def test_the_checks_stand_on_their_own() -> None:
    folder = Path(conformance.__file__).parent
    for path in folder.rglob("*.py"):
        depth = len(path.relative_to(folder).parts)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert node.level <= depth, path
                assert node.level or not (node.module or "").startswith("pactwright"), path
            elif isinstance(node, ast.Import):
                assert not [name.name for name in node.names if name.name.startswith("pactwright")], path


def test_every_check_says_what_holds_and_has_a_name_of_its_own() -> None:
    names = [check.name for check in conformance.CHECKS]
    assert len(names) == len(set(names))
    assert all(check.about.endswith(".") for check in conformance.CHECKS)
    ids = [placed.id for placed in conformance.place(conformance.CHECKS, FACTS)]
    assert len(ids) == len(set(ids))
