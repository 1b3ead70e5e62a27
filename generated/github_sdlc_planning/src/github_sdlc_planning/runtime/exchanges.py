"""One HTTP request and what came of it: the only module that knows the HTTP library.

The library's exceptions say what went wrong but not always whether the request had left; its trace does. A request
counts as sent from the moment its first byte may have been written.
"""

from __future__ import annotations

import enum
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Any, Final

import anyio

if TYPE_CHECKING:
    import httpx2

CONNECTIONS: Final = 16
NO_CONTENT: Final = 204

# Below what servers and proxies commonly keep, since a write on a connection the other side just gave up is in doubt.
KEEP_ALIVE_SECONDS: Final = 15.0


class Stage(enum.IntEnum):
    """How far a request got."""

    WAITING = 0
    CONNECTING = 1
    SENT = 2
    ANSWERED = 3


@dataclass(frozen=True, slots=True)
class Sending:
    """A request as it travels; `content` is None where there is no body."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None


@dataclass(frozen=True, slots=True)
class Received:
    """What came back: `headers` have lower-case names; `trouble` says why there is no `content`.

    `odd` is an exception the library does not announce: a defect, for the log.
    """

    status: int
    headers: Mapping[str, str]
    content: bytes = b""
    trouble: str | None = None
    odd: Exception | None = None


class Lost(Exception):
    """A request without an answer: why, in words, whether the service may have received it, and `odd` as above."""

    def __init__(self, cause: str, *, sent: bool, odd: Exception | None = None) -> None:
        super().__init__(cause)
        self.cause = cause
        self.sent = sent
        self.odd = odd


class Progress:
    """How far one request got, as the library's trace tells it; `begun` is called when it leaves."""

    def __init__(self, begun: Callable[[], None]) -> None:
        self._begun = begun
        self.stage = Stage.WAITING
        self.received: Received | None = None

    async def __call__(self, event: str, info: Mapping[str, Any]) -> None:
        """Take note of an event of the trace."""
        match event:
            case "connection.connect_tcp.started" | "http_proxy.start_tls.started":
                self.stage = Stage.CONNECTING
            case "http11.send_request_headers.started" if info["request"].method != b"CONNECT":
                self.stage = Stage.SENT
                self._begun()
            case "http11.send_request_headers.failed" if _named(info["exception"], "LocalProtocolError"):
                # The library found the request itself wrong, and wrote nothing.
                self.stage = Stage.CONNECTING
            case "http11.receive_response_headers.complete" if self.stage is Stage.SENT:
                _, status, _, headers = info["return_value"]
                self.stage = Stage.ANSWERED
                self.received = Received(status, _joined(headers))


