"""What generated classes of upstreams are built on: a request becomes the value of its operation, or an error of the
contract.

One object serves one call. Which error a refusal becomes is decided by the most specific table: the step's, the
operation's, the upstream's, and at last the condition that the runtime itself detects.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ClassVar

import anyio

from .calls import Call
from .connections import Request
from .credentials import MissingCredential, RejectedCredential
from .envelope import ToolError
from .graphql import Declined, data_of
from .judging import Judge, Refusal, UnknownOutcome, done, refusal
from .outcomes import SUCCESS, Answer, Failed, FailedRead, NotSent, Unknown, failure
from .rate_limits import Limited, RateLimit
from .scopes import Scopes, lacking

UNAUTHORIZED = 401


class Asking:
    """A service as one call talks to it. Generated subclasses have a method per operation."""

    name: ClassVar[str]
    title: ClassVar[str]
    rate_limit: ClassVar[RateLimit | None] = None
    scopes: ClassVar[Scopes | None] = None
    pace_writes_ms: ClassVar[int] = 0
    read_retries: ClassVar[int] = 0

    def __init__(self, call: Call, refused: Judge | None = None) -> None:
        """`refused` judges refusals before the tables of the operation do.

        Raises RuntimeError when the call belongs to no server, which alone can make requests.
        """
        if call.process is None:
            raise RuntimeError(f"{call.tool} cannot make requests: it runs outside a server")
        self.call = call
        self._process = call.process
        self._judge = refused
        self._last: Answer | None = None

    @property
    def settings(self) -> Mapping[str, Any]:
        """All settings, secrets included: for addresses, headers and credentials only."""
        return (self.call.settings or self._process.settings).all

    def base_url(self) -> str:
        """The address that all paths are below."""
        raise NotImplementedError

    def headers(self) -> Mapping[str, Any]:
        """Headers of every request; absent ones are left out."""
        return {}

    async def credentials(self) -> Mapping[str, str]:
        """The headers that identify this server.

        Raises MissingCredential, RejectedCredential, and Failed when they have to be asked for and no answer comes.
        """
        return {}

    async def ready(self) -> None:
        """Refuse a call before anything is asked when a credential is not there. Raises ToolError."""
        try:
            await self.credentials()
        except MissingCredential:
            raise self._process.errors.condition("credential_missing", self.call) from None

    def renew(self, credentials: Mapping[str, str]) -> bool:
        """Forget credentials that the service has just refused; tell whether there can be others now."""
        return False

    async def refused(self, answer: Refusal) -> ToolError | None:
        """The error for a refusal that no operation has a row for; None when there is no row here, either."""
        return None

    def unnamed(self, answer: Refusal) -> ToolError:
        """The error for a refusal that no table has a row for."""
        condition = "auth_failed" if answer.status == UNAUTHORIZED else "upstream_refused"
        known: dict[str, Any] = {"operation": answer.operation, "status": answer.status}
        self._process.log.event("warning", condition, tool=self.call.tool, request_id=self.call.request_id, **known)
        self.call.upstream = answer.facts()
        return self._process.errors.condition(condition, self.call, **answer.params())

    def error(self, code: str, answer: Refusal, params: Mapping[str, Any] | None = None) -> ToolError:
        """The declared error `code`, with what the refusal tells and `params`, which win."""
        self.call.upstream = answer.facts()
        return self._process.errors.build(code, self.call, {**answer.params(), **(params or {})})

    async def ask(
        self,
        request: Request,
        refused: Judge | None = None,
        *,
        answers: Collection[int] = (),
        needs: Collection[str] = (),
        blames: Mapping[str, str] | None = None,
        read: Callable[[Answer, Request], Answer] = lambda answer, request: answer,
    ) -> Answer:
        """Make a request; statuses in `answers` are answers like a success.

        `refused` is the operation's table of failures; `needs` are the scopes that the token must have; `blames` says
        which argument an upstream's field comes from; `read` finds in an answer what the operation is about.
        Raises ToolError for everything that is no answer, UnknownOutcome when it may have changed something all the
        same.
        """
        try:
            await self._require(needs, request.operation)
            answer = self._last = read(await self._sent(request), request)
            if answer.status in SUCCESS:
                self._relied_upon(answer, request)
        except Declined as declined:
            raise await self._worded(refusal(declined.answer, blames or {}, error=declined.kind), refused) from None
        except Failed as failed:
            raise await self._mapped(failed, refused) from None
        self.call.took_effect = answer.status in SUCCESS and not request.reads
        if self.call.took_effect:
            self.call.completed.append(done(request.operation))
        if answer.status in SUCCESS or answer.status in answers:
            return answer
        raise await self._worded(refusal(answer, blames or {}), refused)

    async def query(
        self,
        request: Request,
        refused: Judge | None = None,
        *,
        needs: Collection[str] = (),
        blames: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a GraphQL document; the body of the answer is its `data`. Raises like `ask`."""
        return await self.ask(request, refused, needs=needs, blames=blames, read=data_of)

    async def probe(self) -> None:
        """Make the request whose answer tells the scopes of the token. Raises ToolError."""

    async def allowed(self, operation: str, needs: Collection[str]) -> None:
        """Refuse a call before anything is asked when the token lacks a scope for an operation. Raises ToolError."""
        try:
            await self._require(needs, operation)
        except Failed as failed:
            raise self._failed(failed) from None

    async def _require(self, needs: Collection[str], operation: str) -> None:
        """Refuse an operation for which the token lacks a scope. Raises ToolError, and Failed without a token."""
        scopes = self.scopes
        if not needs or scopes is None:
            return
        token = scopes.has_scopes(await self._credentials(operation))
        if token is None:
            return
        known = self._process.keep(f"{self.name} scopes", dict[str, tuple[str, ...]])
        if token not in known:
            asked = type(self)(self.call)
            await asked.probe()
            known[token] = scopes.listed({} if asked._last is None else asked._last.headers)
        missing = lacking(needs, known[token])
        if missing:
            params = {"required": list(needs), "present": list(known[token])}
            if scopes.code is not None:
                raise self._process.errors.build(scopes.code, self.call, params)
            raise self._process.errors.condition("scope_missing", self.call, **params)

    async def _sent(self, request: Request) -> Answer:
        try:
            connection = self._process.connection(self)
        except ValueError:
            raise NotSent(request.operation, "the address of the service in the settings is none") from None
        whole = replace(request, headers={**self.headers(), **request.headers})
        waits = self.rate_limit.retries if self.rate_limit else 0
        renewals = 1
        while True:
            credentials = await self._credentials(request.operation)
            with self._open_while(request) as begun:
                answer = await connection.send(whole, credentials=credentials, begun=begun)
            if answer.status == UNAUTHORIZED and renewals and self.renew(credentials):
                # Nothing was done, so that even a write can be sent once more.
                renewals -= 1
                continue
            limited = self._limited(answer)
            if limited is None:
                return answer
            pause = limited.retry_after_ms / 1000
            # A wait that outlasts the call would end in a timeout, which does not say when to ask again.
            if waits == 0 or anyio.current_time() + pause >= anyio.current_effective_deadline():
                raise self._held_back(limited, answer)
            waits -= 1
            await anyio.sleep(pause)

    @contextmanager
    def _open_while(self, request: Request) -> Iterator[Callable[[], None]]:
        """Count a write that has left as open until it ends; gives what is to be called when a request leaves.

        One that is cancelled stays open, since nobody knows what becomes of it.
        """
        left: list[str] = []

        def begun() -> None:
            if not left and not request.reads:
                left.append(request.operation)
                self.call.open_writes.append(request.operation)

        def ended() -> None:
            for operation in left:
                self.call.open_writes.remove(operation)

        try:
            yield begun
        except Failed:
            ended()
            raise
        ended()

    async def _credentials(self, operation: str) -> Mapping[str, str]:
        try:
            return await self.credentials()
        except MissingCredential:
            raise self._process.errors.condition("credential_missing", self.call, operation=operation) from None
        except RejectedCredential:
            raise self._process.errors.condition("auth_failed", self.call, operation=operation) from None
        except Failed as failed:
            # Whatever became of it, the request itself was not sent. Which one was lost instead is for people to know.
            raise NotSent(operation, f"{failed.operation}: {failed.cause}", status=failed.status) from None

    def _relied_upon(self, answer: Answer, request: Request) -> None:
        """Raise what an answer is worth that breaks what the contract relies on."""
        if self._process.promises.keeps(self.name, request.operation, answer.body):
            return
        raise failure(
            request.operation,
            "the answer is not what the contract relies on",
            reads=request.reads,
            status=answer.status,
            answer=answer,
        )

    def _limited(self, answer: Answer) -> Limited | None:
        if self.rate_limit is None:
            return None
        return self.rate_limit.limited(answer, now=self._process.clock())

    def _held_back(self, limited: Limited, answer: Answer) -> ToolError:
        params: dict[str, Any] = {"operation": answer.operation, "status": answer.status}
        params["retry_after_ms"] = limited.retry_after_ms
        if limited.remaining is not None:
            params["remaining"] = limited.remaining
        return self._process.errors.condition("rate_limited", self.call, **params)

    def _failed(self, failed: Failed) -> ToolError:
        known: dict[str, Any] = {"operation": failed.operation, "cause": failed.cause}
        if failed.status is not None:
            known["status"] = failed.status
        # A service that answered without saying anything is told by what came of it.
        said = (failed.answer.message if failed.answer else "") or failed.cause
        body = None if failed.answer is None else failed.answer.body
        errors = {"errors": list(failed.answer.errors)} if failed.answer and failed.answer.errors else {}
        self.call.upstream = {**known, "message": said, "headers": {}, "body": body, **errors}
        event = {NotSent: "not_sent", FailedRead: "failed_read", Unknown: "outcome_unknown"}[type(failed)]
        self._process.log.event("warning", event, tool=self.call.tool, request_id=self.call.request_id, **known)
        match failed:
            case NotSent():
                return self._process.errors.condition("not_sent", self.call, **known)
            case Unknown():
                error = self._process.errors.condition("outcome_unknown", self.call, **known)
                return UnknownOutcome.of(error, failed.operation, self.call)
            case _:
                return self._process.errors.condition("failed_read", self.call, **known)

    async def _mapped(self, failed: Failed, refused: Judge | None) -> ToolError:
        """The error for a request without a usable answer; only a read that was answered can have a row of a table."""
        if isinstance(failed, FailedRead) and failed.answer is not None and failed.answer.status not in SUCCESS:
            limited = self._limited(failed.answer)
            if limited is not None:
                return self._held_back(limited, failed.answer)
            error = await self._judged(refusal(failed.answer, {}), refused)
            if error is not None:
                return error
        return self._failed(failed)

    async def _worded(self, answer: Refusal, refused: Judge | None) -> ToolError:
        """The error for a refusal."""
        return await self._judged(answer, refused) or self.unnamed(answer)

    async def _judged(self, answer: Refusal, refused: Judge | None) -> ToolError | None:
        """What the most specific table that knows a refusal makes of it."""
        for judge in (self._judge, refused, self.refused):
            error = None if judge is None else await judge(answer)
            if error is not None:
                return error
        return None
