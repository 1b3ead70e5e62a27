"""From URIs to variables: what stands in a query, and what commas and repetitions in it mean."""

from __future__ import annotations

from typing import Any

import pytest
from pactwright.runtime.addresses import Addresses

TEMPLATE = {
    "name": "notes",
    "uri": "notes://notes/{folder}{?tags,sizes,state}",
    "input": {
        "type": "object",
        "properties": {
            "folder": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "sizes": {"type": "array", "items": {"type": "integer"}},
            "state": {"type": "string"},
        },
        "required": ["folder"],
    },
}


@pytest.mark.parametrize(
    ("query", "variables"),
    [
        ("", {}),
        ("?tags=", {}),
        ("?tags=red", {"tags": ["red"]}),
        ("?tags=red,green", {"tags": ["red", "green"]}),
        # RFC 6570 encodes a comma that is part of an item.
        ("?tags=red%2Cgreen,blue", {"tags": ["red,green", "blue"]}),
        ("?tags=red&state=open&tags=green%20and%20blue", {"tags": ["red", "green and blue"], "state": "open"}),
        ("?tags=%26%3D%25,%C3%A9", {"tags": ["&=%", "é"]}),
        ("?sizes=1,2", {"sizes": [1, 2]}),
        ("?state=open,closed", {"state": "open,closed"}),
    ],
)
def test_items_of_a_list_are_told_apart(query: str, variables: dict[str, Any]) -> None:
    found = Addresses([], [TEMPLATE]).find(f"notes://notes/a%2Cb{query}")
    assert found is not None
    assert found.wrong == []
    assert found.variables == {"folder": "a,b", **variables}


@pytest.mark.parametrize(("query", "field"), [("?sizes=1,two", "sizes[1]"), ("?colour=red", "colour")])
def test_what_does_not_fit_is_said(query: str, field: str) -> None:
    found = Addresses([], [TEMPLATE]).find(f"notes://notes/a{query}")
    assert found is not None
    assert [violation.fields for violation in found.wrong] == [(field,)]
