"""Texts that could harm whoever reads them: what is made of them before they are used or shown."""

from __future__ import annotations

from typing import Any

import pytest
from answering import answer, ends, reading, service
from pactwright.runtime.characters import whole
from pactwright.runtime.outcomes import Answer, harmless


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("half \ud83d", "half \ufffd"),
        ("\ud83d\udc1b", "🐛"),
        ({"\udc1b": ["\ud83d", {"a": ("\udc1b",)}]}, {"\ufffd": ["\ufffd", {"a": ["\ufffd"]}]}),
        ([1, None, True, "plain"], [1, None, True, "plain"]),
    ],
)
def test_half_characters_are_replaced(given: Any, expected: Any) -> None:
    assert whole(given) == expected


def test_answers_hold_no_half_characters() -> None:
    with service(answer(200, rb'{"title": "half \ud83d", "bug": "\ud83d\udc1b", "\uDC1B": 1}')) as there:
        [ended] = ends(there.url, reading())
        assert isinstance(ended, Answer)
        assert ended.body == {"title": "half \ufffd", "bug": "🐛", "\ufffd": 1}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("red \x1b[31mlabel\x1b[0m", "red label"),
        ("two\r\nlines\ttabbed", "two  lines tabbed"),
        ("a  b", "a  b"),
        ("\u202eevil\u200b", "evil"),
        ({"allowed": ["a\x00b", 7, None]}, {"allowed": ["ab", 7, None]}),
    ],
)
def test_what_errors_tell_is_harmless(given: Any, expected: Any) -> None:
    assert harmless(given) == expected
