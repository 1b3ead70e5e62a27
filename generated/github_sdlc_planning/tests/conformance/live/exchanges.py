"""Foretells one request of a call: what is asked, how often, and what its answer is worth.

What is said of a rate limit, of a refusal and of an answer that is none is in the language's reference, "Upstreams".
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from ..facts import Facts
from ..schemas import is_valid
from ..services import Operation
from ..templates import COMPUTED, Unsaid
from ..values import Json, JsonObject
from .endings import Refused
from .graphql import Declined, meant
from .judging import Probe, judged, limited
from .operators import Underivable
from .replies import Answered, Asked, Script, Unusable
from .requests import request_of
from .settings import installation_of
from .usual import Usual

UNAUTHORIZED = 401

_NOT_THERE = (404, 410, 451)


class Ended(Exception):
    """The call ends here."""

    def __init__(self, ending: Refused) -> None:
        super().__init__(ending.code)
        self.ending = ending


class _NothingThere(Exception):
    pass


class Exchanges:
    """The requests of one call.

    `known` is what names stand for, `completed` what took effect, and `asked_for` the operations of the `requests`.
    """

    def __init__(self, facts: Facts, usual: Usual, args: JsonObject, script: Script, known: dict[str, Any]) -> None:
        self.facts = facts
        self.known = known
        self.requests: list[Asked] = []
        self.asked_for: list[str] = []
        self.completed: list[Json | Unsaid] = []
        self._usual = usual
        self._script = script
        self._args = args

    def request(self, operation: Operation, params: JsonObject) -> Asked:
        """Return the request of an operation. Raises Underivable."""
        upstream = self.facts.upstreams[operation.upstream]
        asked = request_of(self.facts, operation, params)
        return replace(asked, installation=installation_of(self.facts, upstream, self.known))

    def answer(self, operation: Operation, asked: Asked, params: JsonObject, step: JsonObject) -> Answered:
        """Make a request as often as it takes and return its answer. Raises Ended, Underivable."""
        upstream = self.facts.upstreams[operation.upstream]
        tries = upstream.retries if operation.reads else 0
        waits = (upstream.rate_limit or {}).get("retries", 0)
        renewals = int("github_app" in upstream.auth)
        while True:
            reply = self._reply(operation, asked)
            if isinstance(reply, Answered) and reply.status == UNAUTHORIZED and renewals:
                # Nothing was done, so that even a write is sent once more, with a new token.
                renewals -= 1
            elif isinstance(reply, Answered) and reply.status < 500:
                held = limited(upstream, reply, self.facts, now=time.time())
                if held is None:
                    break
                if waits == 0:
                    raise Ended(held)
                waits -= 1
            elif tries == 0:
                raise Ended(self._failed(operation, reply, params, step))
            else:
                tries -= 1
        if 200 <= reply.status < 300:
            return self._success(operation, reply, params, step)
        if str(reply.status) in operation.answers:
            return reply
        raise Ended(self._refused(operation, reply, params, step))

    def _success(self, operation: Operation, reply: Answered, params: JsonObject, step: JsonObject) -> Answered:
        told = meant(operation, reply)
        if isinstance(told, Declined):
            raise Ended(self._refused(operation, reply, params, step, told.kind))
        if told is None or not self._kept(operation, told):
            raise Ended(self.unusable(operation))
        if not operation.reads:
            self.completed.append(COMPUTED)
        return told

    def _reply(self, operation: Operation, asked: Asked) -> Any:
        number = len(self.requests)
        if self._script.gone is not None and number >= self._script.gone:
            raise Ended(Refused(self.facts.code("not_sent"), "not_sent", {"operation": operation.short}))
        self.requests.append(asked)
        self.asked_for.append(operation.name)
        return self._script.planned(number) or self._usual.reply(operation, asked, self._script)

    def _kept(self, operation: Operation, reply: Answered) -> bool:
        body = reply.body if reply.has_body else None
        return operation.response is None or is_valid(operation.response, body)

    def _failed(self, operation: Operation, reply: Any, params: JsonObject, step: JsonObject) -> Refused:
        if isinstance(reply, Unusable):
            return self.unusable(operation)
        data: JsonObject = {"operation": operation.short}
        if isinstance(reply, Answered):
            data["status"] = reply.status
        if not operation.reads:
            return Refused(self.facts.code("outcome_unknown"), "outcome_unknown", data)
        if isinstance(reply, Answered):
            found = self.judged(operation, reply, params, step, str(reply.status))
            if found is not None:
                return found
        return Refused(self.facts.code("failed_read"), "failed_read", data)

    def unusable(self, operation: Operation) -> Refused:
        """Return what an answer is worth that nothing can be made of; whether its status is told is left open."""
        name = "failed_read" if operation.reads else "outcome_unknown"
        return Refused(self.facts.code(name), name, {"operation": operation.short, "status": COMPUTED})

    def _refused(
        self, operation: Operation, reply: Answered, params: JsonObject, step: JsonObject, kind: str | None = None
    ) -> Refused:
        """Return what a refusal becomes; `kind` is the type of an error of GraphQL."""
        if step.get("probing") and reply.status in _NOT_THERE:
            raise _NothingThere
        found = self.judged(operation, reply, params, step, str(reply.status) if kind is None else kind)
        if found is not None:
            return found
        name = "auth_failed" if reply.status == UNAUTHORIZED else "upstream_refused"
        return Refused(self.facts.code(name), name, {"operation": operation.short, "status": reply.status})

    def judged(
        self, operation: Operation, reply: Answered, params: JsonObject, step: JsonObject, key: str
    ) -> Refused | None:
        """Return what the most specific table with a row for `key` makes of an answer. Raises Ended, Underivable."""
        tables = (step.get("fails", {}), operation.fails, self.facts.upstreams[operation.upstream].fails)
        found = judged(tables, reply, operation, {**self.known, "params": params}, key)
        if not isinstance(found, Probe):
            return found
        data = {"operation": operation.short, "status": reply.status}
        return Refused(found.found if self._there(found, params) else found.missing, params=data)

    def _there(self, probe: Probe, params: JsonObject) -> bool:
        operation = self.facts.operation(probe.operation)
        if operation is None:
            raise Underivable(f"there is no operation {probe.operation}")
        try:
            own = {**self._args, **params}
            mine = {name: own[name] for name in operation.params if name in own}
            self.answer(operation, self.request(operation, mine), mine, {"probing": True})
        except _NothingThere:
            return False
        return True
