"""The table: for a terminal, and as the page docs/lost-answers.md."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from .cells import Cell

WIDTH = 118
INTRODUCTION = """\
# When the answer to a write is lost

Written by `make lost`, which drives the generated server of `specs/github_comments` as a process, with the credentials
of a GitHub App, against a GitHub that fails on demand. It shows what an agent reads, byte for byte, and what GitHub had
stored by then. Every text is compared with the ones that the original server gives. Beside that it is checked that no
request is made that should not be, that what programs find in `_meta` has the right code and a call that works as
given, that every unknown outcome is logged once with its tool, operation and cause, that rollback has in fact no record
of any of it, and that no key and no token shows anywhere.

Two things decide: which request failed, and whether it had left. A write without an answer, or with a 5xx, is unknown,
and nothing is said to have failed; the five tools that comment add that rollback has no record of it. Everything else
is a plain failure: a refusal, the tool's own lookup, a connection that was refused, and everything before the request,
such as finding the installation of the app and minting its token.
"""


def printed(cells: Sequence[Cell]) -> str:
    """The table for a terminal."""
    return "\n".join(line for title, part in _by_row(cells) for line in (title, *_lines(part), ""))


def page(cells: Sequence[Cell]) -> str:
    """The same in Markdown."""
    parts = [INTRODUCTION]
    for title, part in _by_row(cells):
        rows = [f"| {cell.column.title} | {_stored(cell)} | {_marked(cell.text)} |" for cell in part]
        head = ["| tool | stored | what the agent reads |", "| --- | --- | --- |"]
        parts.append("\n".join([f"## {title[0].upper()}{title[1:]}", "", *head, *rows, ""]))
    return "\n".join(parts)


def _by_row(cells: Sequence[Cell]) -> Iterator[tuple[str, list[Cell]]]:
    for title in dict.fromkeys(cell.row.title for cell in cells):
        yield title, [cell for cell in cells if cell.row.title == title]


def _lines(cells: Sequence[Cell]) -> Iterator[str]:
    for cell in cells:
        yield f"  {cell.column.title} · stored: {_stored(cell)}"
        yield from textwrap.wrap(cell.text, WIDTH, initial_indent="    ", subsequent_indent="    ")


def _stored(cell: Cell) -> str:
    return ", ".join(cell.stored) or "nothing"


def _marked(text: str) -> str:
    assert not re.search(r"[`|\n]", text), text
    return f"`{text}`"
