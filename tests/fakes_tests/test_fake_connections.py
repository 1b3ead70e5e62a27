"""The faults of the fake that are in the connection, seen from a socket and from a client."""

from __future__ import annotations

import gzip
import socket
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import httpx2
import pytest
from fakes.github import FakeGithub, faults
from fakes.github.builders import RepositoryBuilder

ISSUES = "/repos/acme/widgets/issues"
NEW = {"title": "New"}
Connect = Callable[..., httpx2.Client]


def stored(github: FakeGithub) -> int:
    return len(github.store.repositories[1_000_001].issues)


def spoken(github: FakeGithub, body: bytes = b'{"title":"New"}', length: int | None = None) -> socket.socket:
    """Return a socket that has sent a POST, whole unless a larger length is given."""
    place = urlsplit(github.url)
    (value,) = github.store.tokens
    raw = socket.create_connection((place.hostname, place.port), timeout=5)
    head = [
        f"POST {ISSUES} HTTP/1.1",
        "host: fake",
        "user-agent: socket",
        f"authorization: Bearer {value}",
        f"content-length: {len(body) if length is None else length}",
    ]
    raw.sendall("\r\n".join([*head, "", ""]).encode() + body)
    return raw


@pytest.mark.parametrize("keep", [False, True])
def test_the_connection_may_end_without_an_answer(github: FakeGithub, alice: httpx2.Client, keep: bool) -> None:
    github.inject(faults.closed(stored=keep), times=2)
    with spoken(github) as raw:
        assert raw.recv(1) == b""
    assert stored(github) == int(keep)
    with pytest.raises(httpx2.RemoteProtocolError, match="disconnected"):
        alice.post(ISSUES, json=NEW)
    assert stored(github) == 2 * int(keep)
    for entry in github.log:
        assert (entry.fault, entry.answered, entry.changed) == ("closed", False, keep)
        assert (entry.status, entry.body) == (201 if keep else None, NEW)
    assert alice.post(ISSUES, json=NEW).status_code == 201


@pytest.mark.parametrize("keep", [False, True])
def test_the_connection_may_be_reset_without_an_answer(github: FakeGithub, alice: httpx2.Client, keep: bool) -> None:
    github.inject(faults.reset(stored=keep), times=2)
    with spoken(github) as raw, pytest.raises(ConnectionResetError):
        raw.recv(1)
    assert stored(github) == int(keep)
    with pytest.raises(httpx2.ReadError):
        alice.post(ISSUES, json=NEW)
    assert [entry.changed for entry in github.log] == [keep, keep]


def test_the_connection_may_be_reset_before_the_body_is_there(github: FakeGithub, alice: httpx2.Client) -> None:
    github.inject(faults.unread())
    with spoken(github, b'{"title"', length=5000) as raw, pytest.raises(ConnectionResetError):
        raw.recv(1)
    (entry,) = github.log
    assert (entry.body, entry.status, entry.fault, stored(github)) == (None, None, "unread", 0)


def test_what_was_sent_in_part_is_not_carried_out(github: FakeGithub, alice: httpx2.Client) -> None:
    spoken(github, length=5000).close()
    github.log.wait(1)
    assert alice.get(ISSUES).json() == []
    assert [(entry.body, entry.status, entry.changed) for entry in github.log] == [
        (None, None, False),
        (None, 200, False),
    ]


@pytest.mark.parametrize("keep", [False, True])
def test_an_answer_may_never_come(github: FakeGithub, alice: httpx2.Client, keep: bool) -> None:
    github.inject(faults.hang(stored=keep))
    with pytest.raises(httpx2.ReadTimeout):
        alice.post(ISSUES, json=NEW, timeout=0.1)
    assert (stored(github), github.log[0].answered) == (int(keep), False)
    assert alice.get(ISSUES).status_code == 200


def test_connections_may_be_refused(github: FakeGithub, alice: httpx2.Client) -> None:
    url = github.url
    assert alice.get("/user").status_code == 200
    with github.refusing():
        for _ in range(2):
            with pytest.raises(httpx2.ConnectError):
                alice.get("/user")
        assert httpx2.get(f"{github.control_url}/_fake/log").status_code == 200
    assert (alice.get("/user").status_code, github.url) == (200, url)
    assert len(github.log) == 2


@pytest.mark.parametrize(("reset", "error"), [(False, httpx2.RemoteProtocolError), (True, httpx2.ReadError)])
def test_a_body_may_be_cut_off(github: FakeGithub, alice: httpx2.Client, reset: bool, error: type[Exception]) -> None:
    github.inject(faults.cut(0.5, reset))
    got: list[bytes] = []
    with alice.stream("POST", ISSUES, json=NEW) as answer, pytest.raises(error):
        got.extend(answer.iter_raw(1))
    assert answer.status_code == 201
    assert b"".join(got).startswith(b'{"url"')
    assert (stored(github), github.log[0].status, github.log[0].answered) == (1, 201, False)


def test_a_body_may_stop(github: FakeGithub, alice: httpx2.Client) -> None:
    github.inject(faults.stalled())
    with pytest.raises(httpx2.ReadTimeout):
        alice.post(ISSUES, json=NEW, timeout=0.1)
    assert stored(github) == 1


def test_a_body_may_drip(github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue()
    whole = alice.get(f"{ISSUES}/1").content
    github.inject(faults.drip(size=len(whole) // 10, pause=0.02))
    start = time.perf_counter()
    answer = alice.get(f"{ISSUES}/1", timeout=0.5)
    assert answer.content == whole
    assert time.perf_counter() - start >= 0.2


def test_bodies_may_be_chunked_or_compressed(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client
) -> None:
    widgets.issue()
    plain = alice.get(f"{ISSUES}/1")
    github.inject(faults.chunked(size=100))
    chunked = alice.get(f"{ISSUES}/1")
    assert (chunked.headers["transfer-encoding"], "content-length" in chunked.headers) == ("chunked", False)
    github.inject(faults.gzipped())
    with alice.stream("GET", f"{ISSUES}/1") as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert plain.content == chunked.content == gzip.decompress(raw)


def test_a_body_may_be_enormous(github: FakeGithub, alice: httpx2.Client) -> None:
    github.inject(faults.enormous(3_000_000), times=2)
    answer = alice.get(ISSUES)
    assert (len(answer.content), len(answer.json()["padding"])) == (3_000_000, 3_000_000 - 14)
    with alice.stream("GET", ISSUES) as answer:
        assert next(answer.iter_raw(10)) == b'{"padding"'
    assert alice.get(ISSUES).json() == []


def test_an_answer_may_be_no_http(github: FakeGithub, alice: httpx2.Client) -> None:
    github.inject(faults.not_http())
    with pytest.raises(httpx2.RemoteProtocolError):
        alice.get(ISSUES)


def test_stopping_does_not_wait_for_clients_that_wait() -> None:
    with FakeGithub() as github:
        github.repository("acme/widgets")
        github.inject(faults.hang())
        github.token()
        raw = spoken(github)
        github.log.wait(1)
        start = time.perf_counter()
    assert time.perf_counter() - start < 1
    with raw:
        assert raw.recv(1) == b""
