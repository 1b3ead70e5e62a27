"""A plan that is not clean → what people and machines read about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pactwright.diagnostics import Diagnostic, Severity
from pactwright.source import SourceFile, Span
from pactwright.visible import visible
from pactwright.write import Change, Kind, Plan, WriteProblem

MAX_DIFF_LINES = 2000
_RULES = {
    Kind.ADDED: "absent-output",
    Kind.CHANGED: "stale-output",
    Kind.EDITED: "edited-output",
    Kind.MISSING: "missing-output",
    Kind.ORPHANED: "orphaned-output",
    Kind.FOREIGN: "unknown-output",
}


def text(plan: Plan) -> Iterator[str]:
    """Yield the drift of one package in lines: every file with its kind and diff, then per kind what mends it."""
    room = MAX_DIFF_LINES
    for change in plan.changes:
        yield f"{visible(plan.shown(change))}: {change.kind.meaning}"
        diff = change.diff.splitlines() if room > 0 else []
        yield from diff[:room]
        if len(diff) > room:
            yield "… further differences are left out"
        room -= len(diff)
    counts = Counter(change.kind for change in plan.changes)
    for kind, count in sorted(counts.items(), key=lambda item: item[0].value):
        example = next(change for change in plan.changes if change.kind is kind)
        yield f"{plan.service}: {count} {kind.meaning}"
        yield f"  hint: {plan.remedy(example)}"


def diagnostics(plan: Plan) -> Iterator[Diagnostic]:
    """Yield the drift of one package as findings, for formats that machines read."""
    for change in plan.changes:
        yield Diagnostic(
            _RULES[change.kind],
            Severity.ERROR,
            f"`{plan.shown(change)}` is not what the contract says: {change.kind.meaning}",
            _start(plan.shown(change), change),
            hint=plan.remedy(change),
        )


def problem_text(problem: WriteProblem) -> str:
    """Return a problem as two lines, in the manner of a diagnostic without a position."""
    return f"{visible(problem.path)}: error: {problem.message} [{problem.kind.value}]\n  hint: {problem.remedy}"


def _start(path: str, change: Change) -> Span:
    content = (change.before or b"").decode("utf-8", "backslashreplace")
    return SourceFile(path, content).span(0, 0)
