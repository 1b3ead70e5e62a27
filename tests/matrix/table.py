"""The table: for a terminal, and as the page docs/faults.md."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from .cells import Cell
from .columns import COLUMNS
from .natures import Contract

TITLES = {
    1: "stored, then no answer",
    2: "lost before it was stored",
    3: "no connection",
    4: "no answer in time",
    5: "5xx",
    6: "an answer that cannot be read",
    7: "403 of every kind",
    8: "rate limits, by retry-after",
    9: "rate limits, by reset",
    10: "401",
    11: "not there, or elsewhere",
    12: "refused as invalid",
    13: "GraphQL errors",
    14: "links between pages",
    15: "GraphQL page information",
    16: "fields that are null, new, or of another form",
    17: "locked, a pull request, disabled, deleted",
    18: "labels of every kind",
    19: "long lists",
    20: "long bodies",
    21: "somebody else acts meanwhile",
    22: "credentials of an installation",
    23: "parts of a write silently dropped",
    24: "a search index that lags",
    25: "204",
    26: "encodings",
    27: "hostile contents",
}
WIDTH = 15
HEAD = 34
INTRODUCTION = """\
# What goes wrong at GitHub, and what clients are told

Written by `make matrix`, which drives the generated GitHub issues server as a process against a GitHub that fails on
demand, and compares every cell with what follows from the contract and from the nature of the fault. A cell is the code
that came out (`ok`: a result) and, for tools that write, whether the write took effect. Beside the cell it is checked
that the code is declared for the tool, that `temporary` and `retry_after_ms` are right, that the repair works as given,
that the same call later does nothing twice, that each uncertain write is logged once, and that no secret and no text of
an argument is in an error or in the log.

Each row says which request is hit: the first read of the tool, the list it reads, its write, or none in particular.
"""

Key = tuple[int, str, str]


def rows(cells: Sequence[Cell]) -> dict[Key, dict[str, str]]:
    """What the cells show, by row and column."""
    found: dict[Key, dict[str, str]] = {}
    for cell in cells:
        row = found.setdefault((cell.variant.fault, cell.variant.title, cell.hit), {})
        row[cell.column.title] = cell.shown
    return found


def printed(cells: Sequence[Cell]) -> str:
    """The table for a terminal."""
    titles = [column.title for column in COLUMNS]
    lines = [*_wrapped("", titles)]
    last = 0
    for (fault, title, hit), row in rows(cells).items():
        if fault != last:
            lines += ["", f"{fault} {TITLES[fault]}"]
            last = fault
        lines += _wrapped(f"  {title} · {hit}", [row.get(name, "") for name in titles])
    return "\n".join(line.rstrip() for line in lines)


def _wrapped(head: str, texts: Sequence[str]) -> Iterator[str]:
    parts = [textwrap.wrap(head, HEAD - 1, subsequent_indent="    ") or [""]]
    parts += [textwrap.wrap(text.replace("_", "_ ").replace("/", "/ "), WIDTH - 1) or [""] for text in texts]
    for place in range(max(map(len, parts))):
        cells = [part[place] if place < len(part) else "" for part in parts]
        yield "".join(
            [cells[0].ljust(HEAD), *(cell.replace("_ ", "_").replace("/ ", "/").ljust(WIDTH) for cell in cells[1:])]
        )


def page(cells: Sequence[Cell], contract: Contract) -> str:
    """The same in Markdown, with columns that share all cells of a fault put together."""
    lines = [INTRODUCTION]
    titles = [column.title for column in COLUMNS]
    table = rows(cells)
    for fault in dict.fromkeys(key[0] for key in table):
        mine = {key: row for key, row in table.items() if key[0] == fault}
        lines += [f"## {fault}. {TITLES[fault].capitalize()}", ""]
        lines.append("| fault | hit | " + " | ".join(titles) + " |")
        lines.append("|---" * (len(titles) + 2) + "|")
        for (_, title, hit), row in mine.items():
            cells_ = [_marked(row[name]) for name in titles]
            lines.append(f"| {title} | {hit} | " + " | ".join(cells_) + " |")
        lines.append("")
    return "\n".join(lines)


def _marked(shown: str) -> str:
    if shown.startswith("n/a"):
        return shown.replace("_", "\\_")
    code, _, outcome = shown.partition("/")
    return f"`{code}`" + (f" {outcome}" if outcome else "")
