"""Tabs between tokens, which YAML forbids or which readers disagree about; tabs inside a text or a comment are fine."""

from __future__ import annotations

import re
from bisect import bisect_right

import yaml

from pactwright.diagnostics import Diagnostics
from pactwright.source import SourceFile

_TABS = re.compile(r"\t+")


def check_tabs(file: SourceFile, text: str, root: yaml.Node, diagnostics: Diagnostics) -> None:
    """Report every tab in `text` that indents a line or separates two tokens of `root`, which was read from it."""
    scalars = sorted(_scalars(root))
    for found in _TABS.finditer(text):
        at = found.start()
        line_start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
        indents = not text[line_start:at].strip()
        number = bisect_right(scalars, (at, len(text), "")) - 1
        _, end, style = scalars[number] if number >= 0 else (0, 0, "")
        if at < end:
            if style in ("|", ">") or not indents:
                continue
        elif "#" in text[max(line_start, end) : at]:
            continue
        hint = "indent with spaces" if indents else "write a space"
        message = "a tab indents this line" if indents else "a tab stands between two words of YAML"
        diagnostics.error("tab", message, file.span(at, found.end()), hint=hint)


def _scalars(root: yaml.Node) -> set[tuple[int, int, str]]:
    """Return start, end and style of every scalar; each node once, as aliases may form circles."""
    found: set[tuple[int, int, str]] = set()
    seen: set[int] = set()
    waiting: list[yaml.Node] = [root]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        match node:
            case yaml.ScalarNode():
                found.add((node.start_mark.index, node.end_mark.index, node.style or ""))
            case yaml.MappingNode():
                waiting.extend(part for pair in node.value for part in pair)
            case yaml.SequenceNode():
                waiting.extend(node.value)
            case _:
                pass
    return found
