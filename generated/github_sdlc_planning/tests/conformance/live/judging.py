"""What refusals become: the tables of the contract, and rate limits, which are recognised before them."""

from __future__ import annotations

import email.utils
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..facts import Facts
from ..services import Operation, Upstream
from ..values import Json, JsonObject
from .endings import Refused
from .expressions import condition, value_of
from .graphql import data_of, errors_of, words_of
from .replies import Answered

TOO_MANY = 429
LIMITED = "RATE_LIMITED"
LONGEST_MS = 24 * 60 * 60 * 1000
_CLASSES = {"4xx": range(400, 500), "5xx": range(500, 600)}


@dataclass(frozen=True, slots=True)
class Probe:
    """Another request decides: whether what it asks for is there."""

    operation: str
    found: str
    missing: str


def row_of(table: JsonObject, key: str) -> Json:
    """Return the row of a status or a type of error: its own, else that of a status's class; None without one."""
    if key in table or not key.isdecimal():
        return table.get(key)
    return next((table[name] for name, codes in _CLASSES.items() if name in table and int(key) in codes), None)


def judged(
    tables: tuple[JsonObject, ...], answer: Answered, operation: Operation, known: Mapping[str, Any], key: str
) -> Refused | Probe | None:
    """Return what the most specific table makes of a refusal; None when no row names it. Raises Underivable.

    `key` is the status, the type of an error of GraphQL, or `empty`.
    """
    body = data_of(answer) if operation.document and answer.status in range(200, 300) else answer.body
    told = {"operation": operation.short, "status": answer.status, "message": words_of(answer), "body": body}
    seen = {**known, "upstream": told}
    for table in tables:
        for row in _choices(row_of(table, key)):
            if isinstance(row, str):
                return Refused(row, params=_params(told, {}))
            if "probe" in row:
                return Probe(row["probe"], row["found"], row["missing"])
            if "if" not in row or condition(row["if"], seen):
                params = _params(told, value_of(row.get("with") or {}, seen))
                return Refused(row["code"], params=params, message=value_of(row.get("message"), seen))
    return None


def _choices(row: Json) -> Iterator[Any]:
    if row is not None:
        yield from row if isinstance(row, list) else [row]


def _params(told: JsonObject, given: Json) -> JsonObject:
    return {"operation": told["operation"], "status": told["status"], **given}


def limited(upstream: Upstream, answer: Answered, facts: Facts, *, now: float) -> Refused | None:
    """Return the rate limit an answer tells of; None when it is about something else.

    A listed status is one when it is 429, when nothing remains, when it says how long to wait, or when its message
    speaks of a rate limit; in GraphQL an error of a type of its own says it. Waiting times that cannot be read, or are
    absurd, count as not told.
    """
    rule = upstream.rate_limit
    typed = any(error.get("type") == LIMITED for error in errors_of(answer))
    if rule is None or not (typed if answer.status < 400 else answer.status in rule["statuses"]):
        return None
    headers = {name.lower(): value for name, value in answer.headers.items()}
    remaining, after = headers.get(rule.get("remaining", "")), headers.get(rule.get("after", ""))
    told = answer.status == TOO_MANY or remaining == "0" or after is not None
    if not (typed or told or "rate limit" in words_of(answer).lower()):
        return None
    wait = _seconds(after, now)
    if wait is None and remaining == "0":
        reset = headers.get(rule.get("reset", ""), "")
        wait = max(0.0, float(reset) - now) if reset.isdecimal() else None
    code = facts.code("rate_limited")
    if wait is None or wait * 1000 > LONGEST_MS:
        return Refused(code, "rate_limited", waits=(rule["default_ms"], rule["default_ms"]))
    exact = after is not None and after.isdecimal()
    # Moments are told in whole seconds, and some time passes until the answer is read.
    least = round(wait * 1000) if exact else max(0, round(wait * 1000) - 5000)
    return Refused(code, "rate_limited", waits=(least, round(wait * 1000) + (0 if exact else 1000)))


def _seconds(after: str | None, now: float) -> float | None:
    if after is None or after.isdecimal():
        return None if after is None else float(after)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(after).timestamp() - now)
    except (ValueError, TypeError):
        return None
