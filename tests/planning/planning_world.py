"""A GitHub, the time, settings in files, and planning servers: real processes that the official client speaks to."""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from anyio.from_thread import BlockingPortal
from fakes.github import FakeGithub
from fakes.github.boards import ProjectBuilder
from fakes.github.builders import RepositoryBuilder
from fakes.github.log import Entry
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "generated" / "github_sdlc_planning" / "src"
ENTRY = Path(__file__).parent / "planning_entry.py"
PATIENCE = 60.0

OWNER = "acme"
LOGIN = "alice"
TYPES = ("Task", "Bug", "Feature")
TOKEN = "ghp_CanaryOfThePlannersTokenThatNobodySees01"

Facts = dict[str, Any]


class World:
    """A GitHub with an organization and a user, one time for all, and a folder in which servers are started.

    `desk/project/deep` is the working directory of servers, `desk/xdg` the home of the user's settings.
    """

    def __init__(self, github: FakeGithub, folder: Path) -> None:
        self.github = github
        self.desk = folder / "desk"
        self.folder = folder
        self.deep = self.desk / "project/deep"
        self.deep.mkdir(parents=True)
        self.clock = folder / "clock"
        self._numbers = itertools.count(1)
        github.organization(OWNER, issue_types=TYPES)
        self.token(value=TOKEN, scopes=["repo", "project"])
        self.pass_time(0)

    def token(self, name: str = LOGIN, **facts: Any) -> str:
        """Add a token of the user; it may ask as much as it likes, since time stands still."""
        for resource in ("core", "graphql"):
            self.github.limit(name, resource, 100_000)
        return self.github.token(name, login=LOGIN, **facts).value

    def pass_time(self, seconds: float) -> None:
        """Let time pass for GitHub and for every server."""
        self.github.advance(seconds)
        draft = self.clock.with_suffix(".next")
        draft.write_text(repr(self.github.clock().timestamp()), encoding="ascii")
        draft.replace(self.clock)

    def number(self) -> int:
        """A number that nothing else in this world has."""
        return next(self._numbers)

    def repository(self, owner: str = OWNER, **facts: Any) -> RepositoryBuilder:
        """A new repository that the token's user may push to."""
        facts = {"collaborators": {LOGIN: "push"}, **facts}
        return self.github.repository(f"{owner}/widgets-{self.number()}", **facts)

    def board(self, owner: str = OWNER, **facts: Any) -> ProjectBuilder:
        """A new board that the token's user may change."""
        return self.github.project(owner, collaborators={LOGIN: "push"}, **facts)

    def write(self, text: str, place: str = "project") -> Path:
        """Put a file with settings in place, at once; `xdg` is the user's own."""
        path = self.desk / place / ("gdlc/config.yml" if place == "xdg" else ".config/gdlc/config.yml")
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
        return path

    def no_settings(self) -> None:
        """Remove every file with settings."""
        for path in self.desk.rglob("config.yml"):
            path.unlink()

    @contextmanager
    def planner(self, portal: BlockingPortal, *, era: str = "modern", **settings: str | None) -> Iterator[Planner]:
        """Start a server and connect a client; a setting that is None is not there."""
        number = self.number()
        waits = self.folder / f"waits-{number}"
        waits.touch()
        usual = {
            "PATH": str(self.folder / "nothing"),
            "PYTHONPATH": str(SOURCE),
            "HOME": str(self.desk / "home"),
            "XDG_CONFIG_HOME": str(self.desk / "xdg"),
            "GITHUB_API_URL": self.github.url,
            "GITHUB_TOKEN": TOKEN,
            "PLANNING_CLOCK": str(self.clock),
            "PLANNING_WAITS": str(waits),
        }
        environment = {name: value for name, value in {**usual, **settings}.items() if value is not None}
        command = StdioServerParameters(command=sys.executable, args=[str(ENTRY)], env=environment, cwd=self.deep)
        with (self.folder / f"log-{number}").open("w+", encoding="utf-8") as log:
            client = Client(stdio_client(command, errlog=log), mode="auto" if era == "modern" else "legacy", cache=None)
            with portal.wrap_async_context_manager(client):
                yield Planner(self, client, portal, waits)


