"""Server processes: started with a command, watched on both output pipes, ended by their own process id."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from ..outcome import Broken

FAREWELL_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Command:
    """How a server is started: its command line, and the environment added to (or, by None, taken from) our own."""

    argv: tuple[str, ...]
    environment: Mapping[str, str | None] = field(default_factory=dict)
    folder: Path | None = None

    def with_flags(self, *flags: str) -> Command:
        """Return the command with more flags."""
        return Command((*self.argv, *flags), self.environment, self.folder)

    def whole_environment(self) -> dict[str, str]:
        """Return the environment the server runs in."""
        kept = {key: value for key, value in os.environ.items() if self.environment.get(key, "") is not None}
        return kept | {key: value for key, value in self.environment.items() if value is not None}


class ServerProcess:
    """A running server. Its stdout lines wait in a queue, its stderr lines in a list."""

    def __init__(self, command: Command) -> None:
        # A byte pipe each way; the server has a group of its own, so that an interrupt of the tests is not its own.
        self._process = subprocess.Popen(
            command.argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=command.whole_environment(),
            cwd=command.folder,
            start_new_session=True,
        )
        self.lines: queue.Queue[bytes | None] = queue.Queue()
        self.seen: list[bytes] = []
        self.errors: list[str] = []
        self._silent = False
        self._news = threading.Condition()
        self._readers = (
            threading.Thread(target=self._read_output, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
        )
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Tell whether the process has not ended."""
        return self._process.poll() is None

    @property
    def silent(self) -> bool:
        """Tell whether the process has closed its stdout: one that speaks over it is about to end."""
        return self._silent

    def write(self, data: bytes) -> None:
        """Write to the server's stdin. Raises Broken when it no longer reads."""
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(data)
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise Broken("a server that reads its stdin", self.last_words()) from None

    def line(self, seconds: float) -> bytes:
        """Return the next line of stdout. Raises Broken when none comes in time or the server has ended."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise Broken(f"an answer within {seconds:g} seconds", self.last_words("silence")) from None
        if line is None:
            self.lines.put(None)
            raise Broken("an answer", self.last_words("the end of stdout"))
        return line

    def complaint(self, seconds: float, wanted: str) -> str:
        """Return the first line of stderr that holds `wanted`. Raises Broken when none comes in time."""
        end = time.monotonic() + seconds
        with self._news:
            while True:
                found = next((line for line in self.errors if wanted in line), None)
                if found is not None:
                    return found
                if not self.running or not self._news.wait(min(0.5, max(0.0, end - time.monotonic()))):
                    if self.running and time.monotonic() < end:
                        continue
                    raise Broken(f"a line with {wanted} on stderr within {seconds:g} seconds", self.last_words())

    def last_words(self, otherwise: str = "a closed pipe") -> str:
        """Say how the server ended, with the end of its stderr."""
        code = self._process.poll()
        ended = otherwise if code is None else f"the process ended with code {code}"
        return f"{ended}; stderr ends with: {' | '.join(self.errors[-3:])[-600:]}" if self.errors else ended

    def hang_up(self) -> None:
        """Close the server's stdin."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            try:
                self._process.stdin.close()
            except OSError:
                return

    def interrupt(self) -> None:
        """Ask the server to end (SIGTERM)."""
        if self.running:
            self._process.send_signal(signal.SIGTERM)

    def wait(self, seconds: float = FAREWELL_SECONDS) -> int | None:
        """Return the exit code once the process has ended and its output is read; None when it has not in time."""
        try:
            code = self._process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        for reader in self._readers:
            reader.join(timeout=seconds)
        return code

    def stop(self) -> None:
        """End the process: stdin closed first, SIGTERM next, SIGKILL at last; the pipes are closed."""
        self.hang_up()
        if self.wait(2.0) is None:
            self.interrupt()
            if self.wait(FAREWELL_SECONDS) is None:
                self._process.kill()
                self.wait(FAREWELL_SECONDS)
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _read_output(self, pipe: IO[bytes]) -> None:
        for line in pipe:
            self.seen.append(line)
            self.lines.put(line)
        self._silent = True
        self.lines.put(None)

    def _read_errors(self, pipe: IO[bytes]) -> None:
        for line in pipe:
            with self._news:
                self.errors.append(line.decode("utf-8", "replace").rstrip("\n"))
                self._news.notify_all()
        with self._news:
            self._news.notify_all()
