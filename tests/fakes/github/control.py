"""The control endpoint: what the Python API does, for tests that run the fake as a process.

GET    /_fake/log        the entries, oldest first          DELETE forgets them
GET    /_fake/faults     the rules and how often they hit   DELETE forgets them
POST   /_fake/faults     a rule, or a list of them: {"fault": "closed", "with": {"stored": true}, "method": "POST"}
GET    /_fake/clock      {"now": …}                         POST {"advance": seconds} or {"set": moment}
POST   /_fake/seed       {"tokens": [{"name": …}], "apps": […], "repositories": [{"full_name": …, "issues": […]}],
                          "organizations": [{"login": …}], "projects": [{"owner": …, "title": …, "fields": […]}]}
POST   /_fake/settings   {"links": …, "search_lag": seconds, "limits": [{"token", "resource", "limit"}]}
POST   /_fake/refuse     close the port                     POST /_fake/accept opens it again
GET    /_fake/picture    everything that GitHub stores
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from .application import Scope, head_of, with_body
from .clock import SettableClock, read, written
from .delivery import Line, Receive, Send, whole
from .rules import from_json
from .wire import Answer

if TYPE_CHECKING:
    from .fake import FakeGithub

PREFIX = "/_fake/"


class Control:
    """An ASGI application that looks after one fake."""

    def __init__(self, github: FakeGithub) -> None:
        self._github = github
        self._actions: dict[tuple[str, str], Callable[[Any], Awaitable[object]]] = {
            ("GET", "log"): self._log,
            ("DELETE", "log"): self._forget_log,
            ("GET", "faults"): self._faults,
            ("POST", "faults"): self._inject,
            ("DELETE", "faults"): self._forget_faults,
            ("GET", "clock"): self._clock,
            ("POST", "clock"): self._set_clock,
            ("POST", "seed"): self._seed,
            ("POST", "settings"): self._settings,
            ("POST", "refuse"): self._refuse,
            ("POST", "accept"): self._accept,
            ("GET", "picture"): self._picture,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send, transport: asyncio.Transport) -> None:
        call = await with_body(head_of(scope), receive)
        await whole(Line(transport, receive, send), await self._answer(call.method, call.path, call.body))

    async def _answer(self, method: str, path: str, body: bytes) -> Answer:
        """Return what an action gives; what was asked wrongly is told, so that a test does not wait for nothing."""
        action = self._actions.get((method, path.removeprefix(PREFIX)))
        if action is None or not path.startswith(PREFIX):
            return Answer.json(404, {"message": "there is no such action"})
        try:
            return Answer.json(200, await action(json.loads(body or b"null")))
        except (ValueError, LookupError, TypeError) as error:
            return Answer.json(400, {"message": f"{type(error).__name__}: {error}"})

    async def _log(self, _: Any) -> object:
        return [entry.summary() for entry in self._github.log]

    async def _forget_log(self, _: Any) -> object:
        self._github.log.clear()
        return {}

    async def _faults(self, _: Any) -> object:
        return [rule.summary() for rule in self._github.rules.queue]

    async def _inject(self, given: Any) -> object:
        rules = [from_json(value) for value in (given if isinstance(given, list) else [given])]
        self._github.rules.queue.extend(rules)
        return [rule.summary() for rule in rules]

    async def _forget_faults(self, _: Any) -> object:
        self._github.rules.queue.clear()
        return {}

    async def _clock(self, _: Any) -> object:
        return {"now": written(self._github.clock())}

    async def _set_clock(self, given: Any) -> object:
        clock = self._github.clock
        if not isinstance(clock, SettableClock):
            raise ValueError("this clock cannot be set")
        if "set" in given and (moment := read(given["set"])) is not None:
            clock.set(moment)
        clock.advance(given.get("advance", 0))
        return await self._clock(None)

    async def _seed(self, given: Any) -> object:
        return self._github.fill(given)

    async def _settings(self, given: Any) -> object:
        if "links" in given:
            self._github.links(given["links"])
        if "search_lag" in given:
            self._github.search_lag(given["search_lag"])
        for facts in given.get("limits", ()):
            self._github.limit(**facts)
        return {}

    async def _refuse(self, _: Any) -> object:
        await self._github.set_listening(False)
        return {}

    async def _accept(self, _: Any) -> object:
        await self._github.set_listening(True)
        return {}

    async def _picture(self, _: Any) -> object:
        return self._github.picture()
