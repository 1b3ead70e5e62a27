"""The string formats a contract asserts, checked by code of our own.

The jsonschema library checks most formats only when further packages are installed; these follow the RFCs the formats
are defined by (JSON Schema 2020-12 Validation, section 7.3) and need nothing.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from uuid import UUID

from jsonschema import FormatChecker

_TIME = r"(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)"
_FULL_TIME = re.compile(_TIME)
_DATE_TIME = re.compile(rf"(\d{{4}}-\d\d-\d\d)[Tt]{_TIME}")
_DURATION = re.compile(r"P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)", re.ASCII)
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
_UUID = re.compile(r"[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}")

CHECKER = FormatChecker(formats=("ipv4", "ipv6"))

# One value of each format; what they show is never looked up anywhere.
SAMPLES = {
    "date-time": "2026-07-29T14:03:00Z",
    "date": "2026-07-29",
    "time": "14:03:00Z",
    "duration": "PT15M",
    "uri": "https://example.com/a",
    "email": "a@example.com",
    "uuid": "7d444840-9dc0-11d1-b245-5ffdce74fad2",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
}


@CHECKER.checks("date-time")
def _date_time(value: object) -> bool:
    if not isinstance(value, str):
        return True
    match = _DATE_TIME.fullmatch(value)
    return match is not None and _is_date(match[1])


@CHECKER.checks("date")
def _date(value: object) -> bool:
    return not isinstance(value, str) or _is_date(value)


@CHECKER.checks("time")
def _time(value: object) -> bool:
    return not isinstance(value, str) or _FULL_TIME.fullmatch(value) is not None


@CHECKER.checks("duration")
def _duration(value: object) -> bool:
    return not isinstance(value, str) or _DURATION.fullmatch(value) is not None


@CHECKER.checks("uri")
def _uri(value: object) -> bool:
    return not isinstance(value, str) or _URI.fullmatch(value) is not None


@CHECKER.checks("email")
def _email(value: object) -> bool:
    return not isinstance(value, str) or _EMAIL.fullmatch(value) is not None


@CHECKER.checks("uuid", raises=ValueError)
def _uuid(value: object) -> bool:
    return not isinstance(value, str) or (_UUID.fullmatch(value) is not None and UUID(value) is not None)


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text) == datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        return False
