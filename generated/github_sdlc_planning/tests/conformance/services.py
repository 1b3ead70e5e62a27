"""Upstreams as the checks know them: what each operation asks for and answers, and what its failures become."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .values import Json, JsonObject

# Documents of GraphQL are posted there, below the base URL (requirements of GitHub's API, "POST /graphql").
GRAPHQL_PATH = "/graphql"

_VARIABLE = re.compile(r"\{(\+?)([A-Za-z_][A-Za-z0-9_]*)\}")


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """One request; `name` is the full one, `upstream.operation`. Templates are as the contract writes them.

    `document` is that of GraphQL, empty for other requests, and `variables` are what it is sent with. `needs` are the
    scopes that a token must have for it.
    """

    name: str
    upstream: str
    method: str
    path: str
    reads: bool
    params: tuple[str, ...]
    query: JsonObject
    headers: JsonObject
    body: Json
    has_body: bool
    response: JsonObject | None
    value: str
    answers: Mapping[str, Json]
    pages: JsonObject | None
    fails: JsonObject
    document: str
    variables: JsonObject
    needs: tuple[str, ...]

    @property
    def short(self) -> str:
        """Return the name within the upstream, which errors tell."""
        return self.name.partition(".")[2]

    def matches(self, method: str, path: str, body: Json) -> bool:
        """Tell whether a request is for this operation; all documents of GraphQL are sent to one place."""
        if method != self.method or re.fullmatch(self._pattern, path) is None:
            return False
        return not self.document or (isinstance(body, dict) and body.get("query") == self.document)

    @property
    def places(self) -> JsonObject:
        """Return the templates by which parameters travel in the query, or in the variables of a document."""
        return self.variables if self.document else self.query

    @property
    def fixed(self) -> int:
        """Return how much of the path is no variable: of several that fit a path, the one with most of it is meant."""
        return len(_VARIABLE.sub("", self.path))

    @property
    def segments(self) -> tuple[tuple[str, bool], ...]:
        """Return the names in the path, each with whether it keeps its slashes."""
        return tuple((found[2], bool(found[1])) for found in _VARIABLE.finditer(self.path))

    @property
    def _pattern(self) -> str:
        pattern, last = "", 0
        for found in _VARIABLE.finditer(self.path):
            pattern += re.escape(self.path[last : found.start()]) + (".+" if found[1] else "[^/]+")
            last = found.end()
        return pattern + re.escape(self.path[last:])


@dataclass(frozen=True, slots=True, eq=False)
class Upstream:
    """One service."""

    name: str
    base_url: str
    headers: JsonObject
    auth: JsonObject
    scopes: JsonObject | None
    rate_limit: JsonObject | None
    retries: int
    pace_ms: int
    fails: JsonObject
    operations: tuple[Operation, ...]


def upstreams_of(document: JsonObject) -> dict[str, Upstream]:
    """Return the upstreams of a loaded contract."""
    return {name: _upstream(name, item) for name, item in document.get("upstreams", {}).items()}


def _upstream(name: str, item: JsonObject) -> Upstream:
    operations = item.get("operations", {})
    return Upstream(
        name=name,
        base_url=item.get("base_url", ""),
        headers=item.get("headers") or {},
        auth=item.get("auth") or {},
        scopes=item.get("scopes"),
        rate_limit=item.get("rate_limit"),
        retries=item.get("read_retries", 0),
        pace_ms=item.get("pace_writes_ms", 0),
        fails=item.get("fails", {}),
        operations=tuple(_operation(name, key, part) for key, part in operations.items()),
    )


def _operation(upstream: str, name: str, item: JsonObject) -> Operation:
    return Operation(
        name=f"{upstream}.{name}",
        upstream=upstream,
        method=item.get("method", "POST"),
        path=item.get("path", GRAPHQL_PATH),
        reads=item["reads"],
        params=tuple(item.get("params", ())),
        query=item.get("query") or {},
        headers=item.get("headers") or {},
        body=item.get("body"),
        has_body="body" in item or "graphql" in item,
        response=item.get("response"),
        value=item.get("value", "${upstream.body}"),
        answers=item.get("answers", {}),
        pages=item.get("pages"),
        fails=item.get("fails", {}),
        document=item.get("graphql", ""),
        variables=item.get("variables") or {},
        needs=tuple(item.get("needs", ())),
    )
