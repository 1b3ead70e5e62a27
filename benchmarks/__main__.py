"""`python -m benchmarks`: measures, prints each row as it is known, and writes the results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks import generation, live, watching
from benchmarks.calls import (
    ALL_CELLS,
    FEW_CELLS,
    Cell,
    Effort,
    measure_calls,
    measure_kernel,
    measure_lists,
    measure_start,
)
from benchmarks.report import Row, document, markdown, show, write_json
from benchmarks.servers import Place, rival_python

HERE = Path(__file__).resolve().parent
PARTS = ("generation", "unchanged", "watch", "calls", "lists", "kernel", "start", "live")


@dataclass(frozen=True, slots=True)
class Extent:
    """How much is measured.

    Sizes of contracts and servers, ways of calling, how long, whether FastMCP is there, and the calls after which
    memory is looked at.
    """

    contracts: tuple[int, ...]
    servers: tuple[int, ...]
    cells: tuple[Cell, ...]
    effort: Effort
    rival: bool
    calls: tuple[int, int]


FULL = Extent((20, 50, 500), (10, 100, 1000), ALL_CELLS, Effort(5, 1.0), rival=True, calls=(1000, 20_000))
# Shows only that everything runs, without the network.
QUICK = Extent((2,), (2,), FEW_CELLS, Effort(1, 0.02), rival=False, calls=(20, 40))


def main() -> int:
    """Run the parts that were asked for; the exit code tells only whether they could be run."""
    given = _options()
    extent = QUICK if given.quick else replace(FULL, effort=replace(FULL.effort, rounds=given.rounds))
    parts = given.only or list(PARTS)
    workplace = Path(given.workplace).resolve()
    workplace.mkdir(parents=True, exist_ok=True)
    rows = []
    for row in _rows(parts, workplace, extent):
        show(row)
        rows.append(row)
    data = document(rows, rounds=extent.effort.rounds, quick=given.quick)
    page = markdown(data)
    print(page)
    write_json(Path(given.json), data)
    if extent is not QUICK and set(parts) == set(PARTS):
        (HERE / "RESULTS.md").write_text(page, encoding="utf-8")
    return 0


def _rows(parts: list[str], workplace: Path, extent: Extent) -> Iterator[Row]:
    effort = extent.effort
    if "generation" in parts:
        yield from generation.measure(workplace, rounds=effort.rounds, sizes=extent.contracts)
    if "unchanged" in parts:
        specs = HERE.parent / "specs"
        yield from generation.measure_unchanged(workplace / "repository", specs, rounds=effort.rounds)
    if "watch" in parts:
        yield from watching.measure(workplace, rounds=effort.rounds)
    if "live" in parts:
        yield from live.measure(workplace, live.Long(effort.rounds, effort.seconds, *extent.calls))
    if not set(parts) & {"calls", "lists", "kernel", "start"}:
        return
    python = rival_python(workplace) if extent.rival else None
    places = [Place(workplace / f"servers_{size}", size, python) for size in extent.servers]
    for place in places:
        place.prepare()
    if "calls" in parts:
        yield from measure_calls(places[0], extent.cells, effort)
    if "lists" in parts:
        yield from measure_lists(places, effort)
    if "kernel" in parts:
        yield from measure_kernel(places, effort)
    if "start" in parts:
        yield from measure_start(places[0], effort)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", action="append", choices=PARTS, help="measure one part; may be repeated")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, no FastMCP: shows only that everything runs")
    parser.add_argument("--rounds", type=int, default=5, help="how often each contestant has its turn")
    parser.add_argument("--workplace", default=HERE.parent / ".pactwright" / "bench", help="where to work")
    parser.add_argument("--json", default=HERE / "results" / "latest.json", help="where to write the results")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
