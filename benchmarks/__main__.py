"""`python -m benchmarks`: measures, prints each row as it is known, and writes the results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks import generation
from benchmarks.calls import ALL_CELLS, FEW_CELLS, Effort, measure_calls, measure_kernel, measure_lists, measure_start
from benchmarks.report import Row, document, markdown, show, write_json
from benchmarks.servers import Place, rival_python

HERE = Path(__file__).resolve().parent
PARTS = ("generation", "calls", "lists", "kernel", "start")


def main() -> int:
    """Run the parts that were asked for; the exit code tells only whether they could be run."""
    given = _options()
    parts = given.only or list(PARTS)
    workplace = Path(given.workplace).resolve()
    workplace.mkdir(parents=True, exist_ok=True)
    rows = []
    for row in _rows(parts, workplace, quick=given.quick, rounds=given.rounds):
        show(row)
        rows.append(row)
    data = document(rows, rounds=given.rounds, quick=given.quick)
    page = markdown(data)
    print(page)
    write_json(Path(given.json), data)
    if not given.quick and set(parts) == set(PARTS):
        (HERE / "RESULTS.md").write_text(page, encoding="utf-8")
    return 0


def _rows(parts: list[str], workplace: Path, *, quick: bool, rounds: int) -> Iterator[Row]:
    if "generation" in parts:
        yield from generation.measure(workplace, rounds=1 if quick else rounds, sizes=(2,) if quick else (20, 50, 500))
    if not set(parts) & {"calls", "lists", "kernel", "start"}:
        return
    effort = Effort(1, 0.02) if quick else Effort(rounds, 1.0)
    # A look at the machinery must not need the network.
    python = None if quick else rival_python(workplace)
    sizes = (2,) if quick else (10, 100, 1000)
    places = [Place(workplace / f"servers_{size}", size, python) for size in sizes]
    for place in places:
        place.prepare()
    if "calls" in parts:
        yield from measure_calls(places[0], FEW_CELLS if quick else ALL_CELLS, effort)
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
