"""Starts the servers that are compared: a generated one, a bare one on the SDK, and one on FastMCP.

All offer the same tools and answer the same. FastMCP lives in an environment of its own, made here on first use, so
that it is no dependency of the project.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import synthetic
from benchmarks.clients import Ask, HttpLane, Lane, StdioLane, once
from benchmarks.generation import SERVICE, Project
from benchmarks.rival import fastmcp_module
from benchmarks.timing import environment
from benchmarks.wire import MODERN, Era

FASTMCP = "fastmcp==4.2.3"
PEERS = Path(__file__).resolve().parent / "peers"
START_SECONDS = 60.0

OURS, BARE, RIVAL = "pactwright", "bare SDK", "FastMCP"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the servers of one size lie.

    Attributes:
        rival_python: The interpreter that has FastMCP; None leaves that peer out.
    """

    root: Path
    tools: int
    rival_python: Path | None

    @property
    def peers(self) -> tuple[str, ...]:
        """The peers that take part."""
        return (OURS, BARE) if self.rival_python is None else (OURS, BARE, RIVAL)

    def command(self, peer: str, mode: str) -> list[str]:
        """Return how a peer is started; `mode` is `stdio`, `json`, `sse` or `kernel`."""
        if mode == "kernel":
            kinds = {
                OURS: ("ours", synthetic.PACKAGE),
                BARE: ("bare", str(self._definitions)),
                RIVAL: ("fastmcp", self._rival),
            }
            return [self._python(peer), str(PEERS / "kernel.py"), *kinds[peer]]
        if peer == OURS:
            http = [] if mode == "stdio" else ["--http", "127.0.0.1:0"]
            return [
                sys.executable,
                "-P",
                "-m",
                synthetic.PACKAGE,
                *http,
                *(["--json-response"] if mode == "json" else []),
            ]
        modes = [] if mode == "stdio" else [mode]
        if peer == BARE:
            return [sys.executable, str(PEERS / "bare.py"), str(self._definitions), *modes]
        return [self._python(peer), str(PEERS / "fastmcp_app.py"), self._rival, *modes]

    def prepare(self) -> None:
        """Generate the server, and write what its peers read: the very list that it publishes, and typed functions."""
        project = Project(self.root, self.tools)
        project.write()
        project.cold()
        rival = Path(self._rival)
        rival.mkdir(exist_ok=True)
        (rival / "tools_module.py").write_text(fastmcp_module(self.tools), encoding="utf-8")
        with self.stdio(OURS, MODERN) as lane:
            listed = once(lane, Ask("tools/list"))["tools"]
        self._definitions.write_text(json.dumps(listed), encoding="utf-8")

    @contextmanager
    def stdio(self, peer: str, era: Era) -> Iterator[StdioLane]:
        """Start a peer on pipes; it has not been spoken to yet."""
        with self.process(peer, "stdio") as process:
            assert process.stdin is not None
            assert process.stdout is not None
            yield StdioLane(process.stdout.fileno(), process.stdin.fileno(), era)

    @contextmanager
    def http(self, peer: str, mode: str) -> Iterator[Callable[[], int]]:
        """Start a peer on a free port, and give what waits for it and tells the port."""
        with tempfile.TemporaryFile() as log, self.process(peer, mode, stderr=log) as process:
            yield partial(_announced, log) if peer == OURS else partial(_printed, process)

    @contextmanager
    def process(self, peer: str, mode: str, stderr: Any = subprocess.DEVNULL) -> Iterator[subprocess.Popen[bytes]]:
        """Start a peer, and end it with the block."""
        path = {"PYTHONPATH": str(self.root / "generated" / SERVICE / "src")} if peer == OURS else {}
        process = subprocess.Popen(
            self.command(peer, mode),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=environment(**path),
            cwd=self.root,
            bufsize=0,
        )
        try:
            yield process
        finally:
            process.kill()
            process.communicate()

    def _python(self, peer: str) -> str:
        return str(self.rival_python) if peer == RIVAL else sys.executable

    @property
    def _definitions(self) -> Path:
        return self.root / "tools.json"

    @property
    def _rival(self) -> str:
        return str(self.root / "fastmcp")


@contextmanager
def lanes(port: int, era: Era, count: int) -> Iterator[list[Lane]]:
    """Open connections to an HTTP server, as one client does: they share its session."""
    first = HttpLane(port, era)
    first.open()
    others = [HttpLane(port, era) for _ in range(count - 1)]
    for lane in others:
        lane.session = first.session
    opened = [first, *others]
    try:
        yield list[Lane](opened)
    finally:
        for lane in opened:
            lane.close()


def rival_python(workplace: Path) -> Path:
    """Return the interpreter of an environment with FastMCP, made when it is not there yet."""
    folder = workplace / FASTMCP.replace("==", "-")
    python = folder / "bin" / "python"
    if not (folder / "complete").exists():
        venv.create(folder, with_pip=True, clear=True)
        install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", FASTMCP)
        subprocess.run((python, *install), check=True, stdout=sys.stderr)
        (folder / "complete").touch()
    return python


def _announced(log: Any) -> int:
    """Read the port from a line of the log: {"event": "serving", "url": "http://127.0.0.1:54321/mcp"}."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        log.seek(0)
        found = re.search(rb'"url": "http://127\.0\.0\.1:(\d+)/', log.read())
        if found:
            return int(found[1])
        time.sleep(0.01)
    log.seek(0)
    raise RuntimeError(f"the server did not start: {log.read().decode(errors='replace')}")


def _printed(process: subprocess.Popen[bytes]) -> int:
    assert process.stdout is not None
    return int(process.stdout.readline())
