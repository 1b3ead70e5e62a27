"""Faults of the answer's status: refusals, limits, redirects, and trouble of the server's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from email.utils import format_datetime
from http import HTTPStatus
from typing import Any, Literal

from ..wire import DOCS, Answer
from .fault import Fault, Moment

HTML = "text/html; charset=utf-8"
PAGE = b"<!DOCTYPE html>\n<html><head><title>Unicorn! &middot; GitHub</title></head><body>%d %s</body></html>\n"
LIMITS = f"{DOCS}/rest/using-the-rest-api/rate-limits-for-the-rest-api"
SECONDARY = (
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to "
    "GitHub Support for help, please include the request ID."
)
FORBIDDEN = {
    "integration": "Resource not accessible by integration",
    "token": "Resource not accessible by personal access token",
    "admin": "Must have admin rights to Repository.",
    "locked": "Unable to create comment because issue is locked.",
    "saml": "Resource protected by organization SAML enforcement. You must grant your token access to it.",
}


def refusing(status: int, body: Mapping[str, object], headers: Mapping[str, str | None]) -> Callable[..., Answer]:
    """Return what replaces an answer: a JSON body, and headers of which None takes one away."""

    def replace(answer: Answer, moment: Moment) -> Answer:
        kept = {**answer.headers, **headers}
        texts = {name: text for name, text in kept.items() if text is not None}
        return Answer.json(status, {"documentation_url": f"{DOCS}/rest", "status": str(status), **body}, texts)

    return replace


def answered(
    status: int,
    message: str | None = None,
    errors: list[dict[str, Any]] | None = None,
    headers: dict[str, str] | None = None,
    stored: bool = False,
    documentation_url: str = f"{DOCS}/rest",
) -> Fault:
    """Answer with any status, in the form that GitHub's refusals have."""
    body: dict[str, object] = {"message": message or HTTPStatus(status).phrase, "documentation_url": documentation_url}
    if errors is not None:
        body["errors"] = errors
    return Fault("answered", stored, answer=refusing(status, body, headers or {}))


def server_error(
    status: int = 502,
    body: Literal["json", "html", "empty"] = "json",
    stored: bool = False,
    retry_after: str | None = None,
    message: str = "Server Error",
) -> Fault:
    """Answer with a 5xx, after or without carrying out the request; what stands in front of GitHub answers in HTML."""
    headers = {} if retry_after is None else {"retry-after": retry_after}

    def replace(answer: Answer, moment: Moment) -> Answer:
        if body == "json":
            return refusing(status, {"message": message}, headers)(answer, moment)
        page = PAGE % (status, HTTPStatus(status).phrase.encode()) if body == "html" else b""
        return Answer(status, page, {"content-type": HTML, **headers} if page else headers)

    return Fault("server_error", stored, answer=replace)


def unauthorized(message: str = "Bad credentials") -> Fault:
    """Answer that the token does not count: once, or always when the rule has no end."""
    return Fault("unauthorized", stored=False, answer=refusing(401, {"message": message}, {}))


def forbidden(
    kind: Literal["integration", "token", "admin", "locked", "saml"] = "integration", needs: str = "issues=write"
) -> Fault:
    """Answer that the token may not do this."""
    headers = {"x-accepted-github-permissions": needs} if kind in ("integration", "token") else {}
    return Fault("forbidden", stored=False, answer=refusing(403, {"message": FORBIDDEN[kind]}, headers))


def secondary_limit(status: int = 403, retry_after: str | None = "60", date_in: float | None = None) -> Fault:
    """Answer that too much was asked at once. `retry_after` is sent as it is; `date_in` sends a date that far ahead."""

    def replace(answer: Answer, moment: Moment) -> Answer:
        text = retry_after
        if date_in is not None:
            text = format_datetime(moment.now + timedelta(seconds=date_in), usegmt=True)
        body = {"message": SECONDARY, "documentation_url": f"{LIMITS}#about-secondary-rate-limits"}
        return refusing(status, body, {"retry-after": text})(answer, moment)

    return Fault("secondary_limit", stored=False, answer=replace)


def primary_limit(
    status: int = 403, reset_in: float = 60, reset: str | None = None, retry_after: str | None = None
) -> Fault:
    """Answer that the budget is spent. `reset` is sent as it is, so that it may be anything but a number."""

    def replace(answer: Answer, moment: Moment) -> Answer:
        end = reset if reset is not None else str(int((moment.now + timedelta(seconds=reset_in)).timestamp()))
        headers = {"x-ratelimit-remaining": "0", "x-ratelimit-reset": end, "retry-after": retry_after}
        if limit := answer.headers.get("x-ratelimit-limit"):
            headers["x-ratelimit-used"] = limit
        body = {"message": "API rate limit exceeded for user ID 1.", "documentation_url": LIMITS}
        return refusing(status, body, headers)(answer, moment)

    return Fault("primary_limit", stored=False, answer=replace)


def too_many(retry_after: str | None = None) -> Fault:
    """Answer 429 and nothing that tells how long to wait, unless it is given."""
    headers = {"retry-after": retry_after, "x-ratelimit-reset": None, "x-ratelimit-remaining": None}
    return Fault("too_many", stored=False, answer=refusing(429, {"message": "Too Many Requests"}, headers))


def redirect(status: int = 301, to: str | None = None, origin: str | None = None) -> Fault:
    """Send the client elsewhere: to another path of this origin, to the same path of a foreign one, or nowhere new."""

    def replace(answer: Answer, moment: Moment) -> Answer:
        call = moment.call
        target = call.url(to) if to is None or to.startswith("/") else to
        if origin is not None:
            target = origin + target.removeprefix(call.origin)
        body = {"message": "Moved Permanently", "url": target}
        return refusing(status, body, {"location": target})(answer, moment)

    return Fault("redirect", stored=False, answer=replace)


def invalid(errors: list[dict[str, Any]] | None = None, message: str = "Validation Failed") -> Fault:
    """Answer 422; GitHub does not always say which fields it means."""
    body: dict[str, object] = {"message": message} | ({} if errors is None else {"errors": errors})
    return Fault("invalid", stored=False, answer=refusing(422, body, {}))
