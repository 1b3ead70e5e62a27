"""The GitHub comments server as processes, before a fake GitHub: it is called, killed, and told to roll back.

Run as a program, it is that server; its process id is told in the file that the environment names.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "generated" / "github_comments" / "src"
PROCESS = "COMMENTS_PROCESS"
PATIENCE = 60.0
KEYS = "canary-of-the-key-that-seals-every-entry"
OTHER_KEYS = "canary-of-another-key-that-opens-none-of-them"
SLUG = "pactwright"


@dataclass
class Running:
    """A server over stdio and its client."""

    portal: Any
    client: Any
    process: Path
    killed: bool = False

    def call(self, tool: str, **arguments: Any) -> Any:
        """The answer to a call of a tool in the usual repository."""
        return self.begin(tool, **arguments).result(PATIENCE)

    def begin(self, tool: str, **arguments: Any) -> Any:
        """The future answer."""
        given = {"owner": "acme", "repo": "widgets", **arguments}
        return self.portal.start_task_soon(lambda: self.client.call_tool(tool, given))

    def comment(self, body: str = "Hello", **arguments: Any) -> int:
        """Post a comment on the usual issue; return its id."""
        answer = self.call("comment", **{"issue_number": 1, "body": body, **arguments})
        assert not answer.is_error, answer
        return int(answer.structured_content["comment_id"])

    def kill(self) -> None:
        """End the process at once."""
        self.killed = True
        os.kill(int(self.process.read_text()), signal.SIGKILL)


@dataclass
class Commenting:
    """Servers that share a place for their state, and a GitHub."""

    github: Any
    folder: Path
    environment: dict[str, str]
    portal: Any
    numbers: list[int] = field(default_factory=list)

    @property
    def comments(self) -> list[int]:
        """The ids of the comments that GitHub has on the usual issue."""
        (repository,) = self.github.store.repositories.values()
        return [comment.id for comment in repository.issues[1].comments]

    @property
    def log(self) -> str:
        """What all servers have logged."""
        return "".join(path.read_text() for path in sorted(self.folder.glob("log-*")))

    @contextmanager
    def serving(self, *args: str, **settings: str) -> Iterator[Running]:
        """A server that runs meanwhile."""
        from mcp import Client, StdioServerParameters
        from mcp.client.stdio import stdio_client

        self.numbers.append(len(self.numbers))
        process = self.folder / f"process-{self.numbers[-1]}"
        environment = {**self.environment, PROCESS: str(process), **settings}
        parameters = StdioServerParameters(command=sys.executable, args=[__file__, *args], env=environment)
        running = Running(self.portal, None, process)
        try:
            with (self.folder / f"log-{self.numbers[-1]}").open("w") as log:
                client = Client(stdio_client(parameters, errlog=log), cache=None)
                with self.portal.wrap_async_context_manager(client) as running.client:
                    yield running
        except Exception:
            # A client whose server was killed may say so when it leaves.
            if not running.killed:
                raise

    def command(self, *args: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """What a command of the server says, and its exit code."""
        return subprocess.run(
            [sys.executable, "-m", "github_comments_mcp", *args],
            env={**self.environment, **settings},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def rolled_back(self, *args: str, ledger: str = "comments", code: int = 0) -> list[str]:
        """The lines of a rollback's report."""
        done = self.command("--rollback", ledger, *args)
        assert done.returncode == code, done
        return done.stdout.splitlines()

    def booked(self, *args: str, ledger: str = "comments") -> list[int]:
        """The ids of the comments that are booked, oldest first."""
        done = self.command("--booked", ledger, *args)
        assert done.returncode == 0, done
        *lines, last = done.stdout.splitlines()
        assert last == f"{ledger}: {len(lines)} booked"
        return [int(line.partition('"comment_id": ')[2].rstrip("}")) for line in lines]

    def positions(self) -> list[str]:
        """The numbers of what is booked."""
        return [line.split()[0] for line in self.command("--booked", "comments").stdout.splitlines()[:-1]]


def main() -> None:
    """Run the server."""
    from github_comments_mcp.runtime import run
    from github_comments_mcp.server import SERVICE

    Path(os.environ[PROCESS]).write_text(str(os.getpid()))
    run(SERVICE)


if __name__ == "__main__":
    main()
