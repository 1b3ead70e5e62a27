"""Pages of lists, and the `Link` header that leads from one to the next."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from ..model import Repository
from ..wire import Answer
from .context import Context

USUAL, MOST = 30, 100


class Row(Protocol):
    """What lists are made of: things that have an id."""

    @property
    def id(self) -> int: ...


T = TypeVar("T", bound=Row)


def positive(text: str, usual: int) -> int:
    """Return the number that a text names; GitHub takes the usual one where it is no number above zero."""
    return int(text) if text.isascii() and text.isdigit() and int(text) > 0 else usual


def size_of(context: Context) -> int:
    return min(positive(context.call.argument("per_page"), USUAL), MOST)


def page_of(context: Context) -> int:
    return positive(context.call.argument("page"), 1)


def listed(
    context: Context,
    rows: Sequence[T],
    render: Callable[[T], object],
    repository: Repository | None = None,
    cursors: bool = False,
) -> Answer:
    """Return the page of a list that was asked for.

    Links lead to `/repositories/{id}/…` as GitHub's do, or where the style of the store says. `cursors` tells that
    this list is paged by cursor where that style is set.
    """
    size = size_of(context)
    if cursors and context.store.link_style == "cursors":
        start = _start(context, rows, size)
        links = _cursor_links(context, rows, start, size, _target(context, repository))
    else:
        start = (page_of(context) - 1) * size
        links = page_links(context, -(-len(rows) // size), _target(context, repository))
    return Answer.json(200, [render(row) for row in rows[start : start + size]], links)


def page_links(context: Context, last: int, path: str) -> dict[str, str]:
    """Return the header that names the neighbours of this page; there is none where everything is on one."""
    here = page_of(context)
    pages = {
        "prev": min(here - 1, last) if here > 1 else None,
        "next": here + 1 if here < last else None,
        "last": last if here < last else None,
        "first": 1 if here > 1 else None,
    }
    return _header({rel: context.call.url(path, page=str(page)) for rel, page in pages.items() if page})


def _target(context: Context, repository: Repository | None) -> str:
    if repository is None or context.store.link_style == "names":
        return context.call.path
    # The path may name the repository by its id already.
    rest = context.call.path.split("/", 3 if context.call.path.startswith("/repositories/") else 4)[-1]
    return f"/repositories/{repository.id}/{rest}"


def _header(urls: Mapping[str, str]) -> dict[str, str]:
    text = ", ".join(f'<{url}>; rel="{rel}"' for rel, url in urls.items())
    return {"link": text} if text else {}


# --- cursors: they name the row that a page starts after, so a row that comes or goes in front shifts nothing


def _cursor(row: Row) -> str:
    return base64.b64encode(f"cursor:v2:{row.id}".encode()).decode()


def _start(context: Context, rows: Sequence[Row], size: int) -> int:
    """Return the index of the first row of the page; a cursor that means nothing leads to the first page."""
    for name in ("after", "before"):
        if text := context.call.argument(name):
            place = _index(rows, text)
            return 0 if place is None else place + 1 if name == "after" else max(0, place - size)
    return (page_of(context) - 1) * size


def _index(rows: Sequence[Row], text: str) -> int | None:
    try:
        wanted = base64.b64decode(text, validate=True).decode().removeprefix("cursor:v2:")
    except (binascii.Error, ValueError):
        return None
    return next((place for place, row in enumerate(rows) if str(row.id) == wanted), None)


def _cursor_links(context: Context, rows: Sequence[Row], start: int, size: int, path: str) -> dict[str, str]:
    urls = {}
    if start + size < len(rows):
        after = _cursor(rows[start + size - 1])
        urls["next"] = context.call.url(path, page=None, before=None, after=after)
    if 0 < start < len(rows):
        urls["prev"] = context.call.url(path, page=None, after=None, before=_cursor(rows[start]))
    return _header(urls)
