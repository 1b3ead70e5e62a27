"""Tools that ask upstreams: what they ask, in which order, and how calls end whatever the upstreams do."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator
from functools import partial

from ..checking import Case, Check, check
from ..facts import Facts
from ..live.endings import Refused
from ..live.ends import ended, requested
from ..live.oracle import foretold
from ..live.pace import Paced, paced
from ..live.replies import Asked
from ..live.settings import CREDENTIAL
from ..live.trials import Trial, trials_of, usual_of
from ..outcome import Findings, equal, holds
from ..stage import Stage
from ..values import strings

_EVENT = "outcome_unknown"
_PATIENCE_SECONDS = 3.0
_TELLING = 10
_JITTER_MS = 40


def _tried(trial: Trial, stage: Stage) -> Findings:
    live = stage.live
    script = trial.script(time.time())
    with live.stand.playing(script) as log:
        answer = live.call(trial.tool.name, trial.arguments)
    expected = foretold(stage.facts, usual_of(stage.facts), trial.tool, trial.arguments, script)
    yield from requested(expected.requests, tuple(log), live)
    yield from ended(answer, expected, trial.tool, trial.arguments, stage)


def _of_kind(kind: str, about: str) -> Check:
    def cases(facts: Facts) -> Iterator[Case]:
        for trial in trials_of(facts).of_kind(kind):
            yield Case(trial.name, partial(_tried, trial))

    cases.__doc__ = about
    return check(f"live.{kind}", primary=True)(cases)


success = _of_kind("success", "A call makes the requests its steps say, and its result is made of what came back.")
rejected = _of_kind("rejected", "Steps refuse what they say they refuse, before anything else is asked.")
refused = _of_kind("refused", "A refusal of an upstream becomes the code of the most specific row that names it.")
limited = _of_kind("limited", "A rate limit is told as one, with how long to wait.")
lost = _of_kind("lost", "Without a usable answer a read has failed, and what a write did is unknown; nothing follows.")
gone = _of_kind("gone", "A request that could not be sent is a plain failure, whatever it would have done.")


@check("live.log", primary=True)
def log(facts: Facts) -> Iterator[Case]:
    """An unknown outcome is one warning in the log, which tells no credential and no text of a call."""
    for trial in trials_of(facts).of_kind("lost"):
        expected = foretold(facts, usual_of(facts), trial.tool, trial.arguments, trial.script(0.0)).ending
        if trial.name.endswith(".closed") and isinstance(expected, Refused) and expected.unknown:
            yield Case(trial.name.removesuffix(".closed"), partial(_logged, trial))


def _logged(trial: Trial, stage: Stage) -> Findings:
    before = len(stage.live.log_lines())
    with stage.live.stand.playing(trial.script(time.time())):
        stage.live.call(trial.tool.name, trial.arguments)
    wanted = f'"{_EVENT}"'
    end = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < end and not any(wanted in line for line in stage.live.log_lines()[before:]):
        time.sleep(0.02)
    lines = stage.live.log_lines()
    told = [line for line in lines[before:] if wanted in line]
    yield from holds(len(told) == 1, expected="one line about the outcome", seen=told, where="log")
    for line in told:
        yield from equal("warning", json.loads(line).get("level"), "log/level")
    # Short words may well be part of others.
    secret = [
        CREDENTIAL,
        *stage.live.stand.secrets(),
        *(text for text in strings(trial.arguments) if len(text) >= _TELLING and not _is_named(text, stage.facts)),
    ]
    leaks = [text for text in secret if any(text in line for line in lines)]
    yield from holds(not leaks, expected="no credential and no text of a call", seen=leaks, where="log")


@check("live.pace", primary=True)
def pace(facts: Facts) -> Iterator[Case]:
    """Writes to a service begin as far apart as it wants, also those of two calls."""
    for item in paced(facts):
        yield Case(item.upstream, partial(_apart, item))


def _apart(item: Paced, stage: Stage) -> Findings:
    moments: list[float] = []
    for _ in range(2):
        with stage.live.stand.playing(item.base.script) as log:
            stage.live.call(item.tool.name, item.base.arguments)
        moments += [asked.at for asked in log if asked.upstream == item.upstream and not _reads(asked, stage.facts)]
    gaps = [round((later - earlier) * 1000) for earlier, later in itertools.pairwise(moments)]
    # The server counts from when it sends, the service from when it has read.
    fits = bool(gaps) and min(gaps) >= item.apart_ms - _JITTER_MS
    yield from holds(fits, expected=f"writes {item.apart_ms} ms apart", seen=gaps, where="requests")


def _reads(asked: Asked, facts: Facts) -> bool:
    operations = facts.upstreams[asked.upstream].operations
    fitting = [item for item in operations if item.matches(asked.method, asked.path, asked.body)]
    return max(fitting, key=lambda item: item.fixed).reads if fitting else False


def _is_named(text: str, facts: Facts) -> bool:
    """Tell whether a text is a word that the names of operations, which a log does tell, are made of."""
    return any(text in operation.name for upstream in facts.upstreams.values() for operation in upstream.operations)


CHECKS: tuple[Check, ...] = (success, rejected, refused, limited, lost, gone, log, pace)
