"""Calls to start from: arguments and answers with which a call gets to each step, and through all of them.

They are found by trying: the contract's examples first, then the same with one thing changed that a condition of the
steps speaks of.
"""

from __future__ import annotations

import copy
import heapq
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..facts import Facts, Tool
from ..rules import broken_rules, doubtful
from ..samples import Missing, Samples, distinct, kinds
from ..schemas import is_valid, resolved
from ..services import Operation
from ..subjects import samples_of
from ..values import Json, JsonObject, canonical, same
from .endings import Foretold, Succeeded
from .graphql import wrapped
from .likeness import compared, like
from .operators import Underivable
from .oracle import foretold
from .replies import Answered, Script
from .usual import Usual

_MOST_TRIES = 600
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Base:
    """One call when nothing goes wrong."""

    arguments: JsonObject
    script: Script
    expected: Foretold

    @property
    def succeeds(self) -> bool:
        """Tell whether the call has a result."""
        return isinstance(self.expected.ending, Succeeded)


@dataclass(slots=True)
class Bases:
    """What was found for one tool: calls with a result, calls by the step they get to or are rejected by."""

    successes: list[Base] = field(default_factory=list)
    by_step: dict[int, Base] = field(default_factory=dict)
    by_rejection: dict[tuple[int, int], Base] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)

    def take(self, base: Base) -> None:
        """Keep a call for what it is the first to reach."""
        known = {canonical(item.arguments) for item in self.successes}
        if base.succeeds and canonical(base.arguments) not in known:
            self.successes.append(base)
        for place in base.expected.firsts:
            if place not in self.by_step or (base.succeeds and not self.by_step[place].succeeds):
                self.by_step[place] = base
        if base.expected.rejected is not None:
            self.by_rejection.setdefault(base.expected.rejected, base)


def bases_of(facts: Facts, usual: Usual, samples: Samples, tool: Tool) -> Bases:
    """Return the calls to start from for a tool that is answered by steps."""
    found = Bases()
    given = list(_arguments(samples, tool))
    if not given:
        found.reasons.append("no valid arguments could be made up")
    singles = list(_answers(facts, usual, tool))
    waiting: list[tuple[int, int, dict[str, Answered]]] = [(0, 0, {})]
    seen: set[tuple[int, ...]] = set()
    tried = 0
    while waiting and tried < _MOST_TRIES:
        _, _, others = heapq.heappop(waiting)
        furthest, rejected = 0, False
        for arguments in given:
            tried += 1
            base = _tried(facts, usual, tool, arguments, Script(usual=others), found)
            if base is not None:
                furthest = max(furthest, len(base.expected.requests))
                rejected = rejected or not base.succeeds
                for script in _matched(facts, usual, tool, base):
                    other = _tried(facts, usual, tool, arguments, script, found)
                    if other is not None and other.succeeds:
                        break
        # Calls that got further are gone on from first; what has a result needs no other answers.
        for single in singles if rejected or not others else ():
            more = {**others, **single}
            key = tuple(sorted(map(id, more.values())))
            if key not in seen and len(more) > len(others):
                seen.add(key)
                heapq.heappush(waiting, (-furthest, len(seen), more))
    return found


def _tried(facts: Facts, usual: Usual, tool: Tool, arguments: JsonObject, script: Script, found: Bases) -> Base | None:
    try:
        base = Base(arguments, script, foretold(facts, usual, tool, arguments, script))
    except Underivable as reason:
        if str(reason) not in found.reasons:
            found.reasons.append(str(reason))
        return None
    found.take(base)
    return base


def _matched(facts: Facts, usual: Usual, tool: Tool, base: Base) -> Iterator[Script]:
    """Yield scripts in which a list that a step looks through has what it looks for, after something else.

    The row comes as it is first, then different where a condition looks.
    """
    conditions = " ".join(_conditions(tool))
    spoken, values = set(_WORD.findall(conditions)), list(compared(conditions, facts))
    for place, step in enumerate(tool.answer.steps):
        operation = facts.operation(step.get("call", ""))
        if operation is None or "first" not in step or place not in base.expected.firsts:
            continue
        try:
            before, row = usual.rows(operation, 2)
            schema = usual.row_schema(operation)
        except Underivable:
            continue
        for other in (row, *_changed(row, schema, operation, spoken, values)):
            rows = [before, like(other, step["first"], base.expected.known)]
            yield replace(base.script, rows={**base.script.rows, operation.name: rows})


def plain(tool: Tool, arguments: JsonObject) -> JsonObject:
    """Return arguments without those that depend on an earlier call: cursors, keys, versions."""
    answer = tool.answer
    dropped = {"cursor"} if answer.pagination else set()
    dropped |= {
        str(part[key]) for part, key in ((answer.idempotency, "key"), (answer.precondition, "argument")) if part
    }
    return {name: value for name, value in arguments.items() if name not in dropped}


