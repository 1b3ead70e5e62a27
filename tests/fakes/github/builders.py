"""Filling the fake with what a test needs. Everything here is there before the client comes, and asks for no rights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from .clock import read
from .model import App, Comment, Issue, Label, Milestone, Repository, Role, Thread, Token, TokenKind, User
from .planning import Category, Discussion
from .rest.changes import Change
from .store import Store

PREFIXES: Mapping[TokenKind, str] = {"classic": "ghp", "fine_grained": "github_pat", "installation": "ghs"}


def moment_of(given: datetime | str | None, usual: datetime) -> datetime:
    return usual if given is None else given if isinstance(given, datetime) else read(given) or usual


def role(name: str | Role) -> Role:
    return name if isinstance(name, Role) else Role[name.upper()]


def add_token(store: Store, name: str, **facts: Any) -> Token:
    """Return a new token: what is not said is a classic token of the user who has the same name.

    `access` maps full names of repositories to roles; `none` hides one.
    """
    kind: TokenKind = facts.pop("kind", "classic")
    login = facts.pop("login", f"{name}[bot]" if kind == "installation" else name)
    access = {full.lower(): role(given) for full, given in facts.pop("access", {}).items()}
    value = facts.pop("value", f"{PREFIXES[kind]}_{name}{'0' * 20}")
    if "scopes" in facts:
        facts["scopes"] = tuple(facts["scopes"])
    with store.lock:
        token = Token(name, value, store.user(login), kind, access=access, **facts)
        store.tokens[value] = token
        return token


def add_app(
    store: Store, slug: str, public_key: str, accounts: Iterable[str], permissions: Mapping[str, str] | None = None
) -> App:
    """Return a new app that is installed for these accounts; what its tokens write is by `{slug}[bot]`."""
    with store.lock:
        installations = {store.next_id("Installation"): account for account in accounts}
        app = App(store.next_id("App"), slug, public_key, installations)
        app.permissions = {**app.permissions, **(permissions or {})}
        store.user(f"{slug}[bot]")
        store.apps[app.id] = app
        return app


def add_repository(store: Store, full_name: str, **facts: Any) -> RepositoryBuilder:
    """Store a new repository, with labels, milestones, collaborators, issues and discussions if they are given."""
    owner, name = full_name.split("/")
    labels, issues = facts.pop("labels", ()), facts.pop("issues", ())
    milestones, formerly = facts.pop("milestones", ()), facts.pop("formerly", ())
    categories, discussions = facts.pop("categories", ()), facts.pop("discussions", ())
    roles = {login.lower(): role(given) for login, given in facts.pop("collaborators", {}).items()}
    assignable = {login.lower() for login in facts.pop("assignable", ())}
    with store.lock:
        user = store.user(owner)
        user.type = facts.pop("owner_type", user.type)
        for login in (*roles, *assignable):
            store.user(login)
        number = store.next_id("Repository")
        made = Repository(number, user, name, store.clock(), collaborators=roles, assignable=assignable, **facts)
        store.repositories[made.id] = made
        for known in (full_name, *formerly):
            store.names[known.lower()] = made.id
        builder = RepositoryBuilder(store, made)
        for label in labels:
            builder.label(**label) if isinstance(label, dict) else builder.label(label)
        for title in milestones:
            builder.milestone(title)
        for issue in issues:
            builder.issue(**issue)
        for name in categories:
            builder.category(name)
        for discussion in discussions:
            builder.discussion(**discussion)
        return builder


class RepositoryBuilder:
    """A repository that is being filled; `repository` is what is stored."""

    def __init__(self, store: Store, repository: Repository) -> None:
        self.store, self.repository = store, repository

    def rename(self, name: str) -> None:
        """Give the repository another name; the former one leads to it."""
        with self.store.lock:
            self.repository.name = name
            self.store.names[self.repository.full_name.lower()] = self.repository.id

    def label(self, name: str, color: str = "ededed", description: str | None = None) -> Label:
        with self.store.lock:
            label = self.store.label(self.repository, name)
            label.color, label.description = color, description
            return label

    def milestone(self, title: str, state: str = "open") -> Milestone:
        with self.store.lock:
            number, now = max(self.repository.milestones, default=0) + 1, self.store.clock()
            made = Milestone(self.store.next_id("Milestone"), number, title, self.repository.owner, now, now)
            made.state = "closed" if state == "closed" else "open"
            self.repository.milestones[number] = made
            return made

    def category(self, name: str) -> Category:
        """Add a category of discussions; with none, the repository has its discussions switched off."""
        with self.store.lock:
            made = Category(self.store.next_id("DiscussionCategory"), name, self.store.clock())
            self.repository.categories.append(made)
            return made

    def discussion(
        self,
        title: str = "A discussion",
        category: str = "General",
        body: str = "What do you think?",
        user: str = "author",
    ) -> Discussion:
        """Store a discussion; a category that is new comes to be."""
        with self.store.lock:
            known = next((found for found in self.repository.categories if found.name == category), None)
            number, now = self.repository.next_number, self.store.clock()
            author, kind = self.store.user(user), known or self.category(category)
            made = Discussion(self.store.next_id("Discussion"), number, title, body, kind, author, now, now)
            self.repository.discussions[number] = made
            return made

    def issue(
        self,
        title: str = "An issue",
        body: str | None = "What happened.",
        *,
        user: str | None = "author",
        labels: Iterable[str] = (),
        assignees: Iterable[str] = (),
        milestone: int | None = None,
        state: str = "open",
        comments: Iterable[str | Mapping[str, Any]] = (),
        created_at: datetime | str | None = None,
        updated_at: datetime | str | None = None,
        **facts: Any,
    ) -> IssueBuilder:
        """Store an issue, or a pull request with `is_pull`; further facts are those of the model.

        `user=None` is an author whose account is gone. Labels, locks and states leave events behind, as on GitHub.
        """
        locked, lock_reason = facts.pop("locked", False), facts.pop("lock_reason", None)
        reason, type_ = facts.pop("state_reason", None), facts.pop("type", None)
        with self.store.lock:
            author = None if user is None else self.store.user(user)
            start = moment_of(created_at, self.store.clock())
            facts = {"title": title, "body": body, "user": author, "created_at": start, "updated_at": start} | facts
            issue = self.store.add_issue(self.repository, **facts)
            change = Change(self.store, self.repository, issue, author or self.repository.owner)
            change.labels(labels)
            change.assignees(assignees)
            change.milestone(None if milestone is None else self.repository.milestones[milestone])
            change.type(None if type_ is None else self.store.issue_type(self.repository.owner, type_))
            if state == "closed":
                change.close(reason)
            issue.state_reason = reason or issue.state_reason
            if locked:
                change.lock(lock_reason)
            builder = IssueBuilder(self.store, self.repository, issue)
            for comment in comments:
                builder.comment(**comment) if isinstance(comment, Mapping) else builder.comment(comment)
            issue.updated_at = moment_of(updated_at, issue.updated_at)
            self.store.changed(issue)
            return builder

    def pull(self, title: str = "A pull request", body: str | None = None, **facts: Any) -> IssueBuilder:
        return self.issue(title, body, is_pull=True, **facts)

    def many_issues(self, count: int, title: str = "Issue {number}", **facts: Any) -> list[IssueBuilder]:
        """Store many issues; `{number}` in the title is the number of each."""
        start = self.repository.next_number
        return [self.issue(title.format(number=number), **facts) for number in range(start, start + count)]


class IssueBuilder:
    """An issue that is being filled; `issue` is what is stored."""

    def __init__(self, store: Store, repository: Repository, issue: Issue) -> None:
        self.store, self.repository, self.issue = store, repository, issue

    @property
    def number(self) -> int:
        return self.issue.number

    @contextmanager
    def changing(self, login: str | None = None) -> Iterator[Change]:
        """Give the change that somebody makes in a block, usually the owner of the repository.

        The fake answers nobody until the block ends.
        """
        with self.store.lock:
            actor = self.repository.owner if login is None else self.store.user(login)
            change = Change(self.store, self.repository, self.issue, actor)
            yield change
            change.done()

    def comment(
        self,
        body: str | None = "A comment.",
        user: str | None = "author",
        created_at: datetime | str | None = None,
        updated_at: datetime | str | None = None,
    ) -> Comment:
        with self.store.lock:
            author: User | None = None if user is None else self.store.user(user)
            start = moment_of(created_at, self.store.clock())
            number = self.store.next_id("IssueComment")
            comment = Comment(number, author, body, start, moment_of(updated_at, start))
            self.issue.comments.append(comment)
            self.issue.updated_at = max(self.issue.updated_at, comment.updated_at)
            self.store.changed(self.issue)
            return comment

    def many_comments(self, count: int, body: str = "Comment {number}", **facts: Any) -> list[Comment]:
        start = len(self.issue.comments) + 1
        return [self.comment(body.format(number=number), **facts) for number in range(start, start + count)]

    def sub_issue(self, child: IssueBuilder) -> None:
        """Make another issue a part of this one."""
        with child.changing() as change:
            change.parent(self.issue)

    def thread(
        self, *bodies: str, path: str = "main.py", line: int = 1, user: str = "author", resolved_by: str | None = None
    ) -> Thread:
        """Store a review thread of a pull request: the first text begins it, the others reply."""
        with self.store.lock:
            author, now = self.store.user(user), self.store.clock()
            comments = [
                Comment(self.store.next_id("PullRequestReviewComment"), author, body, now, now)
                for body in bodies or ("Why is that?",)
            ]
            made = Thread(self.store.next_id("PullRequestReviewThread"), path, line, comments)
            made.resolved_by = None if resolved_by is None else self.store.user(resolved_by)
            self.issue.threads.append(made)
            self.store.changed(self.issue)
            return made

    def delete(self) -> None:
        with self.store.lock:
            self.issue.deleted = True
            self.store.changed(self.issue)

    def transfer(self, target: RepositoryBuilder) -> IssueBuilder:
        """Move the issue to another repository, where it gets a number of its own."""
        with self.store.lock:
            old = self.issue
            made = target.issue(old.title, old.body, user=None if old.user is None else old.user.login)
            made.issue.comments, old.comments = old.comments, []
            old.transferred_to = (target.repository.id, made.number)
            self.store.changed(old)
            return made
