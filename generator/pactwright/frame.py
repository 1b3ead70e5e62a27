"""A span → the line it starts on, with a gutter and carets below."""

from __future__ import annotations

from collections.abc import Sequence

from pactwright.source import Span
from pactwright.visible import Cell, cells

WIDEST = 100
"""How many columns of a line are shown; of a longer one, those around the span."""
_BEFORE = 30
_MORE = Cell("…", 1)


def frame(span: Span) -> tuple[str, str] | None:
    """Return the source line and the carets, both with their gutter; None when the file has no text.

    Of a span over several lines the first is shown, marked to its end.
    """
    if not span.file.text:
        return None
    line = span.file.line(span.line)
    start = min(span.column - 1, len(line))
    end = len(line.rstrip()) if span.end_line > span.line else min(span.end_column - 1, len(line))
    shown, start, end = _window(line, start, max(start, end))
    text = "".join(cell.text for cell in shown)
    indent = sum(cell.width for cell in shown[:start])
    width = max(1, sum(cell.width for cell in shown[start:end]))
    number = str(span.line)
    return f"{number} | {text}".rstrip(), f"{' ' * len(number)} | {' ' * indent}{'^' * width}"


def _window(line: str, start: int, end: int) -> tuple[Sequence[Cell], int, int]:
    """Return the part of a line that is shown and where the span lies in it."""
    # A line may be a megabyte long, so only what could be shown at most is looked at.
    left, right = max(0, start - WIDEST), start + WIDEST + 1
    shown = list(cells(line[left:right]))
    start, end = start - left, min(end, right) - left
    if left == 0 and right >= len(line) and sum(cell.width for cell in shown) <= WIDEST:
        return shown, start, end
    first, room = start, _BEFORE
    while first > 0 and room >= shown[first - 1].width:
        first -= 1
        room -= shown[first].width
    last, room = first, WIDEST
    while last < len(shown) and room >= shown[last].width:
        room -= shown[last].width
        last += 1
    head = [_MORE] if left + first > 0 else []
    tail = [_MORE] if left + last < len(line) else []
    return [*head, *shown[first:last], *tail], start - first + len(head), min(end, last) - first + len(head)
