"""JSON values as the checks compare them: strict equality, canonical text, and the first difference.

Python's `==` calls `True` and `1` equal, which would hide a changed hint or a coerced argument; JSON does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Json = Any
JsonObject = dict[str, Any]

_ABSENT = "nothing there"


def same(one: Json, other: Json) -> bool:
    """Tell whether two JSON values are equal; numbers compare by value (1 and 1.0), booleans only to booleans."""
    return next(differences(one, other), None) is None


def differences(expected: Json, seen: Json, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield `(where, expected, seen)` for each place where two JSON values differ, outer before inner."""
    if isinstance(expected, dict) and isinstance(seen, dict):
        for key in [*expected, *(key for key in seen if key not in expected)]:
            below = f"{path}/{key}"
            if key not in seen:
                yield below, shown(expected[key]), _ABSENT
            elif key not in expected:
                yield below, _ABSENT, shown(seen[key])
            else:
                yield from differences(expected[key], seen[key], below)
    elif isinstance(expected, list) and isinstance(seen, list):
        if len(expected) != len(seen):
            yield path, f"{len(expected)} items: {shown(expected)}", f"{len(seen)} items: {shown(seen)}"
            return
        for index, (left, right) in enumerate(zip(expected, seen, strict=True)):
            yield from differences(left, right, f"{path}/{index}")
    elif isinstance(expected, bool) != isinstance(seen, bool) or expected != seen:
        yield path, shown(expected), shown(seen)


def shown(value: Json, limit: int = 300) -> str:
    """Return `value` as JSON text for a report, cut at `limit` characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text)} characters)"


def canonical(value: Json) -> str:
    """Return canonical JSON: sorted keys, no spaces, no escapes beyond JSON's own, whole numbers without a fraction."""
    return json.dumps(_whole(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _whole(value: Json) -> Json:
    if isinstance(value, float) and value == int(value):
        return int(value)
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return value


def strings(value: Json) -> Iterator[str]:
    """Yield every string in `value` that is not a key."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
