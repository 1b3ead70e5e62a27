"""Reading the fields of a body: what has the wrong type is refused in the words of GitHub's schema check."""

from __future__ import annotations

from typing import Any

from ..wire import Refusal

TYPES: dict[str, type] = {"string": str, "integer": int, "array": list}


def wrong(message: str) -> Refusal:
    return Refusal(422, f"Invalid request.\n\n{message}")


def is_a(value: object, kind: str) -> bool:
    return isinstance(value, TYPES[kind]) and not isinstance(value, bool)


def shown(value: object) -> str:
    return "nil" if value is None else f'"{value}"' if isinstance(value, str) else str(value)


def checked(body: dict[str, Any], name: str, *kinds: str, required: bool = False) -> Any:
    """Return a field, or None when it was not sent or is null; refuse it when it is of none of the kinds."""
    if name not in body:
        if required:
            raise wrong(f'"{name}" wasn\'t supplied.')
        return None
    value = body[name]
    if (value is None and not required) or any(is_a(value, kind) for kind in kinds):
        return value
    article = "an" if kinds[0][0] in "aio" else "a"
    raise wrong(f"For 'properties/{name}', {shown(value)} is not {article} {kinds[0]}.")


def names(body: dict[str, Any], name: str) -> list[str] | None:
    """Return a list of names; each may also be an object with a name, as GitHub takes labels."""
    given = checked(body, name, "array")
    if given is None:
        return None
    found = [item.get("name") if isinstance(item, dict) else item for item in given]
    for item in found:
        if not isinstance(item, str):
            raise wrong(f"For 'items', {shown(item)} is not a string.")
    return [str(item) for item in found]
