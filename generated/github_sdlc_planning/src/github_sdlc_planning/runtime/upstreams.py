"""The base of generated classes of upstreams: requests, and how the lists among them continue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .asking import Asking
from .connections import Request
from .links import ForeignLink, next_link
from .outcomes import Answer, FailedRead


class Upstream(Asking):
    """A service as one call talks to it. Generated subclasses have a method per operation."""

    def continued(self, place: str | None, request: Request) -> Request:
        """The request for the page at a place that a link of the page before named."""
        return request if place is None else replace(request, path=place, query={})

    def linked(self, answer: Answer, place: str | None) -> str | None:
        """Where the list continues after the page at `place`, by its Link header (RFC 8288).

        Raises ToolError when the list leads elsewhere, since credentials go only where the contract says.
        """
        try:
            link = next_link(answer.headers, url=answer.url)
        except ForeignLink:
            raise self._failed(FailedRead(answer.operation, "the next page is on another server")) from None
        return self.onward(answer, place, link)

    def connected(self, answer: Answer, place: str | None, connection: Any) -> str | None:
        """Where the list continues after the page at `place`, as its `pageInfo` says (GraphQL Cursor Connections).

        Raises ToolError when it does not say that.
        """
        info = connection.get("pageInfo") if isinstance(connection, Mapping) else None
        if not isinstance(info, Mapping):
            raise self._failed(FailedRead(answer.operation, "the answer does not say how its list continues"))
        if info.get("hasNextPage") is not True:
            return None
        if not isinstance(info.get("endCursor"), str):
            raise self._failed(FailedRead(answer.operation, "the answer does not say where its next page is"))
        return self.onward(answer, place, info["endCursor"])

    def onward(self, answer: Answer, place: str | None, following: str | None) -> str | None:
        """Where the list continues after the page at `place`. Raises ToolError when it would never end."""
        if following is not None and following == place:
            raise self._failed(FailedRead(answer.operation, "the next page is the page itself"))
        return following
