"""The requests that operations are made with, from their parameters."""

from __future__ import annotations

import re
from dataclasses import replace

from ..facts import Facts, Tool
from ..services import Operation, Upstream
from ..subjects import with_defaults
from ..templates import ABSENT, COMPUTED, Moment, Unsaid
from ..values import Json, JsonObject
from .expressions import agrees, evaluate, expression_in, value_of
from .operators import Underivable
from .replies import Asked, pairs, segment

# Stand in a query for values that only the server can tell: one that may be absent, and one that is there.
_PERHAPS, _SOME = "\0", "\1"


def prefix_of(upstream: Upstream) -> str:
    """Return the path that the base URL of a service puts before those of its operations."""
    whole = re.fullmatch(r"\$\{config\.\w+\}(/[^$]*)?", upstream.base_url)
    return "" if whole is None else (whole[1] or "").rstrip("/")


def settings_of(facts: Facts) -> JsonObject:
    """Return the settings of the server under test, as far as they are the contract's defaults; addresses are not."""
    addresses = {upstream.base_url for upstream in facts.upstreams.values()}
    known = {name: item.get("default", COMPUTED) for name, item in facts.config.items()}
    return {
        name: COMPUTED if any(f"config.{name}" in address for address in addresses) else value
        for name, value in known.items()
    }


def with_filled(tool: Tool, arguments: JsonObject) -> JsonObject:
    """Return arguments as steps see them: defaults applied; what only the server can fill in is COMPUTED."""
    whole = dict(with_defaults(tool.input, arguments, tool.input))
    for name, source in tool.answer.default_from.items():
        if name not in whole:
            try:
                value = evaluate(expression_in(source) or source, {"args": whole})
            except Underivable:
                value = COMPUTED
            if value is not ABSENT:
                whole[name] = value
    return whole


def request_of(facts: Facts, operation: Operation, params: JsonObject) -> Asked:
    """Return the request of an operation with these parameters. Raises Underivable."""
    path = operation.path
    for name, slashes in operation.segments:
        if isinstance(params.get(name, COMPUTED), Unsaid | Moment):
            raise Underivable(f"the path of {operation.name} needs {name}, which is known to the server alone")
        path = path.replace(f"{{{'+' if slashes else ''}{name}}}", segment(params[name], slashes=slashes))
    known = {"params": params, "config": settings_of(facts)}
    query = members(value_of(operation.query, known))
    unknown = {key: value for key, value in query.items() if isinstance(value, Unsaid | Moment)}
    told = {key: value for key, value in query.items() if key not in unknown}
    unsaid = tuple((key, _PERHAPS if value is COMPUTED else _SOME) for key, value in unknown.items())
    body = _body(operation, known)
    asked = Asked(operation.upstream, operation.method, path, (*pairs(told), *unsaid), body, operation.has_body)
    headers = members(value_of({**facts.upstreams[operation.upstream].headers, **operation.headers}, known))
    return replace(asked, headers={key.lower(): value for key, value in headers.items() if isinstance(value, str)})


def _body(operation: Operation, known: JsonObject) -> Json | Unsaid:
    """Return the body; variables of a document that are absent are left out of it."""
    if operation.document:
        return {"query": operation.document, "variables": value_of(operation.variables, known)}
    return value_of(operation.body, known) if operation.has_body else None


def differs(expected: Asked, seen: Asked) -> str | None:
    """Say in what a request is not the expected one; None when it is wherever that can be told."""
    if (expected.upstream, expected.method, expected.path) != (seen.upstream, seen.method, seen.path):
        return "method or path"
    unsaid = {key: value for key, value in expected.query if value in (_PERHAPS, _SOME)}
    told = sorted(pair for pair in expected.query if pair[0] not in unsaid)
    there = {key for key, _ in seen.query} >= {key for key, value in unsaid.items() if value == _SOME}
    if not there or told != sorted(pair for pair in seen.query if pair[0] not in unsaid):
        return "query"
    if not agrees(expected.body, seen.body) or (expected.has_body and expected.body is not COMPUTED) != seen.has_body:
        return "body"
    lacking = [name for name, value in expected.headers.items() if seen.headers.get(name) != value]
    return f"header {lacking[0]}" if lacking else None


def members(value: Json | Unsaid) -> JsonObject:
    """Return a value that is an object, else an empty one."""
    return value if isinstance(value, dict) else {}
