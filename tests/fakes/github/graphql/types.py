"""What types are made of: fields with their arguments, and lists that are read page by page."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

from ..rest.context import Context

Arguments = Mapping[str, Any]
Resolver = Callable[[Any, Arguments, Context], Any]
MOST = 100


@dataclass(frozen=True)
class Member:
    """A field of a type: how its value follows from the object, and of which type it is (None is a scalar)."""

    resolve: Resolver
    type: str | None = None
    arguments: Mapping[str, str] = field(default_factory=dict)
    """By name: the type, as GraphQL writes it."""
    scopes: tuple[str, ...] = ()
    """What a classic token needs one of; the first is the one that GitHub names."""


@dataclass(frozen=True)
class Thing:
    """A value of an object type."""

    type: str
    value: Any


Types = Mapping[str, Mapping[str, Member]]


class Unresolved(Exception):
    """A field that has no value because of an error that GitHub gives a type."""

    def __init__(self, type_: str, message: str) -> None:
        super().__init__(message)
        self.type = type_


def plain(read: Callable[[Any], Any]) -> Member:
    """Return a scalar that follows from the object alone."""
    return Member(lambda value, _arguments, _context: read(value))


def one(type_: str, read: Callable[[Any], Thing | None], scopes: tuple[str, ...] = ()) -> Member:
    """Return an object that follows from another one alone."""
    return Member(lambda value, _arguments, _context: read(value), type_, scopes=scopes)


def mutation(
    name: str, change: Callable[[Arguments, Context], Mapping[str, Thing]], scopes: tuple[str, ...] = ()
) -> Member:
    """Return a field that changes something: `change` gets the input, and gives what the payload is to hold."""

    def resolve(_root: None, arguments: Arguments, context: Context) -> Thing:
        wanted = arguments["input"]
        return Thing(f"{name}Payload", {**change(wanted, context), "clientMutationId": wanted.get("clientMutationId")})

    return Member(resolve, f"{name}Payload", {"input": f"{name}Input!"}, scopes)


def payload(**types: str) -> dict[str, Member]:
    """Return the type of what a mutation answers, from the types of what it holds."""
    members = {name: one(type_, itemgetter(name)) for name, type_ in types.items()}
    return {**members, "clientMutationId": plain(itemgetter("clientMutationId"))}


# --- lists


class Page(NamedTuple):
    """All rows of a list, and where the part that was asked for starts and ends."""

    rows: Sequence[Thing]
    start: int
    end: int


Rows = Callable[[Any, Arguments, Context], Sequence[Thing]]
PAGING = {"first": "Int", "after": "String", "last": "Int", "before": "String"}


def connection(
    type_: str, rows: Rows, arguments: Mapping[str, str] | None = None, scopes: tuple[str, ...] = ()
) -> Member:
    """Return a list that is read page by page: with `first` and `after`, or with `last` and `before`."""

    def resolve(value: Any, given: Arguments, context: Context) -> Thing:
        found = rows(value, given, context)
        return Thing(type_, _page(found, given))

    return Member(resolve, type_, {**PAGING, **(arguments or {})}, scopes)


def _page(rows: Sequence[Thing], given: Arguments) -> Page:
    first, last = given.get("first"), given.get("last")
    if first is None and last is None:
        message = "You must provide a `first` or `last` value to properly paginate this connection."
        raise Unresolved("MISSING_PAGINATION_BOUNDARIES", message)
    for name, size in (("first", first), ("last", last)):
        if size is not None and not 1 <= size <= MOST:
            message = f"Requesting {size} records on this connection exceeds the `{name}` limit of {MOST} records."
            raise Unresolved("EXCESSIVE_PAGINATION" if size > MOST else "ARGUMENT_LIMIT", message)
    start = place_of(given.get("after")) or 0
    before = place_of(given.get("before"))
    end = len(rows) if before is None else min(len(rows), before - 1)
    if first is not None:
        end = min(start + first, end)
    elif last is not None:
        start = max(start, end - last)
    return Page(rows, min(start, end), end)


def place_of(text: str | None) -> int | None:
    """Return how many rows a cursor lies behind; None when there is no cursor."""
    if text is None:
        return None
    try:
        start, _, number = base64.b64decode(text, validate=True).decode().rpartition(":")
        if start == "cursor:v2":
            return int(number)
    except ValueError:
        pass
    raise Unresolved("INVALID_CURSOR_ARGUMENTS", f"`{text}` does not appear to be a valid cursor.")


def cursor(place: int) -> str:
    return base64.b64encode(f"cursor:v2:{place}".encode()).decode()


def connection_types(of: str) -> dict[str, dict[str, Member]]:
    """Return the types of a list of things and of its edges, by name."""
    edge = f"{of}Edge"

    def edges(page: Page, _arguments: Arguments, _context: Context) -> list[Thing]:
        return [Thing(edge, (cursor(place + 1), page.rows[place])) for place in range(page.start, page.end)]

    return {
        f"{of}Connection": {
            "totalCount": plain(lambda page: len(page.rows)),
            "nodes": Member(lambda page, _arguments, _context: list(page.rows[page.start : page.end]), of),
            "edges": Member(edges, edge),
            "pageInfo": one("PageInfo", lambda page: Thing("PageInfo", page)),
        },
        edge: {"cursor": plain(lambda row: row[0]), "node": one(of, lambda row: row[1])},
    }


PAGE_INFO = {
    "hasNextPage": plain(lambda page: page.end < len(page.rows)),
    "hasPreviousPage": plain(lambda page: page.start > 0),
    "startCursor": plain(lambda page: cursor(page.start + 1) if page.end > page.start else None),
    "endCursor": plain(lambda page: cursor(page.end) if page.end > page.start else None),
}
