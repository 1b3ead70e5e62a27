"""`allow:` in contracts: findings that an author accepts, each with its reason.

Errors cannot be accepted, and an entry that accepts nothing is itself a finding.
"""

from __future__ import annotations

from difflib import get_close_matches

from pactwright.check.catalogue import catalogue
from pactwright.diagnostics import Diagnostic, Diagnostics, Severity
from pactwright.load import Document, Path
from pactwright.model.contract import Contract, Suppression
from pactwright.source import Span


def apply_suppressions(contract: Contract, document: Document, diagnostics: Diagnostics) -> None:
    """Remove accepted warnings from `diagnostics`, and report entries that accept nothing or an error."""
    for index, entry in enumerate(contract.suppressions):
        rule = document.value(("allow", index, "rule"))
        within = _place(entry, document)
        matched = [item for item in diagnostics.found if item.rule == entry.rule and within and _covers(within, item)]
        known = catalogue().get(entry.rule)
        if known is None:
            near = get_close_matches(entry.rule, catalogue(), n=1)
            hint = f"did you mean `{near[0]}`?" if near else "`pactwright explain` lists the rules"
            diagnostics.warning("unknown-rule", f"there is no rule `{entry.rule}`", rule, hint=hint)
        elif known.severity is Severity.ERROR or any(item.severity is Severity.ERROR for item in matched):
            hint = "mend what it finds; only warnings can be accepted"
            diagnostics.error("error-allowed", f"`{entry.rule}` is an error and cannot be accepted", rule, hint=hint)
        elif within is None:
            at = document.value(("allow", index, "at"))
            hint = "write the keys that lead to the place, with dots between"
            diagnostics.warning("unknown-place", f"there is nothing at `{entry.at}`", at, hint=hint)
        elif not matched:
            message = f"`{entry.rule}` is not found at `{entry.at}`"
            diagnostics.warning("unused-allow", message, rule, hint="remove the entry")
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
