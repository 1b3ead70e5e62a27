"""Tables of failures as facts: what each status of an upstream becomes."""

from __future__ import annotations

from collections.abc import Iterable

from pactwright.model.upstreams import Fail, FailChoice, FailCode, FailProbe, FailStatus
from pactwright.spelling import given, spelled, written
from pactwright.values import JsonValue
from pactwright.wire import JsonObject


def fails_facts(table: Iterable[FailStatus]) -> JsonObject:
    """Return a table by status, in the author's spelling; empty without rows."""
    return {row.status: _fail(row.fail) for row in table}


def _fail(fail: Fail) -> JsonValue:
    match fail:
        case FailCode(code=code, params=None, message=None):
            return code
        case FailCode(code=code, params=params, message=message):
            return given(
                code=code,
                **{"with": None if params is None else spelled(params)},
                message=None if message is None else spelled(message),
            )
        case FailProbe(operation=operation, found=found, missing=missing):
            return {"probe": operation, "found": found, "missing": missing}
        case FailChoice(rows=rows):
            listed: list[JsonValue] = []
            for row in rows:
                told = _fail(row.fail)
                whole: JsonObject = told if isinstance(told, dict) else {"code": told}
                listed.append(whole if row.condition is None else {"if": written(row.condition), **whole})
            return listed
