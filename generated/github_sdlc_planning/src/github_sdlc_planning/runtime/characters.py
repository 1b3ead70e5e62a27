"""Texts that are none: halves of surrogate pairs, which JSON can hold and UTF-8 cannot."""

from __future__ import annotations

from typing import Any


def whole(value: Any) -> Any:
    """Plain JSON with U+FFFD in place of each half character; pairs that were split become what they stand for."""
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {whole(key): whole(item) for key, item in value.items()}
        case list() | tuple():
            return [whole(item) for item in value]
        case _:
            return value
