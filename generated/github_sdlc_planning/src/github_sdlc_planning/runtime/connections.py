"""Requests to one service: who is asked, how often, how long, and what the outcome is.

One `Connection` per process and upstream. It follows redirects on the origin it was made for and no other, keeps writes
apart, makes reads again where the contract allows it, and ends every request in an outcome.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import urlsplit

import anyio

from . import encoding
from .characters import whole
from .exchanges import Lost, Pool, Received, Sending
from .expression_values import ABSENT
from .links import ForeignLink, resolved
from .logs import Log
from .outcomes import Answer, FailedRead, NotSent, failure, words

MAX_BODY_BYTES: Final = 10 * 1024 * 1024
MAX_HOPS: Final = 3
FIRST_PAUSE_SECONDS: Final = 0.25
SHORTEST_SECRET: Final = 6

# RFC 9110 §15.4: the first three may turn a request into a GET, so that only a GET is the same request afterwards.
_MOVED: Final = frozenset({301, 302, 303, 307, 308})
_SAME_METHOD: Final = frozenset({307, 308})

_HALF: Final = re.compile(rb"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request as the contract says it.

    `path` begins with "/", is encoded (see `encoding`) and stands below the base URL; or it is the address of a
    followed link. `reads` tells that it cannot change anything. Absent and null parts of `query` and `headers` are left
    out; `body` is JSON, ABSENT where there is none.
    """

    operation: str
    method: str
    path: str
    reads: bool
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, Any] = field(default_factory=dict)
    body: Any = ABSENT


@dataclass(frozen=True, slots=True)
class _Order:
    """A request being made: until when, who wants to know that it leaves, and what must not be shown."""

    request: Request
    end: float
    begun: Callable[[], None]
    secrets: tuple[str, ...]


class Connection:
    """The way to one service."""

    def __init__(
        self,
        *,
        base_url: str,
        user_agent: str,
        log: Log,
        timeout_seconds: float = 30.0,
        connect_seconds: float = 10.0,
        max_body_bytes: int = MAX_BODY_BYTES,
        pace_writes_ms: int = 0,
        read_retries: int = 0,
    ) -> None:
        """Prepare for `base_url`; connections are made by the first request, and belong to its event loop.

        `timeout_seconds` bounds each attempt, `connect_seconds` the making of a connection. With `pace_writes_ms`,
        writes are made one at a time and begin at least so far apart.

        Raises:
            ValueError: `base_url` is no http or https URL of a host, or has a user, a query or a fragment.
        """
        self._base = base_address(base_url)
        self._user_agent = user_agent
        self._log = log
        self._timeout = timeout_seconds
        self._apart = pace_writes_ms / 1000
        self._read_retries = read_retries
        self._pool = Pool(connect_seconds=connect_seconds, most=max_body_bytes)
        self._turn = anyio.Lock()
        self._last_write = -math.inf

    async def send(
        self,
        request: Request,
        *,
        credentials: Mapping[str, str],
        deadline: float | None = None,
        begun: Callable[[], None] = lambda: None,
    ) -> Answer:
        """What the service answers: any status below 500.

        `credentials` are the headers that prove who asks; their values are kept out of every text. `deadline` is on the
        clock of `anyio.current_time`. `begun` is called whenever a request leaves, so that a caller who is cancelled
        knows whether there is anything in doubt.

        Raises:
            NotSent: Nothing reached the service.
            FailedRead: No usable answer (none at all, 5xx, or a success whose body is no JSON) to a read.
            Unknown: The same for a request that may write.
            Unencodable: A value of the request cannot stand in its place; nothing was sent.
        """
        end = math.inf if deadline is None else deadline
        order = _Order(request, end, begun, _secrets(credentials))
        sending = self._prepared(request, credentials)
        pause = FIRST_PAUSE_SECONDS
        for _ in range(self._read_retries if request.reads else 0):
            try:
                return await self._followed(order, sending)
            except (NotSent, FailedRead) as failed:
                asked_to_wait = failed.answer is not None and "retry-after" in failed.answer.headers
                if asked_to_wait or anyio.current_time() + pause >= end:
                    raise
            await anyio.sleep(pause)
            pause *= 2
        return await self._followed(order, sending)

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.close()

    async def _followed(self, order: _Order, sending: Sending) -> Answer:
        for hop in range(MAX_HOPS + 1):
            received = await self._in_turn(order, sending)
            target = _target(sending, received)
            if target is None or hop == MAX_HOPS:
                break
            sending = replace(sending, url=target)
        return _judged(order, received, url=sending.url)

    async def _in_turn(self, order: _Order, sending: Sending) -> Received:
        if order.request.reads or not self._apart:
            return await self._exchange(order, sending, order.begun)
        if not await self._turn_came(order.end):
            raise NotSent(order.request.operation, "its turn among the writes did not come in time")

        def begun() -> None:
            self._last_write = anyio.current_time()
            order.begun()

        try:
            return await self._exchange(order, sending, begun)
        finally:
            self._turn.release()

    async def _turn_came(self, end: float) -> bool:
        """Whether this write may begin, which holds the turn; False when `end` came first."""
        with anyio.CancelScope(deadline=end):
            await self._turn.acquire()
            try:
                await anyio.sleep(max(0.0, self._last_write + self._apart - anyio.current_time()))
            except BaseException:
                self._turn.release()
                raise
            return True
        return False

    async def _exchange(self, order: _Order, sending: Sending, begun: Callable[[], None]) -> Received:
        operation = order.request.operation
        end = min(order.end, anyio.current_time() + self._timeout)
        try:
            received = await self._pool.exchange(sending, end=end, begun=begun)
        except Lost as lost:
            self._note(lost.odd, operation)
            if not lost.sent:
                raise NotSent(operation, lost.cause) from None
            raise failure(operation, lost.cause, reads=order.request.reads) from None
        self._note(received.odd, operation)
        return received

    def _note(self, odd: Exception | None, operation: str) -> None:
        if odd is not None:
            self._log.failure("request_ended_oddly", odd, level="warning", operation=operation)

    def _prepared(self, request: Request, credentials: Mapping[str, str]) -> Sending:
        try:
            proof = encoding.headers(credentials)
        except encoding.Unencodable as refused:
            raise NotSent(request.operation, str(refused)) from None
        try:
            return self._sending(request, proof)
        except ForeignLink:
            raise NotSent(request.operation, "the address is on another origin") from None

    def _sending(self, request: Request, credentials: Mapping[str, str]) -> Sending:
        absolute = not request.path.startswith("/")
        url = resolved(request.path, url=self._base) if absolute else f"{self._base}{request.path}"
        pairs = encoding.query(request.query)
        if pairs:
            url = f"{url}{'&' if urlsplit(url).query else '?'}{encoding.joined(pairs)}"
        headers = {"accept": "application/json", "user-agent": self._user_agent}
        content = None
        if request.body is not ABSENT:
            headers["content-type"] = "application/json"
            content = json.dumps(request.body, allow_nan=False, separators=(",", ":")).encode()
        elif request.method in ("POST", "PUT", "PATCH"):
            # RFC 9110 §8.6: these are expected to have a body, so that its absence has to be said.
            headers["content-length"] = "0"
        return Sending(
            request.method,
            url,
            {**headers, **encoding.headers(request.headers), **credentials},
            content,
        )


