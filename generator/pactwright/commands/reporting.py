"""Outcomes → findings on stdout, progress on stderr, and the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator

from pactwright.commands import drift
from pactwright.commands.generation import Failure, Outcome
from pactwright.diagnostics import Diagnostic, Diagnostics, Severity
from pactwright.source import SourceFile
from pactwright.write import Kind, Obstacle, WriteProblem

CLEAN, FINDINGS, BROKEN = 0, 1, 2
# Something is in the tree that should not be; the others are the machine's refusals.
_FOUND = frozenset(
    {Obstacle.EDITED, Obstacle.SYMLINK, Obstacle.NOT_A_FILE, Obstacle.NOT_A_FOLDER, Obstacle.MOVED},
)


def exit_code(outcomes: Iterable[Outcome]) -> int:
    """0 when all is well, 1 for findings and drift, 2 when something could not be done at all; the highest counts."""
    return max((_code(outcome) for outcome in outcomes), default=CLEAN)


def publish(outcomes: Iterable[Outcome], style: str) -> None:
    """Print the findings of all services to stdout, as one document in the formats that machines read."""
    from pactwright.report import render

    outcomes = tuple(outcomes)
    found = [item for outcome in outcomes for item in outcome.diagnostics]
    if style != "text":
        for outcome in outcomes:
            found += _drift_findings(outcome)
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    sys.stdout.write(render(_once(found), style, colour=colour))
    if style == "text":
        for outcome in outcomes:
            for line in _drift_lines(outcome):
                sys.stdout.write(f"{line}\n")


def announce(outcome: Outcome) -> None:
    """Print what became of one service to stderr."""
    if outcome.failure is not None:
        print(failure_text(outcome.failure, outcome.service), file=sys.stderr)
        return
    print(f"{outcome.service}: {_summary(outcome)}", file=sys.stderr)
    if outcome.applied is not None and outcome.plan is not None:
        for change in outcome.plan.changes:
            if change.kind is Kind.FOREIGN:
                print(f"{outcome.plan.shown(change)}: {change.kind.meaning}, left alone", file=sys.stderr)


def failure_text(failure: Failure, subject: str) -> str:
    """Return one line about a fault of the compiler; the traceback only when it is asked for."""
    if os.environ.get("PACTWRIGHT_TRACEBACK") == "1":
        return f"{failure.trace}{subject}: internal error: {failure.message}"
    return f"{subject}: internal error: {failure.message} (PACTWRIGHT_TRACEBACK=1 shows where)"


def _code(outcome: Outcome) -> int:
    if outcome.failure is not None or any(problem.kind not in _FOUND for problem in outcome.problems):
        return BROKEN
    drifted = outcome.applied is None and outcome.plan is not None and not outcome.plan.is_clean
    return FINDINGS if outcome.problems or outcome.diagnostics.has_errors or drifted else CLEAN


def _summary(outcome: Outcome) -> str:
    if outcome.diagnostics.has_errors:
        return _counted(outcome.diagnostics)
    if outcome.problems:
        return "not finished" if outcome.applied is not None and outcome.applied.written else "nothing written"
    if outcome.plan is None:
        return _counted(outcome.diagnostics)
    if outcome.applied is None:
        differing = len(outcome.plan.changes)
        return f"{differing} {'file differs' if differing == 1 else 'files differ'}" if differing else "up to date"
    written, removed = len(outcome.applied.written), len(outcome.applied.removed)
    kept = len(outcome.plan.hashes) - written
    return f"{written} written, {kept} unchanged, {removed} removed"


def _counted(diagnostics: Diagnostics) -> str:
    errors = sum(1 for item in diagnostics if item.severity is Severity.ERROR)
    warnings = sum(1 for _ in diagnostics) - errors
    parts = [
        f"{count} {word}{'' if count == 1 else 's'}"
        for count, word in ((errors, "error"), (warnings, "warning"))
        if count
    ]
    return ", ".join(parts) or "no findings"


def _drift_lines(outcome: Outcome) -> Iterator[str]:
    for problem in outcome.problems:
        yield drift.problem_text(problem)
    if outcome.applied is None and outcome.plan is not None:
        yield from drift.text(outcome.plan)


def _drift_findings(outcome: Outcome) -> Iterator[Diagnostic]:
    for problem in outcome.problems:
        yield _finding(problem)
    if outcome.applied is None and outcome.plan is not None:
        yield from drift.diagnostics(outcome.plan)


def _finding(problem: WriteProblem) -> Diagnostic:
    place = SourceFile(problem.path, "").span(0, 0)
    return Diagnostic(
        f"output-{problem.kind.value}",
        Severity.ERROR,
        f"`{problem.path}` {problem.message}",
        place,
        hint=problem.remedy,
    )


def _once(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Drop repetitions: a shared file is read once per contract that includes it."""
    return list({(item.rule, item.span.where, item.message): item for item in found}.values())
