"""How requests to other systems end.

Every request ends in an `Answer` or in one of three failures, so that whoever made it knows what may have happened:
nothing was sent, a read failed, or a possible write may have taken effect. Nothing here knows of HTTP libraries; any
adapter can yield these. A refusal of the service (4xx) is an answer: what it means is for the contract to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

MAX_WORDS: Final = 500
MAX_READ: Final = 16_384
MAX_REASONS: Final = 10
REDACTED: Final = "[redacted]"
SUCCESS: Final = range(200, 300)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a service answered.

    `headers` have lower-case names. `body` is a JSON value; None where the body was empty or not JSON, which `is_json`
    tells from a JSON null. `url` is where the answer came from, after redirects. `message` holds the service's own
    words, fit to be shown. `errors` are those of a GraphQL document.
    """

    operation: str
    status: int
    headers: Mapping[str, str]
    body: Any
    url: str
    is_json: bool
    message: str = ""
    errors: Sequence[Any] = ()


class Failed(Exception):
    """A request without a usable answer.

    `cause` is in plain words of our own; `status` and `answer` are there when the service did say something (5xx, or a
    body that cannot be used).
    """

    def __init__(self, operation: str, cause: str, *, status: int | None = None, answer: Answer | None = None) -> None:
        super().__init__(f"{operation}: {cause}")
        self.operation = operation
        self.cause = cause
        self.status = status
        self.answer = answer


class NotSent(Failed):
    """Nothing of the request reached the service."""


class FailedRead(Failed):
    """A request that can only read got no usable answer."""


class Unknown(Failed):
    """A request that may write got no usable answer: whether it took effect is not known."""


def failure(
    operation: str, cause: str, *, reads: bool, status: int | None = None, answer: Answer | None = None
) -> FailedRead | Unknown:
    """The failure of a request that did reach the service: only a read can be said to have failed."""
    kind = FailedRead if reads else Unknown
    return kind(operation, cause, status=status, answer=answer)


def words(body: Any, *, secrets: Iterable[str] = ()) -> str:
    """What a service says for people in the body of an answer, with reasons it lists; "" when it says nothing.

    Understands `message` with `errors` (GitHub, GraphQL), `error_description` (RFC 6749 §5.2), `detail` and `title`
    (RFC 9457), and `error`.
    """
    if not isinstance(body, Mapping):
        return ""
    told = (_told(body.get(key)) for key in ("message", "error_description", "detail", "title", "error"))
    head = next((text for text in told if text), "")
    listed = body.get("errors")
    reasons = [_reason(item) for item in listed[:MAX_REASONS]] if isinstance(listed, list) else []
    tail = "; ".join(dict.fromkeys(reason for reason in reasons if reason))
    return shown(": ".join(part for part in (head, tail) if part), secrets=secrets)


def shown(text: str, *, secrets: Iterable[str] = ()) -> str:
    """Foreign text on one line, at most 500 characters, without control characters, secrets and what looks like one."""
    # Invisible characters go first: they could stand inside of a secret.
    plain = " ".join(_INVISIBLE.sub("", _TERMINAL.sub("", text[:MAX_READ])).split())
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        plain = plain.replace(secret, REDACTED)
    return _SECRET.sub(REDACTED, plain)[:MAX_WORDS]


def harmless(value: Any) -> Any:
    """Plain JSON whose texts do nothing to a terminal or a reader: each on one line, without what `shown` takes out."""
    match value:
        case str():
            return _BREAK.sub(" ", _INVISIBLE.sub("", _TERMINAL.sub("", value)))
        case Mapping():
            return {key: harmless(item) for key, item in value.items()}
        case list() | tuple():
            return [harmless(item) for item in value]
        case _:
            return value


def _told(value: Any) -> str:
    if isinstance(value, Mapping):
        value = value.get("message")
    return value.strip() if isinstance(value, str) else ""


def _reason(item: Any) -> str:
    if not isinstance(item, Mapping):
        return _told(item)
    parts = [value for value in (item.get("field"), item.get("code")) if isinstance(value, str)]
    return _told(item) or ": ".join(parts)


# Whole sequences, so that a terminal's colours leave no rest behind (ECMA-48 §5.4).
_TERMINAL: Final = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[@-Z\\^_]")

# Control characters that are no white space, half characters, marks that reorder text, and characters that people do
# not see but models read. The joiners that emoji and some scripts need stay.
_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)

_BREAK: Final = re.compile("[\t-\r\x1c-\x1f\x85\u2028\u2029]")

_SECRET: Final = re.compile(
    r"gh[a-z]_[A-Za-z0-9]{16,}|github_pat_\w{16,}"
    r"|(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"
    r"|(?<=[Bb]earer )[\w.~+/=-]{8,}"
    r"|(?<=://)[^\s/@]+(?=@)"
)