class Planner:
    """One client of one server.

    Requests to GitHub are told as `GET /repos/acme/widgets/issues/1`, `query node` and `mutation createIssue`; what
    `asks` names is all that may be asked, in this order.
    """

    def __init__(self, world: World, client: Client, portal: BlockingPortal, waits: Path) -> None:
        self.world = world
        self.client = client
        self._portal = portal
        self._waits = waits

    def tools(self) -> list[Any]:
        """The tools that are listed, as they were on the wire."""
        listed = self._portal.call(self.client.list_tools)
        return [tool.model_dump(mode="json", by_alias=True, exclude_unset=True) for tool in listed.tools]

    def begin(self, tool: str, **args: Any) -> Future[Any]:
        """Start a call, and do not wait for it."""
        return self._portal.start_task_soon(self.client.call_tool, tool, args)

    def gives(self, tool: str, *, asks: Sequence[str], **args: Any) -> Any:
        """What a tool gives, asking GitHub for this much."""
        return given(self._watched(asks, tool, args))

    def refused(self, tool: str, code: str, *, asks: Sequence[str], **args: Any) -> Facts:
        """The details of the error that a tool ends with; `message` is among them."""
        return refusal(self._watched(asks, tool, args), code)

    @property
    def asked(self) -> list[str]:
        """What GitHub was asked since the log was forgotten."""
        return [told(entry) for entry in self.world.github.log]

    @property
    def waits(self) -> list[float]:
        """How long the server has waited, or wants to wait, each time."""
        return [float(line) for line in self._waits.read_text(encoding="ascii").split()]

    def forget(self) -> None:
        """Forget what was asked and waited for, and let enough time pass that a write may begin at once."""
        self.world.github.log.clear()
        self._waits.write_text("", encoding="ascii")
        self.world.pass_time(1)

    def patient(self, call: Future[Any]) -> Any:
        """The result of a call during which time passes as soon as the server waits."""
        past = 0

        def waiting() -> bool:
            return len(self.waits) > past

        until(lambda: call.done() or waiting())
        while not call.done():
            self.world.pass_time(self.waits[past])
            past += 1
            until(lambda: call.done() or waiting())
        return call.result()

    def _watched(self, asks: Sequence[str], tool: str, args: Facts) -> Any:
        self.forget()
        result = self.begin(tool, **args).result(PATIENCE)
        assert self.asked == list(asks), "\n".join(("it asked", *self.asked, "and not", *asks))
        return result


Start = Callable[..., Planner]
"""Starts a server, given its environment, and gives its client."""


def told(entry: Entry) -> str:
    """A request as tests write it, the query in the order in which it was sent."""
    if entry.operation is not None:
        return f"{entry.operation} {' '.join(entry.fields)}"
    query = "&".join(f"{name}={value}" for name, value in entry.query)
    return f"{entry.method} {entry.route}{query and '?'}{query}"


def _text(result: Any) -> Any:
    """The value in the one text of a result, which is indented by two and has no structure beside it."""
    assert result.structured_content is None
    (content,) = result.content
    value = json.loads(content.text)
    assert content.text == json.dumps(value, indent=2, ensure_ascii=False)
    return value


def given(result: Any) -> Any:
    """What is in a result that is no error."""
    value = _text(result)
    assert not result.is_error, value
    return value


def refusal(result: Any, code: str) -> Facts:
    """What an error of this code tells besides it."""
    error = _text(result)
    assert result.is_error, error
    assert error.pop("error") == code, error
    assert isinstance(error["message"], str)
    return dict(error)


def until(happens: Callable[[], Any]) -> None:
    """Wait for what another thread or process does."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.002)
