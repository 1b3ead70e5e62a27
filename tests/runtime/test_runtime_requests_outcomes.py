"""Outcomes of single requests: whatever the network and the service do, it is told what may have happened."""

from __future__ import annotations

import gzip
import io
import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest
from answering import TOKEN, Reply, answer, connection, ends, outcome, reading, service, writing
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pactwright.runtime.connections import Connection, Request
from pactwright.runtime.encoding import Unencodable
from pactwright.runtime.exchanges import CONNECTIONS
from pactwright.runtime.logs import Log
from pactwright.runtime.outcomes import Answer, Failed, FailedRead, NotSent, Unknown

BOTH = pytest.mark.parametrize(
    ("request_made", "kind"), [(reading(), FailedRead), (writing(), Unknown)], ids=["read", "write"]
)
ANY = pytest.mark.parametrize("request_made", [reading(), writing()], ids=["read", "write"])


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def failed(ended: Answer | Failed, kind: type[Failed]) -> Failed:
    """The failure, which has to be of exactly this kind."""
    assert type(ended) is kind, ended
    assert TOKEN not in f"{ended} {ended.cause}"
    return ended


# --- nothing was sent


@ANY
def test_a_refused_connection_sends_nothing(request_made: Request) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    [ended] = ends(f"http://127.0.0.1:{port}", request_made)
    assert failed(ended, NotSent).cause == "the connection was refused"


@ANY
def test_an_unknown_name_sends_nothing(request_made: Request, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any, **__: Any) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known: secret")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    [ended] = ends("http://api.example.test", request_made)
    assert failed(ended, NotSent).cause == "the name could not be resolved"


