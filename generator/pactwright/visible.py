"""Text an author or a hostile file may have chosen → text that is safe to print, and how wide it is on a terminal.

Control, bidirectional and invisible characters are shown as escapes, so that what is read is what is there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

TAB_STOP = 4
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Letters by category, but drawn as nothing: fillers and variation selectors.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u034f")


class Cell(NamedTuple):
    """One character of a line as it is shown, and the number of columns it takes."""

    text: str
    width: int


def visible(text: str) -> str:
    """Return a text on one line, with every character that would not be seen as itself escaped."""
    return "".join(_shown(character) for character in text)


def cells(line: str) -> Iterator[Cell]:
    """Yield what each character of a line becomes; tabs become spaces up to the next stop."""
    column = 0
    for character in line:
        if character == "\t":
            cell = Cell(" " * (TAB_STOP - column % TAB_STOP), TAB_STOP - column % TAB_STOP)
        else:
            shown = _shown(character)
            cell = Cell(shown, len(shown) if len(shown) > 1 else _width(character))
        yield cell
        column += cell.width


def _shown(character: str) -> str:
    if " " <= character <= "~":
        return character
    if unicodedata.category(character) not in _UNSEEN and character not in _BLANK:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _width(character: str) -> int:
    if " " <= character <= "~":
        return 1
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