def _arguments(samples: Samples, tool: Tool) -> Iterator[JsonObject]:
    """Yield valid arguments: those of the examples, then the same with a choice made differently."""
    examples = [example.arguments for example in tool.examples if example.has_result]
    made = samples.of_tool(tool)
    examples += [] if examples or made is None else [made]
    seen: set[str] = set()
    first = [samples.whole(tool, plain(tool, arguments)) for arguments in examples]
    varied = [other for one in first for other in _others(samples, tool, one)]
    for arguments in (*first, *varied):
        text = canonical(arguments)
        if text not in seen and is_valid(tool.input, arguments) and not broken_rules(tool, arguments):
            seen.add(text)
            yield arguments


def _others(samples: Samples, tool: Tool, arguments: JsonObject) -> Iterator[JsonObject]:
    uncertain = doubtful(tool)
    rest = {name: value for name, value in arguments.items() if name not in uncertain}
    for name, part in tool.input.get("properties", {}).items():
        part = resolved(part, tool.input)
        choices = part.get("enum", (True, False) if "boolean" in kinds(part) and "type" in part else ())
        yield from ({**rest, name: value} for value in choices if name not in uncertain)
        if name not in tool.input.get("required", ()) and name not in uncertain:
            made = samples.value(part, tool.input, name)
            if name in rest and not any(name in fill.arguments for fill in tool.fills):
                yield {key: value for key, value in rest.items() if key != name}
            elif name not in rest and not isinstance(made, Missing):
                yield plain(tool, {**rest, name: made})


def _answers(facts: Facts, usual: Usual, tool: Tool) -> Iterator[dict[str, Answered]]:
    """Yield answers that replace a usual one, different where a condition looks."""
    conditions = " ".join(_conditions(tool))
    spoken, values = set(_WORD.findall(conditions)), list(compared(conditions, facts))
    for name in dict.fromkeys(step["call"] for step in tool.answer.steps if "call" in step):
        operation = facts.operation(name)
        if operation is None or operation.pages is not None:
            continue
        yield from ({name: Answered(int(status), has_body=False)} for status in operation.answers)
        if operation.response is None:
            continue
        try:
            body = usual.body(operation)
        except Underivable:
            continue
        changed = _changed(body, operation.response, operation, spoken, values)
        yield from ({name: Answered(200, wrapped(operation, other))} for other in changed)


def differing(facts: Facts, tool: Tool, name: str, arguments: JsonObject) -> Iterator[JsonObject]:
    """Yield the arguments with another valid value for one of them."""
    part = resolved(tool.input["properties"][name], tool.input)
    value = arguments.get(name, part.get("default"))
    values: list[Json] = [*part.get("enum", ()), *samples_of(facts).known(name)]
    more = distinct(value, 2)
    values += [] if isinstance(more, Missing) else [more[1]]
    values += [value + value] if isinstance(value, str) else []
    values += [samples.value(part, tool.input, name) for samples in (samples_of(facts), Samples.of_nothing())]
    for other in values:
        changed = {**arguments, name: other}
        new = not isinstance(other, Missing) and not same(other, value)
        if new and is_valid(tool.input, changed) and not broken_rules(tool, changed):
            yield changed


def _conditions(tool: Tool) -> Iterator[str]:
    for step in tool.answer.steps:
        yield from (str(step[key]) for key in ("when", "each", "let") if key in step)
        yield from (item["if"] for item in step.get("reject", ()))


def _changed(
    body: Json, schema: JsonObject, operation: Operation, spoken: set[str], values: list[Json], depth: int = 3
) -> Iterator[Json]:
    root = operation.response or {}
    schema = resolved(schema, root)
    if not isinstance(body, dict) or depth == 0:
        return
    samples = Samples.of_nothing()
    for name, part in schema.get("properties", {}).items():
        part = resolved(part, root)
        for value in _changed(body.get(name), part, operation, spoken, values, depth - 1):
            yield {**body, name: value}
        if name not in spoken:
            continue
        candidates: list[Json] = [*part.get("enum", ()), True, False, None, *values]
        made = samples.value(part, root, name)
        candidates += [] if isinstance(made, Missing) else [made]
        for value in candidates:
            changed = {**copy.deepcopy(body), name: value}
            fits = is_valid({**part, "$defs": root.get("$defs", {})}, value)
            if fits and canonical(changed) != canonical(body):
                yield changed
        if name in body and name not in schema.get("required", ()):
            yield {key: value for key, value in body.items() if key != name}
