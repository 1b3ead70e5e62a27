"""Rate limits: which refusals are one, and how long the wait is."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pactwright.runtime.outcomes import Answer, words
from pactwright.runtime.rate_limits import Limited, RateLimit

NOW = 1_790_000_000.0
DAY_MS = 24 * 60 * 60 * 1000
LIMIT = RateLimit(
    statuses=(403, 429),
    remaining="X-RateLimit-Remaining",
    reset="x-ratelimit-reset",
    after="Retry-After",
    default_ms=60_000,
)
SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."


def said(status: int, body: Any = None, /, **headers: str) -> Answer:
    """An answer with the usual headers by short names."""
    names = {"remaining": "x-ratelimit-remaining", "reset": "x-ratelimit-reset", "after": "retry-after"}
    return Answer(
        operation="list_things",
        status=status,
        headers={names[name]: value for name, value in headers.items()},
        body=body,
        url="https://api.example.test/things",
        is_json=body is not None,
        message=words(body),
    )


def date(seconds: float) -> str:
    """An HTTP date so many seconds from now."""
    return format_datetime(datetime.fromtimestamp(NOW + seconds, UTC), usegmt=True)


@pytest.mark.parametrize(
    ("answer", "wait", "remaining"),
    [
        # The primary limit: nothing remains until a moment.
        (said(403, remaining="0", reset="1790000030"), 30_000, 0),
        (said(429, remaining="0", reset="1790000030"), 30_000, 0),
        (said(403, remaining="0", reset="1790000000.25"), 250, 0),
        # The secondary limit: a wait, in seconds or until a date.
        (said(403, {"message": SECONDARY}, after="17", remaining="4990"), 17_000, 4990),
        (said(429, after="0"), 0, None),
        (said(429, after=" 1.5 "), 1_500, None),
        (said(403, after=date(90)), 90_000, None),
        (said(403, after=date(-90)), 0, None),
        (said(403, after="Thursday, 01-Jan-15 00:00:00 GMT"), 0, None),
        (said(403, after="30", remaining="0", reset="1790009999"), 30_000, 0),
        # Neither.
        (said(429), 60_000, None),
        (said(403, {"message": SECONDARY}), 60_000, None),
        # What cannot be used.
        (said(429, after="soon"), 60_000, None),
        (said(429, after=""), 60_000, None),
        (said(403, after=""), 60_000, None),
        (said(403, after="-5"), 60_000, None),
        (said(403, after="1e9"), 60_000, None),
        (said(403, after="٣"), 60_000, None),
        (said(403, after="99999999"), 60_000, None),
        (said(403, after="9" * 400), 60_000, None),
        (said(403, after=date(90_000)), 60_000, None),
        (said(403, after="Mon, 99 Foo 9999 99:99:99 GMT"), 60_000, None),
        (said(403, after="soon", remaining="0", reset="1790000030"), 30_000, 0),
        (said(403, remaining="0", reset="1789999990"), 0, 0),
        (said(403, remaining="0", reset="9790000000"), 60_000, 0),
        (said(403, remaining="0", reset="tomorrow"), 60_000, 0),
        (said(403, remaining="0"), 60_000, 0),
        (said(429, remaining="many", reset="1790000030"), 60_000, None),
        (said(429, remaining="12", reset="1790000030"), 60_000, 12),
        # GraphQL says it in a success.
        (
            said(200, {"errors": [{"type": "RATE_LIMITED", "message": "x"}]}, remaining="0", reset="1790000060"),
            60_000,
            0,
        ),
        (said(200, {"data": None, "errors": [{"type": "RATE_LIMIT", "message": "x"}]}), 60_000, None),
        (said(200, {"errors": [{"message": "API rate limit exceeded"}]}, after="5"), 5_000, None),
    ],
)
def test_too_much_was_asked(answer: Answer, wait: int, remaining: int | None) -> None:
    assert LIMIT.limited(answer, now=NOW) == Limited(wait, remaining)


@pytest.mark.parametrize(
    "answer",
    [
        said(403, {"message": "Resource not accessible by integration"}, remaining="4999", reset="1790000030"),
        said(403, {"message": "Unable to create comment because issue is locked."}),
        said(403),
        said(401, {"message": "Bad credentials"}, remaining="0"),
        said(404, {"message": "Not Found"}, remaining="0", after="5"),
        said(422, {"message": "rate limit"}),
        # The last request that was allowed is no refusal.
        said(200, {"id": 1}, remaining="0", reset="1790000030"),
        said(204, remaining="0"),
        said(200, [{"errors": [{"type": "RATE_LIMITED"}]}]),
        said(200, {"data": {"a": 1}, "errors": [{"type": "NOT_FOUND", "message": "rate limit"}]}, remaining="0"),
        said(200, {"data": None, "errors": [{"type": "NOT_FOUND", "message": "No such thing"}]}, remaining="0"),
        said(200, {"data": None, "errors": [], "message": "rate limit"}),
        said(200, {"data": None, "errors": "rate limit"}),
        said(200, {"data": {}, "errors": [{"type": ["RATE_LIMITED"]}, None, 7]}),
        said(304),
    ],
)
def test_it_was_about_another_thing(answer: Answer) -> None:
    assert LIMIT.limited(answer, now=NOW) is None


def test_a_service_without_headers() -> None:
    bare = RateLimit(statuses=(429,), default_ms=5_000)
    assert bare.limited(said(429, after="9", remaining="0"), now=NOW) == Limited(5_000, None)
    assert bare.limited(said(403, {"message": SECONDARY}, after="9"), now=NOW) is None


@settings(deadline=None)
@given(st.text(), st.text(), st.text(), st.sampled_from([403, 429]))
def test_whatever_headers_hold_a_wait_is_bounded(after: str, remaining: str, reset: str, status: int) -> None:
    found = LIMIT.limited(said(status, after=after, remaining=remaining, reset=reset), now=NOW)
    assert found is not None
    assert 0 <= found.retry_after_ms <= DAY_MS


@settings(deadline=None)
@given(st.integers(0, 86_400), st.floats(0, 0.999))
def test_seconds_and_dates_agree(seconds: int, part: float) -> None:
    by_seconds = LIMIT.limited(said(429, after=str(seconds)), now=NOW)
    by_date = LIMIT.limited(said(429, after=date(seconds)), now=NOW + part)
    assert by_seconds is not None
    assert by_date is not None
    assert by_seconds.retry_after_ms == seconds * 1000
    assert 0 <= by_seconds.retry_after_ms - by_date.retry_after_ms <= 1000 or seconds == 0
