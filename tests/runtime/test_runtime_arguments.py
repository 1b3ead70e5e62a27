"""What is said about arguments that are not valid, and what becomes of those that are."""

from __future__ import annotations

from typing import Any

import pytest
from pactwright.runtime import at_least_one, disjoint, exclusive, only_when, only_with, together
from pactwright.runtime.arguments import Arguments


def owner(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A tool with these arguments."""
    schema = {"type": "object", "properties": properties, "additionalProperties": False, **more.pop("schema", {})}
    return {"name": "tool", "input": schema, **more}


def said(properties: dict[str, Any], given: dict[str, Any], **more: Any) -> list[tuple[str, str]]:
    """Field and reason of each violation."""
    _, found = Arguments(owner(properties, **more)).accept(given)
    return [(",".join(violation.fields), violation.reason) for violation in found]


SECRET = "s3cret"


@pytest.mark.parametrize(
    ("schema", "value", "reason"),
    [
        ({"type": "integer"}, SECRET, "x must be an integer."),
        ({"type": ["string", "null"]}, 5, "x must be a string or null."),
        ({"type": "array"}, SECRET, "x must be an array."),
        ({"enum": ["a", 1, None]}, SECRET, 'x must be one of "a", 1, null.'),
        ({"const": "a"}, SECRET, 'x must be "a".'),
        ({"minimum": 1}, 0, "x must be at least 1."),
        ({"maximum": 1}, 2, "x must be at most 1."),
        ({"exclusiveMinimum": 1}, 1, "x must be greater than 1."),
        ({"exclusiveMaximum": 1}, 1, "x must be less than 1."),
        ({"multipleOf": 5}, 7, "x must be a multiple of 5."),
        ({"minLength": 1}, "", "x must not be empty."),
        ({"minLength": 3}, "ab", "x must have at least 3 characters."),
        ({"maxLength": 3}, SECRET, "x must have at most 3 characters."),
        ({"pattern": "^[a-z]+$"}, SECRET, "x must match the pattern ^[a-z]+$"),
        ({"format": "date-time"}, SECRET, "x must be an RFC 3339 date-time such as 2026-07-29T14:03:00Z."),
        ({"format": "uri"}, SECRET, "x must be an absolute URI."),
        ({"minItems": 1}, [], "x must not be empty."),
        ({"maxItems": 1}, [1, 2], "x must have at most 1 items."),
        ({"uniqueItems": True}, [1, 1], "x must not hold an item twice."),
        ({"minProperties": 2}, {"a": 1}, "x must have at least 2 members."),
        ({"not": {"type": "string"}}, SECRET, "x does not meet the constraint not."),
        ({"pattern": "^(?:a|a)+(?!x)$"}, "a" * 40 + "!", "x could not be matched against its pattern"),
    ],
)
def test_reasons_name_the_constraint_and_never_the_value(schema: dict[str, Any], value: Any, reason: str) -> None:
    ((field, text),) = said({"x": schema}, {"x": value})
    assert field == "x"
    assert text.startswith(reason)
    assert SECRET not in text


def test_paths_lead_to_the_item_and_member() -> None:
    items = {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}}
    assert said({"x": items}, {"x": [{"n": 1}, {}, {"n": "a"}]}) == [
        ("x[1].n", "x[1].n is required."),
        ("x[2].n", "x[2].n must be an integer."),
    ]


def test_unknown_arguments_name_what_is_accepted() -> None:
    assert said({"name": {}, "state": {}}, {"nmae": SECRET}) == [
        ("nmae", "nmae is not accepted by tool. Did you mean name? Accepted: name, state.")
    ]
    assert said({}, {"x": 1}) == [("x", "x is not accepted by tool. It takes no arguments.")]
    assert said({"name": {}}, {f"{SECRET} <b>": 1}) == [
        ("", "tool was given a member it does not accept. Accepted: name.")
    ]


def test_unknown_arguments_can_be_stripped() -> None:
    args, found = Arguments(owner({"a": {}}), strip=True).accept({"a": 1, "b": 2})
    assert (args, found) == ({"a": 1}, [])


UNION = {
    "oneOf": [
        {"properties": {"kind": {"const": "text"}, "text": {"type": "string"}}, "required": ["kind", "text"]},
        {
            "properties": {"kind": {"const": "date"}, "date": {"type": "string"}, "zone": {"default": "UTC"}},
            "required": ["kind", "date"],
        },
    ]
}


def test_a_union_is_judged_by_the_variant_that_was_meant() -> None:
    assert said({"x": UNION}, {"x": {"kind": "text"}}) == [("x.text", "x.text is required.")]
    assert said({"x": UNION}, {"x": {"kind": "other"}}) == [("x.kind", 'x.kind must be one of "text", "date".')]


def test_defaults_are_applied_at_every_depth_and_only_where_something_is_missing() -> None:
    properties = {
        "state": {"type": "string", "default": "open"},
        "tags": {"type": "array", "default": []},
        "rows": {"type": "array", "items": {"$ref": "#/$defs/row"}},
        "value": UNION,
    }
    schema = {"$defs": {"row": {"type": "object", "properties": {"n": {"default": 1}, "row": {"$ref": "#/$defs/row"}}}}}
    arguments = Arguments(owner(properties, schema=schema))
    given = {"rows": [{}, {"n": 2}], "value": {"kind": "date", "date": "x"}}
    args, found = arguments.accept(given)
    assert not found
    assert args == {
        "state": "open",
        "tags": [],
        "rows": [{"n": 1}, {"n": 2}],
        "value": {"kind": "date", "date": "x", "zone": "UTC"},
    }
    assert given == {"rows": [{}, {"n": 2}], "value": {"kind": "date", "date": "x"}}, "what was sent stays as it was"
    args["tags"].append("x")
    assert arguments.accept({})[0]["tags"] == [], "one call's default is not another's"


def test_byte_bounds_reach_into_lists() -> None:
    properties = {"body": {"type": "string"}, "rows": {"type": "array"}}
    bounds = {"/body": 4, "/rows/*/text": 2}
    assert said(properties, {"body": "ééé", "rows": [{"text": "ab"}, {"text": "é!"}, {}]}, max_bytes=bounds) == [
        ("body", "body must have at most 4 bytes in UTF-8."),
        ("rows[1].text", "rows[1].text must have at most 2 bytes in UTF-8."),
    ]


def test_a_flood_of_violations_is_cut() -> None:
    items = {"type": "array", "items": {"type": "integer"}}
    assert len(said({"x": items}, {"x": ["a"] * 10_000})) == 20


def rule(found: Any) -> list[tuple[tuple[str, ...], str]]:
    """Fields and reason of each violation of a rule."""
    return [(violation.fields, violation.reason) for violation in found]


def test_exclusive() -> None:
    groups = (("labels",), ("add", "remove"))
    assert rule(exclusive({"labels": []}, *groups)) == rule(exclusive({"add": 1, "remove": 2}, *groups)) == []
    assert rule(exclusive({"labels": [], "remove": 1}, *groups)) == [
        (("labels", "remove"), "labels and remove cannot be combined: give labels or add and remove, not both.")
    ]


def test_together_and_at_least_one() -> None:
    assert rule(together({}, "a", "b")) == rule(together({"a": 1, "b": 2}, "a", "b")) == []
    assert rule(together({"a": 1}, "a", "b")) == [(("b",), "a and b go together: b is missing.")]
    assert rule(at_least_one({"b": None}, "a", "b")) == []
    assert rule(at_least_one({}, "a", "b")) == [(("a", "b"), "Give at least one of a or b.")]


def test_disjoint() -> None:
    assert rule(disjoint({"a": [1, "1"], "b": [True]}, "a", "b")) == []
    assert rule(disjoint({"a": [{"x": 1, "y": 2}], "b": [{"y": 2, "x": 1}]}, "a", "b")) == [
        (("a", "b"), "a and b must not have an entry in common.")
    ]


def test_only_with_and_only_when() -> None:
    assert rule(only_with({"b": 1}, "a", "b")) == rule(only_with({"a": 1, "b": 1}, "a", "b")) == []
    assert rule(only_with({"a": 1}, "a", "b")) == [(("a", "b"), "a is only allowed together with b.")]
    assert rule(only_when({"a": 1}, "a", True, "x")) == rule(only_when({}, "a", False, "x")) == []
    assert rule(only_when({"a": 1}, "a", False, "a needs b = 1.")) == [(("a",), "a needs b = 1.")]
