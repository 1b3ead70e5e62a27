"""What an author wrote where a value is missing: the text around a null or a cut-off value → the likely remedy."""

from __future__ import annotations

import re
from typing import NamedTuple

_AFTER_KEY = re.compile(r"(?:\s|(?<=\s)#[^\r\n]*)*")
_CUT = re.compile(r"[ \t]+(#[^\s#][^\r\n]*)")
_JOINED = re.compile(r"""["']?([A-Za-z_$][\w.$-]*)["']?:(\S.*)""", re.DOTALL)

QUOTE_COMMA = "an unquoted comma inside { } ended the text: quote it"


class Cut(NamedTuple):
    """A comment that was probably meant as text: where it starts and ends."""

    start: int
    end: int


def cut_text(text: str, end: int) -> Cut | None:
    """Return the comment behind the value ending at `end` when its sign is glued to a word, as in `Fix #42`."""
    found = _CUT.match(text, end)
    return Cut(found.start(1), found.start(1) + len(found.group(1).rstrip())) if found else None


def has_colon(text: str, key_end: int) -> bool:
    """Whether the key that ends at `key_end` is followed by a colon."""
    found = _AFTER_KEY.match(text, key_end)
    return found is not None and text.startswith(":", found.end())


def joined_pair(key: str) -> str | None:
    """Return how to write a key such as `b:1`, in which the space after the colon was forgotten."""
    found = _JOINED.fullmatch(key)
    return f"{found.group(1)}: {found.group(2)}" if found else None
