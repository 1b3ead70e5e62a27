"""Documents → contracts whose every key is known and whose every value has its type, or what is not so.

All mistakes are found in one run, and each is told once, at the smallest place that shows it. What names refer to, and
what is inside expressions, is left to later phases.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from pydantic import ValidationError

from pactwright.check import keys, values
from pactwright.check.finding import Finding, Problem
from pactwright.check.locate import locate
from pactwright.check.mixed import mixed_properties
from pactwright.check.wording import found
from pactwright.diagnostics import Diagnostic, Diagnostics, Related, Severity
from pactwright.load import Document, Path
from pactwright.source import Span
from pactwright.spec import ContractSpec
from pactwright.spec.scalars import EXTENSION_KEY

VERSION: Final = "1"


def check_shape(document: Document, diagnostics: Diagnostics) -> ContractSpec | None:
    """Read the document as a contract.

    Returns None exactly when something was reported.
    """
    version = document.data.get("pactwright")
    if isinstance(version, str | int | float) and str(version) != VERSION:
        hint = f'this compiler reads version "{VERSION}"'
        message = f"version `{version}` of the language is not supported"
        diagnostics.error("unsupported-version", message, document.value(("pactwright",)), hint=hint)
        return None
    try:
        with no_collection():
            return ContractSpec.model_validate(document.data)
    except ValidationError as failure:
        for diagnostic in in_order(document, findings(document, failure)):
            diagnostics.add(diagnostic)
        return None


@contextmanager
def no_collection() -> Iterator[None]:
    """Hold back the garbage collector: all that is made here is kept, so looking through it takes time for nothing."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def findings(document: Document, failure: ValidationError) -> Iterator[Finding]:
    """Turn the errors of one validation into findings, one for each mistake."""
    problems = [
        Problem(error["type"], error["msg"], error["input"], error.get("ctx") or {}, locate(ContractSpec, error["loc"]))
        for error in failure.errors(include_url=False)
    ]
    unknown = [problem for problem in problems if is_unknown_key(problem)]
    mappings = {problem.place.path[:-1]: mapping_at(document, problem.place.path[:-1]) for problem in unknown}
    mixed = mixed_properties(unknown, mappings)
    meant: dict[Path, dict[str, str]] = defaultdict(dict)
    for problem in unknown:
        path = problem.place.path
        suggested = keys.suggestion(problem, mappings[path[:-1]])
        if suggested:
            meant[path[:-1]][str(path[-1])] = suggested
    yield from (finding for told in mixed.values() for finding in told)
    for problem in problems:
        path = problem.place.path
        key = str(path[-1]) if path else ""
        if path[:-1] in mixed or is_echo(problem) or (problem.kind == "missing" and key in meant[path[:-1]].values()):
            continue
        if is_unknown_key(problem) and any(keys.belongs_to(other, problem) for other in meant[path[:-1]].values()):
            continue
        if is_unknown_key(problem):
            yield keys.unknown_key(problem, meant[path[:-1]].get(key), mappings[path[:-1]])
        else:
            yield explain(problem, document)


def is_unknown_key(problem: Problem) -> bool:
    """Whether the problem is a key that its mapping does not have."""
    extension = problem.kind == "string_pattern_mismatch" and problem.context.get("pattern") == EXTENSION_KEY
    return problem.kind == "extra_forbidden" or extension


def is_echo(problem: Problem) -> bool:
    """Whether the problem only follows from others: a list is too short when its entries were refused."""
    sound = problem.context.get("actual_length")
    return problem.kind == "too_short" and isinstance(problem.value, list) and len(problem.value) != sound


def explain(problem: Problem, document: Document) -> Finding:
    """Put a problem in words, by its kind."""
    match problem.kind:
        case "missing":
            return keys.missing_key(problem)
        case "no-choice" if isinstance(problem.value, dict):
            return keys.missing_choice(problem)
        case "no-choice":
            message = f"expected a mapping, found {found(problem.value)}"
            return Finding("wrong-type", message, problem.place.path, hint="write a mapping")
        case "conflicting-keys":
            return keys.conflict(problem)
        case "missing-beside":
            return keys.missing_beside(problem)
        case "literal_error":
            return values.not_allowed(problem)
        case "string_pattern_mismatch":
            return values.not_matching(problem)
        case "string_too_short" | "too_short" | "too_long" | "greater_than_equal" | "less_than_equal":
            return values.out_of_bounds(problem)
        case "bad-value":
            below = () if "index" not in problem.context else (int(str(problem.context["index"])),)
            hint = "end the list with an entry that has no condition, and have no other like it"
            if not below:
                hint = "write a number greater than 0"
            return Finding("bad-value", problem.text, (*problem.place.path, *below), hint=hint)
        case kind if kind in values.TYPES or kind == "wrong-type":
            return values.wrong_type(problem, document)
        case _:
            message = problem.text[:1].lower() + problem.text[1:]
            return Finding("bad-value", message, problem.place.path, hint="write a value of the kind that is due")


def mapping_at(document: Document, path: Path) -> Mapping[str, object]:
    """Return the mapping at a path of the document."""
    value: object = document.data
    for part in path:
        match value:
            case dict():
                value = value.get(str(part))
            case list() if isinstance(part, int):
                value = value[part]
    return value if isinstance(value, dict) else {}


def in_order(document: Document, told: Iterator[Finding]) -> list[Diagnostic]:
    """Look up the places of findings, and sort by them. Aliases can put one place under many paths: it is told once."""
    files = {file.path: index for index, file in enumerate(document.files)}
    found_at: dict[tuple[str, str, Span], Diagnostic] = {}
    for finding in told:
        span = document.key(finding.path) if finding.at_key else document.value(finding.path)
        related = tuple(Related(message, document.key(path)) for message, path in finding.related)
        made = Diagnostic(finding.rule, Severity.ERROR, finding.message, span, finding.hint, related)
        found_at.setdefault((finding.rule, finding.hint or finding.message, span), made)
    return sorted(
        found_at.values(), key=lambda item: (files.get(item.span.file.path, 0), item.span.line, item.span.column)
    )
