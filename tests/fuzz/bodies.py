"""What GitHub would answer, at random but within its documentation; and the same with something wrong in it."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

HOSTILE = (
    "",
    "\ud83d lone",
    '\x1b[31mred\x1b[0m\r\n{"code": "ok"}',
    "\u202eright to left\u200b",
    "x" * 70_000,
    "rate limit",
    "locked",
    "disabled",
    "cannot be searched",
    "..",
    "2026-13-45T99:99:99Z",
    "v:forged",
)
ODD = (None, True, False, 0, -1, 1e308, 10**400, 2**63, 0.1, [], {}, [[]], {"": None}, [None] * 3)
MOMENTS = ("2026-01-01T00:00:00Z", "2026-07-29T14:02:11Z", "1970-01-01T00:00:00Z", "2026-02-01T00:00:00.123+02:00")


class Bodies:
    """Answers to requests, drawn from one source of chance."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def valid(self, method: str, path: str) -> tuple[int, Any]:
        """A status and a body that the documentation allows; None is no body."""
        for pattern, make in self._routes():
            if re.fullmatch(pattern, f"{method} {path}"):
                return make()
        return 404, {"message": "Not Found"}

    def wrong(self, value: Any) -> Any:
        """The same with something changed in a few places."""
        value = copy.deepcopy(value)
        for _ in range(self._chance.choice((1, 1, 1, 2, 5))):
            places = list(_places(value))
            if not places:
                return self.anything()
            holder, key = self._chance.choice(places)
            kind = self._chance.randrange(4)
            if kind == 0:
                del holder[key]
            elif kind == 1 and isinstance(holder, dict):
                holder[self.text()] = self.anything()
            else:
                holder[key] = self.anything()
        return value

    def anything(self) -> Any:
        """Any JSON value."""
        kind = self._chance.randrange(6)
        if kind == 0:
            return self.text()
        if kind == 1:
            return self._deep(self._chance.choice((3, 50, 400)))
        if kind == 2:
            return {self.text()[:50]: copy.deepcopy(self._chance.choice(ODD)) for _ in range(3)}
        if kind == 3:
            return self.issue()
        return copy.deepcopy(self._chance.choice(ODD))

    def text(self) -> str:
        """Any text, but for the very long ones in most cases."""
        return self._chance.choice(HOSTILE if self._chance.random() < 0.1 else HOSTILE[:4] + HOSTILE[5:])

    def _deep(self, depth: int) -> Any:
        value: Any = "bottom"
        for _ in range(depth):
            value = [value] if self._chance.random() < 0.5 else {"a": value}
        return value

    def _routes(self) -> Iterator[tuple[str, Callable[[], tuple[int, Any]]]]:
        repo = r"/repos/[^/]+/[^/]+"
        numbered = rf"{repo}/issues/\d+"
        yield rf"GET {repo}", lambda: (200, {"full_name": "acme/widgets"})
        yield rf"GET ({repo}|/repositories/\d+)/issues", lambda: (200, self._many(self.issue))
        yield r"GET /search/issues", self._search
        yield rf"GET {numbered}", lambda: (200, self.issue())
        yield rf"GET {numbered}/comments", lambda: (200, self._many(self._comment))
        yield rf"GET {numbered}/events", lambda: (200, self._many(self._event))
        yield rf"POST {repo}/issues", lambda: (201, self.issue())
        yield rf"PATCH {numbered}", lambda: (200, self.issue())
        yield rf"POST {numbered}/comments", lambda: (201, self._comment())
        yield rf"(PUT|DELETE) {numbered}/lock", lambda: (204, None)
        yield rf"GET {repo}/labels/.*", lambda: self._perhaps(200, {"name": "bug"})
        yield rf"GET {repo}/labels", lambda: (200, self._many(lambda: {"name": self._name()}))
        yield rf"GET {repo}/assignees/.*", lambda: self._perhaps(204, None)
        yield r"GET /user", lambda: (200, {"login": "alice", "type": "User"})
        yield r"GET /user/repos", lambda: (200, self._many(lambda: {"name": "widgets", "owner": self._user()}))

    def _perhaps(self, status: int, body: Any) -> tuple[int, Any]:
        return (404, {"message": "Not Found"}) if self._chance.random() < 0.3 else (status, body)

    def _many(self, make: Callable[[], Any]) -> list[Any]:
        return [make() for _ in range(self._chance.choice((0, 1, 2, 3, 60)))]

    def _search(self) -> tuple[int, Any]:
        items = self._many(self.issue)
        cut = self._chance.random() < 0.2
        return 200, {"total_count": len(items) + cut * 900, "incomplete_results": cut, "items": items}

    def issue(self) -> dict[str, Any]:
        """An issue, or sometimes a pull request."""
        chance = self._chance
        number = chance.randrange(1, 99)
        issue: dict[str, Any] = {
            "number": number,
            "title": self._words(),
            "state": chance.choice(("open", "closed")),
            "state_reason": chance.choice((None, "completed", "duplicate", "reopened", "not_planned")),
            "locked": chance.random() < 0.2,
            "active_lock_reason": chance.choice((None, None, "spam", "too heated", "because")),
            "user": self._user() if chance.random() < 0.9 else None,
            "labels": [chance.choice(("bug", {"name": "bug"}, {"name": self._name()})) for _ in range(2)],
            "assignees": [self._user()],
            "comments": chance.randrange(9),
            "created_at": chance.choice(MOMENTS),
            "updated_at": chance.choice(MOMENTS),
            "body": chance.choice((None, "", self._words(), "x" * 2001)),
            "html_url": f"https://github.com/acme/widgets/issues/{number}",
            "repository_url": "https://api.github.com/repos/acme/widgets",
        }
        if chance.random() < 0.1:
            issue["pull_request"] = {"url": "https://api.github.com/pulls"}
        return issue

    def _comment(self) -> dict[str, Any]:
        return {
            "id": self._chance.randrange(10**9),
            "user": self._user() if self._chance.random() < 0.9 else None,
            "body": self._chance.choice((None, "", self._words())),
            "created_at": self._chance.choice(MOMENTS),
            "updated_at": self._chance.choice(MOMENTS),
            "html_url": "https://github.com/acme/widgets/issues/1#issuecomment-1",
        }

    def _event(self) -> dict[str, Any]:
        return {"event": self._chance.choice(("locked", "closed")), "created_at": self._chance.choice(MOMENTS)}

    def _user(self) -> dict[str, Any]:
        return {"login": self._chance.choice(("alice", "bob")), "type": self._chance.choice(("User", "Bot"))}

    def _name(self) -> str:
        return self._chance.choice(("bug", "a, b", "🐛", "area/core", "half \ud83d", "red \x1b[31m", ""))

    def _words(self) -> str:
        return self._chance.choice(("It breaks", "Ünïcödé 🐛", "half \ud83d", "two\nlines", "\x1b[2J", "x"))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield what can be changed: holders and keys, the outer ones first."""
    waiting = [value]
    while waiting and len(waiting) < 400:
        holder = waiting.pop(0)
        keys = list(holder) if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ()
        for key in keys:
            yield holder, key
            waiting.append(holder[key])
