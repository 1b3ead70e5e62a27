"""Diagnostics → what people read on a terminal, and what editors, GitHub and code scanners read.

Chooses no diagnostics and knows no rule.
"""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Callable, Iterable, Iterator

import click

from pactwright import __version__
from pactwright.diagnostics import Diagnostic, Related, Severity
from pactwright.frame import frame
from pactwright.source import Span
from pactwright.values import JsonValue
from pactwright.visible import visible

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow"}


def render(diagnostics: Iterable[Diagnostic], format: str, *, colour: bool = False) -> str:
    """Return diagnostics in one of `FORMATS`, in the order given. Only `text` can be coloured.

    Raises:
        ValueError: There is no such format.
    """
    found = tuple(diagnostics)
    if format == "text":
        return "".join(f"{line}\n" for item in found for line in _text(item, colour))
    if format not in _RENDERERS:
        raise ValueError(f"no such format: {format}")
    return _RENDERERS[format](found)


def _text(item: Diagnostic, colour: bool) -> Iterator[str]:
    name = _COLOURS[item.severity]
    severity = _styled(f"{item.severity.value}:", colour, fg=name, bold=True)
    yield f"{_where(item.span, colour)}: {severity} {visible(item.message)} [{item.rule}]"
    yield from _framed(item.span, colour, name)
    for related in item.related:
        yield f"{_where(related.span, colour)}: {_styled('note:', colour, bold=True)} {visible(related.message)}"
        yield from _framed(related.span, colour, "cyan")
    if item.hint:
        yield f"  {_styled('hint:', colour, fg='green', bold=True)} {visible(item.hint)}"


def _framed(span: Span, colour: bool, name: str) -> Iterator[str]:
    lines = frame(span)
    if lines:
        source, carets = lines
        gutter, bar, marks = carets.partition(" | ")
        yield f"  {source}"
        yield f"  {gutter}{bar}{_styled(marks, colour, fg=name)}" if colour else f"  {carets}"


def _where(span: Span, colour: bool) -> str:
    return _styled(visible(span.where), colour, bold=True)


def _styled(text: str, colour: bool, *, fg: str | None = None, bold: bool | None = None) -> str:
    return click.style(text, fg=fg, bold=bold) if colour else text


def _json(found: tuple[Diagnostic, ...]) -> str:
    return _dump([_json_item(item) for item in found])


def _json_item(item: Diagnostic) -> JsonValue:
    return {
        "rule": item.rule,
        "severity": item.severity.value,
        "message": item.message,
        **_json_place(item.span),
        "hint": item.hint,
        "related": [{"message": related.message, **_json_place(related.span)} for related in item.related],
    }


def _json_place(span: Span) -> dict[str, JsonValue]:
    return {
        "path": span.file.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _github(found: tuple[Diagnostic, ...]) -> str:
    """Write workflow commands (GitHub Actions, "Workflow commands", `error` and `warning`)."""
    return "".join(f"{line}\n" for line in map(_github_line, found))


def _github_line(item: Diagnostic) -> str:
    span = item.span
    # GitHub takes columns only when a range ends on the line it starts on (checks API, "annotations").
    one_line = span.is_one_line
    place = {
        "file": span.file.path,
        "line": str(span.line),
        **({"col": str(span.column)} if one_line else {}),
        "endLine": str(span.end_line),
        **({"endColumn": str(span.end_column)} if one_line else {}),
        "title": item.rule,
    }
    properties = ",".join(f"{name}={_github_property(value)}" for name, value in place.items())
    lines = [item.message, *(f"{related.span.where}: note: {related.message}" for related in item.related)]
    if item.hint:
        lines.append(f"hint: {item.hint}")
    return f"::{item.severity.value} {properties}::{'%0A'.join(_github_data(visible(line)) for line in lines)}"


def _github_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _github_property(text: str) -> str:
    return _github_data(visible(text)).replace(":", "%3A").replace(",", "%2C")


def _sarif(found: tuple[Diagnostic, ...]) -> str:
    """Write a log of SARIF 2.1.0 (OASIS standard, https://docs.oasis-open.org/sarif/sarif/v2.1.0/)."""
    rules = list(dict.fromkeys(item.rule for item in found))
    driver: dict[str, JsonValue] = {
        "name": "pactwright",
        "version": __version__,
        "rules": [{"id": rule} for rule in rules],
    }
    run: dict[str, JsonValue] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(item, rules.index(item.rule)) for item in found],
    }
    return _dump({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]})


def _sarif_result(item: Diagnostic, rule: int) -> JsonValue:
    text = f"{item.message}\nhint: {item.hint}" if item.hint else item.message
    result: dict[str, JsonValue] = {
        "ruleId": item.rule,
        "ruleIndex": rule,
        "level": item.severity.value,
        "message": {"text": text},
        "locations": [{"physicalLocation": _sarif_place(item.span)}],
    }
    if item.related:
        result["relatedLocations"] = [_sarif_related(number, related) for number, related in enumerate(item.related)]
    return result


def _sarif_related(number: int, related: Related) -> JsonValue:
    return {
        "id": number,
        "message": {"text": related.message},
        "physicalLocation": _sarif_place(related.span),
    }


def _sarif_place(span: Span) -> JsonValue:
    return {
        "artifactLocation": {"uri": urllib.parse.quote(span.file.path, errors="surrogateescape")},
        "region": {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        },
    }


def _dump(value: JsonValue) -> str:
    # ASCII only: a terminal that shows the output cannot be painted by a contract.
    return json.dumps(value, indent=2, ensure_ascii=True) + "\n"


_RENDERERS: dict[str, Callable[[tuple[Diagnostic, ...]], str]] = {"json": _json, "github": _github, "sarif": _sarif}
FORMATS = ("text", *_RENDERERS)
