"""The operator's commands about ledgers: showing what is booked, and undoing it.

Neither is a tool: what agents did is undone by whoever runs the server. What is undone is what was booked and nothing
else, newest first, and an entry leaves its ledger only when it is known to be undone or to be gone.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import anyio

from .books import Entry, Held
from .calls import Call, rfc3339
from .catalogue import Unanswered
from .envelope import ToolError
from .judging import NothingThere
from .limits import TimedOut
from .options import Checkpoint, Options
from .outcomes import harmless
from .process import limit
from .store import StateUnavailable

if TYPE_CHECKING:
    from .process import Process

EXIT_DONE = 0
EXIT_LEFT = 1

# What an undo may take beyond its own time: finding the credentials, and striking the entry.
SPARE_SECONDS = 15.0

_UNKNOWN = "so whether it was undone is unknown"


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What became of an entry: `kind` counts it, `words` tell it; after one that `stops`, the others must wait."""

    kind: str
    words: str
    stops: bool = False


class _Unheard(Exception):
    """A line that standard output does not take."""


_UNDONE = _Outcome("undone", "undone")
_GONE = _Outcome("gone", "gone already")


def command(process: Process, options: Options) -> int:
    """Do what the command line says about ledgers; return the exit code: 0, or 1 when something is left."""
    work = _roll_back if options.rollback is not None else _list
    ledger = options.rollback or options.booked or ""
    try:
        return anyio.run(_closing, process, work, ledger, options.since)
    except StateUnavailable as unavailable:
        why = unavailable.reason
    except Held:
        why = "Another rollback is going on, or was killed a moment ago: try again later."
    except KeyboardInterrupt:
        why = "Interrupted."
    except _Unheard as unheard:
        why = f"Nobody reads its lines any more; this one was left: {unheard}."
    print(f"{ledger}: stopped. {why} What was not said to be undone is still booked.", file=sys.stderr)
    return EXIT_LEFT


async def _closing(process: Process, work: Any, ledger: str, since: Checkpoint | None) -> int:
    try:
        return int(await work(process, ledger, since))
    finally:
        await process.close()


async def _list(process: Process, ledger: str, since: Checkpoint | None) -> int:
    entries = _after(since, await process.state.books.entries(ledger))
    for entry in entries:
        _say(_shown(entry))
    _say(f"{ledger}: {len(entries)} booked")
    return EXIT_DONE


async def _roll_back(process: Process, ledger: str, since: Checkpoint | None) -> int:
    books = process.state.books
    counts = {"undone": 0, "gone": 0, "left": 0}
    seconds = limit(process.contract, "call_timeout_ms") / 1000 + SPARE_SECONDS
    async with books.held(ledger, seconds) as still_ours:
        entries = _after(since, await books.entries(ledger))
        while entries:
            entry = entries.pop()
            if not await still_ours():
                raise Held
            outcome = await _undone(process, ledger, entry)
            if outcome.kind != "left":
                outcome = await _struck(process, ledger, entry, outcome)
            counts[outcome.kind] += 1
            _say(f"{_shown(entry)}  {outcome.words}")
            if outcome.stops:
                break
        counts["left"] += len(entries)
    _say(f"{ledger}: {counts['undone']} undone, {counts['gone']} gone already, {counts['left']} left")
    return EXIT_LEFT if counts["left"] else EXIT_DONE


async def _undone(process: Process, ledger: str, entry: Entry) -> _Outcome:
    """Undo one entry."""
    if entry.content is None:
        return _left("not undone: none of the keys of this server opens it")
    book = process.parts.ledgers.ledgers[ledger]
    call = process.call(f"rollback {ledger}", {}, principal="")
    try:
        call.args = book.arguments(entry.content, call)
    except Exception as failure:
        process.log.failure("entry_not_read", failure, ledger=ledger, request_id=call.request_id)
        return _left("not undone: it was booked by another version, which this one cannot read")
    try:
        await process.gate.within(book.undo(call.args, call))
    except NothingThere:
        return _GONE
    except (ToolError, Unanswered, TimedOut) as failure:
        return _refused(process, ledger, call, failure)
    except Exception as failure:
        process.log.failure("undo_failed", failure, ledger=ledger, request_id=call.request_id)
        if call.open_writes or call.doubts:
            return _left(f"the server failed on the way, {_UNKNOWN}")
        return _left("not undone: the server failed, see its log")
    return _UNDONE


async def _struck(process: Process, ledger: str, entry: Entry, outcome: _Outcome) -> _Outcome:
    """Remove what is undone from its ledger."""
    try:
        await process.state.books.strike(ledger, entry)
    except StateUnavailable as unavailable:
        process.log.failure("state_unavailable", unavailable, ledger=ledger)
        return _left(f"{outcome.words}, but still booked: {unavailable.reason}")
    return outcome


def _refused(process: Process, ledger: str, call: Call, failure: Exception) -> _Outcome:
    """What is told of an undo that failed, or of which nobody knows."""
    operation = str(process.contract.ledgers[ledger]["undo"])
    upstream, _, name = operation.partition(".")
    title = process.contract.upstreams.get(upstream, {}).get("title", upstream)
    known = harmless(call.upstream)
    if isinstance(failure, TimedOut):
        if call.open_writes or call.doubts:
            return _left(f"no answer came back from {title} for {name} in time, {_UNKNOWN}")
        return _left(f"not undone: {title} took too long")
    said = failure.error if isinstance(failure, Unanswered) else failure
    assert isinstance(said, ToolError)
    if said.unknown or call.doubts or (isinstance(failure, Unanswered) and failure.condition == "outcome_unknown"):
        if "status" in known:
            return _left(f"{title} answered {name} with {known['status']} ({known['cause']}), {_UNKNOWN}")
        return _left(f"no answer came back from {title} for {name} ({known.get('cause', 'no cause')}), {_UNKNOWN}")
    if said.code == process.contract.conditions.get("rate_limited"):
        return _Outcome("left", f"not undone: {title} is asked too often; the older ones were not tried", stops=True)
    return _left(f"not undone: {_reason(title, known, said)}")


def _reason(title: str, known: Mapping[str, Any], said: ToolError) -> str:
    if "cause" in known:
        return f"{known['operation']} did not reach {title} ({known['cause']})"
    if "status" in known:
        words = f": {known['message']}" if known.get("message") else ""
        return f"{title} refused {known['operation']} with {known['status']}{words}"
    return str(harmless(said.message))


def _left(words: str) -> _Outcome:
    return _Outcome("left", words)


def _after(since: Checkpoint | None, entries: list[Entry]) -> list[Entry]:
    """The entries behind a checkpoint, which is the position of an entry or a time."""
    if since is None:
        return entries
    if since.position is not None:
        return [entry for entry in entries if entry.position > since.position]
    return [entry for entry in entries if entry.at >= (since.time or 0)]


def _shown(entry: Entry) -> str:
    # ASCII only: whatever a text in it holds, it does nothing to a terminal.
    content = "unreadable" if entry.content is None else json.dumps(entry.content)
    return f"{entry.position}  {rfc3339(entry.at)}  {content}"


def _say(line: str) -> None:
    # At once, so that whoever interrupts knows what was done.
    try:
        print(line, flush=True)
    except OSError:
        # Without this the interpreter would try once more while it ends, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise _Unheard(line) from None