def base_address(url: str) -> str:
    """The address that all paths are below. Raises ValueError for what is none."""
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fits = False
    if not fits or "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("a base URL is http or https, a host and perhaps a path, with nothing else")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def _target(sending: Sending, received: Received) -> str | None:
    """Where the service sends this request instead; None when it stays with the answer."""
    location = received.headers.get("location", "").strip()
    follows = _MOVED if sending.method in ("GET", "HEAD") else _SAME_METHOD
    if not location or received.status not in follows:
        return None
    try:
        return resolved(location, url=sending.url)
    except ForeignLink:
        # Another origin is never asked: the redirect itself is the answer, a refusal.
        return None


def _judged(order: _Order, received: Received, *, url: str) -> Answer:
    request = order.request
    body, trouble = None, received.trouble
    is_json = False
    if received.content.strip():
        try:
            body, is_json = _json(received.content), True
        except (ValueError, RecursionError):
            trouble = "the answer is not JSON"
    headers = {name: value for name, value in received.headers.items() if name != "set-cookie"}
    answer = Answer(
        operation=request.operation,
        status=received.status,
        headers=headers,
        body=body,
        url=url,
        is_json=is_json,
        message=words(body, secrets=order.secrets),
    )
    if received.status >= 500:
        trouble = f"the service answered with status {received.status}"
    elif received.status >= 300 or trouble is None:
        # A refusal is one whatever its body looks like.
        return answer
    raise failure(request.operation, trouble, reads=request.reads, status=received.status, answer=answer)


def _json(content: bytes) -> Any:
    value = json.loads(content, parse_constant=_no_constant)
    # An escaped half of a character is JSON, but nothing that could be checked, compared or sent on.
    return whole(value) if _HALF.search(content) else value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _secrets(credentials: Mapping[str, str]) -> tuple[str, ...]:
    """The credentials and, of those with a scheme before them, the rest."""
    values = [part for value in credentials.values() for part in (value, value.partition(" ")[2])]
    return tuple(value for value in values if len(value) >= SHORTEST_SECRET)
