"""Users, who may be assigned, and the repositories that a token sees."""

from __future__ import annotations

from ..model import Repository, Role
from ..wire import Answer, Refusal, not_found
from .bodies import repository_body, user_body
from .context import Context
from .paging import listed, page_links, page_of, size_of
from .routing import Route


def _require_a_person(context: Context) -> None:
    """Refuse the token of an installation: it acts for an app, and no user is behind it."""
    if context.token.kind == "installation":
        raise Refusal(403, "Resource not accessible by integration")


def get_me(context: Context) -> Answer:
    _require_a_person(context)
    more = {"name": None, "email": None, "two_factor_authentication": True, "public_repos": 0}
    return Answer.json(200, {**(user_body(context.call.origin, context.user) or {}), **more})


def get_user(context: Context) -> Answer:
    user = context.store.users.get(context.arguments["login"].lower())
    if user is None:
        raise not_found()
    return Answer.json(200, user_body(context.call.origin, user))


def _own(context: Context, repository: Repository) -> bool:
    """Tell whether a repository is one that the user owns or works on: public ones of others are not listed."""
    login = context.user.login.lower()
    given = repository.full_name.lower() in context.token.access
    return given or repository.owner == context.user or login in repository.collaborators


def _visible(context: Context) -> list[Repository]:
    seen = [found for found in context.store.repositories.values() if _own(context, found)]
    return sorted((found for found in seen if context.role(found) > Role.NONE), key=lambda found: found.full_name)


def list_my_repositories(context: Context) -> Answer:
    _require_a_person(context)
    origin = context.call.origin
    return listed(context, _visible(context), lambda row: repository_body(origin, row, context.role(row)))


def list_installation_repositories(context: Context) -> Answer:
    if context.token.kind != "installation":
        raise Refusal(403, "You must authenticate with an installation access token in order to list repositories.")
    rows, size = _visible(context), size_of(context)
    start = (page_of(context) - 1) * size
    bodies = [repository_body(context.call.origin, row, context.role(row)) for row in rows[start : start + size]]
    body = {"total_count": len(rows), "repository_selection": "selected", "repositories": bodies}
    return Answer.json(200, body, page_links(context, -(-len(rows) // size), context.call.path))


def get_repository(context: Context) -> Answer:
    repository = context.repository(reads="metadata")
    return Answer.json(200, repository_body(context.call.origin, repository, context.role(repository)))


def check_assignee(context: Context) -> Answer:
    if not context.repository().can_be_assigned(context.arguments["login"]):
        raise not_found()
    return Answer(204)


def list_assignees(context: Context) -> Answer:
    repository = context.repository()
    logins = {repository.owner.login.lower(), *repository.collaborators, *repository.assignable}
    users = [context.store.user(login) for login in sorted(logins) if repository.can_be_assigned(login)]
    return listed(context, users, lambda row: user_body(context.call.origin, row), repository)


REPOSITORY = "/repos/{owner}/{repo}"
ROUTES = (
    Route("GET", "/user", get_me, "users/users#get-the-authenticated-user"),
    Route("GET", "/users/{login}", get_user, "users/users#get-a-user"),
    Route("GET", "/user/repos", list_my_repositories, "repos/repos#list-repositories-for-the-authenticated-user"),
    Route("GET", "/installation/repositories", list_installation_repositories, "apps/installations"),
    Route("GET", REPOSITORY, get_repository, "repos/repos#get-a-repository"),
    Route("GET", f"{REPOSITORY}/assignees", list_assignees, "issues/assignees#list-assignees"),
    Route("GET", f"{REPOSITORY}/assignees/{{login}}", check_assignee, "issues/assignees"),
)
