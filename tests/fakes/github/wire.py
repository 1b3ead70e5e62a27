"""Requests and answers as values, and the shape of GitHub's refusals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

JSON = "application/json; charset=utf-8"
DOCS = "https://docs.github.com"


@dataclass(frozen=True)
class Call:
    """A request; `path` is as it was sent, percent-encoded, and names of headers are in lower case."""

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    origin: str = "http://127.0.0.1"

    def argument(self, name: str, default: str = "") -> str:
        """Return what the query says last under a name."""
        return dict(self.query).get(name, default)

    def object(self) -> dict[str, Any]:
        """Return the JSON object that was sent; no body at all counts as an empty one."""
        if not self.body.strip():
            return {}
        try:
            value = json.loads(self.body)
        except ValueError:
            raise Refusal(400, "Problems parsing JSON") from None
        if not isinstance(value, dict):
            raise Refusal(400, "Body should be a JSON object")
        return value

    def url(self, path: str | None = None, **changed: str | None) -> str:
        """Return this request's URL, with another path and with other arguments; None leaves one out."""
        pairs = [(name, value) for name, value in self.query if name not in changed]
        pairs += [(name, value) for name, value in changed.items() if value is not None]
        return f"{self.origin}{path or self.path}" + (f"?{urlencode(pairs)}" if pairs else "")


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def json(cls, status: int, value: object, headers: Mapping[str, str] | None = None) -> Answer:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return cls(status, text.encode(), {"content-type": JSON, **(headers or {})})

    def value(self) -> Any:
        """Return what the body says, or None when it is not JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


class Refusal(Exception):
    """A request that GitHub refuses; the route adds where its documentation is, unless that is said here."""

    def __init__(
        self,
        status: int,
        message: str,
        errors: list[dict[str, Any]] | None = None,
        documentation: str | None = None,
        headers: Mapping[str, str] | None = None,
        **more: object,
    ) -> None:
        super().__init__(message)
        self.status, self.message, self.errors = status, message, errors
        self.documentation, self.headers, self.more = documentation, headers, more

    def answer(self, documentation: str) -> Answer:
        """Return the body that GitHub gives, with the documentation of the route."""
        body: dict[str, object] = {"message": self.message}
        if self.errors is not None:
            body["errors"] = self.errors
        body |= self.more | {"documentation_url": self.documentation or documentation, "status": str(self.status)}
        return Answer.json(self.status, body, self.headers)


def not_found() -> Refusal:
    return Refusal(404, "Not Found")


def invalid(resource: str, field_name: str, code: str = "invalid", **more: object) -> Refusal:
    """Return the refusal of one field: GitHub names the kind of thing, the field and what is wrong with it."""
    return Refusal(422, "Validation Failed", [{"resource": resource, "field": field_name, "code": code, **more}])


def moved(call: Call, path: str) -> Refusal:
    """Return where something went: GitHub says 301 to reads, and 307 to what must not turn into a read."""
    target = call.url(path)
    return Refusal(
        301 if call.method in ("GET", "HEAD") else 307,
        "Moved Permanently",
        documentation=f"{DOCS}/rest/guides/best-practices-for-using-the-rest-api#follow-redirects",
        headers={"location": target},
        url=target,
    )
