"""GitHub Apps: what one is, where it is installed, and minting tokens. Apps sign these requests with their own key."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import jwt
from jwt.types import Options

from ..clock import written
from ..model import App, Role, Token
from ..store import Store
from ..wire import DOCS, Answer, Call, Refusal, not_found
from .bodies import user_body
from .fields import checked

LIFE = timedelta(hours=1)


def owns(path: str) -> bool:
    """Tell whether a path is one that only apps may ask for."""
    parts = path.split("/")
    return (
        path == "/app"
        or path.startswith("/app/")
        or (len(parts) == 5 and parts[1] == "repos" and parts[4] == "installation")
    )


def answer(store: Store, call: Call, path: str) -> Answer:
    app = _signed(store, call)
    match call.method, path.split("/")[1:]:
        case "GET", ["app"]:
            facts = {"id": app.id, "slug": app.slug, "name": app.slug, "permissions": app.permissions}
            return Answer.json(200, {**facts, "owner": user_body(call.origin, store.user(f"{app.slug}[bot]"))})
        case "GET", ["repos", owner, name, "installation"]:
            return _installation(store, call, app, owner, name)
        case "POST", ["app", "installations", text, "access_tokens"]:
            return _mint(store, app, text, call.object())
    raise not_found()


def _signed(store: Store, call: Call) -> App:
    """Return the app that signed a request; its claim counts for ten minutes at most, by the clock of the fake."""
    text = call.headers.get("authorization", "").partition(" ")[2]
    refused = Refusal(401, "A JSON web token could not be decoded", documentation=f"{DOCS}/rest")
    try:
        issuer = jwt.decode(text, options={"verify_signature": False})["iss"]
        app = next(app for app in store.apps.values() if str(issuer) in (str(app.id), app.slug))
        # Expiry is judged below: the library knows only the real time.
        unchecked: Options = {"verify_exp": False, "verify_iat": False, "verify_iss": False}
        claims = jwt.decode(text, app.public_key, algorithms=["RS256"], options=unchecked)
    except (jwt.PyJWTError, StopIteration, KeyError):
        raise refused from None
    now = store.clock().timestamp()
    if claims.get("exp", 0) <= now:
        message = "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the "
        raise Refusal(401, f"{message}assertion expires")
    if claims["exp"] > now + 600:
        raise Refusal(401, "'Expiration time' claim ('exp') is too far in the future")
    if claims.get("iat", now) > now:
        raise Refusal(401, "'Issued at' claim ('iat') must be an Integer representing the time of the assertion")
    return app


def _installation(store: Store, call: Call, app: App, owner: str, name: str) -> Answer:
    repository = store.named(owner, name)
    for number, account in app.installations.items():
        if repository is not None and repository.owner.login.lower() == account.lower():
            body = {"id": number, "account": user_body(call.origin, repository.owner), "app_id": app.id}
            return Answer.json(200, body | {"app_slug": app.slug, "repository_selection": "all"})
    raise not_found()


def _mint(store: Store, app: App, text: str, wanted: dict[str, Any]) -> Answer:
    """Return a new token for an installation: for all of its repositories and permissions, or for fewer."""
    account = app.installations.get(int(text)) if text.isdigit() else None
    if account is None:
        raise not_found()
    owned = [found for found in store.repositories.values() if found.owner.login.lower() == account.lower()]
    names = checked(wanted, "repositories", "array")
    chosen = [found for found in owned if names is None or found.name in names]
    if names is not None and len(chosen) < len(names):
        message = (
            "There is at least one repository that does not exist or is not accessible to the parent installation."
        )
        raise Refusal(422, message)
    permissions: dict[str, str] = wanted.get("permissions") or app.permissions
    if not permissions.items() <= app.permissions.items():
        raise Refusal(422, "The permissions requested are not granted to this installation.")
    number = store.next_id("Token")
    end = store.clock() + LIFE
    token = Token(f"{app.slug}-{number}", f"ghs_{app.slug}{number}", store.user(f"{app.slug}[bot]"), "installation")
    token.expires_at, token.permissions = end, dict(permissions)
    token.access = {found.full_name.lower(): Role.PUSH for found in chosen}
    store.tokens[token.value] = token
    body = {"token": token.value, "expires_at": written(end), "permissions": token.permissions}
    return Answer.json(201, body | {"repository_selection": "all" if names is None else "selected"})
