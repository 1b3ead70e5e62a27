"""The server over stdin and stdout, and over HTTP."""

from __future__ import annotations

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

from .server import Server
from .surface import MODERN, Json

LOCK = threading.Lock()


class Pipe:
    """Lines in, lines out."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def run(self) -> None:
        for line in sys.stdin.buffer:
            self.answer(line)
        self.end()

    def end(self) -> None:
        self.log({"event": "stopped"})

    def answer(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            message = json.loads(line)
        except ValueError:
            self.unreadable()
            return
        if not isinstance(message, dict):
            self.refuse(-32600)
        elif "method" not in message and ("result" in message or "error" in message):
            return
        elif (
            message.get("jsonrpc") != "2.0"
            or not isinstance(message.get("params", {}), dict)
            or "method" not in message
        ):
            self.refuse(-32600, message.get("id"))
        elif "id" in message:
            self.write(json.dumps(self.server.handle(message)))

    def unreadable(self) -> None:
        self.refuse(-32700)

    def refuse(self, code: int, number: Any = None) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": "Not a request"}}))

    def write(self, text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def log(self, event: Json) -> None:
        sys.stderr.write(json.dumps(event) + "\n")


class Endpoint(BaseHTTPRequestHandler):
    """The server at /mcp."""

    server_object: ClassVar[Server]
    sessions: ClassVar[set[str]] = set()
    most: ClassVar[int] = 65536
    health: ClassVar[tuple[str, ...]] = ("/healthz", "/readyz")
    protocol_version = "HTTP/1.1"
    # Head and body leave together: apart they wait for each other's acknowledgement.
    wbufsize = -1

    def do_GET(self) -> None:
        if self.path == "/.well-known/oauth-protected-resource/mcp":
            self.send(200, {"authorization_servers": [self.server_object.head["http"]["authorization"]["issuer"]]})
        elif self.path in self.health:
            self.send(200, {"status": "ok"})
        else:
            self.send(405 if self.path == "/mcp" else 404, {})

    def do_DELETE(self) -> None:
        self.sessions.discard(self.headers.get("mcp-session-id", ""))
        self.send(200, {})

    def do_POST(self) -> None:
        size = int(self.headers.get("content-length", 0))
        body = self.rfile.read(size)
        status = self.unserved(size)
        if status is not None:
            challenge = 'Bearer resource_metadata="https://parcels.example/.well-known/oauth-protected-resource/mcp"'
            self.send(status, {}, {"www-authenticate": challenge} if status in (401, 403) else None)
            return
        try:
            message = json.loads(body)
        except ValueError:
            self.send(400, {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "no JSON"}})
            return
        self.answer(message)

    def unserved(self, size: int) -> int | None:
        """Return the status of a request that is not read."""
        checks = {404: self.nowhere(), 421: self.foreign_host(), 403: self.foreign_origin(), 413: size > self.most}
        if any(checks.values()):
            return next(status for status, found in checks.items() if found)
        authorization = self.server_object.head.get("http", {}).get("authorization")
        denied = None if authorization is None else self.denied(authorization)
        if denied is not None:
            return denied
        if "application/json" not in self.headers.get("accept", ""):
            return 406
        return 404 if self.unknown_session() else None

    def denied(self, authorization: Json) -> int | None:
        """Return the status for a token that is not good here."""
        import jwt  # no other variant needs it, and each is a process

        token = self.headers.get("authorization", "").removeprefix("Bearer ")
        try:
            claims = jwt.decode(token, os.environ["MCP_AUTH_KEY"], **self.decoding(authorization))
        except jwt.PyJWTError:
            return 401
        return None if set(authorization["scopes"]) <= set(claims["scope"].split()) else 403

    def decoding(self, authorization: Json) -> Any:
        wanted = {"audience": authorization["audience"], "issuer": authorization["issuer"]}
        return {"algorithms": ["HS256"], **wanted}

    def nowhere(self) -> bool:
        return self.path != "/mcp"

    def foreign_host(self) -> bool:
        return not self.headers["host"].startswith(("127.0.0.1", "localhost"))

    def foreign_origin(self) -> bool:
        return "origin" in self.headers

    def unknown_session(self) -> bool:
        return self.headers.get("mcp-session-id") not in (None, *self.sessions)

    def answer(self, message: Json) -> None:
        modern = self.headers.get("mcp-protocol-version", "") >= MODERN
        if "id" not in message:
            self.send(202, None)
            return
        mismatch = self.mismatch(message) if modern else None
        if mismatch is not None:
            error = {"code": -32020, "message": f"{mismatch} contradicts the body"}
            self.send(400, {"jsonrpc": "2.0", "id": message["id"], "error": error})
            return
        with LOCK:
            reply = self.server_object.handle(message, modern=modern)
        code = reply.get("error", {}).get("code")
        self.send(self.status_of(code) if modern else 200, reply, self.extra_headers(message["method"]))

    def status_of(self, code: int | None) -> int:
        return {None: 200, -32601: 404, -32602: 400, -32022: 400}.get(code, 200)

    def extra_headers(self, method: str) -> dict[str, str]:
        if method != "initialize":
            return {}
        session = f"session{len(self.sessions)}"
        self.sessions.add(session)
        return {"mcp-session-id": session}

    def mismatch(self, message: Json) -> str | None:
        params = message.get("params", {})
        wanted = {"mcp-method": message["method"]}
        version = params.get("_meta", {}).get("io.modelcontextprotocol/protocolVersion")
        if version is not None:
            wanted["mcp-protocol-version"] = version
        if message["method"] == "tools/call":
            wanted["mcp-name"] = params["name"]
        return next((name for name, value in wanted.items() if self.headers.get(name) != value), None)

    def send(self, status: int, body: Json | None, extra: dict[str, str] | None = None) -> None:
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {
            "content-type": "application/json",
            "content-length": str(len(data)),
            **(extra or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


def serve_http(endpoint: type[Endpoint]) -> None:
    """Serve on a free port of the loopback interface and say on stderr which."""
    listener = ThreadingHTTPServer(("127.0.0.1", 0), endpoint)
    listener.daemon_threads = True
    url = f"http://127.0.0.1:{listener.server_address[1]}/mcp"
    sys.stderr.write(json.dumps({"event": "serving", "url": url}) + "\n")
    sys.stderr.flush()
    listener.serve_forever()
