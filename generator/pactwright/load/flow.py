"""Syntax errors inside { } and [ ], where most signs end a text: which sign it was, and how to write it."""

from __future__ import annotations

import re

from pactwright.load.finding import QUOTE_IT, QUOTE_OR_SPLIT, Fault, Finding
from pactwright.load.lines import line_end, line_start, word_end

_QUOTED = re.compile(r"""(?<![^\s\[{,:])(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*')""")
_CLOSING_COMMENT = re.compile(r" (#(?:[^\s#]|[^\r\n]*[}\]])[^\r\n]*)")
_RISKY = re.compile(r"\$\{|\[|\?")


def explain_flow(text: str, fault: Fault) -> Finding:
    """Explain a flow mapping or list that could not be read. The parser stops at the sign to be quoted, or later."""
    opener = text[fault.opened : fault.opened + 1]
    closer = "}" if opener == "{" else "]"
    if _is_unclosed(text, fault):
        hint = f"close it with {closer}, or quote the text if {opener} belongs to it"
        found = Finding(f"`{opener}` is not closed", fault.opened, fault.opened + 1, hint)
        comment = _CLOSING_COMMENT.search(text, fault.opened, fault.at)
        return found.blaming(comment.start(1), comment.end(1)) if comment else found
    opened = (f"`{opener}` opens here", fault.opened, fault.opened + 1)
    sign = _sign(text, fault.at)
    if sign:
        at = fault.at - 1 if sign == "${" else fault.at
        message = f"an unquoted `{sign}` inside {opener} {closer}"
        return Finding(message, at, at + len(sign.strip()), QUOTE_OR_SPLIT, related=opened)
    end = word_end(text, fault.at)
    message = f"unexpected `{text[fault.at : end]}` inside {opener} {closer}"
    return _risky(text, fault, Finding(message, fault.at, end, QUOTE_OR_SPLIT, related=opened))


def explain_missing(text: str, fault: Fault) -> Finding:
    """Explain why no value could start where the parser wanted one."""
    at = fault.at
    if not text[at:].strip():
        hint = "close { and [, or quote the text they belong to"
        return Finding("the text ends inside { } or [ ]", at, at, hint).or_cut(text)
    sign = text[at]
    if sign == ",":
        return Finding("nothing stands before this comma", at, at + 1, "write a value, or remove the comma")
    if sign in "]}":
        hint = "look for an open bracket before it, or quote the text"
        return Finding(f"a value is missing before `{sign}`", at, at + 1, hint)
    if sign in "?:-":
        return Finding(f"a text cannot start with `{sign}` here", at, at + 1, QUOTE_OR_SPLIT)
    return Finding(f"`{text[at : word_end(text, at)]}` cannot stand here", at, word_end(text, at), QUOTE_IT)


def _is_unclosed(text: str, fault: Fault) -> bool:
    """Whether the parser ran on to a line that stands no deeper than the one with the bracket."""
    if not text[fault.at :].strip():
        return True
    first, last = line_start(text, fault.opened), line_start(text, fault.at)
    return first < last and _indent(text, last) <= _indent(text, first) and text[fault.at] not in "]}"


def _indent(text: str, start: int) -> int:
    line = text[start : line_end(text, start)]
    return len(line) - len(line.lstrip(" "))


def _sign(text: str, at: int) -> str | None:
    match text[at]:
        case "{" if text[at - 1 : at] == "$":
            return "${"
        case "[" | "?" as sign:
            return sign
        case ":":
            return ": "
        case _:
            return None


def _risky(text: str, fault: Fault, found: Finding) -> Finding:
    """Name the sign before the error that most likely caused it, if there is one."""
    start = max(line_start(text, fault.at), fault.opened + 1)
    risky = _RISKY.search(_QUOTED.sub("", text[start : line_end(text, fault.at)]))
    if risky:
        return found._replace(hint=f"quote the text that holds `{risky.group()}`, or use one line per key")
    return found.or_cut(text)
