"""Syntax errors between lines: colons, dashes, indentation, and text that goes on where it cannot."""

from __future__ import annotations

import re

from pactwright.load.finding import QUOTE_IT, Fault, Finding
from pactwright.load.lines import line_end, line_start, text_before, word_end

_EARLIER_COLON = re.compile(r"""(?:[^\s"'#][^\r\n]*?|"[^"\r\n]*"|'[^'\r\n]*'):\s""")
_GLUED = re.compile(r"""(?:- +)*(["']?[\w.$-]+["']?):([^\s/].*)""")
_ALIGN = "indent it like the entries it belongs with"


def colon_too_many(text: str, fault: Fault) -> Finding:
    """Explain a colon where no key can end: a text that holds `: `, or a key on a line that cannot have one."""
    start, at = line_start(text, fault.at), fault.at
    before = text[start:at]
    if _EARLIER_COLON.match(before.lstrip(" -")):
        return Finding("an unquoted `: ` inside a text", at, at + 1, "quote the text that holds it")
    above = text_before(text, at)
    first = start + len(before) - len(before.lstrip())
    message = f"the key `{before.strip().removeprefix('- ')}` cannot stand here"
    if above is None:
        return Finding(message, first, at + 1, QUOTE_IT)
    glued = _glued(text, *above)
    if glued:
        return glued
    if ":" not in text[above[0] : above[1]]:
        hint = "the line above has no `: `; write `key: value`"
        return Finding(message, first, at, hint, related=("after this line", *above))
    hint = "indent it like the key above; a text that goes on here must be quoted"
    return Finding(message, first, at, hint, related=("after this line", *above)).or_cut(text)


def no_colon(text: str, fault: Fault) -> Finding:
    """Explain a line that should be `key: value`."""
    start, end = fault.opened, line_end(text, fault.opened)
    end = start + len(text[start:end].rstrip())
    hint = "write `key: value`; a text that goes on must be indented"
    return _glued(text, start, end) or Finding("this line has no `: `", start, end, hint).or_cut(text)


def no_key(text: str, fault: Fault) -> Finding:
    """Explain what stands where a mapping wanted its next key."""
    at = fault.at
    end = line_end(text, at)
    before = text[line_start(text, at) : at].rstrip()
    mapping = ("the mapping starts here", fault.opened, word_end(text, fault.opened))
    if before.endswith(('"', "'")):
        return Finding("the text goes on after its closing quote", at, end, "quote the whole text; write ' as '' in it")
    if before.endswith(("]", "}")):
        return Finding(f"the text goes on after `{before[-1]}`", at, end, "quote the whole text")
    if text.startswith(":", at):
        return Finding("there is no key before this colon", at, at + 1, "write `key: value`", related=mapping)
    if text.startswith("- ", at):
        return Finding("a list item stands among keys", at, end, "indent the list deeper than its key", related=mapping)
    found = Finding("this line is not indented like the keys around it", at, end, _ALIGN, related=mapping)
    cut = found.or_cut(text)
    return cut._replace(message="this line has no key") if cut is not found else found


def no_dash(text: str, fault: Fault) -> Finding:
    """Explain a line that is neither a list item nor part of one."""
    related = ("the list starts here", fault.opened, fault.opened + 1)
    message = "this line is not an item of the list"
    return Finding(message, fault.at, line_end(text, fault.at), _ALIGN, related=related).or_cut(text)


def dash_after_key(text: str, fault: Fault) -> Finding:
    """Explain a dash on the line of a key."""
    hint = "start the list on the next line, or quote the text"
    return Finding("a list cannot start on the line of its key", fault.at, fault.at + 1, hint)


def bad_start(text: str, fault: Fault) -> Finding:
    """Explain a sign that cannot start a text. The parser may stand on it or behind it."""
    at = fault.opened if text[fault.opened : fault.opened + 1] in ("*", "&") else fault.at
    if text.startswith("\t", at):
        return Finding("a tab stands between two words of YAML", at, at + 1, "write a space", "tab")
    return Finding(f"a text cannot start with `{text[at : at + 1]}`", at, at + 1, QUOTE_IT)


def open_quote(text: str, fault: Fault) -> Finding:
    """Explain a quoted text without an end."""
    hint = "close it on the same line; inside single quotes ' is written ''"
    return Finding("this quote is never closed", fault.opened, fault.opened + 1, hint)


def text_after_block_sign(text: str, fault: Fault) -> Finding:
    """Explain text on the line of | or >."""
    sign = text[fault.opened : fault.opened + 1]
    hint = "start the text on the next line, indented; or quote it"
    return Finding(f"text stands on the line of `{sign}`", fault.at, line_end(text, fault.at), hint)


def after_the_end(text: str, fault: Fault) -> Finding:
    """Explain text after a complete top-level value."""
    hint = "quote the whole text, or remove what follows"
    return Finding("text goes on after the end of the value", fault.at, line_end(text, fault.at), hint)


def directive(text: str, fault: Fault) -> Finding:
    """Explain a line that starts with a percent sign."""
    start, end = line_start(text, fault.at), line_end(text, fault.at)
    return Finding("a line that starts with % speaks to the parser", start, end, "remove it, or quote the text")


def second_document(text: str, fault: Fault) -> Finding:
    """Explain a second document in one file."""
    first = ("the first starts here", fault.opened, word_end(text, fault.opened))
    message = "a second document starts here"
    hint = "a file holds one document; put the other into its own file and include it"
    return Finding(message, fault.at, word_end(text, fault.at), hint, "several-documents", first)


def second_anchor(text: str, fault: Fault) -> Finding:
    """Explain an anchor whose name is taken."""
    end = word_end(text, fault.at)
    first = ("first given here", fault.opened, word_end(text, fault.opened))
    message = f"the anchor `{text[fault.at : end]}` is given twice"
    return Finding(message, fault.at, end, "rename one of them", "duplicate-anchor", first)


def _glued(text: str, start: int, end: int) -> Finding | None:
    found = _GLUED.fullmatch(text[start:end])
    if found is None:
        return None
    colon = start + found.end(1)
    hint = f"write `{found.group(1)}: {found.group(2)}`"
    return Finding("there is no space after this colon", colon, colon + 1, hint)
