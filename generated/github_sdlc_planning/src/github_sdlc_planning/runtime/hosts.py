"""Which Host and Origin headers are ours.

A page in a browser can reach a server on this machine under a name of its own (DNS rebinding); checking both headers is
what stops it. The check is always armed, also when every interface is bound.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

LOOPBACK = ("127.0.0.1", "localhost", "::1")

EVERY_INTERFACE = frozenset({"0.0.0.0", "::", ""})


class Hosts:
    """The host names under which a server answers."""

    def __init__(self, bound: str, *, url: str | None, extra: Iterable[str]) -> None:
        names = set(LOOPBACK) if bound in EVERY_INTERFACE or bound in LOOPBACK else {bound}
        if url is not None:
            names.add(urlsplit(url).hostname or "")
        names.update(_name(host) for host in extra)
        self._names = frozenset(name.lower() for name in names if name)

    def owns(self, header: str | None) -> bool:
        """Whether a Host header names this server; the port does not matter."""
        return header is not None and _name(header).lower() in self._names

    def trusts(self, origin: str | None) -> bool:
        """Whether a request may come from a page of this origin; requests of programs carry none."""
        if origin is None:
            return True
        scheme, separator, host = origin.partition("://")
        return bool(separator) and scheme in ("http", "https") and _name(host).lower() in self._names


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host.strip()}").hostname or ""
    except ValueError:
        return ""
