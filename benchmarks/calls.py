"""Generated servers beside their peers: calls a second on every transport, lists, the kernel alone, and starting.

What each server answers is compared first, so that nothing is fast because it does less than it should.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from benchmarks import synthetic
from benchmarks.clients import Ask, BadAnswer, Lane, once, per_second
from benchmarks.report import Row, Target, at_least, at_most, rate, seconds
from benchmarks.servers import BARE, OURS, RIVAL, Place, lanes
from benchmarks.timing import interleaved
from benchmarks.wire import LEGACY, MODERN, Era

CALLS, LISTS, KERNEL, START = "Calls", "Lists", "Kernel", "Start"
CALL = Ask("tools/call", {"name": synthetic.tool_name(1), "arguments": synthetic.ARGUMENTS})
LIST = Ask("tools/list")
EXPECTED = {
    "customer_id": "acme-7",
    "status": "open",
    "total": 20,
    "has_more": False,
    "digest": {"label": "Orders of acme-7 that are open", "count": 20, "archived": False},
}
WARM_UP = 0.2

Way = Callable[[], AbstractContextManager[list[Lane]]]


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to look: rounds, and the seconds that each contestant has in a round."""

    rounds: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Cell:
    """One way of calling: `mode` is `stdio`, `json` or `sse` (what an HTTP server answers with where it may choose)."""

    mode: str
    era: Era
    in_flight: int

    @property
    def process(self) -> tuple[str, str]:
        """What cells that can use the same process have in common: a connection on pipes knows one era."""
        return (self.mode, self.era.name if self.mode == "stdio" else "")

    @property
    def named(self) -> str:
        """How it is called in the table."""
        transport = self.mode if self.mode == "stdio" else f"HTTP {self.mode.upper()}"
        return f"{transport}, {self.era.name}, {self.in_flight} in flight"

    @property
    def beside_rival(self) -> Target:
        """How much faster than FastMCP a server has to be here."""
        slow = self.mode == "stdio" or (self.mode == "sse" and not self.era.modern)
        return at_least(1.3 if slow else 1.5)


ALL_CELLS = tuple(
    Cell(mode, era, in_flight) for mode in ("stdio", "json", "sse") for era in (MODERN, LEGACY) for in_flight in (1, 16)
)
# One of each kind, where only the machinery is looked at.
FEW_CELLS = (Cell("stdio", MODERN, 16), Cell("sse", LEGACY, 16))


def measure_calls(place: Place, cells: tuple[Cell, ...], effort: Effort) -> Iterator[Row]:
    """Yield the rows about calls, for every way of calling."""
    for _, grouped in groupby(cells, key=lambda cell: cell.process):
        same = tuple(grouped)
        mode, era = same[0].mode, same[0].era
        with ExitStack() as stack:
            if mode == "stdio":
                started = {peer: stack.enter_context(place.stdio(peer, era)) for peer in place.peers}
                for lane in started.values():
                    lane.open()
                for cell in same:
                    yield from _calls(cell, {p: partial(_alone, lane) for p, lane in started.items()}, effort)
                continue
            waiting = {peer: stack.enter_context(place.http(peer, mode)) for peer in place.peers}
            ports = {peer: port() for peer, port in waiting.items()}
            for cell in same:
                ways = {peer: partial(lanes, port, cell.era, cell.in_flight) for peer, port in ports.items()}
                yield from _calls(cell, ways, effort)


@contextmanager
def _alone(lane: Lane) -> Iterator[list[Lane]]:
    yield [lane]


def _calls(cell: Cell, ways: Mapping[str, Way], effort: Effort) -> Iterator[Row]:
    for peer, way in ways.items():
        with way() as opened:
            _compare(peer, once(opened[0], CALL))
        _rate(way, cell, min(WARM_UP, effort.seconds))
    medians = interleaved(effort.rounds, {p: partial(_rate, way, cell, effort.seconds) for p, way in ways.items()})
    yield from _beside(CALLS, cell.named, medians, rival=cell.beside_rival)


def _rate(way: Way, cell: Cell, duration: float) -> float:
    # Connections are opened for each turn: servers close those that are idle while others have theirs.
    with way() as opened:
        return per_second(opened, CALL, in_flight=cell.in_flight, seconds=duration)


def _beside(part: str, what: str, medians: dict[str, float], *, rival: Target | None) -> Iterator[Row]:
    """Yield a row for each peer, from rates; the target beside the bare server is the same everywhere."""
    for peer, target in ((BARE, at_least(0.9)), (RIVAL, rival)):
        if peer in medians:
            measured = {name: rate(medians[name]) for name in (OURS, peer)}
            yield Row(part, f"{what}, beside {peer}", medians[OURS] / medians[peer], "×", measured, target)