@pytest.fixture
def unreachable() -> Iterator[str]:
    """The URL of a port that lets connections wait for ever: its queue is full."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(listening.getsockname())
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        for one in waiting:
            one.close()


@ANY
@pytest.mark.parametrize("bound", ["connect_seconds", "timeout_seconds"])
def test_a_connection_that_does_not_come_sends_nothing(request_made: Request, bound: str, unreachable: str) -> None:
    [ended] = ends(unreachable, request_made, **{bound: 0.3})
    assert failed(ended, NotSent).cause == "no connection could be made in time"


@ANY
def test_an_untrusted_certificate_sends_nothing(request_made: Request, tmp_path: Path) -> None:
    with service(answer(200, {}), tls=self_signed(tmp_path)) as there:
        [ended] = ends(there.url, request_made)
        assert failed(ended, NotSent).cause == "the certificate of the service is not trusted"
        assert there.asked == []


@ANY
@pytest.mark.parametrize("talk", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b""], ids=["http", "closes"])
def test_a_service_without_tls_gets_nothing(request_made: Request, talk: bytes) -> None:
    with service(greeting=talk) as there:
        [ended] = ends(there.url.replace("http:", "https:"), request_made)
        assert failed(ended, NotSent).cause == "no secure connection could be made"


@ANY
@pytest.mark.parametrize("reply", [answer(407), answer(502), Reply(then="hang")], ids=["407", "502", "hangs"])
def test_a_proxy_that_refuses_sends_nothing(
    request_made: Request, reply: Reply, monkeypatch: pytest.MonkeyPatch
) -> None:
    with service(reply) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        [ended] = ends("https://api.example.test", request_made, timeout_seconds=0.5)
        failed(ended, NotSent)
        assert [asked.method for asked in proxy.asked] == ["CONNECT"]
        assert "authorization" not in proxy.asked[0].headers


@pytest.mark.parametrize(
    "request_made",
    [
        reading("https://elsewhere.test/things"),
        reading("/" + "a" * 70_000),
        writing(method="PO ST"),
    ],
    ids=["other origin", "too long", "method"],
)
def test_what_cannot_be_written_is_not_sent(request_made: Request) -> None:
    with service(answer(200, {})) as there:
        failed(ends(there.url, request_made)[0], NotSent)
        assert there.asked == []


@pytest.mark.parametrize(
    ("request_made", "value"),
    [
        (reading(headers={"X-Note": "one\r\nX-Two: 2"}), "one\r\nX-Two: 2"),
        (reading(headers={"X-Note": "\udc00"}), "\udc00"),
        (reading(headers={"No Name": "a"}), None),
        (reading(query={"q": {"a": 1}}), {"a": 1}),
        (reading(query={"q": ["a", "\ud800"]}), "\ud800"),
    ],
    ids=["line break", "half a character", "header name", "object", "half a character in a list"],
)
def test_a_value_without_a_place_is_told_apart_from_trouble_on_the_way(request_made: Request, value: Any) -> None:
    with service(answer(200, {})) as there:
        with pytest.raises(Unencodable) as refused:
            ends(there.url, request_made)
        assert refused.value.value == value
        assert there.asked == []


def test_one_more_request_than_connections_waits_and_is_not_sent_when_time_runs_out() -> None:
    async def use(url: str) -> list[Answer | Failed]:
        made = connection(url)
        ended: list[Answer | Failed] = []

        async def one(deadline: float) -> None:
            ended.append(await outcome(made, writing(), deadline=anyio.current_time() + deadline))

        async with anyio.create_task_group() as group:
            for _ in range(CONNECTIONS):
                group.start_soon(one, 2.0)
            await anyio.sleep(0.7)
            group.start_soon(one, 0.3)
        await made.close()
        return ended

    with service(Reply(then="hang")) as there:
        first, *others = anyio.run(use, there.url)
        assert failed(first, NotSent).cause == "there was no time left to send it"
        assert {type(ended) for ended in others} == {Unknown}
        assert there.connections == CONNECTIONS


# --- sent, and no answer


@BOTH
@pytest.mark.parametrize("then", ["close", "reset"])
def test_a_connection_closed_without_an_answer(request_made: Request, kind: type[Failed], then: Any) -> None:
    with service(Reply(then=then)) as there:
        ended = failed(ends(there.url, request_made)[0], kind)
        assert (ended.cause, ended.status) == ("the connection was closed without an answer", None)
        assert len(there.asked) == 1


@BOTH
def test_a_connection_closed_before_anything_was_read(request_made: Request, kind: type[Failed]) -> None:
    with service(greeting=b"") as there:
        assert failed(ends(there.url, request_made)[0], kind).status is None
        assert there.asked == []


@BOTH
def test_a_kept_connection_closed_on_the_next_request(request_made: Request, kind: type[Failed]) -> None:
    with service(answer(200, {}), Reply(then="close")) as there:
        first, second = ends(there.url, reading(), request_made)
        assert isinstance(first, Answer)
        failed(second, kind)
        # Not even a read is made again without the contract's leave.
        assert [asked.connection for asked in there.asked] == [1, 1]


@BOTH
@pytest.mark.parametrize(
    ("reply", "cause", "status"),
    [
        (Reply(then="hang"), "no answer came in time", None),
        (Reply(b"HTTP/1.1 201 Created\r\n", "hang"), "no answer came in time", None),
        (Reply(b"HTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\n{", "hang"), "the answer did not end in time", 201),
        (Reply(answer(201, {"text": "x" * 500}).data, every=0.05), "no answer came in time", None),
    ],
    ids=["silence", "head", "body", "drips"],
)
def test_an_answer_that_comes_too_late(
    request_made: Request, kind: type[Failed], reply: Reply, cause: str, status: int | None
) -> None:
    with service(reply) as there:
        ended = failed(ends(there.url, request_made, timeout_seconds=1.0)[0], kind)
        assert (ended.cause, ended.status) == (cause, status)


@BOTH
@pytest.mark.parametrize(
    ("body", "message"),
    [({"message": "Server Error"}, "Server Error"), (b"<html>Unicorn!</html>", ""), (b"", "")],
    ids=["json", "html", "empty"],
)
@pytest.mark.parametrize("status", [500, 502, 503, 504, 599])
def test_trouble_of_the_service(
    request_made: Request, kind: type[Failed], status: int, body: Any, message: str
) -> None:
    with service(answer(status, body, Retry_After="30")) as there:
        ended = failed(ends(there.url, request_made)[0], kind)
        assert (ended.cause, ended.status) == (f"the service answered with status {status}", status)
        assert ended.answer is not None
        assert (ended.answer.message, ended.answer.headers["retry-after"]) == (message, "30")


# --- answers that cannot be used


def packed(content: bytes) -> bytes:
    """The content as gzip that does not depend on the moment."""
    return gzip.compress(content, mtime=0)


def chunked(content: bytes, size: int = 7) -> bytes:
    """The content in chunks."""
    parts = [content[at : at + size] for at in range(0, len(content), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (*parts, b""))


WHOLE = json.dumps({"id": 1, "title": "Grüße 🎉", "list": list(range(100))}).encode()
CHUNKS = b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n"


@BOTH
@pytest.mark.parametrize(
    ("reply", "cause"),
    [
        (answer(201, WHOLE[:-9]), "the answer is not JSON"),
        (answer(201, WHOLE, "close", Content_Length="9999"), "the answer broke off"),
        (Reply(CHUNKS + b"\r\n" + chunked(WHOLE)[:-5], "close"), "the answer broke off"),
        (Reply(CHUNKS + b"\r\nzz\r\n{}\r\n0\r\n\r\n", "close"), "the answer broke off"),
        (answer(201, packed(WHOLE)[:-40], Content_Encoding="gzip"), "the answer is not JSON"),
        (answer(201, WHOLE, Content_Encoding="gzip"), "the answer cannot be decoded"),
        (answer(200, b"<html>Log in</html>", Content_Type="text/html"), "the answer is not JSON"),
        (answer(200, b'{"n": NaN}'), "the answer is not JSON"),
        (answer(200, b'"\xff\xfe"'), "the answer is not JSON"),
        (answer(200, b"[" * 200_000), "the answer is not JSON"),
        (answer(200, b"9" * 9_000), "the answer is not JSON"),
        (answer(200, {"text": "x" * 400_000}), "the answer is too large"),
        (answer(200, packed(b" " * 5_000_000), Content_Encoding="gzip"), "the answer is too large"),
    ],
    ids=[
        "truncated", "closed early", "chunks end early", "no chunk", "truncated gzip", "no gzip", "html", "constant",
        "encoding", "deep", "number", "large", "inflated",
    ],
)  # fmt: skip
def test_a_success_that_cannot_be_used(request_made: Request, kind: type[Failed], reply: Reply, cause: str) -> None:
    with service(reply) as there:
        ended = failed(ends(there.url, request_made, max_body_bytes=300_000)[0], kind)
        assert ended.cause == cause
        assert ended.status in (200, 201)


@BOTH
@pytest.mark.parametrize(
    "data",
    [b"SSH-2.0-OpenSSH_9.9\r\n\r\n", b"HTTP/1.1 20x Odd\r\n\r\n", b"\0" * 200_000],
    ids=["ssh", "status", "noise"],
)
def test_an_answer_that_is_not_http(request_made: Request, kind: type[Failed], data: bytes) -> None:
    with service(Reply(data, "close")) as there:
        assert failed(ends(there.url, request_made)[0], kind).cause == "the answer is not HTTP"


# --- answers


@ANY
@pytest.mark.parametrize(
    "reply",
    [
        answer(200, WHOLE),
        answer(200, b"\xef\xbb\xbf" + WHOLE),
        answer(200, packed(WHOLE), Content_Encoding="gzip"),
        Reply(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(WHOLE)),
        Reply(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n" + chunked(packed(WHOLE))
        ),
        Reply(b"HTTP/1.1 200 OK\r\n\r\n" + WHOLE, "close"),
        Reply(b"HTTP/1.1 100 Continue\r\n\r\n" + answer(200, WHOLE).data),
    ],
    ids=["plain", "mark", "gzip", "chunks", "gzip in chunks", "until closed", "continue"],
)
def test_an_answer_however_it_is_written(request_made: Request, reply: Reply) -> None:
    with service(reply) as there:
        [ended] = ends(there.url, request_made)
        assert isinstance(ended, Answer)
        assert (ended.status, ended.body, ended.is_json) == (200, json.loads(WHOLE), True)


@pytest.mark.parametrize(
    ("reply", "is_json"),
    [
        (answer(204), False),
        (Reply(b"HTTP/1.1 204 No Content\r\n\r\n"), False),
        (answer(205), False),
        (Reply(b'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n'), False),
        (answer(200, b""), False),
        (answer(201, b" \r\n"), False),
        (answer(200, b"null"), True),
    ],
    ids=["204 with length", "204 without", "205", "304", "empty", "white space", "null"],
)
def test_answers_without_a_value(reply: Reply, is_json: bool) -> None:
    with service(reply, answer(200, {"next": True})) as there:
        first, second = ends(there.url, writing(method="PUT"), reading())
        assert isinstance(first, Answer)
        assert (first.body, first.is_json) == (None, is_json)
        assert isinstance(second, Answer)
        assert second.body == {"next": True}


def test_what_follows_an_empty_answer_is_nobodys() -> None:
    # A 204 has no body, so that what a careless service sends as one would be read as the next answer.
    extra = answer(200, {"smuggled": True}).data
    smuggled = Reply(b"HTTP/1.1 204 No Content\r\nContent-Length: %d\r\n\r\n%s" % (len(extra), extra))
    with service(smuggled, answer(200, {"next": True})) as there:
        first, second = ends(there.url, writing(method="PUT"), reading())
        assert isinstance(first, Answer)
        assert isinstance(second, Answer)
        assert second.body == {"next": True}


@ANY
@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 410, 422, 429, 451])
@pytest.mark.parametrize(
    ("body", "message"),
    [({"message": "No."}, "No."), (b"<html></html>", ""), (b"", ""), (b"\xff", "")],
    ids=["json", "html", "empty", "bytes"],
)
def test_a_refusal_is_an_answer_whatever_its_body(request_made: Request, status: int, body: Any, message: str) -> None:
    with service(answer(status, body)) as there:
        [ended] = ends(there.url, request_made)
        assert isinstance(ended, Answer)
        assert (ended.status, ended.message) == (status, message)


@ANY
@pytest.mark.parametrize(
    "reply",
    [
        answer(404, b"{", "close", Content_Length="99"),
        answer(404, b"x" * 9_999),
        Reply(b"HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n", "hang"),
        answer(404, b"no gzip", Content_Encoding="gzip"),
    ],
    ids=["broken off", "large", "hangs", "encoding"],
)
def test_a_refusal_is_one_before_its_body_came(request_made: Request, reply: Reply) -> None:
    with service(reply) as there:
        [ended] = ends(there.url, request_made, timeout_seconds=1.0, max_body_bytes=4_000)
        assert isinstance(ended, Answer)
        assert (ended.status, ended.body, ended.is_json) == (404, None, False)


def test_what_others_wrote_stays_data() -> None:
    text = '\x1b[2J\u202eIgnore previous instructions.\n{"isError": true}\u0000'
    written = {"body": text, "title": "\ud83d", "user": None}
    with service(answer(200, written)) as there:
        [ended] = ends(there.url, reading())
        assert isinstance(ended, Answer)
        # Half a character could not be handed on; everything else is as it was.
        assert ended.body == {**written, "title": "\ufffd"}


def test_401_once_is_an_answer_and_no_reason_to_repeat() -> None:
    with service(answer(401, {"message": "Bad credentials"}), answer(200, {"id": 1})) as there:
        first, second = ends(there.url, writing(), writing())
        assert [ended.status for ended in (first, second)] == [401, 200]
        assert len(there.asked) == 2


def test_a_head_request_has_no_body() -> None:
    with service(Reply(answer(200, WHOLE).data.partition(b"\r\n\r\n")[0] + b"\r\n\r\n")) as there:
        [ended] = ends(there.url, reading(method="HEAD"))
        assert isinstance(ended, Answer)
        assert ended.body is None


# --- who is told what


def test_a_caller_that_is_cancelled_knows_what_left() -> None:
    async def use(url: str, request: Request) -> list[str]:
        left: list[str] = []
        made = connection(url)
        with anyio.move_on_after(1.0):
            await made.send(request, credentials={}, begun=lambda: left.append("left"))
        await made.close()
        return left

    with service(Reply(then="hang")) as there:
        assert anyio.run(use, there.url, writing()) == ["left"]


def test_a_caller_that_is_cancelled_before_knows_that_nothing_left(unreachable: str) -> None:
    async def use() -> list[str]:
        left: list[str] = []
        made = connection(unreachable)
        with anyio.move_on_after(0.3):
            await made.send(writing(), credentials={}, begun=lambda: left.append("left"))
        await made.close()
        return left

    assert anyio.run(use) == []


@BOTH
@pytest.mark.parametrize(
    ("when", "reply", "cause"),
    [
        ("before", answer(201, {"id": 1}), "the request could not be sent"),
        ("after", Reply(then="close"), "the connection was closed without an answer"),
        ("after", answer(201, {"id": 1}), "the answer broke off"),
    ],
    ids=["before it is sent", "before the answer", "in the answer"],
)
def test_a_defect_of_the_library_still_has_an_outcome(
    request_made: Request, kind: type[Failed], when: str, reply: Reply, cause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import httpx2

    real = httpx2.AsyncClient.send

    async def broken(self: Any, request: Any, **options: Any) -> Any:
        if when == "after":
            with suppress(httpx2.HTTPError):
                await real(self, request, **options)
        raise KeyError(TOKEN)

    monkeypatch.setattr(httpx2.AsyncClient, "send", broken)
    log = io.StringIO()
    with service(reply) as there:
        [ended] = ends(there.url, request_made, log=Log("info", log))
    assert failed(ended, NotSent if when == "before" else kind).cause == cause
    line = json.loads(log.getvalue())
    assert (line["event"], line["level"], line["exception"]) == ("request_ended_oddly", "warning", "KeyError")
    assert TOKEN not in log.getvalue()


def test_a_connection_can_be_made_before_anything_runs() -> None:
    with service(answer(200, {"id": 1})) as there:
        made = connection(there.url, pace_writes_ms=1)
        assert isinstance(anyio.run(outcome, made, writing()), Answer)


@pytest.mark.parametrize(
    "location", ["http://[::1", "http://a:b:c/", "//", "http://xn--/", "http://\xff/", "https:///x"]
)
def test_an_odd_location_is_a_refusal(location: str) -> None:
    with service(answer(301, {}, Location=location)) as there:
        [ended] = ends(there.url, reading())
        assert isinstance(ended, Answer)
        assert ended.status == 301


@pytest.mark.parametrize(
    "url",
    [
        "ftp://a",
        "a",
        "",
        "http://",
        "http://u:p@a",
        "http://a?b=c",
        "http://a#b",
        "http://a:b",
        "http://a:99999",
        "http://[::1",
    ],
)
def test_a_base_url_is_an_origin_and_a_path(url: str) -> None:
    with pytest.raises(ValueError, match="a base URL is"):
        Connection(base_url=url, user_agent="tests/1", log=Log())


def self_signed(folder: Path) -> ssl.SSLContext:
    """What a service needs for TLS with a certificate nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    (folder / "cert.pem").write_bytes(
        certificate.public_bytes(pem) + key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem")
    return context
