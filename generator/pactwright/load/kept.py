"""Files as earlier runs read them: one whose text is still the same is not parsed again.

Only what a file without any finding held is kept, so nothing remains to be told about it.
"""

from __future__ import annotations

import hashlib
from typing import Protocol, cast

from pactwright.diagnostics import Diagnostics
from pactwright.load.document import Mark, Parsed
from pactwright.load.parse import parse
from pactwright.source import SourceFile


class Shelf(Protocol):
    """Where JSON is kept from run to run, by name; what is there may be anything."""

    def get(self, name: str) -> object:
        """Return what is kept under a name, or None."""

    def put(self, name: str, item: object) -> None:
        """Keep something under a name."""


def read(file: SourceFile, shelf: Shelf | None, diagnostics: Diagnostics) -> Parsed | None:
    """Return what a file holds, from the shelf where there is one and the text has not changed; None as `parse`."""
    if shelf is None:
        return parse(file, diagnostics)
    name, digest = _digest(file.path)[:16], _digest(file.text)
    match shelf.get(name):
        case {"text": known, "data": dict(data), "mark": list(mark)} if known == digest:
            # JSON knows no tuples; marks are only looked into.
            return Parsed(file, data, cast(Mark, mark))
    found = len(diagnostics.found)
    parsed = parse(file, diagnostics)
    if parsed is not None and len(diagnostics.found) == found:
        shelf.put(name, {"text": digest, "data": parsed.data, "mark": parsed.mark})
    return parsed


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
