"""What the YAML parser objects to → a diagnostic in an author's words, with the remedy for what people really type.

Knows the parser's messages as text and nothing else of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from pactwright.diagnostics import Diagnostics, Related
from pactwright.source import SourceFile


class Fault(NamedTuple):
    """The parser's objection: its words, where it gave up, and where the construct it was reading had started."""

    problem: str
    context: str
    at: int
    opened: int


class _Finding(NamedTuple):
    message: str
    start: int
    end: int
    hint: str | None = None
    rule: str = "yaml-syntax"
    related: tuple[tuple[str, int, int], ...] = ()


def report_syntax(file: SourceFile, fault: Fault, diagnostics: Diagnostics) -> None:
    """Report one objection of the parser."""
    found = _explain(file.text, fault)
    related = tuple(Related(message, file.span(start, end)) for message, start, end in found.related)
    diagnostics.error(found.rule, found.message, file.span(found.start, found.end), hint=found.hint, related=related)


def _explain(text: str, fault: Fault) -> _Finding:
    tab = re.compile(r"[ ]*\t\s*").match(text, _line_start(text, fault.at))
    if "tab character" in fault.problem or (tab and tab.end() >= fault.at):
        at = text.find("\t", _line_start(text, fault.at))
        return _Finding("the line is indented with a tab", at, at + 1, "indent with spaces", "tab")
    if "tag" in fault.problem or "tag" in fault.context.split():
        end = _token_end(text, fault.opened)
        return _Finding("a tag may not be given", fault.opened, end, QUOTE_TAG, "explicit-tag")
    explain = _EXPLANATIONS.get(fault.problem)
    if explain is None:
        return _Finding(fault.problem, fault.at, fault.at + 1, _line_hint(text, fault))
    return explain(text, fault)


QUOTE_TAG = "a text that starts with ! must be quoted; types are written in the schema"
_CUT = re.compile(r" #(?=[^\s#])")
_QUOTED = re.compile(r"""(?<![^\s\[{,:])(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*')""")


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _line_end(text: str, at: int) -> int:
    found = re.compile(r"[\r\n]").search(text, at)
    return found.start() if found else len(text)


def _token_end(text: str, at: int) -> int:
    found = re.compile(r"[^\s,\[\]{}]+").match(text, at)
    return found.end() if found else min(at + 1, len(text))


def _previous_line(text: str, at: int) -> tuple[int, int] | None:
    """Return where the last line before `at` that holds more than a comment starts and ends."""
    end = _line_start(text, at)
    while end > 0:
        start = _line_start(text, end - 1)
        line = text[start:end].strip()
        if line and not line.startswith("#"):
            return start + text[start:end].index(line), start + text[start:end].index(line) + len(line)
        end = start
    return None


def _line_hint(text: str, fault: Fault) -> str | None:
    return None


_EXPLANATIONS: dict[str, Callable[[str, Fault], _Finding]] = {}