class Pool:
    """Connections to one service, kept for the next request; they belong to the event loop of the first one."""

    def __init__(self, *, connect_seconds: float, most: int) -> None:
        """`connect_seconds` bounds the making of a connection; bodies of answers have at most `most` bytes."""
        self._connect_seconds = connect_seconds
        self._most = most
        self._client: httpx2.AsyncClient | None = None

    async def exchange(self, sending: Sending, *, end: float, begun: Callable[[], None]) -> Received:
        """What came back of `sending` until `end` (on the clock of `anyio.current_time`).

        An answer whose body broke off, came too late or is too large is one with `trouble`: its status still counts.

        Raises:
            Lost: There was no answer.
        """
        progress = Progress(begun)
        failure: Exception | None = None
        if self._client is None:
            self._client = _client(self._connect_seconds)
        with anyio.CancelScope(deadline=end):
            try:
                return await _exchanged(self._client, sending, self._most, progress)
            # Whatever the library raises, also what it should not: what may have happened has to be known.
            except Exception as raised:
                failure = raised
        cause = _cause(failure, progress.stage)
        odd = failure if failure is not None and not type(failure).__module__.startswith("httpx2") else None
        if progress.received is not None:
            return replace(progress.received, trouble=cause, odd=odd)
        raise Lost(cause, sent=progress.stage >= Stage.SENT, odd=odd)

    async def close(self) -> None:
        """Close all connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None


def _client(connect_seconds: float) -> httpx2.AsyncClient:
    # Imported late: a server that is started to list its tools does without it.
    import httpx2

    return httpx2.AsyncClient(
        limits=httpx2.Limits(
            max_connections=CONNECTIONS,
            max_keepalive_connections=CONNECTIONS,
            keepalive_expiry=KEEP_ALIVE_SECONDS,
        ),
        timeout=httpx2.Timeout(None, connect=connect_seconds),
        # Callers share the pool; what a service sets for one must not be sent for another.
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
        follow_redirects=False,
    )


async def _exchanged(http: httpx2.AsyncClient, sending: Sending, most: int, progress: Progress) -> Received:
    request = http.build_request(
        sending.method,
        sending.url,
        headers=[(name.encode("ascii"), value.encode("utf-8")) for name, value in sending.headers.items()],
        content=sending.content,
        extensions={"trace": progress},
    )
    answer = await http.send(request, stream=True)
    try:
        if answer.status_code == NO_CONTENT and _announces_a_body(answer.headers):
            # What follows would be taken for the answer to the next request on this connection.
            await answer.extensions["network_stream"].aclose()
        content = bytearray()
        async with aclosing(answer.aiter_bytes()) as parts:
            async for part in parts:
                content += part
                if len(content) > most:
                    return Received(answer.status_code, _lower(answer.headers), trouble="the answer is too large")
        return Received(answer.status_code, _lower(answer.headers), bytes(content))
    finally:
        await answer.aclose()


def _cause(failure: Exception | None, stage: Stage) -> str:
    if failure is None:
        return _TOO_LATE[stage]
    chain = list(_chain(failure))
    if stage < Stage.SENT:
        found = (words for kind, words in _NOT_CONNECTED for item in chain if isinstance(item, kind))
        return next(found, "the request could not be sent")
    if any(_named(item, "DecodingError") for item in chain):
        return "the answer cannot be decoded"
    # What the parser of HTTP complains about came from the service; a connection that ends is not its matter.
    malformed = any(type(item).__module__.startswith("h11") for item in chain)
    if stage is Stage.SENT:
        return "the answer is not HTTP" if malformed else "the connection was closed without an answer"
    return "the answer broke off"


def _chain(failure: BaseException) -> Iterator[BaseException]:
    """Yield an exception and those that led to it."""
    seen: set[int] = set()
    waiting = [failure]
    while waiting:
        item = waiting.pop(0)
        if id(item) not in seen:
            seen.add(id(item))
            yield item
            waiting += [cause for cause in (item.__cause__, item.__context__) if cause is not None]
            waiting += item.exceptions if isinstance(item, BaseExceptionGroup) else ()


def _named(failure: BaseException | None, name: str) -> bool:
    return any(kind.__name__ == name for kind in type(failure).__mro__)


def _announces_a_body(headers: Mapping[str, str]) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _joined(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for name, value in headers:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return {name: ", ".join(values) for name, values in found.items()}


# From the most specific kind to the least.
_NOT_CONNECTED: Final[tuple[tuple[type[BaseException], str], ...]] = (
    (socket.gaierror, "the name could not be resolved"),
    (UnicodeError, "the name could not be resolved"),
    (ssl.SSLCertVerificationError, "the certificate of the service is not trusted"),
    (ssl.SSLError, "no secure connection could be made"),
    (TimeoutError, "no connection could be made in time"),
    (ConnectionRefusedError, "the connection was refused"),
    (OSError, "no connection could be made"),
)

_TOO_LATE: Final = {
    Stage.WAITING: "there was no time left to send it",
    Stage.CONNECTING: "no connection could be made in time",
    Stage.SENT: "no answer came in time",
    Stage.ANSWERED: "the answer did not end in time",
}
