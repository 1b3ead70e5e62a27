"""Upstreams and their operations as facts: what servers check answers against, and what tests build fakes from."""

from __future__ import annotations

from pactwright.model.contract import Contract
from pactwright.model.upstreams import (
    Fail,
    FailChoice,
    FailCode,
    FailProbe,
    FailStatus,
    GraphqlRequest,
    Operation,
    Paging,
    RestRequest,
    Upstream,
)
from pactwright.spelling import spelled, written
from pactwright.tool_facts import given
from pactwright.values import JsonValue
from pactwright.wire import JsonObject, output_schema


def upstream_facts(upstream: Upstream, contract: Contract) -> JsonObject:
    """Return one upstream; expressions read as the author wrote them."""
    limit = upstream.rate_limit
    return given(
        title=upstream.title,
        base_url=spelled(upstream.base_url),
        headers=None if upstream.headers is None else spelled(upstream.headers),
        authenticated=upstream.auth is not None,
        rate_limit=None
        if limit is None
        else given(
            statuses=list(limit.statuses),
            remaining=limit.remaining,
            reset=limit.reset,
            after=limit.after,
            default_ms=limit.default_ms,
            retries=limit.retries,
        ),
        pace_writes_ms=upstream.pace_writes_ms or None,
        read_retries=upstream.read_retries or None,
        fails=_table(upstream.fails) or None,
        operations={operation.name: _operation(operation, contract) for operation in upstream.operations},
    )


def _operation(operation: Operation, contract: Contract) -> JsonObject:
    sent: JsonObject = {}
    match operation.request:
        case RestRequest(method=method, path=path):
            sent = {"method": method, "path": path}
        case GraphqlRequest(document=document):
            sent = {"graphql": document}
    return sent | given(
        reads=operation.reads,
        params=[item.name for item in operation.params] or None,
        query=None if operation.query is None else spelled(operation.query),
        headers=None if operation.headers is None else spelled(operation.headers),
        body=None if operation.body is None else spelled(operation.body),
        variables=None if operation.variables is None else spelled(operation.variables),
        response=None if operation.response is None else output_schema(operation.response, contract),
        value=None if operation.value is None else written(operation.value),
        answers=dict(operation.answers) or None,
        pages=None if operation.pages is None else _pages(operation.pages),
        fails=_table(operation.fails) or None,
        blames=dict(operation.blames) or None,
        needs=list(operation.needs) or None,
    )


def _pages(pages: Paging) -> JsonObject:
    return given(
        by=pages.by,
        size=None if pages.size is None else {pages.size[0]: pages.size[1]},
        next=None if pages.next is None else written(pages.next),
        rows=None if pages.rows is None else written(pages.rows),
        total=None if pages.total is None else written(pages.total),
        cut=None if pages.cut is None else written(pages.cut),
    )


def _table(table: tuple[FailStatus, ...]) -> JsonObject:
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
