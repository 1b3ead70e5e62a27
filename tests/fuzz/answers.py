"""Answers as bytes."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .bodies import Bodies

STATUSES = (
    200, 201, 202, 204, 205, 206, 301, 302, 303, 304, 307, 308, 400, 401, 403, 403, 403, 404, 404, 406, 409, 410, 415,
    418, 422, 422, 429, 451, 499, 500, 502, 503, 504, 599,
)  # fmt: skip
NUMBERS = ("0", "1", "60", "-5", "", "soon", "1e9", "99999999999999999999", "\u0661", "NaN", "0x10", " 7 ", "1.5")
TIMES = (*NUMBERS, "Wed, 21 Oct 2015 07:28:00 GMT", "Wed, 99 Foo 2015 07:28:00 GMT", "1767225645", "1767225600")
MESSAGES = (
    "Not Found",
    "Bad credentials",
    "Validation Failed",
    "You have exceeded a secondary rate limit.",
    "Unable to create comment because issue is locked.",
    "Issues has been disabled in this repository.",
    "The listed users and repositories cannot be searched",
    "Resource not accessible by integration",
)


@dataclass(frozen=True)
class Raw:
    """Bytes to send, and whether the connection is over then."""

    data: bytes
    closes: bool = False


class Answers:
    """Answers to requests; the one of a number is always the same."""

    def __init__(self, seed: int, secret: str, origin: str) -> None:
        self._seed, self._secret, self._origin = seed, secret, origin

    def answer(self, number: int, method: str, path: str) -> Raw:
        """What the request of this number gets."""
        chance = random.Random(f"{self._seed}:{number}")
        bodies = Bodies(chance)
        kind = chance.random()
        status, value = bodies.valid(method, path)
        if kind < 0.62:
            return self._json(chance, status, value, self._links(chance, path))
        if kind < 0.78:
            return self._json(chance, status, bodies.wrong(value), self._headers(chance, path))
        if kind < 0.92:
            return self._json(
                chance, chance.choice(STATUSES), self._refusal(chance, bodies), self._headers(chance, path)
            )
        return self._garbage(chance, status, value, self._headers(chance, path))

    def _refusal(self, chance: random.Random, bodies: Bodies) -> Any:
        if chance.random() < 0.1:
            return bodies.anything()
        message = chance.choice((*MESSAGES, bodies.text(), f"your token {self._secret}", None, 7, ["a"]))
        body: dict[str, Any] = {"message": message}
        if chance.random() < 0.4:
            errors = [{"resource": "Issue", "field": "title", "code": "invalid"}, None, "words", {"field": {}}, [[]]]
            body["errors"] = chance.choice((chance.sample(errors, 3), bodies.anything()))
        return body

    def _links(self, chance: random.Random, path: str) -> dict[str, str]:
        return self._link(chance, path) if chance.random() < 0.2 else {}

    def _link(self, chance: random.Random, path: str) -> dict[str, str]:
        target = chance.choice(
            (
                f"{self._origin}/repositories/7/issues?page={chance.randrange(9)}",
                f"{self._origin}{path}?page=2",
                f"{self._origin}{path}?after=abc%3D",
                "https://elsewhere.example/x",
                "//elsewhere.example/x",
                "http://user@127.0.0.1/",
                "/\\x",
                "",
                "http://[::1",
                "?page=3",
            )
        )
        form = chance.choice(
            ('<{}>; rel="next"', "<{}>; rel=next", '<{}>; rel="prev next"', "<{}", "{}; rel=next", ",,<{}>;")
        )
        return {"link": form.format(target)}

    def _headers(self, chance: random.Random, path: str) -> dict[str, str]:
        headers: dict[str, str] = {}
        if chance.random() < 0.3:
            headers["retry-after"] = chance.choice(TIMES)
        if chance.random() < 0.3:
            headers["x-ratelimit-remaining"] = chance.choice(NUMBERS)
            headers["x-ratelimit-reset"] = chance.choice(TIMES)
        if chance.random() < 0.3:
            headers |= self._link(chance, path)
        if chance.random() < 0.3:
            headers["location"] = chance.choice(
                (path, "/", "//x", "http://[", "https://elsewhere.example/", "", "\xff", path + "?again")
            )
        if chance.random() < 0.1:
            headers["set-cookie"] = "a=b"
        return headers

    def _json(self, chance: random.Random, status: int, value: Any, headers: Mapping[str, str]) -> Raw:
        if value is None and status in (204, 304):
            return _framed(status, b"", headers, length=chance.random() < 0.5)
        content = b"" if value is None else json.dumps(value, ensure_ascii=True).encode()
        if status in (204, 304) and chance.random() < 0.5:
            content = b""
        if chance.random() < 0.05:
            content, headers = gzip.compress(content), {**headers, "content-encoding": "gzip"}
        return _framed(status, content, headers)

    def _garbage(self, chance: random.Random, status: int, value: Any, headers: Mapping[str, str]) -> Raw:
        content = json.dumps(value).encode()
        whole = _framed(status, content, headers).data
        return chance.choice(
            (
                Raw(b"", closes=True),
                Raw(whole[: chance.randrange(len(whole))], closes=True),
                Raw(b"SSH-2.0-OpenSSH_9.6\r\n", closes=True),
                _framed(status, content[: len(content) // 2], headers),
                _framed(status, b"<!DOCTYPE html><title>Unicorn!</title>", {**headers, "content-type": "text/html"}),
                _framed(status, b"", headers),
                _framed(status, b"\xff\xfe\x00", headers),
                _framed(status, b"\xef\xbb\xbf" + content, headers),
                _framed(status, b'{"number": NaN, "x": Infinity}', headers),
                _framed(status, b"[" * 100_000, headers),
                _framed(status, b"[" * 5_000 + b"]" * 5_000, headers),
                _framed(status, b"1" * 5_000, headers),
                _framed(status, content, {**headers, "content-encoding": "gzip"}),
                _framed(status, content, {**headers, "content-encoding": "nonsense"}),
                _framed(status, content * 2, headers),
                Raw(b"HTTP/1.1 100 Continue\r\n\r\n" + whole),
                Raw(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", closes=True),
                Raw(b"HTTP/1.1 200 OK\r\ncontent-length: -3\r\n\r\n", closes=True),
                Raw(b"HTTP/1.1 999 What\r\ncontent-length: 2\r\n\r\n{}", closes=True),
                Raw(b"HTTP/1.1 200 OK\r\n" + b"x-long: " + b"a" * 200_000 + b"\r\n\r\n", closes=True),
            )
        )


def _framed(status: int, content: bytes, headers: Mapping[str, str], length: bool = True) -> Raw:
    given = {"content-type": "application/json", **headers}
    if length:
        given["content-length"] = str(len(content))
    lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
    # What follows a status without content would be taken for the next answer.
    return Raw(f"HTTP/1.1 {status} Said\r\n{lines}\r\n".encode() + content, closes=status in (204, 205, 304))
