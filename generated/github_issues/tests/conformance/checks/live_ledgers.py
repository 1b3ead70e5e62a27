"""Ledgers: what calls book, as the command that lists it says, and what the command that undoes it asks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

from ..checking import Case, Check, check
from ..facts import Facts, Tool
from ..live.endings import Succeeded
from ..live.oracle import foretold
from ..live.replies import Script
from ..live.running import Live
from ..live.trials import Trial, trials_of, usual_of
from ..outcome import Findings, equal
from ..stage import Stage

_GONE, _ANSWERED = Script(gone=0), Script()


@check("live.booked", primary=True)
def booked(facts: Facts) -> Iterator[Case]:
    """A write is booked once it was answered with success, whatever comes after it, and only then."""
    for kind in ("success", "lost"):
        for trial in trials_of(facts).of_kind(kind):
            for ledger in _ledgers(trial.tool):
                yield Case(f"{ledger}.{trial.name}", partial(_booked, ledger, trial))


def _booked(ledger: str, trial: Trial, stage: Stage) -> Findings:
    before = _entries(ledger, stage.live)
    expected = _call(ledger, trial, stage)
    seen = [line for line in _entries(ledger, stage.live) if line not in before]
    yield from equal(expected, len(seen), "entries")


@check("live.rolled-back", primary=True)
def rolled_back(facts: Facts) -> Iterator[Case]:
    """A rollback asks to undo each entry once and removes what was undone, and keeps what nobody knows about."""
    for trial in trials_of(facts).of_kind("success"):
        for ledger in _ledgers(trial.tool):
            yield Case(f"{ledger}.{trial.name}", partial(_rolled_back, ledger, trial))


def _rolled_back(ledger: str, trial: Trial, stage: Stage) -> Findings:
    live = stage.live
    _call(ledger, trial, stage)
    entries = _entries(ledger, live)
    undo = stage.facts.operation(stage.facts.ledgers[ledger])
    # Nobody is at the other end: nothing can have been undone.
    with live.stand.playing(_GONE):
        code, lines = live.command("--rollback", ledger)
    yield from equal(1 if entries else 0, code, "exit code without connections")
    yield from equal(entries, _entries(ledger, live), "entries without connections")
    with live.stand.playing(_ANSWERED) as log:
        code, lines = live.command("--rollback", ledger)
    yield from equal(0, code, "exit code")
    asked = [item for item in log if undo is not None and undo.matches(item.method, item.path, item.body)]
    yield from equal(len(entries), len(asked), "requests")
    yield from equal([line.partition("  ")[0] for line in reversed(entries)], _numbers(lines), "report")
    yield from equal([], _entries(ledger, live), "entries afterwards")


def _call(ledger: str, trial: Trial, stage: Stage) -> int:
    """Make a call; return how many of its writes have to be booked."""
    script = trial.script(time.time())
    with stage.live.stand.playing(script):
        stage.live.call(trial.tool.name, trial.arguments)
    expected = foretold(stage.facts, usual_of(stage.facts), trial.tool, trial.arguments, script)
    # Nothing follows a request that fails.
    answered = len(expected.requests) - (0 if isinstance(expected.ending, Succeeded) else 1)
    places = [place for place, step in enumerate(trial.tool.answer.steps) if step.get("books") == ledger]
    return sum(1 for place in places if expected.firsts.get(place, answered) < answered)


def _ledgers(tool: Tool) -> list[str]:
    return list(dict.fromkeys(step["books"] for step in tool.answer.steps if "books" in step))


def _entries(ledger: str, live: Live) -> list[str]:
    """Return what the server lists as booked, without the line that counts it."""
    return live.command("--booked", ledger)[1][:-1]


def _numbers(report: list[str]) -> list[str]:
    return [line.partition("  ")[0] for line in report[:-1]]


CHECKS: tuple[Check, ...] = (booked, rolled_back)
