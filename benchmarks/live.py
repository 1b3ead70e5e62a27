"""Generated servers that ask an upstream, beside the same request made by hand; and what they keep in the long run."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pactwright.runtime.sqlite_store import SqliteStore

from benchmarks.clients import Ask, BadAnswer, StdioLane, once, per_second
from benchmarks.report import Row, at_most, rate
from benchmarks.timing import environment, interleaved, run
from benchmarks.wire import MODERN

PART = "Live"
OURS, BARE = "pactwright", "bare SDK with httpx2"
PEERS = Path(__file__).resolve().parent / "peers"
READ = Ask("tools/call", {"name": "get_order", "arguments": {"order": 7}})
EXPECTED = {"id": 7, "state": "open", "note": "leave it at the door"}
REPLAYS = 2000

CONTRACT = """\
pactwright: "1"
server:
  name: shop-mcp
  title: Shop
  version: "1.0.0"
  namespace: com.example.shop
  summary: Reads the orders of a shop.
  does: [read orders]
  does_not: [sell]
  revisions: ["2026-07-28", "2025-11-25"]
  transports: [stdio]
config:
  shop_url: {env: SHOP_URL, type: string, format: uri, default: "https://shop.example.com"}
  shop_key: {env: SHOP_KEY, secret: true, type: string, optional: every call answers missing_credential}
errors:
  invalid_field: {temporary: false, common: true, message: An argument is not valid.}
  missing_credential: {temporary: false, common: true, message: The key of the shop is not set.}
  invalid_credential: {temporary: false, common: true, message: The shop does not know the key.}
  upstream_unavailable: {temporary: true, common: true, message: The shop does not answer.}
  upstream_refused: {temporary: false, common: true, message: The shop refused.}
  order_not_found: {temporary: false, message: There is no such order.}
upstreams:
  shop:
    title: the shop
    base_url: ${config.shop_url}
    auth: {header: x-shop-key, value: "${config.shop_key}"}
    fails: {404: order_not_found}
    operations:
      get_order:
        request: GET /orders/{order}
        params: {order: {type: integer}}
        response: {id: {type: integer}, state: {type: string}, note: {type: string, nullable: true}}
tools:
  get_order:
    title: Get order
    description: Return one order.
    when_to_use: reading an order.
    input: {order: {type: integer}}
    output: {id: {type: integer}, state: {type: string}, note: {type: string, nullable: true}}
    errors: [order_not_found]
    steps: [{call: get_order, as: order}]
    result: {id: "${order.id}", state: "${order.state}", note: "${order.note}"}
    examples:
      - {title: The first, arguments: {order: 1}, result: {id: 1, state: open, note: null}}
