"""Foretells a call from the contract alone: which requests its steps make, in order, and how it ends.

This reads the steps as the language's reference describes them; it shares nothing with what compiles them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from ..facts import Facts, Tool
from ..services import Operation
from ..templates import ABSENT, COMPUTED, PRESENT, Moment, Unsaid
from ..values import Json, JsonObject
from .endings import Ending, Foretold, Refused, Succeeded
from .exchanges import Ended, Exchanges
from .expressions import condition, evaluate, expression_in, value_of
from .operators import Underivable
from .replies import Script
from .requests import members, settings_of, with_filled
from .usual import CONTINUED, Adrift, Usual, onward, rows_of

EMPTY = "empty"


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
    except Ended as ended:
        ending = ended.ending
    return Foretold(
        tuple(run.requests), tuple(run.asked_for), run.firsts, ending, tuple(run.completed), run.rejected, run.known
    )


class _Run(Exchanges):
    """One call, step by step."""

    def __init__(self, facts: Facts, usual: Usual, tool: Tool, args: JsonObject, script: Script) -> None:
        # Of the call only what the tests know; times are told one minute early (the language, "Tools").
        moment = Moment(datetime.fromtimestamp(time.time() - 60, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
        call = {"tool": tool.name, "request_id": PRESENT, "principal": PRESENT}
        call |= {"started_at": moment, "first_started_at": moment}
        super().__init__(facts, usual, args, script, {"args": args, "config": settings_of(facts), "call": call})
        self._tool = tool
        self.firsts: dict[int, int] = {}
        self.rejected: tuple[int, int] | None = None

    def steps(self, steps: tuple[JsonObject, ...]) -> None:
        """Go through steps. Raises Ended, Underivable."""
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
                raise Ended(Refused(item["code"], params=params, message=value_of(item.get("message"), self.known)))

    def _call(self, place: int, step: JsonObject) -> bool:
        """Make the requests of a step and tell whether they were answered; only what may fail goes on without."""
        operation = self.facts.operation(step["call"])
        if operation is None:
            raise Underivable(f"there is no operation {step['call']}")
        before = len(self.requests)
        value: Json | Unsaid = ABSENT
        try:
            value = self._value(operation, step)
        except Ended:
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
        for page, more in self._pages(operation, step):
            if "first" in step:
                for row in page:
                    if condition(step["first"], {**self.known, "it": row}):
                        return row
            rows += page
            if self._enough(step, rows, more=more):
                break
        if "first" in step:
            return ABSENT
        keep = step.get("collect", {}).get("keep")
        rows = rows[: step["collect"]["max"]] if "collect" in step else rows
        return [row for row in rows if keep is None or condition(keep, {**self.known, "it": row})]

    def _enough(self, step: JsonObject, rows: list[Json], *, more: bool) -> bool:
        if "collect" in step:
            most, code = int(step["collect"]["max"]), step["collect"].get("more", "truncate")
            if code != "truncate" and (len(rows) > most or (len(rows) == most and more)):
                raise Ended(Refused(code))
            return len(rows) >= most
        block = self.facts.pagination.get(self._tool.answer.pagination or "")
        # The first page inside of another result is one page of the upstream; a list is filled to its own size.
        return "page" in step and (block is None or len(rows) >= int(block["page_size"]))

    def _pages(self, operation: Operation, step: JsonObject) -> Iterator[tuple[list[Json], bool]]:
        """Yield the rows of each page, and whether there is another one."""
        params = self._params(operation, step, self.known)
        if (operation.pages or {})["by"] == "page":
            params = {"page": 1, **params}
        asked = self.request(operation, params)
        number = 1
        while True:
            answer = self.answer(operation, asked, params, step)
            try:
                following = onward(operation, asked, answer, number)
            except Adrift:
                raise Ended(self.unusable(operation)) from None
            again = self.request(operation, {**params, **following}) if isinstance(following, dict) else following
            if again == asked:
                # A page that leads to itself would be read for ever.
                raise Ended(self.unusable(operation))
            yield rows_of(operation, answer), again is not None
            if again is None:
                return
            asked, number = again, number + 1

    def _asked(self, operation: Operation, step: JsonObject, known: Mapping[str, Any]) -> Json | Unsaid:
        params = self._params(operation, step, known)
        answer = self.answer(operation, self.request(operation, params), params, step)
        if str(answer.status) in operation.answers:
            return operation.answers[str(answer.status)]
        body = answer.body if answer.has_body else None
        seen = {"upstream": {"body": body, "status": answer.status}}
        value = evaluate(expression_in(operation.value) or "null", seen)
        if value is None or value is ABSENT:
            empty = self.judged(operation, answer, params, step, EMPTY)
            if empty is not None:
                raise Ended(empty)
        return value

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
            elif name in self._args and name != CONTINUED.get((operation.pages or {}).get("by", "")):
                value = self._args[name]
            if value is not ABSENT:
                params[name] = value
        return params
