"""What upstreams usually answer: samples of the declared responses, lists page by page.

Whoever asks (the server under test, or the oracle that foretells what it asks) gets the same answer to the same
request.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from ..samples import Missing, Samples, kinds
from ..schemas import is_valid, resolved
from ..services import Operation
from ..templates import Unsaid
from ..values import Json, JsonObject
from .expressions import evaluate, expression_in
from .graphql import fields_of, wrapped
from .operators import Underivable
from .replies import Answered, Asked, Script

# The parameter that says where a list goes on, which only the server itself gives (the language, "Pages").
CONTINUED = {"page": "page", "cursor": "cursor", "graphql": "after"}

# The parameter of our own that the links of a list bear.
_AFTER = "after_row"
_SIZE = 30

_ROWS = re.compile(r"\$\{\s*upstream\.body((?:\.\w+)*)\s*\}")


class Adrift(Exception):
    """A page does not say how its list goes on."""


class Usual:
    """The usual answers of the upstreams of one contract."""

    def __init__(self, samples: Samples) -> None:
        self._samples = samples
        self._bodies: dict[str, Json] = {}

    def body(self, operation: Operation) -> Json:
        """Return a body that keeps what the contract relies on. Raises Underivable when none is found."""
        if operation.name not in self._bodies:
            schema = operation.response
            made: Json | Missing = {name: {} for name in fields_of(operation.document)}
            if schema is not None:
                made = self._samples.value(schema, schema)
            if isinstance(made, Missing):
                raise Underivable(f"no answer of {operation.name} could be made up that keeps its response")
            self._bodies[operation.name] = made
        return copy.deepcopy(self._bodies[operation.name])

    def reply(self, operation: Operation, asked: Asked, script: Script) -> Answered:
        """Return the answer to a request. Raises Underivable."""
        if operation.pages is not None:
            return self._page(operation, asked, script)
        if operation.name in script.usual:
            return script.usual[operation.name]
        empty = sorted(status for status in operation.answers if status.startswith("2"))
        if operation.response is None and empty:
            return Answered(int(empty[0]), has_body=False)
        return Answered(200, wrapped(operation, self.body(operation)))

    def rows(self, operation: Operation, count: int) -> list[Json]:
        """Return `count` rows that can be told apart, as far as their schema lets them. Raises Underivable."""
        if operation.pages is None or operation.response is None:
            raise Underivable(f"{operation.name} declares no response, so there are no rows to make up")
        body = self.body(operation)
        found = _at(body, _path(operation.pages.get("rows"), "rows"))
        items = self.row_schema(operation)
        # Deep inside of an answer, lists are made up empty.
        first = found[0] if isinstance(found, list) and found else self._samples.value(items, operation.response)
        if isinstance(first, Missing):
            raise Underivable(f"no row of {operation.name} could be made up")
        return [self._distinct(first, items, operation.response, index) for index in range(count)]

    def row_schema(self, operation: Operation) -> JsonObject:
        """Return what the contract relies on in each row. Raises Underivable."""
        root = operation.response or {}
        return resolved(_schema_at(root, _path((operation.pages or {}).get("rows"), "rows")).get("items", {}), root)

    def _distinct(self, row: Json, schema: JsonObject, root: JsonObject, index: int) -> Json:
        made = copy.deepcopy(row)
        if not isinstance(made, dict):
            return f"{made}{index}" if isinstance(made, str) else made
        for name, part in schema.get("properties", {}).items():
            part = resolved(part, root)
            value = made.get(name)
            if "enum" in part or "const" in part or isinstance(value, bool):
                continue
            fresh: Json = value
            if isinstance(value, int) and "integer" in kinds(part):
                fresh = value + index
            elif isinstance(value, str) and "format" not in part:
                fresh = f"{value}{index}"
            if is_valid({**part, "$defs": root.get("$defs", {})}, fresh):
                made[name] = fresh
        return made

    def _page(self, operation: Operation, asked: Asked, script: Script) -> Answered:
        pages = operation.pages or {}
        rows = script.rows.get(operation.name)
        if rows is None:
            rows = self.rows(operation, 2)
        query = _given(operation, asked)
        size = int(query.get(_key(operation, next(iter(pages.get("size") or {}), None)) or "", _SIZE))
        if pages["by"] != "page" and script.page is not None:
            size = min(size, script.page)
        start = _start(operation, query, size)
        body = _put(self.body(operation), _path(pages.get("rows"), "rows"), rows[start : start + size])
        if "total" in pages:
            body = _put(body, _path(pages["total"], "the total"), len(rows))
        if "cut" in pages:
            body = _put(body, _path(pages["cut"], "the mark of a cut"), False)
        after = start + size if start + size < len(rows) else None
        if pages["by"] in ("cursor", "graphql"):
            return Answered(200, wrapped(operation, _continued(operation, body, after)))
        headers = {}
        if pages["by"] == "link" and after is not None:
            kept = [(key, value) for key, value in asked.query if key != _AFTER]
            headers["link"] = f'<?{urlencode([*kept, (_AFTER, str(after))])}>; rel="next"'
        return Answered(200, body, headers=headers)


def onward(operation: Operation, asked: Asked, answer: Answered, page: int) -> Asked | JsonObject | None:
    """Return what asks for the page after `answer`: a request, or other parameters of one; None at the end.

    Raises Adrift.
    """
    pages = operation.pages or {}
    if pages["by"] == "link":
        found = re.fullmatch(r'<\?([^>]*)>; rel="next"', answer.headers.get("link", ""))
        if found is None:
            return None
        query = tuple(parse_qsl(found[1], keep_blank_values=True))
        return replace(asked, query=query)
    if pages["by"] == "page":
        size = next(iter((pages.get("size") or {}).values()), 1)
        rows = _at(answer.body, _path(pages.get("rows"), "rows"))
        return {"page": page + 1} if isinstance(rows, list) and len(rows) >= size else None
    return _after(pages, answer.body)


def _after(pages: JsonObject, body: Json) -> JsonObject | None:
    if "next" in pages:
        token = evaluate(expression_in(pages["next"]) or "null", {"upstream": {"body": body}})
        return None if token is None or isinstance(token, Unsaid) else {CONTINUED[pages["by"]]: token}
    info = _at(body, info_path(pages))
    if not isinstance(info, dict):
        raise Adrift
    if info.get("hasNextPage") is not True:
        return None
    if not isinstance(info.get("endCursor"), str):
        raise Adrift
    return {CONTINUED[pages["by"]]: info["endCursor"]}


def info_path(pages: JsonObject) -> list[str]:
    """Return where an answer says how its list goes on: beside the rows (GraphQL Cursor Connections)."""
    return [*_path(pages.get("rows"), "rows")[:-1], "pageInfo"]


def stuck(usual: Usual, operation: Operation) -> Iterator[tuple[str, tuple[Answered, ...]]]:
    """Yield pages of GraphQL that do not lead on: to no place, to nothing that can be read, to themselves."""
    pages = operation.pages
    if pages is None or pages["by"] != "graphql" or "next" in pages:
        return
    body = usual.body(operation)
    row = usual.rows(operation, 1)
    for label, info, times in (
        ("pages-null", {"hasNextPage": True, "endCursor": None}, 1),
        ("pages-untold", None, 1),
        ("pages-stuck", {"hasNextPage": True, "endCursor": "stuck"}, 2),
    ):
        page = _put(_put(body, _path(pages.get("rows"), "rows"), row), info_path(pages), info)
        yield label, (Answered(200, wrapped(operation, page)),) * times


def emptied(operation: Operation, body: Json) -> Json:
    """Return a body in which the operation's value is not there. Raises Underivable."""
    path = _path(operation.value, "the value")
    for candidate in (_put(body, path, None), _without(body, path)):
        if operation.response is None or is_valid(operation.response, candidate):
            return candidate
    raise Underivable(f"no answer of {operation.name} could be made up whose value is not there")