"""


@dataclass(frozen=True, slots=True)
class Long:
    """How long to look: rounds and seconds of each, and the calls after which the memory is looked at."""

    rounds: int
    seconds: float
    few: int
    many: int


def measure(workplace: Path, long: Long) -> Iterator[Row]:
    """Yield the rows about requests, connections, memory and replays."""
    folder = workplace / "live"
    contract = folder / "specs" / "shop" / "contract.yaml"
    contract.parent.mkdir(parents=True, exist_ok=True)
    contract.write_text(CONTRACT, encoding="utf-8")
    run((str(Path(sys.executable).parent / "pactwright"), "generate"), cwd=folder)
    with _shop() as url:
        yield from _requests(folder, url, long)
        yield from _connections(folder, url)
        yield from _memory(folder, url, long)
    yield _replays(folder)


def _requests(folder: Path, url: str, long: Long) -> Iterator[Row]:
    with ExitStack() as stack:
        lanes = {OURS: stack.enter_context(_ours(folder, url)), BARE: stack.enter_context(_bare(url))}
        for peer, (lane, _) in lanes.items():
            lane.open()
            found = once(lane, READ)["structuredContent"]
            if found != EXPECTED:
                raise BadAnswer(f"{peer} answered {found}")
        for in_flight in (1, 16):
            turn = partial(per_second, ask=READ, in_flight=in_flight, seconds=long.seconds)
            medians = interleaved(long.rounds, {peer: partial(turn, [lane]) for peer, (lane, _) in lanes.items()})
            yield Row(
                PART,
                f"time of a read with one request, {in_flight} in flight, beside {BARE}",
                medians[BARE] / medians[OURS],
                "×",
                {peer: rate(value) for peer, value in medians.items()},
                at_most(1.3),
            )


def _connections(folder: Path, url: str) -> Iterator[Row]:
    before = _seen(url)
    with _ours(folder, url) as (lane, _):
        lane.open()
        while _seen(url)["requests"] - before["requests"] < 1000:
            per_second([lane], READ, in_flight=16, seconds=0.1)
    used = _seen(url)["connections"] - before["connections"]
    yield Row(PART, "connections to the upstream for 1000 calls, 16 in flight", used, "", target=at_most(16))


def _memory(folder: Path, url: str, long: Long) -> Iterator[Row]:
    with _ours(folder, url) as (lane, process):
        lane.open()
        before = _seen(url)["requests"]
        held = []
        for calls in (long.few, long.many):
            while _seen(url)["requests"] - before < calls:
                per_second([lane], READ, in_flight=16, seconds=min(0.5, long.seconds))
            held.append(_resident(process.pid))
    measured = {
        f"after {calls} calls": f"{size / 2**20:.1f} MiB"
        for calls, size in zip((long.few, long.many), held, strict=True)
    }
    yield Row(
        PART, f"memory after {long.many} calls, beside {long.few}", held[1] / held[0], "×", measured, at_most(1.05)
    )


def _replays(folder: Path) -> Row:
    """Return the row about the store's part in a call that is repeated with its key."""

    async def replay() -> float:
        store = SqliteStore(folder / "replays.sqlite3")
        now = time.time()
        ask = partial(store.claim, ["key"], arguments=[b"arguments"], owner="a", now=now, lease=60.0, expires=now + 600)
        await ask()
        await store.finish("key", "a", b"result")
        times = []
        for _ in range(REPLAYS):
            started = time.perf_counter()
            await ask()
            times.append(time.perf_counter() - started)
        await store.close()
        return statistics.median(times) * 1000

    (folder / "replays.sqlite3").unlink(missing_ok=True)
    return Row(PART, "store time of a replayed call, SQLite", asyncio.run(replay()), "ms", target=at_most(1))


@contextmanager
def _shop() -> Iterator[str]:
    with _started([sys.executable, str(PEERS / "shop.py")]) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"


@contextmanager
def _ours(folder: Path, url: str) -> Iterator[tuple[StdioLane, subprocess.Popen[bytes]]]:
    source = folder / "generated" / "shop" / "src"
    settings = {"PYTHONPATH": str(source), "SHOP_URL": url, "SHOP_KEY": "secret-of-the-shop"}
    with _started([sys.executable, "-P", "-m", "shop_mcp"], **settings) as process:
        yield _lane(process), process


@contextmanager
def _bare(url: str) -> Iterator[tuple[StdioLane, subprocess.Popen[bytes]]]:
    with _started([sys.executable, str(PEERS / "asking.py"), url]) as process:
        yield _lane(process), process


def _lane(process: subprocess.Popen[bytes]) -> StdioLane:
    assert process.stdin is not None
    assert process.stdout is not None
    return StdioLane(process.stdout.fileno(), process.stdin.fileno(), MODERN)


@contextmanager
def _started(command: list[str], **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        command,
        env=environment(**settings),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _seen(url: str) -> dict[str, int]:
    with urllib.request.urlopen(f"{url}/_seen") as answer:
        found: dict[str, int] = json.loads(answer.read())
        return found


def _resident(pid: int) -> int:
    """Return the bytes that a process holds (/proc, Linux)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
