"""From what a tool answered to what leaves the server.

Only plain JSON travels: numbers that JSON does not have are refused, lone surrogates (a file name can hold one) are
replaced, everything else is checked against the published schema before a client sees it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .arguments import validator
from .characters import whole
from .envelope import Violation
from .wording import violations


class BrokenResult(Exception):
    """The answer breaks its contract; `violations` name places and never hold values."""

    def __init__(self, violations: list[Violation]) -> None:
        super().__init__("; ".join(violation.reason for violation in violations))
        self.violations = violations


class Results:
    """The result check of one tool, compiled once."""

    def __init__(self, tool: Mapping[str, Any], *, validate: bool) -> None:
        schema = tool.get("output")
        self._name = str(tool["name"])
        self._properties: Mapping[str, Any] = schema.get("properties", {}) if schema is not None else {}
        self._validator = validator(schema) if schema is not None and validate else None

    def broken(self, result: Any) -> list[Violation]:
        """What the output schema says against `result`, which is plain JSON.

        Raises ValueError when values only look plain (a number as a key, a subclass of str).
        """
        if self._validator is None or self._validator.is_valid(result):
            return []
        errors = self._validator.iter_errors(result)
        return violations(errors, accepted=self._properties, what=f"the result of {self._name}")


def plain(value: Any, *, indent: int = 0) -> tuple[Any, str]:
    """`value` as plain JSON, and its text.

    Raises BrokenResult for anything JSON cannot say (NaN, infinities, objects of Python).
    """
    try:
        text = _text(value, indent)
        if not text.isascii():
            text.encode("utf-8")
    except UnicodeEncodeError:
        value = whole(value)
        text = _text(value, indent)
    except (TypeError, ValueError, RecursionError) as failure:
        reason = f"The result is not plain JSON ({type(failure).__name__})."
        raise BrokenResult([Violation((), reason)]) from None
    return value, text


def normalised(text: str) -> Any:
    """What `text` says, in the plain types of JSON: for values that only look like them."""
    return json.loads(text)


def _text(value: Any, indent: int) -> str:
    if indent:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    return _COMPACT(value)


_COMPACT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
