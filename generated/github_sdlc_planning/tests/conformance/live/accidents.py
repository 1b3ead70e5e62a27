"""What can happen to a request: answers that do not come or cannot be used, rate limits, refusals of documents."""

from __future__ import annotations

import email.utils
from collections.abc import Callable, Iterator
from functools import partial

from ..schemas import is_valid
from ..services import Operation, Upstream
from ..values import Json, JsonObject
from .graphql import fields_of, wrapped
from .judging import LIMITED, TOO_MANY
from .replies import Answered, Lost, Reply, Unusable

# Told by a service in a refusal that no condition of the contract asks about.
WORDS = "The service refuses."

# An error of GraphQL of a type that no contract names.
UNHEARD_OF = "PLAYED_AND_UNHEARD_OF"


def accidents(operation: Operation) -> Iterator[tuple[str, Reply]]:
    """Yield what can happen to an answer."""
    yield "closed", Lost(reset=False)
    yield "reset", Lost(reset=True)
    yield "500", Answered(500, {"message": WORDS})
    yield "503-empty", Answered(503, has_body=False)
    if operation.document:
        yield from _accidents_of_documents(operation)
    if operation.response is None and not operation.document:
        return
    page = "<html>down for maintenance</html>"
    yield "html", Unusable(page, len(page), "text/html")
    yield "cut-short", Unusable('{"a": [', 4096)
    if operation.response is None:
        return
    attempts: tuple[Json, ...] = ("no", [], {}, [7])
    broken = next((value for value in attempts if not is_valid(operation.response, value)), None)
    if broken is not None:
        yield "unkept", Answered(200, wrapped(operation, broken))


def _accidents_of_documents(operation: Operation) -> Iterator[tuple[str, Reply]]:
    yield "untyped-error", Answered(200, {"data": None, "errors": [{"message": WORDS}]})
    yield "no-data", Answered(200, {})
    yield "data-null", Answered(200, {"data": None})
    if not operation.reads:
        # Something was carried out, whatever the error is called.
        gave: JsonObject = {name: {"id": "played"} for name in fields_of(operation.document)}
        yield "partial", declined(operation, UNHEARD_OF, data=gave)
        yield "partial-untyped", Answered(200, {"data": gave, "errors": [{"message": WORDS}]})


def declined(operation: Operation, kind: str, message: str = WORDS, data: JsonObject | None = None) -> Answered:
    """Return the refusal of a document: an error of a type, and nothing for each field unless `data` says otherwise."""
    nothing = dict.fromkeys(fields_of(operation.document))
    return Answered(200, {"data": data or nothing, "errors": [{"type": kind, "message": message}]})


def misread(operation: Operation) -> Answered:
    """Return what is said of a document that does not fit the schema: nothing was executed, and no type is told."""
    return Answered(200, {"errors": [{"message": WORDS, "extensions": {"code": "undefinedField"}}]})


def limits(upstream: Upstream, operation: Operation) -> Iterator[tuple[str, Callable[[float], Reply]]]:
    """Yield the ways in which an upstream says that too much was asked, given the time in Unix seconds."""
    rule = upstream.rate_limit
    if rule is None:
        return
    after, remaining, reset = (rule.get(key) for key in ("after", "remaining", "reset"))
    if rule.get("retries"):
        # The server waits as long as it is told before it asks again.
        if after:
            yield "limit-told", partial(_always, _limit(rule["statuses"][0], {after: "0"}))
        return
    for status in rule["statuses"]:
        yield f"limit-{status}", partial(_always, _limit(status, {}))
        if after:
            yield f"limit-{status}-seconds", partial(_always, _limit(status, {after: "7"}))
    status = TOO_MANY if TOO_MANY in rule["statuses"] else rule["statuses"][0]
    if after:
        yield "limit-date", lambda now: _limit(status, {after: email.utils.formatdate(now + 90, usegmt=True)})
        yield "limit-garbage", lambda now: _limit(status, {after: "in a while"})
    if remaining:
        yield "limit-none-left", lambda now: _limit(status, {remaining: "0"})
    if remaining and reset:
        yield "limit-reset", lambda now: _limit(status, {remaining: "0", reset: str(int(now) + 45)})
    if operation.document:
        said = declined(operation, LIMITED, "API rate limit exceeded")
        yield "limit-typed", partial(_always, said)
        if remaining and reset:
            yield "limit-typed-reset", lambda now: _with(said, {remaining: "0", reset: str(int(now) + 45)})


def _with(answer: Answered, headers: dict[str, str]) -> Answered:
    return Answered(answer.status, answer.body, headers=headers)


def _always(reply: Reply, now: float) -> Reply:
    return reply


def _limit(status: int, headers: dict[str, str]) -> Answered:
    return Answered(status, {"message": "API rate limit exceeded"}, headers=headers)
