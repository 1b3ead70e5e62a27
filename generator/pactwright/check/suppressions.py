"""`allow:` in contracts: findings that an author accepts, each with its reason.

Errors cannot be accepted, and an entry that accepts nothing is itself a finding.
"""

from __future__ import annotations

from pactwright.diagnostics import Diagnostic, Diagnostics, Severity
from pactwright.load import Document, Path
from pactwright.model.contract import Contract, Suppression
from pactwright.source import Span


def apply_suppressions(contract: Contract, document: Document, diagnostics: Diagnostics) -> None:
    """Remove accepted warnings from `diagnostics`, and report entries that accept nothing or an error."""
    for entry in contract.suppressions:
        within = _place(entry, document)
        matched = [item for item in diagnostics.found if item.rule == entry.rule and within and _covers(within, item)]
        if within is None:
            diagnostics.warning(
                "unknown-place", f"there is nothing at `{entry.at}`", entry.span, hint="write the keys that lead to it"
            )
        elif any(item.severity is Severity.ERROR for item in matched):
            diagnostics.error("error-allowed", f"`{entry.rule}` is an error here, which cannot be accepted", entry.span)
        elif not matched:
            diagnostics.warning(
                "unused-allow",
                f"`{entry.rule}` is not found at `{entry.at}`",
                entry.span,
                hint="remove the entry",
            )
        else:
            diagnostics.found[:] = [item for item in diagnostics.found if item not in matched]


def _place(entry: Suppression, document: Document) -> tuple[Span, Span] | None:
    """Return where the key and the value stand that `at` leads to; names may hold dots themselves."""
    data: object = document.data
    path: Path = ()
    rest = entry.at
    while rest:
        if not isinstance(data, dict):
            return None
        name = next(
            (key for key in sorted(data, key=len, reverse=True) if rest == key or rest.startswith(f"{key}.")), None
        )
        if name is None:
            return None
        data, path, rest = data[name], (*path, name), rest[len(name) + 1 :]
    return document.key(path), document.value(path)


def _covers(place: tuple[Span, Span], item: Diagnostic) -> bool:
    return any(
        span.file == item.span.file
        and (span.line, span.column) <= (item.span.line, item.span.column)
        and (item.span.line, item.span.column) < (span.end_line, span.end_column)
        for span in place
    )
