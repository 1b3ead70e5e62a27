"""Small pieces of sentences that several pages share."""

from __future__ import annotations

from collections.abc import Iterable

from pactwright.emit.markdown import code

_UNITS = (("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000), ("second", 1000))


def listed(names: Iterable[str]) -> str:
    """Return names as code: `a`, `b` and `c`."""
    spelled = [code(name) for name in names]
    return spelled[0] if len(spelled) == 1 else f"{', '.join(spelled[:-1])} and {spelled[-1]}"


def sentence(text: str) -> str:
    """Return `text` closed with a full stop, unless it is closed already."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def duration(milliseconds: int) -> str:
    """Return a length of time in its largest whole unit."""
    for unit, size in _UNITS:
        if milliseconds and milliseconds % size == 0:
            count = milliseconds // size
            return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
    return f"{milliseconds} ms"


def size(count: int) -> str:
    """Return a number of bytes in its largest whole binary unit."""
    for unit, scale in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count and count % scale == 0:
            return f"{count // scale} {unit}"
    return f"{count} bytes"
