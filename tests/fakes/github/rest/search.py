"""Searching issues and pull requests."""

from __future__ import annotations

from collections.abc import Callable

from ..model import Issue, Repository, Role
from ..wire import Answer, Refusal
from .bodies import Body
from .context import Context
from .issue_body import issue_body
from .paging import page_links, page_of, size_of
from .routing import Route
from .search_query import WORD, Query, parsed

MOST = 1000
"""How many results of one search GitHub gives, whatever their total."""
LONGEST = 256
HIDDEN = (
    "The listed users and repositories cannot be searched either because the resources do not exist or you do not have "
    "permission to view them."
)
Hit = tuple[Repository, Issue]


def _invalid(message: str, code: str = "invalid") -> Refusal:
    return Refusal(422, "Validation Failed", [{"message": message, "resource": "Search", "field": "q", "code": code}])


def search_issues(context: Context) -> Answer:
    text = context.call.argument("q")
    if not text.strip():
        raise Refusal(422, "Validation Failed", [{"resource": "Search", "field": "q", "code": "missing"}])
    query = parsed(text, context.user.login)
    if len(query.free) > LONGEST:
        raise _invalid(f"The search is longer than {LONGEST} characters.")
    if context.token.kind != "classic" and not query.kinds:
        raise _invalid("Query must include 'is:issue' or 'is:pull-request'")
    hits = _ordered(context, query, _hits(context, query))
    size, page = size_of(context), page_of(context)
    start = (page - 1) * size
    if start >= MOST:
        raise Refusal(422, "Only the first 1000 search results are available")
    last = -(-min(len(hits), MOST) // size)
    body: Body = {
        "total_count": len(hits),
        "incomplete_results": False,
        "items": [
            {**issue_body(context.call.origin, repository, issue), "score": 1.0}
            for repository, issue in hits[:MOST][start : start + size]
        ],
    }
    return Answer.json(200, body, page_links(context, last, context.call.path))


def _hits(context: Context, query: Query) -> list[Hit]:
    found = []
    for repository in _searched(context, query):
        for issue in repository.issues.values():
            seen = context.store.searchable(issue, context.now)
            if seen is None or issue.deleted or issue.transferred_to is not None:
                continue
            if not repository.has_issues and not seen.is_pull:
                continue
            if all(test(repository, seen) for test in query.tests) and _mentions(query, seen):
                found.append((repository, seen))
    return found


def _searched(context: Context, query: Query) -> list[Repository]:
    """Return the repositories that a search goes through; naming only what cannot be seen is refused."""
    visible = [found for found in context.store.repositories.values() if context.role(found) > Role.NONE]
    if not query.repositories and not query.owners:
        return visible
    named = [
        found
        for found in visible
        if found.full_name.lower() in query.repositories or found.owner.login.lower() in query.owners
    ]
    if not named:
        raise _invalid(HIDDEN)
    return named


def _texts(query: Query, issue: Issue) -> list[str]:
    """Return the texts that are searched, the weightiest first."""
    places = query.places & {"title", "body", "comments"} or {"title", "body", "comments"}
    parts = {
        "title": [issue.title],
        "body": [issue.body or ""],
        "comments": [comment.body or "" for comment in issue.comments],
    }
    return [text.lower() for place, texts in parts.items() if place in places for text in texts]


def _words(text: str) -> str:
    """Return the words of a text between spaces, so that a phrase is a part of it only where whole words match."""
    return f" {' '.join(WORD.findall(text.lower()))} "


def _mentions(query: Query, issue: Issue) -> bool:
    if not query.texts and not query.excluded:
        return True
    found = [_words(text) for text in _texts(query, issue)]

    def occurs(text: str) -> bool:
        return any(_words(text) in place for place in found)

    return all(map(occurs, query.texts)) and not any(map(occurs, query.excluded))


def _ordered(context: Context, query: Query, hits: list[Hit]) -> list[Hit]:
    """Return hits in the order that was asked for: the best match first, where none was."""

    def weight(hit: Hit) -> float:
        title, *others = [_words(text) for text in _texts(query, hit[1])] or [""]
        return sum(3 * (_words(text) in title) + sum(_words(text) in place for place in others) for text in query.texts)

    keys: dict[str, Callable[[Hit], float]] = {
        "created": lambda hit: hit[1].created_at.timestamp(),
        "updated": lambda hit: hit[1].updated_at.timestamp(),
        "comments": lambda hit: len(hit[1].comments),
    }
    key = keys.get(context.call.argument("sort"), weight)
    ascending = key is not weight and context.call.argument("order") == "asc"
    return sorted(hits, key=lambda hit: (key(hit), hit[1].created_at, hit[1].id), reverse=not ascending)


ROUTES = (Route("GET", "/search/issues", search_issues, "search/search#search-issues-and-pull-requests"),)
