"""Faults of paging: `Link` headers that lead astray."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..wire import Answer
from .fault import Fault, Moment


def linked(to: str) -> Fault:
    """Say that the next page is at this URL; one that begins with `/` is of the same origin."""

    def change(answer: Answer, moment: Moment) -> Answer:
        return _with_next(answer, moment.call.origin + to if to.startswith("/") else to)

    return Fault("linked", answer=change)


def foreign_link(origin: str = "http://127.0.0.1:9") -> Fault:
    """Say that the next page is at another origin, where nothing of ours must be sent."""

    def change(answer: Answer, moment: Moment) -> Answer:
        return _with_next(answer, origin + moment.call.url(page="2").removeprefix(moment.call.origin))

    return Fault("foreign_link", answer=change)


def self_link() -> Fault:
    """Say that the next page is this very one."""

    def change(answer: Answer, moment: Moment) -> Answer:
        return _with_next(answer, moment.call.url())

    return Fault("self_link", answer=change)


def endless_links() -> Fault:
    """Say that there is one more page, after each; give the rule no end. Pages past the last are empty."""

    def change(answer: Answer, moment: Moment) -> Answer:
        page = int(moment.call.argument("page", "1"))
        return _with_next(answer, moment.call.url(page=str(page + 1)))

    return Fault("endless_links", answer=change)


def no_links() -> Fault:
    """Leave out the header."""

    def change(answer: Answer, moment: Moment) -> Answer:
        return replace(answer, headers={name: text for name, text in answer.headers.items() if name != "link"})

    return Fault("no_links", answer=change)


def _with_next(answer: Answer, url: str) -> Answer:
    headers: Mapping[str, str] = {**answer.headers, "link": f'<{url}>; rel="next"'}
    return replace(answer, headers=headers)