def _compare(peer: str, answer: dict[str, Any]) -> None:
    if answer["structuredContent"] != EXPECTED or json.loads(answer["content"][0]["text"]) != EXPECTED:
        raise BadAnswer(f"{peer} answered {answer}")


def measure_lists(places: list[Place], effort: Effort) -> Iterator[Row]:
    """Yield the rows about `tools/list` over stdio, for each size."""
    for place in places:
        with ExitStack() as stack:
            opened = {peer: stack.enter_context(place.stdio(peer, MODERN)) for peer in place.peers}
            for peer, lane in opened.items():
                _count(peer, once(lane, LIST), place.tools)
            measure = partial(per_second, ask=LIST, in_flight=1, seconds=effort.seconds)
            medians = interleaved(effort.rounds, {peer: partial(measure, [lane]) for peer, lane in opened.items()})
        for peer in place.peers[1:]:
            measured = {name: seconds(1 / medians[name]) for name in (OURS, peer)}
            what = f"stdio, {place.tools} tools, beside {peer}"
            yield Row(LISTS, what, medians[OURS] / medians[peer], "×", measured)


def _count(peer: str, answer: dict[str, Any], expected: int) -> None:
    if len(answer["tools"]) != expected:
        raise BadAnswer(f"{peer} lists {len(answer['tools'])} of {expected} tools")


class Kernel:
    """A server object in a process of its own, without transport."""

    def __init__(self, process: subprocess.Popen[bytes], effort: Effort) -> None:
        self._process = process
        self._seconds = effort.seconds

    def ask(self, ask: Ask) -> dict[str, Any]:
        """Return the first answer, and how many a second there were."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {"method": ask.method, "params": ask.params or {}, "seconds": self._seconds}
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        line = b""
        while not line.endswith(b"\n"):
            part = self._process.stdout.readline()
            if not part:
                raise BadAnswer("the process ended")
            line += part
        found: dict[str, Any] = json.loads(line)
        return found

    def rate(self, ask: Ask) -> float:
        """Return how many answers a second there are."""
        return float(self.ask(ask)["rate"])


def measure_kernel(places: list[Place], effort: Effort) -> Iterator[Row]:
    """Yield the rows about the server object alone: a call, and the list at every size."""
    with ExitStack() as stack:
        kernels = {
            (place.tools, peer): Kernel(stack.enter_context(place.process(peer, "kernel")), effort)
            for place in places
            for peer in place.peers
        }
        smallest, largest = places[0], places[-1]
        calling = {peer: kernels[smallest.tools, peer] for peer in smallest.peers}
        for peer, kernel in calling.items():
            _compare(peer, kernel.ask(CALL)["result"])
        medians = interleaved(effort.rounds, {p: partial(kernel.rate, CALL) for p, kernel in calling.items()})
        yield from _beside(KERNEL, "tools/call", medians, rival=at_least(4))
        for (tools, peer), kernel in kernels.items():
            _count(peer, kernel.ask(LIST)["result"], tools)
        lists = interleaved(
            effort.rounds, {f"{tools} {peer}": partial(k.rate, LIST) for (tools, peer), k in kernels.items()}
        )
    for place in places:
        measured = {peer: f"{1e3 / lists[f'{place.tools} {peer}']:.3f} ms" for peer in place.peers}
        value = lists[f"{place.tools} {OURS}"] / lists[f"{place.tools} {BARE}"]
        yield Row(KERNEL, f"tools/list of {place.tools} tools, beside {BARE}", value, "×", measured)
    growth = lists[f"{smallest.tools} {OURS}"] / lists[f"{largest.tools} {OURS}"]
    what = f"tools/list of {largest.tools} tools, beside that of {smallest.tools}"
    yield Row(KERNEL, what, growth, "×", target=at_most(1.5))


def measure_start(place: Place, effort: Effort) -> Iterator[Row]:
    """Yield the rows about the time from starting a process to its first answer."""
    medians = interleaved(effort.rounds, {peer: partial(_first_answer, place, peer) for peer in place.peers})
    for peer, target in ((BARE, at_most(1.15)), (RIVAL, None)):
        if peer in medians:
            measured = {name: seconds(medians[name]) for name in (OURS, peer)}
            what = f"start to the first call's answer on stdio, beside {peer}"
            yield Row(START, what, medians[OURS] / medians[peer], "×", measured, target)


def _first_answer(place: Place, peer: str) -> float:
    started = time.perf_counter()
    with place.stdio(peer, MODERN) as lane:
        once(lane, CALL)
        return time.perf_counter() - started
