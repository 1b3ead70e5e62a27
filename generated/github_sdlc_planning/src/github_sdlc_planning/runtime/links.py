"""Where answers lead: the next page in a Link header, the target of a redirect.

Only addresses of the origin that was asked are followed, since requests carry a credential meant for that origin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

_PORTS: Final = {"http": 80, "https": 443}
_NO_ADDRESS: Final = re.compile(r"[\x00-\x20\x7f\\]")

# RFC 8288 §3; white space is allowed where RFC 9110 §5.6.3 tolerates it.
_TARGET: Final = re.compile(r"[\s,]*<([^>]*)>")
_PARAMETER: Final = re.compile(
    r"""\s*;\s*(?:(?P<name>[\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<token>[^\s;,"]*)))?)?"""
)


class ForeignLink(Exception):
    """A link leads to another origin, or is no address that can be asked."""


def resolved(reference: str, *, url: str) -> str:
    """The absolute address of a reference in the answer of `url`, without a fragment.

    Raises:
        ForeignLink: It has another origin (RFC 6454 §5), names a user, or is no address.
    """
    asked = urlsplit(url)
    if _NO_ADDRESS.search(reference):
        raise ForeignLink
    try:
        found = urlsplit(urljoin(url, reference))
        foreign = _origin(found) != _origin(asked) or "@" in found.netloc
    except ValueError:
        raise ForeignLink from None
    if foreign:
        raise ForeignLink
    # Scheme and host are those that were asked, letter by letter: no other reading of the reference can replace them.
    return urlunsplit((asked.scheme, asked.netloc, found.path or "/", found.query, ""))


def next_link(headers: Mapping[str, str], *, url: str) -> str | None:
    """The address of the next page in the answer of `url`; None when this page is the last.

    Raises:
        ForeignLink: The next page is said to be somewhere else.
    """
    for target, parameters in _links(headers.get("link", "")):
        # A link with an anchor is about something else than the page that was asked for (RFC 8288 §3.2).
        if "anchor" not in parameters and "next" in parameters.get("rel", "").lower().split():
            return resolved(target.strip(), url=url)
    return None


def _links(header: str) -> Iterator[tuple[str, dict[str, str]]]:
    position = 0
    while (target := _TARGET.match(header, position)) is not None:
        position = target.end()
        parameters: dict[str, str] = {}
        while (found := _PARAMETER.match(header, position)) is not None:
            position = found.end()
            if found["name"] is not None:
                quoted = found["quoted"]
                value = (found["token"] or "") if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
                # Of several parameters with one name the first counts (RFC 8288 §3.3).
                parameters.setdefault(found["name"].lower(), value)
        yield target[1], parameters


def _origin(parts: SplitResult) -> tuple[str, str, int | None]:
    return parts.scheme.lower(), (parts.hostname or "").lower(), parts.port or _PORTS.get(parts.scheme.lower())
