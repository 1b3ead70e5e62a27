"""Foretells a call from the contract alone: which requests its steps make, in order, and how it ends.

This reads the steps as the language's reference describes them; it shares nothing with what compiles them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from ..facts import Facts, Tool
from ..schemas import is_valid
from ..services import Operation
from ..templates import ABSENT, COMPUTED, PRESENT, Moment, Unsaid
from ..values import Json, JsonObject
from .endings import Ending, Foretold, Refused, Succeeded
from .expressions import condition, evaluate, expression_in, value_of
from .judging import Probe, judged, limited
from .operators import Underivable
from .replies import Answered, Asked, Script
from .requests import members, request_of, settings_of, with_filled
from .usual import CONTINUED, Usual, onward, rows_of

_NOT_THERE = (404, 410, 451)


class _Ended(Exception):
    def __init__(self, ending: Refused) -> None:
        super().__init__(ending.code)
        self.ending = ending


class _NothingThere(Exception):
    pass


def foretold(
    facts: Facts, usual: Usual, tool: Tool, arguments: JsonObject, script: Script, steps: tuple[JsonObject, ...] = ()
) -> Foretold:
    """Return what a call of `tool` makes of its upstreams when they behave as `script` says. Raises Underivable.

    `steps` are those of the tool unless others are given, such as the ones that look for an earlier call: these come to
    the value of the last one, ABSENT when nothing was found.
    """
    run = _Run(facts, usual, tool, with_filled(tool, arguments), script)
    ending: Ending
    try:
        run.steps(steps or tool.answer.steps)
        ending = Succeeded(
            run.known.get(steps[-1].get("as", ""), COMPUTED) if steps else value_of(tool.answer.result, run.known)
        )
    except _Ended as ended:
        ending = ended.ending
    return Foretold(tuple(run.requests), tuple(run.asked_for), run.firsts, ending, tuple(run.completed), run.rejected)


class _Run:
    """One call, step by step."""

    def __init__(self, facts: Facts, usual: Usual, tool: Tool, args: JsonObject, script: Script) -> None:
        self._facts = facts
        self._usual = usual
        self._tool = tool
        self._script = script
        self._args = args
        # Of the call only what the tests know; times are told one minute early (the language, "Tools").
        moment = Moment(datetime.fromtimestamp(time.time() - 60, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
        call = {"tool": tool.name, "request_id": PRESENT, "principal": PRESENT}
        call |= {"started_at": moment, "first_started_at": moment}
        self.known: dict[str, Any] = {"args": args, "config": settings_of(facts), "call": call}
        self.requests: list[Asked] = []
        self.asked_for: list[str] = []
        self.firsts: dict[int, int] = {}
        self.completed: list[Json | Unsaid] = []
        self.rejected: tuple[int, int] | None = None

    def steps(self, steps: tuple[JsonObject, ...]) -> None:
        """Go through steps. Raises _Ended, Underivable."""
        for place, step in enumerate(steps):
            if "when" in step and not condition(step["when"], self.known):
                if "as" in step:
                    self.known[step["as"]] = ABSENT
            elif "call" in step:
                if self._call(place, step):
                    self._rejects(place, step)
            elif "let" in step:
                self.known |= {name: value_of(value, self.known) for name, value in step["let"].items()}
            elif "ask" in step:
                raise Underivable("the user is asked through the client")
            else:
                self._rejects(place, step)

    def _rejects(self, place: int, step: JsonObject) -> None:
        for row, item in enumerate(step.get("reject", ())):
            if condition(item["if"], self.known):
                self.rejected = place, row
                params = members(value_of(item.get("with") or {}, self.known))
                raise _Ended(Refused(item["code"], params=params, message=value_of(item.get("message"), self.known)))

    def _call(self, place: int, step: JsonObject) -> bool:
        """Make the requests of a step and tell whether they were answered; only what may fail goes on without."""
        operation = self._facts.operation(step["call"])
        if operation is None:
            raise Underivable(f"{step['call']} cannot be played: it is a query of GraphQL")
        before = len(self.requests)
        value: Json | Unsaid = ABSENT
        try:
            value = self._value(operation, step)
        except _Ended:
            if not step.get("best_effort"):
                raise
            return False
        finally:
            if len(self.requests) > before:
                self.firsts.setdefault(place, before)
            if "as" in step:
                self.known[step["as"]] = value
        if "done" in step:
            self.completed[-1] = value_of(step["done"], self.known)
        return True

    def _value(self, operation: Operation, step: JsonObject) -> Json | Unsaid:
        if "each" in step:
            items = evaluate(expression_in(step["each"]) or "null", self.known)
            if not isinstance(items, list):
                raise Underivable("the list to go through cannot be told")
            return [self._asked(operation, step, {**self.known, "it": item}) for item in items]
        if operation.pages is None:
            return self._asked(operation, step, self.known)
        rows: list[Json] = []
        for page in self._pages(operation, step):
            if "first" in step:
                for row in page:
                    if condition(step["first"], {**self.known, "it": row}):
                        return row
            rows += page
            if self._enough(step, rows):
                break
        if "first" in step:
            return ABSENT
        keep = step.get("collect", {}).get("keep")
        rows = rows[: step["collect"]["max"]] if "collect" in step else rows
        return [row for row in rows if keep is None or condition(keep, {**self.known, "it": row})]

    def _enough(self, step: JsonObject, rows: list[Json]) -> bool:
        if "collect" in step:
            more = step["collect"].get("more", "truncate")
            if len(rows) > step["collect"]["max"] and more != "truncate":
                raise _Ended(Refused(more))
            return len(rows) >= int(step["collect"]["max"])
        block = self._facts.pagination.get(self._tool.answer.pagination or "")
        # The first page inside of another result is one page of the upstream; a list is filled to its own size.
        return "page" in step and (block is None or len(rows) >= int(block["page_size"]))

    def _pages(self, operation: Operation, step: JsonObject) -> Iterator[list[Json]]:
        params = self._params(operation, step, self.known)
        if (operation.pages or {})["by"] == "page":
            params = {"page": 1, **params}
        asked = self._request(operation, params)
        number = 1
        while True:
            answer = self._answer(operation, asked, params, step)
            yield rows_of(operation, answer)
            following = onward(operation, asked, answer, number)
            if following is None:
                return
            number += 1
            if isinstance(following, Asked):
                asked = following
            else:
                params = {**params, **following}
                asked = self._request(operation, params)

    def _asked(self, operation: Operation, step: JsonObject, known: Mapping[str, Any]) -> Json | Unsaid:
        params = self._params(operation, step, known)
        answer = self._answer(operation, self._request(operation, params), params, step)
        if str(answer.status) in operation.answers:
            return operation.answers[str(answer.status)]
        body = answer.body if answer.has_body else None
        return evaluate(expression_in(operation.value) or "null", {"upstream": {"body": body, "status": answer.status}})

    def _params(self, operation: Operation, step: JsonObject, known: Mapping[str, Any]) -> JsonObject:
        size = (operation.pages or {}).get("size") or {}
        given = step.get("with") or {}
        params: JsonObject = {}
        for name in operation.params:
            value: Json | Unsaid = ABSENT
            if name in given:
                value = value_of(given[name], known)
            elif name in size:
                value = size[name]
            elif name in self._args and name not in CONTINUED.values():
                value = self._args[name]
            if value is not ABSENT:
                params[name] = value
        return params

    def _request(self, operation: Operation, params: JsonObject) -> Asked:
        return request_of(self._facts, operation, params)

    def _answer(self, operation: Operation, asked: Asked, params: JsonObject, step: JsonObject) -> Answered:
        upstream = self._facts.upstreams[operation.upstream]
        tries = upstream.retries if operation.reads else 0
        waits = (upstream.rate_limit or {}).get("retries", 0)
        while True:
            reply = self._reply(operation, asked)
            if isinstance(reply, Answered) and reply.status < 500:
                held = limited(upstream, reply, self._facts, now=time.time())
                if held is None:
                    break
                if waits == 0:
                    raise _Ended(held)
                waits -= 1
            elif tries == 0:
                raise _Ended(self._failed(operation, reply, params, step))
            else:
                tries -= 1
        if 200 <= reply.status < 300:
            if not self._kept(operation, reply):
                raise _Ended(self._failed(operation, None, params, step))
            if not operation.reads:
                self.completed.append(COMPUTED)
            return reply
        if str(reply.status) in operation.answers:
            return reply
        raise _Ended(self._refused(operation, reply, params, step))

    def _reply(self, operation: Operation, asked: Asked) -> Any:
        number = len(self.requests)
        if self._script.gone is not None and number >= self._script.gone:
            raise _Ended(Refused(self._facts.code("not_sent"), "not_sent", {"operation": operation.short}))
        self.requests.append(asked)
        self.asked_for.append(operation.name)
        return self._script.planned(number) or self._usual.reply(operation, asked, self._script)

    def _kept(self, operation: Operation, reply: Answered) -> bool:
        body = reply.body if reply.has_body else None
        return operation.response is None or is_valid(operation.response, body)

    def _failed(self, operation: Operation, reply: Any, params: JsonObject, step: JsonObject) -> Refused:
        data: JsonObject = {"operation": operation.short}
        if isinstance(reply, Answered):
            data["status"] = reply.status
        if not operation.reads:
            return Refused(self._facts.code("outcome_unknown"), "outcome_unknown", data)
        if isinstance(reply, Answered):
            found = self._judged(operation, reply, params, step)
            if found is not None:
                return found
        return Refused(self._facts.code("failed_read"), "failed_read", data)

    def _refused(self, operation: Operation, reply: Answered, params: JsonObject, step: JsonObject) -> Refused:
        if step.get("probing") and reply.status in _NOT_THERE:
            raise _NothingThere
        found = self._judged(operation, reply, params, step)
        if found is not None:
            return found
        name = "auth_failed" if reply.status == 401 else "upstream_refused"
        return Refused(self._facts.code(name), name, {"operation": operation.short, "status": reply.status})

    def _judged(self, operation: Operation, reply: Answered, params: JsonObject, step: JsonObject) -> Refused | None:
        tables = (step.get("fails", {}), operation.fails, self._facts.upstreams[operation.upstream].fails)
        found = judged(tables, reply, operation, {**self.known, "params": params})
        if not isinstance(found, Probe):
            return found
        data = {"operation": operation.short, "status": reply.status}
        return Refused(found.found if self._there(found, params) else found.missing, params=data)

    def _there(self, probe: Probe, params: JsonObject) -> bool:
        operation = self._facts.operation(probe.operation)
        if operation is None:
            raise Underivable(f"{probe.operation} cannot be played: it is a query of GraphQL")
        try:
            own = {**self._args, **params}
            mine = {name: own[name] for name in operation.params if name in own}
            self._answer(operation, self._request(operation, mine), mine, {"probing": True})
        except _NothingThere:
            return False
        return True
