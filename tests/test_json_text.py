"""Indented JSON is what the standard library writes, to the byte."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pactwright.json_text import json_text
from pactwright.values import JsonValue

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=30)


@given(VALUES)
@example({"small": 1e-05})
@example(["0.00001 in words", 12345678901234567890123, -0.0, 1e16, 5e-324])
@example({"controls": "\x00\x1f\x7f\u2028", "empty": [{}, []]})
def test_every_value_is_written_as_the_standard_library_writes_it(value: JsonValue) -> None:
    assert json_text(value) == json.dumps(value, indent=2, ensure_ascii=False)


@pytest.mark.parametrize("number", [1e-4, 9.999e-5, 1.5e-7, 1e-300, 1e15, 1e17, 0.1])
def test_numbers_are_spelled_alike_at_every_size(number: float) -> None:
    assert json_text([number, -number]) == json.dumps([number, -number], indent=2)
