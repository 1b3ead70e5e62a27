"""What a handler gets: the request, who sent it, the state, and what it may do with a repository."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..model import Issue, Repository, Role, Token, User
from ..store import Store
from ..wire import Call, Refusal, moved, not_found

KINDS = {"fine_grained": "personal access token", "installation": "integration"}


def role_of(token: Token, repository: Repository) -> Role:
    """Return what a token may do in a repository; NONE means that GitHub hides it."""
    if (given := token.access.get(repository.full_name.lower())) is not None:
        return given
    if token.user == repository.owner:
        role = Role.ADMIN
    else:
        public = Role.NONE if repository.private else Role.READ
        role = max(public, repository.collaborators.get(token.user.login.lower(), Role.NONE))
    hidden = repository.private and token.kind == "classic" and "repo" not in token.scopes
    return Role.NONE if hidden else role


@dataclass(frozen=True)
class Context:
    store: Store
    call: Call
    token: Token
    arguments: dict[str, str]
    """The parts of the path that the route names, decoded."""

    @property
    def user(self) -> User:
        return self.token.user

    @property
    def now(self) -> datetime:
        return self.store.clock()

    def body(self) -> dict[str, Any]:
        return self.call.object()

    def role(self, repository: Repository) -> Role:
        return role_of(self.token, repository)

    def repository(self, reads: str = "issues") -> Repository:
        """Return the repository that the path names, unless it is hidden or was renamed.

        What is public may be read by all; in private ones, a token needs the permission for what it `reads`.
        """
        owner, name = self.arguments["owner"], self.arguments["repo"]
        found = self.store.named(owner, name)
        if found is None or self.role(found) == Role.NONE:
            raise not_found()
        if found.full_name.lower() != f"{owner}/{name}".lower():
            below = self.call.path.split("/", 4)[4:]
            raise moved(self.call, "/".join(["/repositories", str(found.id), *below]))
        if found.private and reads != "metadata" and not self.permits(reads, "read"):
            raise self.not_permitted(reads, "read")
        return found

    def issue(self, repository: Repository) -> Issue:
        """Return the issue or pull request that the path names, unless it is gone or went elsewhere."""
        text = self.arguments["number"]
        issue = repository.issues.get(int(text)) if text.isascii() and text.isdigit() else None
        if issue is None:
            raise not_found()
        if issue.transferred_to is not None:
            return self._transferred(issue.transferred_to)
        if issue.deleted:
            raise Refusal(410, "This issue was deleted")
        if not repository.has_issues and not issue.is_pull:
            raise Refusal(410, "Issues are disabled for this repo")
        return issue

    def _transferred(self, place: tuple[int, int]) -> Issue:
        target = self.store.repositories.get(place[0])
        if target is None or self.role(target) == Role.NONE:
            raise not_found()
        # Everything in front of the number, the number itself, and what follows it.
        rest = self.call.path.split("/issues/", 1)[1].partition("/")[2]
        raise moved(self.call, f"/repositories/{place[0]}/issues/{place[1]}{'/' + rest if rest else ''}")

    # --- what the token may do

    def permits(self, permission: str, level: str) -> bool:
        """Tell whether the permissions of the token allow something; classic tokens have scopes instead."""
        if self.token.kind == "classic":
            return True
        given = self.token.permissions.get(permission, "none")
        return given in ("write", "admin") or given == level

    def not_permitted(self, permission: str, level: str) -> Refusal:
        return Refusal(
            403,
            f"Resource not accessible by {KINDS[self.token.kind]}",
            headers={"x-accepted-github-permissions": f"{permission}={level}"},
        )

    def require_write(self, repository: Repository, permission: str = "issues") -> None:
        """Refuse tokens that only read, and repositories that nobody can change any more."""
        if not self.permits(permission, "write"):
            raise self.not_permitted(permission, "write")
        if self.token.kind == "classic" and not {"repo", "public_repo"} & set(self.token.scopes):
            # GitHub does not tell classic tokens what they lack, except in a header.
            raise Refusal(404, "Not Found", headers={"x-accepted-oauth-scopes": "public_repo, repo"})
        if repository.archived:
            raise Refusal(403, "Repository was archived so is read-only.")

    def require_push(self, repository: Repository, *others: User | None, permission: str = "issues") -> None:
        """Refuse who may not push, unless it is one of the others: those who wrote the thing."""
        self.require_write(repository, permission)
        if self.role(repository) < Role.PUSH and self.user not in others:
            raise Refusal(403, "Must have admin rights to Repository.")
