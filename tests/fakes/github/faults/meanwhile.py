"""Somebody else who acts at the same time: between two requests of the client, or between its read and its write."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..api import answer
from ..store import Store
from ..wire import Call
from .fault import Fault, nobody


@dataclass(frozen=True)
class Errand:
    """A request of another user, who has a token of this name; it is not part of the log, as no client sent it."""

    token: str
    method: str
    path: str
    body: object = None

    def run(self, store: Store) -> None:
        value = next(token.value for token in store.tokens.values() if token.name == self.token)
        body = b"" if self.body is None else json.dumps(self.body).encode()
        headers = {"authorization": f"Bearer {value}", "user-agent": "somebody else"}
        found = answer(store, Call(self.method, self.path, (), headers, body))
        assert found.status < 400, f"the errand was refused: {found.body.decode()}"


def meanwhile(
    *errands: Errand | Mapping[str, Any],
    action: Callable[[], object] | None = None,
    first: bool = False,
    requests: list[dict[str, Any]] | None = None,
) -> Fault:
    """Let others act right after the request was carried out, or `first`; the answer itself is as it would be.

    `action` is any function, `errands` are requests of others, and `requests` are the same where only JSON can be said.
    """
    all_ = [item if isinstance(item, Errand) else Errand(**item) for item in (*errands, *(requests or ()))]

    def act(store: Store, call: Call) -> None:
        for errand in all_:
            errand.run(store)
        if action is not None:
            action()

    return Fault("meanwhile", before=act if first else nobody, after=nobody if first else act)
