"""Faults in how messages are carried."""

from __future__ import annotations

import os
import sys
import threading
from typing import Any

from .serving import Endpoint, Pipe
from .surface import Json
from .variant import broken_endpoint, broken_pipe


@broken_pipe("stdout-noise", "stdio.lifetime")
class StdoutNoise(Pipe):
    def end(self) -> None:
        self.write("goodbye")


@broken_pipe("exit-code", "stdio.lifetime")
class ExitCode(Pipe):
    def end(self) -> None:
        sys.exit(3)


@broken_pipe("answers-lost-at-end", "stdio.lifetime", "stdio.logs")
class AnswersLost(Pipe):
    """Takes its time over one request, and ends without the answer when nothing more comes in."""

    def answer(self, line: bytes) -> None:
        if b'"server/discover"' in line:
            threading.Timer(0.05, super().answer, [line]).start()
        else:
            super().answer(line)

    def end(self) -> None:
        os._exit(0)


@broken_pipe("log-in-words", "stdio.logs")
class LogInWords(Pipe):
    def log(self, event: Json) -> None:
        sys.stderr.write("INFO stopped\n")


@broken_pipe("log-with-arguments", "stdio.logs")
class LogWithArguments(Pipe):
    def answer(self, line: bytes) -> None:
        self.log({"event": "received", "line": line.decode("utf-8", "replace")})
        super().answer(line)


@broken_pipe("dies-of-garbage", "stdio.garbage")
class DiesOfGarbage(Pipe):
    def unreadable(self) -> None:
        sys.exit(1)


@broken_pipe("silent-to-garbage", "stdio.garbage")
class SilentToGarbage(Pipe):
    def unreadable(self) -> None:
        """Say nothing."""


@broken_pipe("malformed-without-id", "stdio.malformed")
class MalformedWithoutId(Pipe):
    def refuse(self, code: int, number: object = None) -> None:
        super().refuse(code if number is None else -32603, number)


@broken_endpoint("any-host", "http.host")
class AnyHost(Endpoint):
    def foreign_host(self) -> bool:
        return False


@broken_endpoint("any-origin", "http.origin", revision="2025-11-25")
class AnyOrigin(Endpoint):
    def foreign_origin(self) -> bool:
        return False


@broken_endpoint("any-size", "http.size")
class AnySize(Endpoint):
    most = 1 << 30


@broken_endpoint("any-path", "http.path")
class AnyPath(Endpoint):
    def nowhere(self) -> bool:
        return False


@broken_endpoint("no-health", "http.health")
class NoHealth(Endpoint):
    health = ()


@broken_endpoint("headers-ignored", "http.headers")
class HeadersIgnored(Endpoint):
    def mismatch(self, message: Json) -> str | None:
        return None


@broken_endpoint("always-200", "http.status")
class Always200(Endpoint):
    def status_of(self, code: int | None) -> int:
        return 200


@broken_endpoint("session-in-modern-era", "http.stateless")
class SessionInModernEra(Endpoint):
    def extra_headers(self, method: str) -> dict[str, str]:
        return {"mcp-session-id": "s1"} if method == "server/discover" else {}


@broken_endpoint("any-session", "http.session", revision="2025-11-25")
class AnySession(Endpoint):
    def unknown_session(self) -> bool:
        return False


class AnyAudience(Endpoint):
    """Lets in tokens for other servers; looked at with a contract that asks for tokens."""

    def decoding(self, authorization: Json) -> Any:
        return {**super().decoding(authorization), "audience": None, "options": {"verify_aud": False}}


class AnyScope(Endpoint):
    """Lets in tokens without the scopes the contract asks for."""

    def denied(self, authorization: Json) -> int | None:
        return super().denied({**authorization, "scopes": []})
