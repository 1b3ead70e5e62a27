"""GitHub Apps: finding an installation, and minting a token for it. Apps sign these requests with their own key."""

from __future__ import annotations

from datetime import timedelta

import jwt
from jwt.types import Options

from ..clock import written
from ..model import App, Role, Token
from ..store import Store
from ..wire import DOCS, Answer, Call, Refusal, not_found
from .bodies import user_body

LIFE = timedelta(hours=1)


def owns(path: str) -> bool:
    """Tell whether a path is one that only apps may ask for."""
    parts = path.split("/")
    return path.startswith("/app/") or (len(parts) == 5 and parts[1] == "repos" and parts[4] == "installation")


def answer(store: Store, call: Call, path: str) -> Answer:
    app = _signed(store, call)
    parts = path.split("/")
    if parts[1] == "repos" and call.method == "GET":
        return _installation(store, call, app, parts[2], parts[3])
    if parts[2:3] == ["installations"] and parts[4:] == ["access_tokens"] and call.method == "POST":
        return _mint(store, app, parts[3])
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


def _mint(store: Store, app: App, text: str) -> Answer:
    account = app.installations.get(int(text)) if text.isdigit() else None
    if account is None:
        raise not_found()
    number = store.next_id("Token")
    end = store.clock() + LIFE
    token = Token(f"{app.slug}-{number}", f"ghs_{app.slug}{number}", store.user(f"{app.slug}[bot]"), "installation")
    token.expires_at = end
    owned = [found for found in store.repositories.values() if found.owner.login.lower() == account.lower()]
    token.access = {found.full_name.lower(): Role.PUSH for found in owned}
    store.tokens[token.value] = token
    body = {"token": token.value, "expires_at": written(end), "permissions": token.permissions}
    return Answer.json(201, body | {"repository_selection": "all"})
