"""The server under test between a client and upstreams that are played: how it is started, and what it is told."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..facts import Facts
from ..outcome import Broken, Unreachable
from ..servers import Target
from ..values import JsonObject
from ..wire import Answer, Client, Command, StdioClient
from .settings import apps_of, given_as, values_for
from .stand import Stand
from .trials import usual_of

# Where servers keep their state by default, on every system.
_STATE = ("XDG_STATE_HOME", "HOME", "LOCALAPPDATA")

# How long a command that serves nothing may take.
_COMMAND_SECONDS = 60.0


@dataclass(slots=True)
class Live:
    """The upstreams of a run and the servers that ask them; each is started when first needed."""

    facts: Facts
    target: Target
    connect: Callable[[Target], Callable[[], Client]]
    _stand: Stand | None = None
    _clients: dict[str, Callable[[], Client]] = field(default_factory=dict)

    @property
    def stand(self) -> Stand:
        """Return the upstreams."""
        if self._stand is None:
            self._stand = Stand(self.facts.upstreams, usual_of(self.facts), apps_of(self.facts))
        return self._stand

    def call(self, tool: str, arguments: JsonObject, *, server: str = "ready") -> Answer:
        """Return the answer of a server to a call of a tool; see `client`."""
        return self.client(server).call(tool, arguments)

    def client(self, server: str = "ready") -> Client:
        """Return a client of a server: a `ready` one, one `anonymous` without credentials, or the `clocked` one.

        Names that begin with `scoped`, `installed` or `clocked` are of servers of their own, whose credentials have
        scopes, which are told their installations, or whose clock is that of `set_clock`; any other name is of another
        `ready` one.
        Raises Broken, and Unreachable for servers this run cannot start so.
        """
        if server not in self._clients:
            self._clients[server] = self.connect(self._target(server))
        return self._clients[server]()

    def log_lines(self) -> list[str]:
        """Return what the `ready` server has written to stderr so far. Raises Unreachable when nobody reads it."""
        client = self.client()
        if not isinstance(client, StdioClient):
            raise Unreachable("the log is read of servers on stdio only")
        return list(client.process.errors)

    def set_clock(self, seconds: float) -> None:
        """Put the clock of the `clocked` server so many seconds ahead. Raises Unreachable without such a server."""
        self._clock().write_text(str(seconds))
        self.stand.set_ahead(seconds)

    def command(self, *flags: str) -> tuple[int, list[str]]:
        """Run a command of the `ready` server beside it; return the exit code and the lines of its output.

        Raises Broken when it does not end, and Unreachable when this run cannot start it.
        """
        command = self._target("ready").command
        assert command is not None
        command = command.with_flags(*flags)
        try:
            done = subprocess.run(
                command.argv,
                env=command.whole_environment(),
                cwd=command.folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_COMMAND_SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise Broken("an end of the command", " ".join(flags)) from None
        return done.returncode, done.stdout.decode().splitlines()

    def close(self) -> None:
        """Stop the upstreams."""
        if self._stand is not None:
            self._stand.close()

    def _target(self, server: str) -> Target:
        clocked = server.startswith("clocked")
        command = self.target.clocked if clocked else self.target.live
        if command is None:
            raise Unreachable("this run cannot start the server with upstreams of its own")
        if clocked:
            self.set_clock(0)
        origins = {name: self.stand.origin(name) for name in self.facts.upstreams}
        values = values_for(
            self.facts,
            origins,
            with_credentials=server != "anonymous",
            scoped=server.startswith("scoped"),
            installed=server.startswith("installed"),
        )
        environment, flags = given_as(self.facts, values)
        folder = command.folder
        state = {} if folder is None else dict.fromkeys(_STATE, str(folder / f"state-{server}"))
        whole = Command((*command.argv, *flags), {**command.environment, **state, **environment}, folder)
        return replace(self.target, command=whole, examples=False, writes=True)

    def _clock(self) -> Path:
        if self.target.clocked is None or self.target.clock is None:
            raise Unreachable("this run has no server whose clock it controls")
        return self.target.clock
