"""Start the demo server as a real process and speak to it: with the official client, and with bare bytes."""

from __future__ import annotations

import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pactwright.runtime
from anyio.from_thread import BlockingPortal
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

DEMO = Path(__file__).parent / "demo"
RUNTIME = Path(pactwright.runtime.__file__).parent

# Start-up is measured elsewhere; here a busy machine must not fail a test.
START_SECONDS = 120.0

MODERN = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
}

SECRET = "s3cret-token-value"


def assemble(folder: Path, change: Callable[[dict[str, Any]], None] | None = None) -> Path:
    """A package `demo` under `folder`, as the compiler would lay it out; `change` edits its contract."""
    package = folder / "demo"
    shutil.copytree(DEMO, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(RUNTIME, package / "runtime", ignore=shutil.ignore_patterns("__pycache__"))
    if change is not None:
        contract = json.loads((package / "contract.json").read_text())
        change(contract)
        (package / "contract.json").write_text(json.dumps(contract))
    return folder


def environment(**more: str) -> dict[str, str]:
    """What a server process sees: nothing of the tests' own settings."""
    return {"PATH": os.environ["PATH"], "NOTES_TOKEN": SECRET, **more}


class Program:
    """A server process whose stderr is collected line by line."""

    def __init__(
        self,
        folder: Path,
        *args: str,
        env: Mapping[str, str] | None = None,
        pipe: bool = True,
        module: str = "demo",
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *args],
            cwd=folder,
            env=dict(env or environment()),
            stdin=subprocess.PIPE if pipe else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.log: list[str] = []
        self._events: queue.Queue[str] = queue.Queue()
        self._out: queue.Queue[bytes] = queue.Queue()
        self.readers = [
            threading.Thread(target=collect, daemon=True) for collect in (self._collect_log, self._collect_out)
        ]
        for reader in self.readers:
            reader.start()

    def event(self, name: str) -> dict[str, Any]:
        """The next log event with this name."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            try:
                line = self._events.get(timeout=0.2)
            except queue.Empty:
                assert self.process.poll() is None or not self._events.empty(), f"ended: {self.log}"
                continue
            if line.startswith("{") and (found := json.loads(line))["event"] == name:
                return dict(found)
        raise AssertionError(f"no event {name}: {self.log}")

    def send(self, data: bytes | Mapping[str, Any]) -> None:
        """Write one line to the server's stdin."""
        line = data if isinstance(data, bytes) else json.dumps(data).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def receive(self, timeout: float = 60.0) -> dict[str, Any]:
        """The next line of the server's stdout, which has to be JSON-RPC."""
        message = json.loads(self._out.get(timeout=timeout))
        assert message["jsonrpc"] == "2.0"
        return dict(message)

    def silent(self) -> bool:
        """Whether nothing is waiting on stdout."""
        return self._out.empty()

    def ask(self, number: int | str, method: str, **params: Any) -> dict[str, Any]:
        """One modern request and its answer."""
        self.send(request(number, method, **params))
        return self.receive()

    def end(self, number: int = signal.SIGTERM) -> int:
        """Signal the process and wait for its end."""
        self.process.send_signal(number)
        return self.process.wait(timeout=60)

    def close(self) -> None:
        """End the process whatever it is doing."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _collect_log(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line.decode(errors="replace").rstrip())
            self._events.put(self.log[-1])

    def _collect_out(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._out.put(line)


@contextmanager
def program(
    folder: Path,
    *args: str,
    env: Mapping[str, str] | None = None,
    pipe: bool = True,
    module: str = "demo",
) -> Iterator[Program]:
    """A server process in a folder for the length of a block."""
    started = Program(folder, *args, env=env, pipe=pipe, module=module)
    try:
        yield started
    finally:
        started.close()


@contextmanager
def web(folder: Path, *args: str, env: Mapping[str, str] | None = None) -> Iterator[tuple[Program, str]]:
    """A server process that listens on a free port, and its URL."""
    with program(folder, "--http", "127.0.0.1:0", *args, env=env, pipe=False) as started:
        yield started, str(started.event("serving")["url"])


def request(number: int | str, method: str, **params: Any) -> dict[str, Any]:
    """A modern request."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": {**params, "_meta": META}}


class Speaker:
    """The official client, for tests that are not asynchronous."""

    def __init__(self, client: Client, portal: BlockingPortal, era: str) -> None:
        self.client = client
        self.era = era
        self._portal = portal

    def call(self, name: str, **arguments: Any) -> Any:
        """A tool result."""
        return self._portal.call(self.client.call_tool, name, arguments)

    def do(self, method: str, *args: Any, **named: Any) -> Any:
        """Any method of the client."""
        return self._portal.call(partial(getattr(self.client, method), *args, **named))

    def refusal(self, method: str, *args: Any, **named: Any) -> MCPError:
        """The protocol error a method of the client ends with."""
        try:
            answer = self.do(method, *args, **named)
        except MCPError as error:
            return error
        raise AssertionError(f"no error but {answer}")


@contextmanager
def speaker(portal: BlockingPortal, target: Any, era: str) -> Iterator[Speaker]:
    """A connected client; `target` is a URL or the parameters of a stdio server."""
    where = stdio_client(target) if isinstance(target, StdioServerParameters) else target
    client = Client(where, mode="auto" if era == "modern" else "legacy", cache=None)
    with portal.wrap_async_context_manager(client) as connected:
        yield Speaker(connected, portal, era)


def stdio_target(folder: Path, *args: str) -> StdioServerParameters:
    """The demo server over stdio."""
    return StdioServerParameters(command=sys.executable, args=["-m", "demo", *args], cwd=folder, env=environment())
