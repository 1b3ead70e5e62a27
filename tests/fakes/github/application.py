"""The fake as an ASGI application: it logs a request, lets a rule spoil it, and has the API answer it.

It is plain ASGI with a router of its own, not one of the frameworks: those decode paths before they match them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from . import api
from .delivery import Line, Receive, Send
from .faults import Fault, Moment
from .graphql.document import kind_of, root_fields
from .log import Entry, RequestLog
from .rest.routing import canonical
from .rules import Rules
from .store import Store
from .wire import Answer, Call

Scope = Mapping[str, Any]
NO_FAULT = Fault("")


class Unsent(Exception):
    """A request whose body never came to its end."""


class Application:
    """What stands behind the port; `store.lock` is held while a request is carried out, never while it waits."""

    def __init__(self, store: Store, log: RequestLog, rules: Rules) -> None:
        self._store, self._log, self._rules = store, log, rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send, transport: asyncio.Transport) -> None:
        try:
            await self._serve(head_of(scope), Line(transport, receive, send))
        except Unsent:
            # What was never asked in full is never carried out; the log has its head.
            return

    async def _serve(self, call: Call, line: Line) -> None:
        with self._store.lock:
            token = api.token_of(self._store, call)
            name = None if token is None else token.name
            route = canonical(self._store, call.path)
            entry = self._log.begin(call, route, name, self._store.clock())
            # The root field is in the body: these requests are judged only when they are read.
            asks = route == "/graphql"
            fault = None if asks else self._rules.take(entry, name)
        if fault is None or not fault.unread:
            call = await with_body(call, line.receive)
            entry.body_read(call.body)
            if asks:
                text = document_of(entry)
                entry.operation, entry.fields = kind_of(text), root_fields(text)
                with self._store.lock:
                    fault = self._rules.take(entry, name)
        fault = fault or NO_FAULT
        await fault.delivery(line, self._carried_out(call, entry, fault))

    def _carried_out(self, call: Call, entry: Entry, fault: Fault) -> Answer:
        """Return the answer, spoilt by the fault, and complete the entry before the client can look at it."""
        with self._store.lock:
            fault.before(self._store, call)
            before = self._store.changes
            answer = self._answer(call, fault)
            entry.changed = self._store.changes > before
            fault.after(self._store, call)
            answer = fault.answer(answer, Moment(call, self._store.clock()))
        # Nobody ever decided how to answer what was lost before it was carried out.
        entry.status = answer.status if fault.stored or fault.answered else None
        entry.answered, entry.fault = fault.answered, fault.name or None
        return answer

    def _answer(self, call: Call, fault: Fault) -> Answer:
        if fault.stored:
            return api.answer(self._store, fault.request(call))
        token = api.token_of(self._store, call)
        resource = api.resource_of(canonical(self._store, call.path))
        return Answer(200, b"", api.headers(self._store, call, token, resource))


def head_of(scope: Scope) -> Call:
    """Return a request without its body; the origin is the one that the client named."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    origin = f"{scope['scheme']}://{headers.get('host', '127.0.0.1')}"
    return Call(scope["method"], scope["raw_path"].decode("latin-1"), tuple(query), headers, b"", origin)


async def with_body(call: Call, receive: Receive) -> Call:
    """Return a request with its body; raise `Unsent` when the client goes away before all of it is there."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Unsent
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return Call(call.method, call.path, call.query, call.headers, body, call.origin)


def document_of(entry: Entry) -> str:
    text = entry.body.get("query") if isinstance(entry.body, dict) else None
    return text if isinstance(text, str) else ""
