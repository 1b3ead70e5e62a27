"""What GitHub stores, as far as the fake knows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Any, Literal

from .planning import Category, Discussion, IssueType

State = Literal["open", "closed"]
TokenKind = Literal["classic", "fine_grained", "installation"]
USUAL = {"metadata": "read", "issues": "write"}
"""The permissions of apps and of tokens that have no scopes, where nothing else is said."""


class Role(IntEnum):
    """What somebody may do in a repository; each role includes the smaller ones."""

    NONE = 0
    READ = 1
    TRIAGE = 2
    PUSH = 3
    ADMIN = 4


@dataclass
class User:
    id: int
    login: str
    type: Literal["User", "Bot", "Organization"] = "User"
    issue_types: list[IssueType] = field(default_factory=list)
    """Those of an organization, which its repositories share."""


@dataclass
class Label:
    id: int
    name: str
    color: str = "ededed"
    description: str | None = None


@dataclass
class Milestone:
    id: int
    number: int
    title: str
    creator: User | None
    created_at: datetime
    updated_at: datetime
    description: str | None = None
    state: State = "open"
    due_on: datetime | None = None
    closed_at: datetime | None = None


@dataclass
class Comment:
    id: int
    user: User | None
    body: str | None
    created_at: datetime
    updated_at: datetime


@dataclass
class Thread:
    """A place in the changes of a pull request that is talked about; the first comment began it, others reply."""

    id: int
    path: str
    line: int
    comments: list[Comment] = field(default_factory=list)
    resolved_by: User | None = None
    outdated: bool = False


@dataclass(frozen=True)
class Event:
    """Something that happened to an issue; `details` holds the keys that only this kind of event has."""

    id: int
    event: str
    actor: User | None
    created_at: datetime
    details: dict[str, Any]


@dataclass
class Issue:
    """An issue or, when `is_pull` holds, a pull request: GitHub numbers them together.

    Labels and assignees are tuples, so that a shallow copy is a faithful picture of a moment.
    """

    id: int
    number: int
    title: str
    body: str | None
    user: User | None
    created_at: datetime
    updated_at: datetime
    state: State = "open"
    state_reason: str | None = None
    labels: tuple[Label, ...] = ()
    assignees: tuple[User, ...] = ()
    milestone: Milestone | None = None
    locked: bool = False
    lock_reason: str | None = None
    closed_at: datetime | None = None
    closed_by: User | None = None
    is_pull: bool = False
    merged_at: datetime | None = None
    comments: list[Comment] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    type: IssueType | None = None
    threads: list[Thread] = field(default_factory=list)
    """The review threads of a pull request."""
    # What leads from issue to issue is no part of what makes two of them equal: it would never end.
    parent: Issue | None = field(default=None, compare=False, repr=False)
    children: list[Issue] = field(default_factory=list, compare=False, repr=False)
    """Sub-issues, which may belong to other repositories."""
    deleted: bool = False
    transferred_to: tuple[int, int] | None = None
    """The id of another repository, and the number there."""
    indexed: list[tuple[datetime, Issue]] = field(default_factory=list, repr=False)
    """What the search sees, and from when on; empty when it always sees the present."""


@dataclass
class Repository:
    id: int
    owner: User
    name: str
    created_at: datetime
    private: bool = False
    has_issues: bool = True
    archived: bool = False
    description: str | None = None
    issues: dict[int, Issue] = field(default_factory=dict)
    labels: dict[str, Label] = field(default_factory=dict)
    """By lower-case name: GitHub compares names of labels without case."""
    milestones: dict[int, Milestone] = field(default_factory=dict)
    collaborators: dict[str, Role] = field(default_factory=dict)
    """By lower-case login."""
    assignable: set[str] = field(default_factory=set)
    """Lower-case logins that may be assigned although they are no collaborators."""
    categories: list[Category] = field(default_factory=list)
    discussions: dict[int, Discussion] = field(default_factory=dict)
    """By number: they share the numbers of issues and pull requests."""

    @property
    def full_name(self) -> str:
        return f"{self.owner.login}/{self.name}"

    @property
    def next_number(self) -> int:
        return max((*self.issues, *self.discussions), default=0) + 1

    def can_be_assigned(self, login: str) -> bool:
        key = login.lower()
        owns = self.owner.type == "User" and self.owner.login.lower() == key
        return owns or key in self.collaborators or key in self.assignable


@dataclass
class Token:
    """A credential: `user` acts, `scopes` limit classic tokens, `permissions` all other kinds."""

    name: str
    value: str
    user: User
    kind: TokenKind = "classic"
    scopes: tuple[str, ...] = ("repo",)
    permissions: dict[str, str] = field(default_factory=lambda: dict(USUAL))
    access: dict[str, Role] = field(default_factory=dict)
    """By lower-case full name of a repository; where nothing is said, the role of the user counts."""
    expires_at: datetime | None = None


@dataclass
class App:
    """A GitHub App: it signs with a key of its own, and gets tokens for each of its installations."""

    id: int
    slug: str
    public_key: str
    installations: dict[int, str] = field(default_factory=dict)
    """By id: the login of the account that it is installed for."""
    permissions: dict[str, str] = field(default_factory=lambda: dict(USUAL))
    """What its tokens may do."""
