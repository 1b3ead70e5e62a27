"""Arguments made to break one rule each, and arguments made to break none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pactwright.conformance import facts_of, read
from pactwright.conformance.broken_values import CANARY
from pactwright.conformance.facts import Tool
from pactwright.conformance.rules import broken_rules, names_of
from pactwright.conformance.schemas import is_valid, problems, published_output, schema_problems
from pactwright.conformance.subjects import (
    boundaries_of,
    rule_violations_of,
    told_apart,
    violations_of,
    with_defaults,
)

CONTRACT = Path(__file__).resolve().parent / "contract.json"
FACTS = read(CONTRACT)


def tool(name: str) -> Tool:
    found = FACTS.tool(name)
    assert found is not None
    return found


SEND = tool("parcels_send")


def test_every_violation_is_invalid_and_names_its_place() -> None:
    found = {violation.name: violation for violation in violations_of(FACTS, SEND)}
    for name in (
        "parcel_id.missing",
        "parcel_id.minimum",
        "parcel_id.maximum",
        "parcel_id.number-as-text",
        "parcel_id.boolean-as-number",
        "parcel_id.fraction",
        "parcel_id.null",
        "label.type",
        "label.minLength",
        "label.maxLength",
        "code.pattern",
        "due.format",
        "kind.enum",
        "kind.enum-case",
        "tags.minItems",
        "tags.maxItems",
        "tags.uniqueItems",
        "tags.items.type",
        "weight.exclusiveMinimum",
        "fragile.boolean-as-text",
        "note.max_bytes",
        "to.line.street.missing",
        "to.number.locker.type",
        "zz_not_declared.unknown",
    ):
        assert name in found, sorted(found)
    for violation in found.values():
        if not violation.name.endswith("max_bytes"):
            assert not is_valid(SEND.input, violation.arguments), violation
        assert violation.blamed, violation
    assert "weight.null" not in found
    assert found["parcel_id.minimum"].blamed == ("parcel_id",)
    assert found["tags.items.type"].blamed == ("tags[0]",)
    assert CANARY in json.dumps(found["due.format"].arguments)


def test_each_told_rule_is_broken_once_by_arguments_of_valid_shape() -> None:
    found = rule_violations_of(FACTS, SEND)
    assert [violation.name.rpartition(".")[2] for violation in found] == [
        "exclusive",
        "disjoint",
        "only_with",
        "together",
    ]
    for violation in found:
        assert is_valid(SEND.input, violation.arguments)
        assert broken_rules(SEND, violation.arguments)


@pytest.mark.parametrize(
    ("rule", "names"),
    [
        ({"exclusive": [["a"], ["b", "c"]]}, ("a", "b", "c")),
        ({"only_with": {"a": "b"}}, ("a", "b")),
        ({"only_when": {"a": "Only on Sundays."}}, ("a",)),
        ({"require": "It must fit.", "fields": ["a", "b"]}, ("a", "b")),
        ({"at_least_one": ["a", "b"]}, ("a", "b")),
    ],
)
def test_rules_speak_of_arguments(rule: dict[str, Any], names: tuple[str, ...]) -> None:
    assert names_of(rule) == names


def test_boundaries_are_valid_and_break_no_rule() -> None:
    found = boundaries_of(FACTS, SEND)
    names = {violation.name for violation in found}
    assert {"parcel_id.minimum", "parcel_id.maximum", "label.maxLength", "kind.enum-0", "weight.null"} <= names
    for violation in found:
        assert is_valid(SEND.input, violation.arguments)
        assert not broken_rules(SEND, violation.arguments)


def test_examples_a_server_cannot_tell_apart_are_left_out() -> None:
    document = json.loads(CONTRACT.read_text())
    examples = document["tools"][1]["examples"]
    examples.append({"title": "All again", "arguments": {"state": "any"}, "error": "busy"})
    find = facts_of(document).tool("parcels_find")
    assert find is not None
    assert [number for number, _ in told_apart(find.input, find.examples)] == ["0", "1"]


def test_defaults_count_as_given() -> None:
    schema = {
        "properties": {
            "a": {"default": 1},
            "b": {"type": "object", "properties": {"c": {"default": [2]}}},
            "d": {"items": {"properties": {"e": {"default": 3}}}},
        }
    }
    assert with_defaults(schema, {"b": {}, "d": [{}]}, schema) == {"a": 1, "b": {"c": [2]}, "d": [{"e": 3}]}


def test_published_output_takes_results_and_failures_and_nothing_else() -> None:
    assert SEND.output is not None
    schema = published_output(SEND.output, errors_as="house")
    assert not schema_problems(schema)
    failure = {"code": "busy", "message": "x", "temporary": True, "retry_after_ms": None, "request_id": "r"}
    assert not problems(schema, {**failure, "fingerprint": "a@1+0000000"})
    assert not problems(schema, SEND.examples[0].result)
    assert problems(schema, failure)
    assert problems(schema, {**SEND.examples[0].result, "code": "busy"})
    without = published_output(SEND.output, errors_as="flat")
    assert not problems(without, SEND.examples[0].result)
    assert problems(without, {**failure, "fingerprint": "a@1+0000000"})
