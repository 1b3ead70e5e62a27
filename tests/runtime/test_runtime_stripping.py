"""Leaving out what objects of a contract do not have."""

from __future__ import annotations

from typing import Any

import pytest
from pactwright.runtime.stripping import stripped

CLOSED: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}
OPEN = {"type": "object", "properties": {"in": CLOSED}}
UNION = {
    "oneOf": [
        {"properties": {"kind": {"const": "x"}, "x": {"type": "string"}}, "additionalProperties": False},
        {"properties": {"kind": {"const": "y"}, "y": CLOSED}, "additionalProperties": False},
    ]
}
TREE = {
    "$ref": "#/$defs/Tree",
    "$defs": {
        "Tree": {
            "properties": {"in": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
            "additionalProperties": False,
        }
    },
}


@pytest.mark.parametrize(
    ("schema", "given", "kept"),
    [
        (CLOSED, {"a": "1", "b": 2}, {"a": "1"}),
        (CLOSED, "no object", "no object"),
        (CLOSED, {"a": {"b": 1}}, {"a": {"b": 1}}),
        (OPEN, {"in": {"a": "1", "b": 2}, "more": {"b": 2}}, {"in": {"a": "1"}, "more": {"b": 2}}),
        ({"type": "array", "items": CLOSED}, [{"b": 1}, 3], [{}, 3]),
        ({"type": "array"}, [{"b": 1}], [{"b": 1}]),
        (UNION, {"kind": "x", "x": "1", "y": {}}, {"kind": "x", "x": "1"}),
        (UNION, {"kind": "y", "y": {"b": 1}}, {"kind": "y", "y": {}}),
        (UNION, {"kind": "z", "y": 1}, {"kind": "z", "y": 1}),
        (TREE, {"in": [{"in": [], "b": 1}], "b": 1}, {"in": [{"in": []}]}),
    ],
)
def test_members_that_are_not_declared_are_left_out(schema: Any, given: Any, kept: Any) -> None:
    assert stripped(given, schema, schema) == kept
