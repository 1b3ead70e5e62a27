"""Two versions of a file → a unified diff for people, of bounded size.

The diff shows what a run would do; it is not meant to be applied by a machine, so control characters are made visible.
"""

from __future__ import annotations

import difflib
from itertools import islice

from pactwright.visible import cells

MAX_LINES = 200
_MAX_COMPARED = 4000
_MAX_WIDTH = 400


def unified(path: str, before: bytes | None, after: bytes | None) -> str:
    """Return the diff from `before` to `after`; `None` stands for no file.

    At most `MAX_LINES` lines are shown, and a line is cut at 400 characters; what was left out is said at the end.
    """
    old, new = _lines(before), _lines(after)
    head = _common_head(old, new)
    tail = _common_head(old[head:][::-1], new[head:][::-1])
    differing = max(len(old), len(new)) - head - tail
    names = (_name("a", path, before), _name("b", path, after))
    if min(len(old), len(new)) - head - tail > _MAX_COMPARED:
        return f"--- {names[0]}\n+++ {names[1]}\n{differing} lines differ from line {head + 1} on\n"
    # What both share far from the difference is cut first: comparing is quadratic.
    start, end = max(head - 3, 0), max(tail - 3, 0)
    window_old, window_new = old[start : len(old) - end], new[start : len(new) - end]
    diff = difflib.unified_diff(window_old, window_new, *names, lineterm="")
    shown = [_shown(_renumbered(line, start)) for line in islice(diff, MAX_LINES)]
    left = sum(1 for _ in diff)
    if left:
        shown.append(f"… {left} more lines")
    return "".join(f"{line}\n" for line in shown)


def _shown(line: str) -> str:
    return "".join(cell.text for cell in cells(line[:_MAX_WIDTH])) + ("…" if len(line) > _MAX_WIDTH else "")


def _lines(content: bytes | None) -> list[str]:
    if content is None:
        return []
    lines = content.decode("utf-8", "backslashreplace").split("\n")
    if lines[-1]:
        lines[-1] += " (no line break at the end)"
    else:
        lines.pop()
    return lines


def _common_head(old: list[str], new: list[str]) -> int:
    count = 0
    for left, right in zip(old, new, strict=False):
        if left != right:
            break
        count += 1
    return count


def _name(prefix: str, path: str, content: bytes | None) -> str:
    return "/dev/null" if content is None else f"{prefix}/{path}"


def _renumbered(line: str, offset: int) -> str:
    """Shift the line numbers of a hunk header that counts from a window's first line."""
    if not line.startswith("@@ ") or not offset:
        return line
    ranges = []
    for part in line.split(" ")[1:3]:
        first, comma, length = part[1:].partition(",")
        ranges.append(f"{part[0]}{int(first) + offset}{comma}{length}")
    return f"@@ {' '.join(ranges)} @@"
