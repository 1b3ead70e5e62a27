"""Installation tokens of a GitHub App: minted when they are needed, kept until they end.

All of it happens before the request that needs the token, so none of its failures leaves anything open. The sources
are GitHub's pages "Generating a JSON Web Token (JWT) for a GitHub App" and "Authenticating as a GitHub App
installation".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import anyio

from .connections import Connection, Request
from .credentials import MissingCredential, RejectedCredential
from .encoding import segment
from .expression_values import Absent
from .outcomes import SUCCESS, Answer, NotSent
from .upstreams import Upstream

# Clocks differ, so a token is made to begin early; it may not live for more than ten minutes.
EARLY_SECONDS = 60
LIFE_SECONDS = 540
# A token is renewed before it ends, so that it does not end on the way.
SPARE_SECONDS = 60.0

Place = tuple[str, str]


@dataclass(slots=True)
class Installations:
    """What is known of the installations of one app: where they are, and their tokens with the end of each."""

    lock: anyio.Lock = field(default_factory=anyio.Lock)
    places: dict[Place, str] = field(default_factory=dict)
    tokens: dict[str, tuple[str, float]] = field(default_factory=dict)


class GithubAppUpstream(Upstream):
    """A service that knows this server as a GitHub App."""

    def app(self) -> Mapping[str, Any]:
        """The settings of the app: `app_id`, `private_key`, and `installation_id` or `owner` and `repo`."""
        raise NotImplementedError

    async def ready(self) -> None:
        """Look for the settings of the app only: a token is found when a request needs it. Raises ToolError."""
        if self._is_set_up(self.app()):
            return
        raise self._process.errors.condition("credential_missing", self.call)

    async def credentials(self) -> Mapping[str, str]:
        """The token of the installation, which is looked up and minted when none is at hand.

        Raises ToolError when a rate limit is reached, and like every `credentials`.
        """
        app = self.app()
        if not self._is_set_up(app):
            raise MissingCredential
        known = self._known
        async with known.lock:
            remembered = self._place(app) in known.places
            try:
                token = await self._token(app, known)
            except RejectedCredential:
                # An app that was installed anew has another installation than the one found earlier.
                if not remembered:
                    raise
                del known.places[self._place(app)]
                token = await self._token(app, known)
        return {"authorization": f"Bearer {token}"}

    def renew(self, credentials: Mapping[str, str]) -> bool:
        """Forget the token that was just refused."""
        refused = credentials.get("authorization", "").removeprefix("Bearer ")
        held = [installation for installation, (token, _) in self._known.tokens.items() if token == refused]
        for installation in held:
            del self._known.tokens[installation]
        return bool(held)

    @staticmethod
    def _is_set_up(app: Mapping[str, Any]) -> bool:
        return not any(isinstance(app[name], Absent) for name in ("app_id", "private_key"))

    @property
    def _known(self) -> Installations:
        return self._process.keep(f"{self.name} installations", Installations)

    def _signed(self, app: Mapping[str, Any]) -> str:
        import jwt

        now = int(self._process.clock())
        claims = {"iat": now - EARLY_SECONDS, "exp": now + LIFE_SECONDS, "iss": str(app["app_id"])}
        try:
            return jwt.encode(claims, app["private_key"], algorithm="RS256")
        except (ValueError, TypeError, jwt.PyJWTError):
            raise RejectedCredential from None

    @staticmethod
    def _place(app: Mapping[str, Any]) -> Place:
        return str(app.get("owner", "")).lower(), str(app.get("repo", "")).lower()

    async def _token(self, app: Mapping[str, Any], known: Installations) -> str:
        installation = await self._installation(app, known)
        token, end = known.tokens.get(installation, ("", 0.0))
        if end - SPARE_SECONDS <= self._process.clock():
            token, end = await self._minted(app, installation)
            known.tokens[installation] = (token, end)
        return token

    async def _installation(self, app: Mapping[str, Any], known: Installations) -> str:
        if not isinstance(app.get("installation_id", Absent.ABSENT), Absent):
            return str(app["installation_id"])
        place = self._place(app)
        if place not in known.places:
            path = f"/repos/{segment(app['owner'])}/{segment(app['repo'])}/installation"
            lookup = Request(operation="find_installation", method="GET", path=path, reads=True)
            answer = await self._asked(lookup, app)
            known.places[place] = str(_member(answer, "id", int))
        return known.places[place]

    async def _minted(self, app: Mapping[str, Any], installation: str) -> tuple[str, float]:
        path = f"/app/installations/{segment(installation)}/access_tokens"
        # A token that is minted and lost harms nobody: for the call, this is a read.
        answer = await self._asked(Request(operation="mint_token", method="POST", path=path, reads=True), app)
        try:
            end = datetime.fromisoformat(_member(answer, "expires_at", str)).timestamp()
        except ValueError:
            raise NotSent(answer.operation, "the answer is not what GitHub documents", status=answer.status) from None
        return _member(answer, "token", str), end

    async def _asked(self, request: Request, app: Mapping[str, Any]) -> Answer:
        connection: Connection = self._process.connection(self)
        # Reading a key takes longer than most requests: it is signed only for those that need it.
        signed = {"authorization": f"Bearer {self._signed(app)}"}
        answer = await connection.send(request, credentials=signed)
        limited = self._limited(answer)
        if limited is not None:
            # Services say so with the statuses of refusals; but this one passes.
            raise self._held_back(limited, answer)
        if answer.status in (401, 403, 404):
            raise RejectedCredential
        if answer.status not in SUCCESS:
            raise NotSent(request.operation, "GitHub gave no token", status=answer.status)
        return answer


def _member(answer: Answer, name: str, kind: type[Any]) -> Any:
    value = answer.body.get(name) if isinstance(answer.body, Mapping) else None
    if not isinstance(value, kind):
        raise NotSent(answer.operation, "the answer is not what GitHub documents", status=answer.status)
    return value
