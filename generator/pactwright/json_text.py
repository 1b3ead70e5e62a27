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

# Only numbers below 0.0001 are spelled differently, and they look like this; a text that does costs nothing but time.
_SMALL_NUMBER = re.compile(r"0\.0000|\de-\d")


def json_text(value: JsonValue | Mapping[str, JsonValue]) -> str:
    """Return `value` as indented text, without a line feed at its end."""
    text = to_json(value, indent=2).decode()
    return json.dumps(value, indent=2, ensure_ascii=False) if _SMALL_NUMBER.search(text) else text
