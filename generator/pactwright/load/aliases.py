"""Aliases that lead nowhere, into themselves, or to more values than anybody wrote.

Runs over parser events, because a composed tree no longer knows where an alias stood. Only called once such a fault
is known to be there.
"""

from __future__ import annotations

import yaml
from yaml._yaml import Mark as CMark

from pactwright.diagnostics import Diagnostics, Related
from pactwright.load.core import CoreLoader, fault_of
from pactwright.load.limits import MOST_REPEATED
from pactwright.load.syntax import report_syntax
from pactwright.records import dataclass
from pactwright.source import SourceFile, Span


def check_aliases(file: SourceFile, text: str, diagnostics: Diagnostics) -> None:
    """Report undefined, self-referencing and exploding aliases, and the syntax error behind them if there is one."""
    try:
        _Aliases(file, diagnostics).read(text)
    except yaml.MarkedYAMLError as error:
        report_syntax(file, fault_of(error), diagnostics)


@dataclass(slots=True)
class _Anchor:
    """Where an anchor stands and the number of values in it, all aliases followed; None while it is still open."""

    span: Span
    weight: int | None


@dataclass(slots=True)
class _Open:
    anchor: _Anchor | None
    weight: int


class _Aliases:
    def __init__(self, file: SourceFile, diagnostics: Diagnostics) -> None:
        self._file = file
        self._diagnostics = diagnostics
        self._anchors: dict[str, _Anchor] = {}
        self._open = [_Open(None, 0)]
        self._repeated = 0

    def read(self, text: str) -> None:
        for event in yaml.parse(text, CoreLoader):
            match event:
                case yaml.AliasEvent():
                    self._open[-1].weight += self._follow(event)
                case yaml.ScalarEvent():
                    self._open[-1].weight += 1
                    self._anchor(event, 1)
                case yaml.CollectionStartEvent():
                    self._open.append(_Open(self._anchor(event, None), 1))
                case yaml.CollectionEndEvent():
                    closed = self._open.pop()
                    self._open[-1].weight += closed.weight
                    if closed.anchor:
                        closed.anchor.weight = closed.weight
                case _:
                    pass

    def _anchor(self, event: yaml.NodeEvent, weight: int | None) -> _Anchor | None:
        if event.anchor is None:
            return None
        # An anchor may come after a tag, so the event can start before it.
        at = self._file.text.find("&" + event.anchor, _index(event.start_mark))
        anchor = _Anchor(self._file.span(at, at + 1 + len(event.anchor)), weight)
        self._anchors[event.anchor] = anchor
        return anchor

    def _follow(self, event: yaml.AliasEvent) -> int:
        """Report what is wrong with an alias; return the number of values it stands for."""
        name = event.anchor or ""
        span = self._file.span(_index(event.start_mark), _index(event.end_mark))
        anchor = self._anchors.get(name)
        if anchor is None:
            message = f"there is no anchor `&{name}` before this alias"
            hint = "a text that starts with * must be quoted; an alias needs its anchor earlier in the file"
            self._diagnostics.error("undefined-alias", message, span, hint=hint)
            return 1
        related = (Related("the value it repeats", anchor.span),)
        if anchor.weight is None:
            message = f"the alias `*{name}` stands inside the value it repeats"
            hint = 'a type that contains itself is written with $ref: "#/types/<name>"'
            self._diagnostics.error("recursive-alias", message, span, hint=hint, related=related)
            return 1
        before, self._repeated = self._repeated, self._repeated + anchor.weight
        if before <= MOST_REPEATED < self._repeated:
            message = (
                f"aliases repeat more than {MOST_REPEATED:,} values; `*{name}` stands for {anchor.weight:,} of them"
            )
            hint = "use types and $ref, which are not copied"
            self._diagnostics.error("exploding-alias", message, span, hint=hint, related=related)
        return anchor.weight


def _index(mark: yaml.Mark | CMark | None) -> int:
    return mark.index if mark else 0
