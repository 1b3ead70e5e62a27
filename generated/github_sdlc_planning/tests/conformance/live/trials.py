"""What is tried on each tool that is answered by steps: each status that has a row, rate limits, and lost answers.

All of it is derived from the contract. What cannot be derived is told as a gap, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from ..facts import Facts, Tool
from ..services import Operation, Upstream
from ..subjects import samples_of
from ..values import Json, JsonObject
from .accidents import UNHEARD_OF, WORDS, accidents, declined, limits, misread
from .bases import Base, Bases, bases_of
from .exchanges import UNAUTHORIZED
from .expressions import condition
from .graphql import wrapped
from .judging import row_of
from .operators import Underivable
from .oracle import EMPTY, foretold
from .replies import Answered, Asked, Reply, Script
from .settings import unplayable
from .usual import Usual, emptied, stuck

# Nothing of a request is looked at but where in a list it asks to go on.
_NOBODY = Asked("", "", "", ())

_REFUSALS = (418, 409, 499, 422, 402)
_LITERAL = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'")


@dataclass(frozen=True, slots=True)
class Trial:
    """One call: `script` says how the upstreams behave, given the time in Unix seconds."""

    name: str
    kind: str
    tool: Tool
    arguments: JsonObject
    script: Callable[[float], Script]


@dataclass(frozen=True, slots=True)
class Trials:
    """Everything that is tried on a contract, and what cannot be."""

    trials: tuple[Trial, ...]
    gaps: tuple[str, ...]
    bases: dict[str, Bases]

    def of_kind(self, kind: str) -> Iterator[Trial]:
        """Yield the trials of one kind."""
        return (trial for trial in self.trials if trial.kind == kind)


@lru_cache(maxsize=16)
def usual_of(facts: Facts) -> Usual:
    """Return what the upstreams of a contract usually answer."""
    return Usual(samples_of(facts))


@lru_cache(maxsize=16)
def trials_of(facts: Facts) -> Trials:
    """Return what is tried on the tools of a contract."""
    trials: list[Trial] = []
    gaps: list[str] = []
    bases: dict[str, Bases] = {}
    for tool in facts.tools if unplayable(facts) is None else ():
        if not (tool.answer.live and any("call" in step for step in tool.answer.steps)):
            continue
        bases[tool.name] = found = bases_of(facts, usual_of(facts), samples_of(facts), tool)
        maker = _Maker(facts, tool, found)
        trials += maker.trials()
        gaps += [f"{tool.name}: {gap}" for gap in maker.gaps]
    return Trials(tuple(trials), tuple(gaps), bases)


class _Maker:
    """The trials of one tool."""

    def __init__(self, facts: Facts, tool: Tool, bases: Bases) -> None:
        self._facts = facts
        self._tool = tool
        self._bases = bases
        self.gaps: list[str] = []

    def trials(self) -> Iterator[Trial]:
        """Yield the trials; `gaps` tells what there is none for once all were made."""
        if not self._bases.successes:
            yield from self._gap("no call with a result was found", self._bases.reasons)
        for index, base in enumerate(self._bases.successes):
            yield from self._trial(f"success-{index}", "success", base, base.script)
        for place, step in enumerate(self._tool.answer.steps):
            for row, item in enumerate(step.get("reject", ())):
                rejected = self._bases.by_rejection.get((place, row))
                if rejected is None:
                    yield from self._gap(f"step {place + 1} rejects ({item['code']}): not brought about", ())
                else:
                    yield from self._trial(f"{place + 1}.reject-{row + 1}", "rejected", rejected, rejected.script)
            if "call" in step:
                yield from self._step(place, step)

    def _gap(self, what: str, reasons: object) -> Iterator[Trial]:
        told = "; ".join(reasons) if isinstance(reasons, list) else ""
        self.gaps.append(f"{what}{f' ({told})' if told else ''}")
        yield from ()

    def _step(self, place: int, step: JsonObject) -> Iterator[Trial]:
        operation = self._facts.operation(step["call"])
        base = self._bases.by_step.get(place)
        name = f"{place + 1}-{step['call'].partition('.')[2]}"
        if operation is None or base is None:
            yield from self._gap(
                f"step {name}: no arguments and answers were found that get there", self._bases.reasons
            )
            return
        upstream = self._facts.upstreams[operation.upstream]
        at = base.expected.firsts[place]
        for label, then in self._refusals(operation, upstream, step, name):
            for suffix, replies in _renewed(upstream, then):
                script = replace(base.script, then={at + offset: reply for offset, reply in enumerate(replies)})
                yield from self._trial(f"{name}.{label}{suffix}", "refused", base, script)
        for label, script in self._listed(operation, step, base, at):
            yield from self._trial(f"{name}.{label}", "refused" if label == "too-many" else "lost", base, script)
        waits = (upstream.rate_limit or {}).get("retries", 0) + 1
        if (upstream.rate_limit or {}).get("retries") and not (upstream.rate_limit or {}).get("after"):
            self.gaps.append("rate limits: the server waits and asks again, too long for a test")
        for label, make in limits(upstream, operation):
            made = partial(_limited, base.script, at, waits, make)
            yield from self._checked(
                Trial(f"{self._tool.name}.{name}.{label}", "limited", self._tool, base.arguments, made)
            )
        for label, reply in accidents(operation):
            # An answer that only breaks its promise is not asked for again.
            tries = upstream.retries + 1 if operation.reads else 1
            again = not (isinstance(reply, Answered) and reply.status < 500)
            script = replace(base.script, at=at, reply=reply, times=tries if again else 1)
            yield from self._trial(f"{name}.{label}", "lost", base, script)
        yield from self._trial(f"{name}.refused-connection", "gone", base, replace(base.script, gone=at))

    def _trial(self, name: str, kind: str, base: Base, script: Script) -> Iterator[Trial]:
        yield from self._checked(
            Trial(f"{self._tool.name}.{name}", kind, self._tool, base.arguments, lambda now: script)
        )

    def _checked(self, trial: Trial) -> Iterator[Trial]:
        """Yield a trial whose end can be foretold."""
        try:
            foretold(self._facts, usual_of(self._facts), trial.tool, trial.arguments, trial.script(0.0))
        except Underivable as reason:
            yield from self._gap(trial.name.partition(".")[2], [str(reason)])
        else:
            yield trial

    def _refusals(
        self, operation: Operation, upstream: Upstream, step: JsonObject, name: str
    ) -> Iterator[tuple[str, tuple[Reply, ...]]]:
        """Yield the answers that refuse: one for each row of the tables that can be reached, then unlisted ones."""
        tables = (step.get("fails", {}), operation.fails, upstream.fails)
        named = {key for table in tables for key in table}
        for key in sorted(named - {"4xx", "5xx"}):
            if key == EMPTY:
                yield from self._empty(operation, name)
            elif not key.isdecimal() and not operation.document:
                # Where the service is asked in GraphQL as well, the type is that of an error of a document.
                if key not in upstream.fails or not any(item.document for item in upstream.operations):
                    yield from self._untried(f"step {name}: {key} of its tables is not a status that can be played")
            elif key not in operation.answers:
                yield from self._rows(key, operation, tables, name)
        if operation.document:
            yield "another-type", (declined(operation, UNHEARD_OF),)
            yield "misread", (misread(operation),)
            if operation.reads:
                data = usual_of(self._facts).reply(operation, _NOBODY, Script()).body
                yield "partial", (Answered(200, {**data, "errors": [{"type": UNHEARD_OF, "message": WORDS}]}),)
        for status in sorted(map(int, operation.answers)):
            yield f"answers-{status}", (Answered(status, has_body=False),)
        taken = {*named, *operation.answers}
        refusal = next(status for status in _REFUSALS if str(status) not in taken)
        yield from self._rows(str(refusal), operation, tables, name)
        for status in (401, 302):
            if str(status) not in taken:
                yield str(status), (Answered(status, {"message": WORDS}),)

    def _untried(self, gap: str) -> Iterator[tuple[str, tuple[Reply, ...]]]:
        self.gaps.append(gap)
        yield from ()

    def _empty(self, operation: Operation, name: str) -> Iterator[tuple[str, tuple[Reply, ...]]]:
        """Yield an answer in which the value is not there; lists have none that could be missing."""
        if operation.pages is not None:
            return
        try:
            nothing = emptied(operation, usual_of(self._facts).body(operation))
        except Underivable as reason:
            yield from self._untried(f"step {name}: {reason}")
        else:
            yield EMPTY, (Answered(200, wrapped(operation, nothing)),)

    def _listed(self, operation: Operation, step: JsonObject, base: Base, at: int) -> Iterator[tuple[str, Script]]:
        """Yield what can be wrong with a list: more rows than are taken, pages that lead nowhere."""
        usual = usual_of(self._facts)
        if "collect" in step:
            rows = usual.rows(operation, int(step["collect"]["max"]) + 1)
            yield "too-many", replace(base.script, rows={**base.script.rows, operation.name: rows})
        for label, replies in stuck(usual, operation):
            yield label, replace(base.script, then={at + offset: reply for offset, reply in enumerate(replies)})

    def _rows(
        self, key: str, operation: Operation, tables: tuple[JsonObject, ...], name: str
    ) -> Iterator[tuple[str, tuple[Reply, ...]]]:
        row = next((found for table in tables if (found := row_of(table, key)) is not None), None)
        status = int(key) if key.isdecimal() else 200
        if isinstance(row, dict) and "probe" in row:
            refusal = _refusal(operation, key, WORDS)
            yield f"{key}-found", (refusal,)
            yield f"{key}-missing", (refusal, Answered(404, {"message": WORDS}))
            yield f"{key}-no-telling", (refusal, Answered(500, {"message": WORDS}))
            return
        choices = row if isinstance(row, list) else [row]
        reached: dict[int, str] = {}
        try:
            for message in _messages(choices):
                told = {"upstream": {"message": message, "status": status}}
                holds = (index for index, item in enumerate(choices) if _holds(item, told))
                reached.setdefault(next(holds, len(choices)), message)
        except Underivable as reason:
            yield from self._untried(f"step {name}: what decides about {key} cannot be told ({reason})")
        for index, message in sorted(reached.items()):
            label = key if len(choices) == 1 else f"{key}-row-{index + 1}"
            yield label, (_refusal(operation, key, message),)
        for index in range(len(choices)):
            if index not in reached:
                yield from self._untried(f"step {name}: no message was found that leads to row {index + 1} of {key}")


def _refusal(operation: Operation, key: str, message: str) -> Answered:
    return Answered(int(key), {"message": message}) if key.isdecimal() else declined(operation, key, message)


def _renewed(upstream: Upstream, then: tuple[Reply, ...]) -> Iterator[tuple[str, tuple[Reply, ...]]]:
    """Yield answers as they are; a token of a GitHub App that is refused is renewed once, so that it takes two."""
    first = then[0]
    if "github_app" in upstream.auth and isinstance(first, Answered) and first.status == UNAUTHORIZED:
        yield "-renewed", then
        yield "", (first, *then)
    else:
        yield "", then


def _limited(script: Script, at: int, times: int, make: Callable[[float], Reply], now: float) -> Script:
    return replace(script, at=at, reply=make(now), times=times)


def _holds(item: Json, told: JsonObject) -> bool:
    return not isinstance(item, dict) or "if" not in item or condition(item["if"], told)


def _messages(choices: list[Json]) -> Iterator[str]:
    """Yield texts a service may refuse with: one that no condition asks for, those that are asked for, and none."""
    yield WORDS
    for item in choices:
        if isinstance(item, dict) and "if" in item:
            yield from (one or other for one, other in _LITERAL.findall(item["if"]))
    yield ""
