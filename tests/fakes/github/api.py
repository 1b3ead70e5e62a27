"""The API as one function: from the state and a request to the answer. No sockets, no faults."""

from __future__ import annotations

from email.utils import format_datetime
from itertools import chain

from .graphql import endpoint
from .model import Token
from .rest import accounts, apps, comments, issues, labels, milestones, moderation, reviews, search
from .rest.context import Context
from .rest.routing import canonical, find
from .store import Store
from .wire import DOCS, Answer, Call, Refusal, not_found

MODULES = (issues, comments, moderation, labels, milestones, reviews, accounts, search)
# A part that is written out wins over one that is only named: `/issues/comments` is no issue.
ROUTES = sorted(chain.from_iterable(module.ROUTES for module in MODULES), key=lambda route: route.template.count("{"))
LIMITS_PAGE = f"{DOCS}/rest/using-the-rest-api/rate-limits-for-the-rest-api"
NO_AGENT = b"""
Request forbidden by administrative rules. Please make sure your request has a User-Agent header.
"""


def answer(store: Store, call: Call) -> Answer:
    """Carry out a request. Every answer tells what is left of the caller's budget."""
    path = canonical(store, call.path)
    resource = resource_of(path)
    if not call.headers.get("user-agent"):
        return Answer(403, NO_AGENT, {"content-type": "text/html"})
    token: Token | None = None
    try:
        if apps.owns(path):
            found = apps.answer(store, call, path)
        else:
            token = authenticated(store, call)
            found = _limited(store, token, path, resource) or _routed(store, call, path, token)
    except Refusal as refusal:
        found = refusal.answer(_documentation(call, path))
    return Answer(found.status, found.body, {**headers(store, call, token, resource), **found.headers})


def resource_of(path: str) -> str:
    return "graphql" if path == "/graphql" else "search" if path.startswith("/search/") else "core"


def token_of(store: Store, call: Call) -> Token | None:
    """Return the token that a request carries, valid or not; None when it carries none that was ever given out."""
    scheme, _, value = call.headers.get("authorization", "").partition(" ")
    return store.tokens.get(value.strip()) if scheme.lower() in ("bearer", "token") else None


def authenticated(store: Store, call: Call) -> Token:
    if not call.headers.get("authorization"):
        raise Refusal(401, "Requires authentication", documentation=f"{DOCS}/rest")
    token = token_of(store, call)
    if token is None or (token.expires_at is not None and token.expires_at <= store.clock()):
        raise Refusal(401, "Bad credentials", documentation=f"{DOCS}/rest")
    return token


def _limited(store: Store, token: Token, path: str, resource: str) -> Answer | None:
    """Return the refusal of a request for which no budget is left; asking what is left costs nothing."""
    if path == "/rate_limit" or store.budgets.spend(token.name, resource):
        return None
    message = f"API rate limit exceeded for user ID {token.user.id}."
    if resource == "graphql":
        return Answer.json(200, {"errors": [{"type": "RATE_LIMITED", "message": message}]})
    raise Refusal(403, message, documentation=LIMITS_PAGE)


def _routed(store: Store, call: Call, path: str, token: Token) -> Answer:
    if path == "/graphql" and call.method == "POST":
        return endpoint.answer(Context(store, call, token, {}))
    if path == "/rate_limit" and call.method == "GET":
        resources = {name: store.budgets.of(token.name, name).body() for name in ("core", "search", "graphql")}
        return Answer.json(200, {"resources": resources, "rate": resources["core"]})
    found = find(ROUTES, call.method, path)
    if found is None:
        raise not_found()
    route, arguments = found
    return route.handler(Context(store, call, token, arguments))


def _documentation(call: Call, path: str) -> str:
    found = find(ROUTES, call.method, path)
    return found[0].documentation if found else f"{DOCS}/rest"


def headers(store: Store, call: Call, token: Token | None, resource: str) -> dict[str, str]:
    """Return what every answer tells: the moment, what is left of the budget, and what a classic token may do."""
    found = {
        "server": "github.com",
        "date": format_datetime(store.clock(), usegmt=True),
        "x-github-media-type": "github.v3; format=json",
        "x-github-api-version-selected": call.headers.get("x-github-api-version", "2022-11-28"),
        **store.budgets.of(None if token is None else token.name, resource).headers(),
    }
    if token is not None and token.kind == "classic":
        found |= {"x-oauth-scopes": ", ".join(token.scopes), "x-accepted-oauth-scopes": "repo"}
    return found
