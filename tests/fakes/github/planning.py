"""What GitHub stores beside issues: types of issues, boards of organizations and users, discussions."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .model import Comment, Issue, Role, User

FieldKind = Literal["TITLE", "LABELS", "REPOSITORY", "TEXT", "NUMBER", "DATE", "SINGLE_SELECT", "ITERATION"]


@dataclass
class IssueType:
    """A type that an organization has for its issues."""

    id: int
    name: str
    created_at: datetime
    description: str | None = None
    enabled: bool = True


@dataclass
class Option:
    """An option of a field with a single choice; its id means something only inside its field."""

    id: str
    name: str


@dataclass
class Iteration:
    id: str
    title: str
    start_date: str
    duration: int = 14


@dataclass
class ProjectField:
    """A column of a board; the first three kinds follow from what an item shows, and cannot be set."""

    id: int
    name: str
    kind: FieldKind
    options: list[Option] = field(default_factory=list)
    iterations: list[Iteration] = field(default_factory=list)


Value = str | float | Option | Iteration


@dataclass
class ProjectItem:
    """A row of a board: it shows an issue or a pull request, or it is a draft that has only a title and a text."""

    id: int
    creator: User | None
    created_at: datetime
    updated_at: datetime
    content: Issue | None = None
    title: str = ""
    body: str = ""
    values: dict[int, Value] = field(default_factory=dict)
    """By the id of a field."""
    archived: bool = False


@dataclass
class Project:
    id: int
    number: int
    title: str
    owner: User
    created_at: datetime
    public: bool = False
    closed: bool = False
    fields: list[ProjectField] = field(default_factory=list)
    items: list[ProjectItem] = field(default_factory=list)
    collaborators: dict[str, Role] = field(default_factory=dict)
    """By lower-case login."""

    def item_of(self, content: Issue) -> ProjectItem | None:
        return next((item for item in self.items if item.content is content), None)


@dataclass
class Category:
    id: int
    name: str
    created_at: datetime
    answerable: bool = False


@dataclass
class Discussion:
    id: int
    number: int
    title: str
    body: str
    category: Category
    user: User | None
    created_at: datetime
    updated_at: datetime
    comments: list[Comment] = field(default_factory=list)