def rows_of(operation: Operation, answer: Answered) -> list[Json]:
    """Return the rows of a page. Raises Underivable."""
    rows = _at(answer.body, _path((operation.pages or {}).get("rows"), "rows"))
    return rows if isinstance(rows, list) else []


def _key(operation: Operation, param: str | None) -> str | None:
    """Return the key of the query, or the variable, that carries a parameter as it is."""
    return next((key for key, value in operation.places.items() if value == f"${{params.{param}}}"), None)


def _given(operation: Operation, asked: Asked) -> dict[str, Any]:
    """Return the query of a request, or the variables of a document."""
    if not operation.document:
        return dict(asked.query)
    return dict(asked.body.get("variables") or {}) if isinstance(asked.body, dict) else {}


def _start(operation: Operation, query: dict[str, Any], size: int) -> int:
    by = (operation.pages or {})["by"]
    if by == "link":
        return int(query.get(_AFTER, 0))
    if by not in CONTINUED or _key(operation, CONTINUED[by]) is None:
        raise Underivable(f"where {operation.name} goes on is not said in its query")
    value = query.get(_key(operation, CONTINUED[by]) or "")
    if value is None:
        return 0
    return (int(value) - 1) * size if by == "page" else int(re.sub(r"\D", "", value) or 0)


def _continued(operation: Operation, body: Json, after: int | None) -> Json:
    pages = operation.pages or {}
    if pages["by"] == "graphql" and "next" not in pages:
        info = _at(body, info_path(pages))
        # The last page has an end, too: only what comes first says whether there is another.
        told = {"hasNextPage": after is not None, "endCursor": f"row-{after or 0}"}
        return _put(body, info_path(pages), {**(info if isinstance(info, dict) else {}), **told})
    path = _path(pages.get("next"), "the next page")
    attempts: tuple[Json, ...] = (None,) if after is None else (f"row-{after}", after)
    candidates = [_put(copy.deepcopy(body), path, value) for value in attempts]
    if after is None:
        candidates.insert(0, _without(copy.deepcopy(body), path))
    for candidate in candidates:
        if operation.response is None or is_valid(operation.response, candidate):
            return candidate
    raise Underivable(f"how the list of {operation.name} goes on could not be made up")


def _path(written: str | None, what: str) -> list[str]:
    found = _ROWS.fullmatch("${upstream.body}" if written is None else written)
    if found is None:
        raise Underivable(f"{what} of a list are computed: {written}")
    return found[1].split(".")[1:]


def _at(body: Json, path: list[str]) -> Json:
    for name in path:
        body = body.get(name) if isinstance(body, dict) else None
    return body


def _schema_at(root: JsonObject, path: list[str]) -> JsonObject:
    schema = resolved(root, root)
    for name in path:
        schema = resolved(schema.get("properties", {}).get(name, {}), root)
    return schema


def _put(body: Json, path: list[str], value: Json) -> Json:
    if not path:
        return value
    whole = body if isinstance(body, dict) else {}
    return {**whole, path[0]: _put(whole.get(path[0]), path[1:], value)}


def _without(body: Json, path: list[str]) -> Json:
    if not path or not isinstance(body, dict):
        return body
    if len(path) == 1:
        return {key: value for key, value in body.items() if key != path[0]}
    return {**body, path[0]: _without(body.get(path[0]), path[1:])}


def text_of(answer: Answered) -> str:
    """Return the body of an answer as it travels."""
    return json.dumps(answer.body) if answer.has_body else ""
