"""How a connection treats requests: what is written, redirects, the pace of writes, repeated reads, reuse."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

import anyio
import pytest
from answering import CREDENTIALS, TOKEN, Asked, Reply, answer, connection, ends, outcome, reading, service, writing
from pactwright.runtime.connections import Connection, Request
from pactwright.runtime.expression_values import ABSENT
from pactwright.runtime.outcomes import Answer, Failed, FailedRead, NotSent, Unknown


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


# --- what is written


def test_a_request_as_it_arrives() -> None:
    request = writing(
        "/repos/a%2Fb%20c/issues",
        query={
            "state": "open",
            "page": 2.0,
            "all": True,
            "none": None,
            "left": ABSENT,
            "label": ["a,b", "c d&e", None],
        },
        headers={"X-Version": "2022-11-28", "X-Name": "Grüße", "X-None": None, "X-Left": ABSENT},
        body={"title": "Grüße 🎉 \ud800", "labels": [], "milestone": None},
    )
    with service(answer(201, {})) as there:
        [ended] = ends(f"{there.url}/api/v3/", request)
        [asked] = there.asked
    assert isinstance(ended, Answer)
    assert asked.method == "POST"
    assert asked.target.startswith("/api/v3/repos/a%2Fb%20c/issues?")
    assert asked.query == [("state", "open"), ("page", "2"), ("all", "true"), ("label", "a,b"), ("label", "c d&e")]
    assert ended.url == f"{there.url}{asked.target}"
    wanted = {
        "user-agent": "tests/1",
        "accept": "application/json",
        "content-type": "application/json",
        "authorization": CREDENTIALS["Authorization"],
        "x-version": "2022-11-28",
        "x-name": "Grüße",
        "connection": "keep-alive",
    }
    assert wanted.items() <= asked.headers.items()
    assert not {"x-none", "x-left", "cookie"} & set(asked.headers)
    assert json.loads(asked.body) == request.body


def test_headers_of_the_contract_win_over_ours_and_credentials_over_both() -> None:
    headers = {"Accept": "application/vnd.github+json", "USER-AGENT": "other/2", "authorization": "nobody"}
    with service(answer(200, {})) as there:
        ends(there.url, reading(headers=headers))
        [asked] = there.asked
    assert asked.headers["accept"] == "application/vnd.github+json"
    assert asked.headers["user-agent"] == "other/2"
    assert asked.headers["authorization"] == CREDENTIALS["Authorization"]


@pytest.mark.parametrize(("method", "length"), [("PUT", "0"), ("POST", "0"), ("PATCH", "0"), ("DELETE", None)])
def test_a_write_without_a_body_says_so(method: str, length: str | None) -> None:
    with service(answer(204)) as there:
        ends(there.url, writing(method=method, body=ABSENT))
        [asked] = there.asked
    assert asked.headers.get("content-length") == length
    assert "content-type" not in asked.headers


def test_null_is_a_body() -> None:
    with service(answer(200, {})) as there:
        ends(there.url, writing(body=None))
        assert there.asked[0].body == b"null"


def test_a_followed_link_is_asked_as_it_was_given() -> None:
    with service(answer(200, [])) as there:
        link = f"{there.url}/repositories/1/issues?after=Y3Vyc29yOnYyOpK5%3D%3D&labels=a%2Cb"
        ends(f"{there.url}/api/v3", reading(link), reading(link, query={"per_page": 50}))
        assert [asked.target for asked in there.asked] == [
            "/repositories/1/issues?after=Y3Vyc29yOnYyOpK5%3D%3D&labels=a%2Cb",
            "/repositories/1/issues?after=Y3Vyc29yOnYyOpK5%3D%3D&labels=a%2Cb&per_page=50",
        ]


def test_connections_are_kept_and_cookies_are_not() -> None:
    with service(answer(200, {}, Set_Cookie="session=abc; Path=/")) as there:
        first, *_ = ends(there.url, *[reading()] * 3)
        assert isinstance(first, Answer)
        assert "set-cookie" not in first.headers
        assert [asked.connection for asked in there.asked] == [1, 1, 1]
        assert all("cookie" not in asked.headers for asked in there.asked)


def test_a_connection_can_be_used_again_after_it_was_closed() -> None:
    async def use(url: str) -> None:
        made = connection(url)
        for _ in range(2):
            assert isinstance(await outcome(made, reading()), Answer)
            await made.close()
        await made.close()

    with service(answer(200, {})) as there:
        anyio.run(use, there.url)
        assert there.connections == 2


def test_what_a_service_echoes_shows_no_secret() -> None:
    with service(answer(401, {"message": f"Bad credentials {TOKEN} in Bearer {TOKEN}\x1b[31m\r\n!"})) as there:
        [ended] = ends(there.url, reading())
        assert isinstance(ended, Answer)
        assert ended.message == "Bad credentials [redacted] in [redacted] !"


# --- redirects


def moving(*places: tuple[int, str], at_last: Reply) -> Callable[[Asked], Reply]:
    """Replies by path: "/0" leads to the first place, and so on."""

    def reply(asked: Asked) -> Reply:
        number = int(asked.target.partition("?")[0].rpartition("/")[2])
        if number < len(places):
            status, location = places[number]
            return answer(status, {"message": "Moved Permanently"}, Location=location)
        return at_last

    return reply


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("location", ["/1", "{url}/1", "1", "/1#part"])
def test_a_read_follows_on_its_origin(status: int, location: str) -> None:
    places: list[tuple[int, str]] = []
    with service(lambda asked: moving(*places, at_last=answer(200, {"at": 1}))(asked)) as there:
        places.append((status, location.format(url=there.url)))
        [ended] = ends(there.url, reading("/0", query={"a": 1}))
        assert isinstance(ended, Answer)
        assert (ended.body, ended.url) == ({"at": 1}, f"{there.url}/1")
        assert [asked.headers["authorization"] for asked in there.asked] == [CREDENTIALS["Authorization"]] * 2
        assert [asked.target for asked in there.asked] == ["/0?a=1", "/1"]


@pytest.mark.parametrize("request_made", [reading("/0"), writing("/0")], ids=["read", "write"])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_another_origin_is_never_asked(request_made: Request, status: int) -> None:
    with service(answer(200, {"secret": "given away"})) as elsewhere:
        for location in (elsewhere.url + "/1", elsewhere.url.replace("http:", "https:"), elsewhere.url[5:] + "/1"):
            with service(answer(status, {"message": "Moved"}, Location=location)) as there:
                [ended] = ends(there.url, request_made)
                assert isinstance(ended, Answer)
                assert (ended.status, ended.message) == (status, "Moved")
                assert len(there.asked) == 1
        assert elsewhere.connections == 0


@pytest.mark.parametrize("status", [307, 308])
def test_a_write_is_sent_again_as_it_was(status: int) -> None:
    with service(moving((status, "/1"), at_last=answer(201, {"id": 7}))) as there:
        [ended] = ends(there.url, writing("/0"))
        assert isinstance(ended, Answer)
        assert ended.body == {"id": 7}
        assert [(asked.method, asked.body) for asked in there.asked] == [("POST", b'{"name":"a"}')] * 2


@pytest.mark.parametrize("status", [300, 301, 302, 303])
def test_a_write_does_not_become_a_read(status: int) -> None:
    with service(moving((status, "/1"), at_last=answer(201, {"id": 7}))) as there:
        [ended] = ends(there.url, writing("/0"))
        assert isinstance(ended, Answer)
        assert ended.status == status
        assert len(there.asked) == 1


def test_a_redirected_write_that_is_lost_is_unknown() -> None:
    with service(moving((307, "/1"), at_last=Reply(then="close"))) as there:
        assert type(ends(there.url, writing("/0"))[0]) is Unknown


@pytest.mark.parametrize("last", ["/0", "/9"])
def test_redirects_end(last: str) -> None:
    places = [(301, "/1"), (302, "/2"), (307, "/3"), (308, last)]
    with service(moving(*places, at_last=answer(200, {}))) as there:
        [ended] = ends(there.url, reading("/0"))
        assert isinstance(ended, Answer)
        assert ended.status == 308
        assert len(there.asked) == 4


def test_a_redirect_without_a_target_is_a_refusal() -> None:
    with service(answer(301, {"message": "Moved"})) as there:
        [ended] = ends(there.url, reading())
        assert isinstance(ended, Answer)
        assert ended.status == 301


# --- the pace of writes


async def together(made: Connection, *requests: Request, **more: Any) -> list[Answer | Failed]:
    """How requests end that are made at the same time."""
    ended: list[Answer | Failed] = []

    async def one(request: Request) -> None:
        ended.append(await outcome(made, request, **more))

    async with anyio.create_task_group() as group:
        for request in requests:
            group.start_soon(one, request)
    await made.close()
    return ended


def test_writes_are_apart_and_one_at_a_time_and_reads_do_not_wait() -> None:
    async def use(url: str) -> None:
        ended = await together(connection(url, pace_writes_ms=300), *[writing()] * 3, *[reading()] * 3)
        assert all(isinstance(one, Answer) for one in ended)

    with service(answer(200, {})) as there:
        anyio.run(use, there.url)
        writes = sorted(asked.at for asked in there.asked if asked.method == "POST")
        reads = sorted(asked.at for asked in there.asked if asked.method == "GET")
    # A tenth less: the two clocks look at different ends of the way.
    assert all(later - earlier > 0.27 for earlier, later in itertools.pairwise(writes))
    assert reads[-1] - reads[0] < writes[-1] - writes[0]


def test_a_write_whose_turn_does_not_come_is_not_sent() -> None:
    async def use(url: str) -> list[Answer | Failed]:
        made = connection(url, pace_writes_ms=60_000)
        return await together(made, writing(), writing(), deadline=anyio.current_time() + 2.0)

    with service(answer(200, {})) as there:
        ended = anyio.run(use, there.url)
        assert [type(one) for one in ended] == [Answer, NotSent]
        assert "turn" in str(ended[1])
        assert len(there.asked) == 1


def test_a_write_that_hangs_or_is_cancelled_gives_its_turn_back() -> None:
    async def use(url: str) -> list[Answer | Failed]:
        made = connection(url, pace_writes_ms=1, timeout_seconds=1.0)
        first = await outcome(made, writing())
        with anyio.move_on_after(0.5):
            await made.send(writing(), credentials={})
        last = await outcome(made, writing())
        await made.close()
        return [first, last]

    with service(Reply(then="hang"), Reply(then="hang"), answer(200, {})) as there:
        first, last = anyio.run(use, there.url)
        assert type(first) is Unknown
        assert isinstance(last, Answer)


def test_a_write_cancelled_while_it_waits_gives_its_turn_back() -> None:
    async def use(url: str) -> None:
        made = connection(url, pace_writes_ms=600)
        assert isinstance(await outcome(made, writing()), Answer)
        with anyio.move_on_after(0.1):
            await made.send(writing(), credentials={})
        assert isinstance(await outcome(made, writing()), Answer)
        await made.close()

    with service(answer(200, {})) as there:
        anyio.run(use, there.url)
        assert len(there.asked) == 2


# --- repeated reads


@pytest.mark.parametrize("lost", [Reply(then="close"), answer(502), answer(200, b"{")], ids=["lost", "502", "unusable"])
def test_reads_are_made_again_where_the_contract_allows_it(lost: Reply) -> None:
    with service(lost, lost, answer(200, {"id": 1})) as there:
        [ended] = ends(there.url, reading(), read_retries=2)
        assert isinstance(ended, Answer)
        assert len(there.asked) == 3


def test_reads_are_made_again_so_often_and_no_more() -> None:
    with service(answer(503)) as there:
        [ended] = ends(there.url, reading(), read_retries=1)
        assert type(ended) is FailedRead
        assert len(there.asked) == 2


def test_writes_and_refusals_are_never_made_again() -> None:
    for reply, request in ((answer(502), writing()), (Reply(then="close"), writing()), (answer(403), reading())):
        with service(reply) as there:
            ends(there.url, request, read_retries=3)
            assert len(there.asked) == 1


def test_of_requests_that_were_not_sent_only_reads_are_made_again() -> None:
    for request, tries in ((reading(), 3), (writing(), 1)):
        with service(greeting=b"") as there:
            [ended] = ends(there.url.replace("http:", "https:"), request, read_retries=2)
            assert type(ended) is NotSent
            assert there.connections == tries


def test_a_service_that_asks_to_wait_is_not_asked_again() -> None:
    with service(answer(503, {}, Retry_After="120")) as there:
        ends(there.url, reading(), read_retries=3)
        assert len(there.asked) == 1


def test_reads_are_not_made_again_past_the_deadline() -> None:
    async def use(url: str) -> Answer | Failed:
        made = connection(url, read_retries=9)
        try:
            return await outcome(made, reading(), deadline=anyio.current_time() + 1.0)
        finally:
            await made.close()

    with service(answer(502)) as there:
        assert type(anyio.run(use, there.url)) is FailedRead
        assert 2 <= len(there.asked) <= 3
