"""Tries everything; see the package."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from anyio.from_thread import start_blocking_portal

from .cells import Bench, Cell
from .columns import COLUMNS
from .place import ROOT, place
from .rows import ROWS
from .server import Server
from .table import page, printed

PAGE = ROOT / "docs" / "lost-answers.md"


def tried() -> tuple[list[Cell], list[str]]:
    """Try every fault on every tool that writes; return what that shows, and what is booked although it should not."""
    with (
        tempfile.TemporaryDirectory() as folder,
        place() as made,
        start_blocking_portal() as portal,
        Server(portal, made.environment(), Path(folder) / "log") as server,
    ):
        bench = Bench(made, server)
        cells = [bench.cell(row, column) for row in ROWS for column in COLUMNS if row.fits(column)]
        return cells, list(bench.booked())


def main() -> int:
    """Print the table; return 1 when something is not as expected, or when the page is not current."""
    parser = argparse.ArgumentParser(prog="python -m tests.lost", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare the page in place of writing it")
    given = parser.parse_args()
    found, booked = tried()
    print(printed(found))
    for cell in found:
        for what in cell.wrong:
            print(f"UNEXPECTED {cell.row.title} × {cell.column.title}: {what}; it says {cell.text!r}", file=sys.stderr)
    for what in booked:
        print(f"UNEXPECTED {what}", file=sys.stderr)
    wrong = sum(bool(cell.wrong) for cell in found)
    print(f"{len(found)} cells, {wrong} not as expected", file=sys.stderr)
    if wrong or booked:
        return 1
    text = page(found)
    if not given.check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print("docs/lost-answers.md is not current; run: make lost", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
