"""Runs the matrix; see the package."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ..fakes.github import FakeGithub, SettableClock, faults
from . import lists, network, statuses, things
from .cells import Bench, Cell
from .columns import CANARY, COLUMNS
from .natures import Contract
from .server import ROOT, Server
from .table import page, printed
from .variants import Patience, Variant, World

PAGE = ROOT / "docs" / "faults.md"
PATIENT, IMPATIENT = 20.0, 0.6


class Hands:
    """The clock of GitHub and the one of the servers, which are the same."""

    def __init__(self, github: FakeGithub, file: Path) -> None:
        self._github, self._file = github, file
        self.advance(0)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._github.advance(seconds)
        self._file.write_text(str(self._github.clock().timestamp()), encoding="ascii")


@contextmanager
def bench() -> Iterator[Bench]:
    """Start GitHub and the servers."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        github = stack.enter_context(FakeGithub(SettableClock()))
        token = github.token("alice")
        hands = Hands(github, folder / "clock")
        ways: dict[Patience, tuple[str, float]] = {
            "patient": (github.url, PATIENT),
            "impatient": (github.url, IMPATIENT),
            "unroutable": (faults.UNROUTABLE, IMPATIENT),
            "unresolvable": (faults.UNRESOLVABLE, PATIENT),
        }
        servers = {
            name: Server(url=url, token=token.value, folder=folder / name, clock=folder / "clock", seconds=seconds)
            for name, (url, seconds) in ways.items()
        }
        for server in servers.values():
            stack.callback(server.close)
        yield Bench(World(github, Contract()), servers, hands, token.value)
        kept = b"".join(file.read_bytes() for file in (folder / "patient").iterdir())
        assert not [text for text in (token.value, CANARY) if text.encode() in kept], "the store holds what it must not"


def variants() -> list[Variant]:
    """All rows, by fault."""
    found = [*network.variants(), *statuses.variants(), *lists.variants(), *things.variants()]
    return sorted(found, key=lambda variant: variant.fault)


def cells(only: Sequence[int]) -> list[Cell]:
    """Try everything, or what belongs to some faults."""
    with bench() as made:
        return [
            made.cell(variant, hit, column)
            for variant in variants()
            if not only or variant.fault in only
            for hit in variant.hits
            for column in COLUMNS
        ]


def main() -> int:
    """Print the table; return 1 when something is not as expected, or when the page is not current."""
    parser = argparse.ArgumentParser(prog="python -m tests.matrix", description=__doc__)
    parser.add_argument("--row", type=int, action="append", default=[], help="only this fault; may be repeated")
    parser.add_argument("--check", action="store_true", help="compare the page in place of writing it")
    given = parser.parse_args()
    found = cells(given.row)
    print(printed(found))
    wrong = [cell for cell in found if cell.wrong]
    for cell in wrong:
        row = f"{cell.variant.fault} {cell.variant.title} · {cell.hit} × {cell.column.title}"
        print(f"UNEXPECTED {row}: {cell.shown}; {'; '.join(cell.wrong)}", file=sys.stderr)
    tried = [cell for cell in found if not cell.shown.startswith("n/a")]
    print(f"\n{len(found)} cells, {len(tried)} tried, {len(wrong)} not as expected", file=sys.stderr)
    if wrong or given.row:
        return int(bool(wrong))
    text = page(found, Contract())
    if not given.check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print("docs/faults.md is not current; run: make matrix", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
