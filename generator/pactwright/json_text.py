"""JSON values → the text that people read: indented by two, everything but control characters as it is.

The bytes are those of `json.dumps(value, indent=2, ensure_ascii=False)`, whose indenting encoder is written in Python:
here a compiled one does the work, and the slow one only what they spell differently.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from pydantic_core import to_json

from pactwright.values import JsonValue

_EXPONENT = re.compile(r"e-\d")


def json_text(value: JsonValue | Mapping[str, JsonValue]) -> str:
    """Return `value` as indented text, without a line feed at its end."""
    text = to_json(value, indent=2).decode()
    return json.dumps(value, indent=2, ensure_ascii=False) if _may_differ(text) else text


def _may_differ(text: str) -> bool:
    """Only numbers below 0.0001 are spelled differently; a text that looks like one costs nothing but time."""
    # Nothing finds a plain text sooner than `in`, and a pattern as soon as one that starts with plain text.
    return "0.0000" in text or any(text[found.start() - 1].isdigit() for found in _EXPONENT.finditer(text))
