"""A GitHub, the time, and servers: real processes that are spoken to over stdio or HTTP, and that can be killed."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from anyio.from_thread import BlockingPortal
from fakes.github import FakeGithub, SettableClock
from fakes.github.builders import RepositoryBuilder
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "generated" / "github_issues" / "src"
ENTRY = Path(__file__).parent / "entry.py"
PATIENCE = 60.0

OWNER = "acme"
TOKEN = "ghp_CanaryOfTheTokenThatNobodyMaySee0001"
KEYS = "canary-of-the-first-key-that-seals-everything"
LOGIN = "alice"


@dataclass(frozen=True)
class Way:
    """How a client reaches the server: over `stdio` or `http`, in the `modern` or the `legacy` era of the protocol."""

    transport: str
    era: str

    def __str__(self) -> str:
        return f"{self.transport}-{self.era}"


WAYS = [Way(transport, era) for transport in ("stdio", "http") for era in ("modern", "legacy")]
# Enough where the transport and the era make no difference: both of each.
MIXED = [Way("stdio", "legacy"), Way("http", "modern")]
REVISIONS = {"modern": "2026-07-28", "legacy": "2025-11-25"}


class World:
    """A GitHub with one user's token, a folder for the state of servers, and one time for all of them."""

    def __init__(self, github: FakeGithub, folder: Path) -> None:
        self.github = github
        self.folder = folder
        self.store = folder / "state.sqlite3"
        self._clock = folder / "clock"
        self._numbers = itertools.count(1)
        # Searches are few on GitHub, and here time stands still.
        self.token = github.token(LOGIN, value=TOKEN)
        github.limit(LOGIN, "search", 100_000)
        github.limit(LOGIN, "core", 100_000)
        self.pass_time(0)

    @property
    def now(self) -> datetime:
        return self.github.clock()

    def pass_time(self, seconds: float) -> None:
        """Let time pass for GitHub and for every server."""
        assert isinstance(self.github.clock, SettableClock)
        self.github.advance(seconds)
        draft = self._clock.with_suffix(".next")
        draft.write_text(str(self.now.timestamp()), encoding="ascii")
        draft.replace(self._clock)

    def environment(self, **settings: str | None) -> dict[str, str]:
        """What a server sees; a setting that is None is not there."""
        usual = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(SOURCE),
            "E2E_CLOCK": str(self._clock),
            "GITHUB_TOKEN": TOKEN,
            "GITHUB_API_URL": self.github.url,
            "STATE_STORE": str(self.store),
            "STATE_KEYS": KEYS,
        }
        return {name: value for name, value in {**usual, **settings}.items() if value is not None}

    def number(self) -> int:
        """A number that nothing else in this world has."""
        return next(self._numbers)


class Server:
    """One process. `log` is all it has written to stderr."""

    def __init__(
        self, world: World, portal: BlockingPortal, transport: str, *args: str, **settings: str | None
    ) -> None:
        self._portal = portal
        self._transport = transport
        number = world.number()
        self._log = world.folder / f"log-{number}"
        self._process = world.folder / f"process-{number}"
        self._command = [str(ENTRY), *args]
        self._environment = {**world.environment(**settings), "E2E_PROCESS": str(self._process)}
        self._stack = ExitStack()
        self._url = ""
        self._killed = False

    def __enter__(self) -> Server:
        if self._transport == "http":
            self._listen()
        return self

    def __exit__(self, *raised: object) -> None:
        # A client whose server was killed may say so when it leaves.
        with suppress(*((Exception,) if self._killed else ())):
            self._stack.close()

    def client(self, era: str) -> Client:
        """A connected client; a server over stdio has only one."""
        target: Any = self._url
        if self._transport == "stdio":
            parameters = StdioServerParameters(command=sys.executable, args=self._command, env=self._environment)
            target = stdio_client(parameters, errlog=self._stack.enter_context(self._log.open("w")))
        client = Client(target, mode="auto" if era == "modern" else "legacy", cache=None)
        self._stack.enter_context(self._portal.wrap_async_context_manager(client))
        return client

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def events(self) -> list[dict[str, Any]]:
        """What was logged; every line has to be JSON."""
        return [json.loads(line) for line in self.log.splitlines()]

    def kill(self) -> None:
        """End the process at once, whatever it is doing."""
        self._killed = True
        number = int(self._process.read_text(encoding="ascii"))
        os.kill(number, signal.SIGKILL)
        until(lambda: not _lives(number))

    def _listen(self) -> None:
        log = self._stack.enter_context(self._log.open("wb"))
        command = [sys.executable, *self._command, "--http", "127.0.0.1:0"]
        process = subprocess.Popen(command, env=self._environment, stdin=subprocess.DEVNULL, stderr=log)
        self._stack.callback(_ended, process)
        end = time.monotonic() + PATIENCE
        while not (serving := [event for event in self.events if event["event"] == "serving"]):
            assert process.poll() is None, f"the server ended: {self.log}"
            assert time.monotonic() < end, f"the server does not serve: {self.log}"
            time.sleep(0.01)
        self._url = serving[0]["url"]


def _ended(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def _lives(number: int) -> bool:
    """Whether a process still runs: one that nobody has waited for yet is over all the same."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@contextmanager
def world_in(folder: Path) -> Iterator[World]:
    """A world of its own, for what changes more than a repository."""
    with FakeGithub() as github:
        yield World(github, folder)


def repository(world: World) -> RepositoryBuilder:
    """A new repository that the token's user may push to."""
    name = f"widgets-{world.number()}"
    return world.github.repository(f"{OWNER}/{name}", collaborators={LOGIN: "push"}, labels=["bug", "design"])


def until(happens: Callable[[], Any]) -> None:
    """Wait for what another thread or process does."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.002)
