"""Upstreams and their operations as facts: what servers check answers against, and what tests build fakes from."""

from __future__ import annotations

from pactwright.fail_facts import fails_facts
from pactwright.model.contract import Contract
from pactwright.model.upstreams import (
    BearerAuth,
    GithubAppAuth,
    GraphqlRequest,
    HeaderAuth,
    Operation,
    Paging,
    RestRequest,
    Upstream,
)
from pactwright.spelling import given, spelled, written
from pactwright.wire import JsonObject, answer_schema


def upstream_facts(upstream: Upstream, contract: Contract) -> JsonObject:
    """Return one upstream; expressions read as the author wrote them."""
    limit = upstream.rate_limit
    return given(
        title=upstream.title,
        base_url=spelled(upstream.base_url),
        headers=None if upstream.headers is None else spelled(upstream.headers),
        auth=_auth(upstream.auth),
        scopes=None
        if upstream.scopes is None
        else given(
            probe=upstream.scopes.probe,
            header=upstream.scopes.header,
            tokens=upstream.scopes.tokens,
            code=upstream.scopes.code,
        ),
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
        fails=fails_facts(upstream.fails) or None,
        operations={operation.name: _operation(operation, contract) for operation in upstream.operations},
    )


def _auth(auth: BearerAuth | HeaderAuth | GithubAppAuth | None) -> JsonObject | None:
    match auth:
        case BearerAuth(token=token):
            return {"bearer": written(token)}
        case HeaderAuth(header=header, secret=secret):
            return {"header": header, "value": written(secret)}
        case GithubAppAuth(settings=settings):
            return {"github_app": {name: written(setting) for name, setting in settings}}
        case None:
            return None


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
        response=None if operation.response is None else answer_schema(operation.response, contract),
        value=None if operation.value is None else written(operation.value),
        answers=dict(operation.answers) or None,
        pages=None if operation.pages is None else _pages(operation.pages),
        fails=fails_facts(operation.fails) or None,
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
