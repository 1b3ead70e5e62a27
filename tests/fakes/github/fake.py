"""The fake as tests use it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from types import TracebackType
from typing import Any

from .application import Application
from .boards import ProjectBuilder, add_organization, add_project
from .builders import RepositoryBuilder, add_app, add_repository, add_token
from .clock import Clock, SettableClock
from .control import Control
from .faults import Fault
from .log import RequestLog
from .model import App, Token, User
from .picture import picture_of
from .rules import Rule, Rules
from .serving import Listener, LoopThread
from .store import LinkStyle, Store


class FakeGithub:
    """A GitHub on loopback: `with FakeGithub() as github:` starts it, and `github.url` is where it is.

    The control endpoint has a port of its own, at `control_url`: it stays reachable while the fake refuses connections,
    and nothing it does is logged. `clock` is the time that GitHub knows; it stands still unless another one is given.
    """

    def __init__(self, clock: Clock | None = None, seed: int = 0, port: int = 0, control_port: int = 0) -> None:
        self.clock: Clock = clock or SettableClock()
        self.store = Store(self.clock, seed)
        self.log = RequestLog()
        self.rules = Rules()
        self._listener = Listener(Application(self.store, self.log, self.rules), port)
        self._control = Listener(Control(self), control_port)
        self._thread: LoopThread | None = None

    def __enter__(self) -> FakeGithub:
        self._thread = LoopThread()
        self._thread.run(self._listener.listen())
        self._thread.run(self._control.listen())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        thread = self._running
        thread.run(self._listener.stop())
        thread.run(self._control.stop())
        thread.stop()
        self._thread = None

    @property
    def _running(self) -> LoopThread:
        assert self._thread is not None, "the fake is not running"
        return self._thread

    @property
    def url(self) -> str:
        return self._listener.url

    @property
    def control_url(self) -> str:
        return self._control.url

    # --- what is there

    def token(self, name: str = "alice", **facts: Any) -> Token:
        """Add a token and return it; `value` is what a client sends. See `add_token`."""
        return add_token(self.store, name, **facts)

    def app(
        self, slug: str, public_key: str, accounts: Iterable[str], permissions: Mapping[str, str] | None = None
    ) -> App:
        """Add a GitHub App with the public half of its key, installed for these accounts."""
        return add_app(self.store, slug, public_key, accounts, permissions)

    def organization(self, login: str, **facts: Any) -> User:
        """Add an organization, or make an account that is there into one. See `add_organization`."""
        return add_organization(self.store, login, **facts)

    def project(self, owner: str, title: str = "Board", **facts: Any) -> ProjectBuilder:
        """Add a board of an organization or a user, and return what fills it. See `add_project`."""
        return add_project(self.store, owner, title, **facts)

    def repository(self, full_name: str, **facts: Any) -> RepositoryBuilder:
        """Add a repository and return what fills it. See `add_repository`."""
        return add_repository(self.store, full_name, **facts)

    def fill(self, state: dict[str, Any]) -> dict[str, Any]:
        """Add what JSON says, and return the values and ids that the things got, by name."""
        for facts in state.get("organizations", ()):
            self.organization(**facts)
        tokens = [self.token(**facts) for facts in state.get("tokens", ())]
        apps = [self.app(**facts) for facts in state.get("apps", ())]
        places = [self.repository(**facts).repository for facts in state.get("repositories", ())]
        boards = [self.project(**facts) for facts in state.get("projects", ())]
        return {
            "tokens": {token.name: token.value for token in tokens},
            "apps": {app.slug: app.id for app in apps},
            "repositories": {place.full_name: place.id for place in places},
            "projects": {f"{board.project.owner.login}/{board.project.number}": board.node_id for board in boards},
        }

    def picture(self) -> dict[str, Any]:
        """Return everything that GitHub stores: two pictures are equal when nothing has changed between them."""
        return picture_of(self.store)

    # --- how it behaves

    def inject(
        self,
        fault: Fault,
        method: str | None = None,
        path: str = ".*",
        root: str | None = None,
        token: str | None = None,
        nth: int = 1,
        times: int | None = 1,
        operation: str | None = None,
    ) -> Rule:
        """Queue a fault for requests that match, and return the rule, which counts them. See `Rule`."""
        rule = Rule(fault, method, path, root, token, nth, times, operation)
        with self.store.lock:
            self.rules.queue.append(rule)
        return rule

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        assert isinstance(self.clock, SettableClock), "this clock cannot be set"
        with self.store.lock:
            self.clock.advance(seconds)

    def limit(self, token: str, resource: str, limit: int) -> None:
        """Give a token, by its name, a limit of `core`, `search` or `graphql`."""
        with self.store.lock:
            self.store.budgets.set(token, resource, limit)

    def links(self, style: LinkStyle) -> None:
        """Let `Link` headers lead to `/repositories/{id}` (as GitHub's do), to the names as asked, or use cursors."""
        self.store.link_style = style

    def search_lag(self, seconds: float) -> None:
        """Let the search see changes only after so many seconds."""
        with self.store.lock:
            self.store.lag(seconds)

    def expire(self, token: Token) -> None:
        """Let a token end now."""
        with self.store.lock:
            token.expires_at = self.clock() - timedelta(seconds=1)

    def refuse(self) -> None:
        """Refuse connections, and drop those that are open, until `accept`."""
        self._running.run(self._listener.refuse())

    def close_door(self) -> None:
        """Refuse new connections until `accept`; to be called from within a fault, as `meanwhile(action=…)`."""
        self._listener.close_door()

    def accept(self) -> None:
        self._running.run(self._listener.listen())

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Refuse connections inside a block."""
        self.refuse()
        try:
            yield
        finally:
            self.accept()

    async def set_listening(self, listening: bool) -> None:
        """Do what `accept` and `refuse` do, from inside the loop of the fake."""
        await (self._listener.listen() if listening else self._listener.refuse())
