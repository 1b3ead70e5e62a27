"""What the YAML parser objects to → a diagnostic in an author's words, with the remedy for what people really type.

Knows the parser's messages as text and nothing else of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pactwright.diagnostics import Diagnostics, Related
from pactwright.load import block, escapes, flow
from pactwright.load.finding import QUOTE_OR_SPLIT, QUOTE_TAG, Fault, Finding
from pactwright.load.limits import TOO_DEEP
from pactwright.load.lines import line_start, word_end
from pactwright.source import SourceFile

_TAB_INDENT = re.compile(r" *\t\s*")


def report_syntax(file: SourceFile, fault: Fault, diagnostics: Diagnostics) -> None:
    """Report one objection of the parser."""
    found = _explain(file.text, fault)
    related: tuple[Related, ...] = ()
    if found.related:
        message, start, end = found.related
        related = (Related(message, file.span(start, end)),)
    diagnostics.error(found.rule, found.message, file.span(found.start, found.end), hint=found.hint, related=related)


def _explain(text: str, fault: Fault) -> Finding:
    start = line_start(text, fault.at)
    tab = _TAB_INDENT.match(text, start)
    if "tab character" in fault.problem or (tab and tab.end() >= fault.at):
        at = text.find("\t", start)
        return Finding("a tab indents this line", at, at + 1, "indent with spaces", "tab")
    if "tag" in f"{fault.context} {fault.problem}".split():
        end = word_end(text, fault.opened)
        message = f"the tag `{text[fault.opened : end]}` is not part of the language"
        return Finding(message, fault.opened, end, QUOTE_TAG, "explicit-tag")
    if "directive" in fault.context.split():
        return block.directive(text, fault)
    explain = _EXPLANATIONS.get(fault.problem)
    if explain:
        return explain(text, fault)
    return Finding(f"the YAML parser {fault.problem}", fault.at, fault.at + 1, QUOTE_OR_SPLIT).or_cut(text)


def _too_deep(text: str, fault: Fault) -> Finding:
    return Finding(TOO_DEEP, fault.at, fault.at + 1, "give inner types a name and use $ref", "nesting-too-deep")


_EXPLANATIONS: dict[str, Callable[[str, Fault], Finding]] = {
    "did not find expected ',' or '}'": flow.explain_flow,
    "did not find expected ',' or ']'": flow.explain_flow,
    "did not find expected node content": flow.explain_missing,
    "mapping values are not allowed in this context": block.colon_too_many,
    "mapping keys are not allowed in this context": block.bad_start,
    "could not find expected ':'": block.no_colon,
    "did not find expected key": block.no_key,
    "did not find expected '-' indicator": block.no_dash,
    "block sequence entries are not allowed in this context": block.dash_after_key,
    "found character that cannot start any token": block.bad_start,
    "did not find expected alphabetic or numeric character": block.bad_start,
    "found unexpected end of stream": block.open_quote,
    "found unexpected document indicator": block.open_quote,
    "did not find expected comment or line break": block.text_after_block_sign,
    "did not find expected <document start>": block.after_the_end,
    "but found another document": block.second_document,
    "second occurrence": block.second_anchor,
    "found unknown escape character": escapes.unknown_escape,
    "did not find expected hexdecimal number": escapes.short_escape,
    "found invalid Unicode character escape code": escapes.no_character,
    "exceeded maximum nesting depth": _too_deep,
}
