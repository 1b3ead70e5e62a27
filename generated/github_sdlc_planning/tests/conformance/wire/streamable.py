"""MCP over streamable HTTP: one POST per message, answered as JSON or as a stream of events.

The modern era mirrors what routes a request in headers (MCP 2026-07-28, transports, "Standard headers" and "Custom
headers"); the legacy era keeps a session by `Mcp-Session-Id`.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import httpx2

from ..outcome import Broken
from ..values import Json, JsonObject, shown
from .client import PATIENCE, Answer, Client
from .messages import Era, fault

ACCEPT = "application/json, text/event-stream"
NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

_PLAIN = re.compile(r"[\x20-\x7e]*")
_WRAPPED = re.compile(r"=\?base64\?.*\?=")


class HttpClient(Client):
    """A client of one MCP endpoint."""

    transport = "streamable-http"

    def __init__(self, era: Era, url: str, *, token: str | None = None) -> None:
        super().__init__(era)
        self.url = url
        self.session: str | None = None
        self.http = http_client(url, token=token)

    @property
    def alive(self) -> bool:
        """Tell whether the client is open."""
        return not self.http.is_closed

    def exchange(self, message: JsonObject, headers: Mapping[str, str] | None = None) -> Answer:
        """Post a request and return its answer; `headers` replace some of those it calls for. Raises Broken."""
        return self.post(message, self.headers(message) | dict(headers or {}))

    def post(self, message: Json, headers: Mapping[str, str]) -> Answer:
        """Post `message` with exactly these protocol headers and return the answer. Raises Broken."""
        body = json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass")
        base = {"content-type": "application/json", "accept": ACCEPT}
        try:
            with self.http.stream("POST", self.url, content=body, headers={**base, **headers}) as response:
                return self._answer(response, message.get("id") if isinstance(message, dict) else None)
        except httpx2.HTTPError as failure:
            raise Broken("an HTTP answer", f"{type(failure).__name__}: {failure}") from None

    def tell(self, message: JsonObject) -> None:
        """Post a notification; the server accepts it with 202 (MCP, transports)."""
        body = json.dumps(message, ensure_ascii=False)
        base = {"content-type": "application/json", "accept": ACCEPT}
        response = self.http.post(self.url, content=body, headers={**base, **self.headers(message)})
        if response.status_code != 202:
            raise Broken("202 for a notification", f"{response.status_code} {shown(response.text)}")

    def get(self, path: str, **headers: str) -> httpx2.Response:
        """Get a path of the server the endpoint is on."""
        return self.http.get(httpx2.URL(self.url).join(path), headers=headers)

    def headers(self, message: JsonObject) -> dict[str, str]:
        """Return the protocol headers of a message."""
        if not self.era.modern:
            session = {"mcp-session-id": self.session} if self.session else {}
            opening = message["method"] == "initialize"
            return session if opening else session | {"mcp-protocol-version": self.era.revision}
        method = message["method"]
        headers = {"mcp-protocol-version": self.era.revision, "mcp-method": method}
        params = message.get("params") or {}
        name = params.get(NAMED[method]) if method in NAMED else None
        if isinstance(name, str):
            headers["mcp-name"] = encoded(name)
        if method == "tools/call" and isinstance(params.get("arguments"), dict):
            headers |= mirrored(self.schemas.get(str(name), {}), params["arguments"])
        return headers

    def close(self) -> None:
        """End the session when there is one, and the connection."""
        if self.session is not None:
            headers = {"mcp-session-id": self.session, "mcp-protocol-version": self.era.revision}
            try:
                self.http.delete(self.url, headers=headers)
            except httpx2.HTTPError:
                self.session = None
        self.http.close()

    def _answer(self, response: httpx2.Response, number: Any) -> Answer:
        kind = response.headers.get("content-type", "").partition(";")[0].strip()
        if self.session is None:
            self.session = response.headers.get("mcp-session-id")
        others: list[JsonObject] = []
        texts = _events(response.iter_lines()) if kind == "text/event-stream" else iter([response.read().decode()])
        for text in texts:
            message = _parsed(text, response.status_code)
            if "method" not in message and message.get("id") == number:
                return Answer(message, text, response.status_code, dict(response.headers), tuple(others))
            others.append(message)
        raise Broken(f"an answer to request {number}", f"{response.status_code}, {shown(others)}")


def http_client(url: str, *, token: str | None = None) -> httpx2.Client:
    """Return a client for a server at `url`; certificates are read only where there is something to verify."""
    credentials = {"authorization": f"Bearer {token}"} if token else {}
    return httpx2.Client(timeout=PATIENCE, headers=credentials, trust_env=False, verify=url.startswith("https:"))


def _events(lines: Iterable[str]) -> Iterator[str]:
    """Yield the data of each event (HTML, server-sent events)."""
    data: list[str] = []
    for line in lines:
        if line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line and data:
            text = "\n".join(data)
            data = []
            if text:
                yield text


def _parsed(text: str, status: int) -> JsonObject:
    try:
        message = json.loads(text)
    except ValueError:
        raise Broken("a JSON-RPC answer", f"status {status}, body {shown(text)}") from None
    reason = fault(message)
    if reason is not None:
        raise Broken("a JSON-RPC answer", f"status {status}, {reason}: {shown(text)}")
    parsed: JsonObject = message
    return parsed


def encoded(value: str) -> str:
    """Return a header value; what a header cannot carry as it is travels in base64 (MCP 2026-07-28, transports)."""
    if _PLAIN.fullmatch(value) and value == value.strip() and not _WRAPPED.fullmatch(value):
        return value
    return f"=?base64?{base64.b64encode(value.encode('utf-8', 'surrogatepass')).decode('ascii')}?="


def mirrored(schema: JsonObject, arguments: JsonObject) -> dict[str, str]:
    """Return the `Mcp-Param-*` headers of arguments whose properties carry `x-mcp-header`."""
    headers: dict[str, str] = {}
    for name, part in schema.get("properties", {}).items():
        value = arguments.get(name)
        token = part.get("x-mcp-header") if isinstance(part, dict) else None
        if isinstance(token, str) and isinstance(value, str | int):
            shown_value = json.dumps(value) if isinstance(value, bool | int) else value
            headers[f"Mcp-Param-{token}"] = encoded(shown_value)
        if isinstance(part, dict) and isinstance(value, dict):
            headers |= mirrored(part, value)
    return headers
