"""Faults of GraphQL: the status is 200, and the body tells what went wrong, or does not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal

from ..graphql.document import roots
from ..wire import Answer
from .fault import Fault, Moment

UNTYPED = (
    "Something went wrong while executing your query. This may be the result of a timeout, or it could be a GitHub "
    "bug. Please include `0000:0000:0000:0000:00000000` when reporting this issue."
)


def _roots(moment: Moment) -> list[str]:
    """Return what the answer calls the root fields."""
    return [found.key for found in roots(json.loads(moment.call.body).get("query", ""))]


def typed_error(type: str = "NOT_FOUND", message: str = "Could not resolve to a node.", stored: bool = False) -> Fault:
    """Answer that the root fields have no value, for a reason that has a type."""

    def change(answer: Answer, moment: Moment) -> Answer:
        roots = _roots(moment)
        errors = [{"type": type, "path": [name], "locations": [], "message": message} for name in roots]
        return Answer.json(200, {"data": dict.fromkeys(roots), "errors": errors}, answer.headers)

    return Fault("typed_error", stored, answer=change)


def untyped_error(stored: bool = False, message: str = UNTYPED) -> Fault:
    """Answer that something went wrong: whether a mutation took effect is not known."""

    def change(answer: Answer, moment: Moment) -> Answer:
        return Answer.json(200, {"data": None, "errors": [{"message": message}]}, answer.headers)

    return Fault("untyped_error", stored, answer=change)


def partial_data(field: str, type: str = "FORBIDDEN", message: str = "Resource not accessible") -> Fault:
    """Answer with all data but one field, named with dots below `data`: it is null, and an error says so."""

    def change(answer: Answer, moment: Moment) -> Answer:
        body = answer.value()
        *outer, last = field.split(".")
        holder: Any = body["data"]
        for name in outer:
            holder = holder[name]
        holder[last] = None
        body["errors"] = [{"type": type, "path": [*outer, last], "locations": [], "message": message}]
        return Answer.json(200, body, answer.headers)

    return Fault("partial_data", answer=change)


def neither(stored: bool = False) -> Fault:
    """Answer with neither data nor errors."""

    def change(answer: Answer, moment: Moment) -> Answer:
        return Answer.json(200, {}, answer.headers)

    return Fault("neither", stored, answer=change)


def stuck_pages(cursor: Literal["unchanged", "null", "missing"] = "unchanged") -> Fault:
    """Say that there is one more page after each: at the very cursor that was asked with, or at none.

    With `missing`, nothing is said about pages at all. What was asked with is a variable whose name ends in `after` or
    in `cursor`; a first page keeps its own.
    """

    def change(answer: Answer, moment: Moment) -> Answer:
        body = answer.value()
        variables = json.loads(moment.call.body).get("variables") or {}
        given = [value for name, value in variables.items() if name.lower().endswith(("after", "cursor")) and value]
        for holder in _pages(body):
            if cursor == "missing":
                del holder["pageInfo"]
            else:
                end = None if cursor == "null" else given[0] if given else holder["pageInfo"].get("endCursor")
                holder["pageInfo"] |= {"hasNextPage": True, "endCursor": end}
        return Answer.json(200, body, answer.headers)

    return Fault("stuck_pages", answer=change)


def _pages(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every list in an answer that tells about its pages."""
    if isinstance(value, dict):
        if isinstance(value.get("pageInfo"), dict):
            yield value
        for inner in value.values():
            yield from _pages(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _pages(inner)


def schema_error(field: str = "nonsense") -> Fault:
    """Answer that the document asks for what does not exist: nothing was carried out."""

    def change(answer: Answer, moment: Moment) -> Answer:
        error = {
            "path": ["query", field],
            "extensions": {"code": "undefinedField", "typeName": "Query", "fieldName": field},
            "locations": [{"line": 1, "column": 1}],
            "message": f"Field '{field}' doesn't exist on type 'Query'",
        }
        return Answer.json(200, {"errors": [error]}, answer.headers)

    return Fault("schema_error", stored=False, answer=change)


def points_spent() -> Fault:
    """Answer that the budget for GraphQL is spent: this too has the status 200."""

    def change(answer: Answer, moment: Moment) -> Answer:
        errors = [{"type": "RATE_LIMITED", "message": "API rate limit exceeded for user ID 1."}]
        return Answer.json(200, {"errors": errors}, {**answer.headers, "x-ratelimit-remaining": "0"})

    return Fault("points_spent", stored=False, answer=change)
