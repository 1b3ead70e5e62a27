"""What can go wrong between a client and GitHub, by name.

Every name is a function from its options to a fault. `CATALOGUE` holds them all: the control endpoint takes names.

Two failures are not the fake's to give, as they happen before any server is reached. A test points the client at
`UNRESOLVABLE` for a host that no name server knows, and at `UNROUTABLE` for one that never answers a connection.
Refused connections are `FakeGithub.refuse`, since a closed port belongs to no request.
"""

from __future__ import annotations

from collections.abc import Callable

from .bodies import bare_labels, broken_json, dropped, edited, empty, html_body, no_content, replaced, wrong_type
from .fault import Fault, Moment
from .graphql import neither, partial_data, points_spent, schema_error, stuck_pages, typed_error, untyped_error
from .links import endless_links, foreign_link, linked, no_links, self_link
from .meanwhile import Errand, meanwhile
from .statuses import (
    answered,
    forbidden,
    invalid,
    primary_limit,
    redirect,
    secondary_limit,
    server_error,
    too_many,
    unauthorized,
)
from .transport import chunked, closed, cut, drip, enormous, gzipped, hang, not_http, reset, stalled, unread

UNRESOLVABLE = "http://github.invalid"
"""`.invalid` is reserved for names that do not resolve (RFC 6761)."""
UNROUTABLE = "http://192.0.2.1"
"""An address for documentation that nobody has (RFC 5737): connecting to it takes until the client gives up."""

CATALOGUE: dict[str, Callable[..., Fault]] = {
    factory.__name__: factory
    for factory in (
        answered,
        bare_labels,
        broken_json,
        chunked,
        closed,
        cut,
        drip,
        dropped,
        edited,
        empty,
        endless_links,
        enormous,
        forbidden,
        foreign_link,
        gzipped,
        hang,
        html_body,
        invalid,
        linked,
        meanwhile,
        neither,
        no_content,
        no_links,
        not_http,
        partial_data,
        points_spent,
        primary_limit,
        redirect,
        replaced,
        reset,
        schema_error,
        secondary_limit,
        self_link,
        server_error,
        stalled,
        stuck_pages,
        too_many,
        typed_error,
        unauthorized,
        unread,
        untyped_error,
        wrong_type,
    )
}

__all__ = [
    "CATALOGUE",
    "UNRESOLVABLE",
    "UNROUTABLE",
    "Errand",
    "Fault",
    "Moment",
    "answered",
    "bare_labels",
    "broken_json",
    "chunked",
    "closed",
    "cut",
    "drip",
    "dropped",
    "edited",
    "empty",
    "endless_links",
    "enormous",
    "forbidden",
    "foreign_link",
    "gzipped",
    "hang",
    "html_body",
    "invalid",
    "linked",
    "meanwhile",
    "neither",
    "no_content",
    "no_links",
    "not_http",
    "partial_data",
    "points_spent",
    "primary_limit",
    "redirect",
    "replaced",
    "reset",
    "schema_error",
    "secondary_limit",
    "self_link",
    "server_error",
    "stalled",
    "stuck_pages",
    "too_many",
    "typed_error",
    "unauthorized",
    "unread",
    "untyped_error",
    "wrong_type",
]
