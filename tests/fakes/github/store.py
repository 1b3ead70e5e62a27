"""Everything that the fake remembers, and the few ways in which it changes."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Iterator
from copy import copy
from datetime import datetime, timedelta
from threading import RLock
from typing import Any, Literal

from .clock import Clock
from .limits import Budgets
from .model import App, Comment, Event, Issue, Label, Repository, Thread, Token, User
from .planning import IssueType, Project

PREFIXES = {
    "Bot": "BOT",
    "Discussion": "D",
    "DiscussionCategory": "DIC",
    "DraftIssue": "DI",
    "Issue": "I",
    "IssueComment": "IC",
    "IssueType": "IT",
    "Label": "LA",
    "Milestone": "MI",
    "Organization": "O",
    "ProjectV2": "PVT",
    "ProjectV2Field": "PVTF",
    "ProjectV2Item": "PVTI",
    "ProjectV2ItemFieldValue": "PVTFV",
    "ProjectV2IterationField": "PVTIF",
    "ProjectV2SingleSelectField": "PVTSSF",
    "PullRequest": "PR",
    "PullRequestReviewComment": "PRRC",
    "PullRequestReviewThread": "PRRT",
    "Repository": "R",
    "User": "U",
}
LinkStyle = Literal["ids", "names", "cursors"]


def node_id(kind: str, number: int) -> str:
    """Return the global id of a thing; no other thing, of whatever kind, has the same."""
    text = base64.urlsafe_b64encode(f"{kind}:{number}".encode()).decode().rstrip("=")
    return f"{PREFIXES.get(kind, 'X')}_{text}"


def kind_of(issue: Issue) -> str:
    return "PullRequest" if issue.is_pull else "Issue"


class Store:
    """The state of one fake. Who reads or writes it from another thread holds `lock`."""

    def __init__(self, clock: Clock, seed: int) -> None:
        self.clock = clock
        self.lock = RLock()
        self.users: dict[str, User] = {}
        self.repositories: dict[int, Repository] = {}
        self.names: dict[str, int] = {}
        """Lower-case full names of repositories, the former ones too, and whose they are."""
        self.tokens: dict[str, Token] = {}
        self.apps: dict[int, App] = {}
        self.projects: dict[int, Project] = {}
        self.budgets = Budgets(clock)
        self.changes = 0
        """How often something that GitHub stores has changed."""
        self.link_style: LinkStyle = "ids"
        self.search_lag = timedelta()
        self._seed = seed
        self._last: defaultdict[str, int] = defaultdict(int)

    def next_id(self, kind: str) -> int:
        """Return an id that no other thing of the kind has: it follows from the seed and from what came before."""
        self._last[kind] += 1
        return (self._seed + 1) * 1_000_000 + self._last[kind]

    def user(self, login: str) -> User:
        """Return the user of that name, who comes to be when nobody has it."""
        kind: Literal["User", "Bot"] = "Bot" if login.endswith("[bot]") else "User"
        if (key := login.lower()) not in self.users:
            self.users[key] = User(self.next_id("User"), login, kind)
        return self.users[key]

    def issue_type(self, owner: User, name: str) -> IssueType:
        """Return the issue type of that name of an account, which comes to be when it has none."""
        found = next((type_ for type_ in owner.issue_types if type_.name == name), None)
        if found is None:
            found = IssueType(self.next_id("IssueType"), name, self.clock())
            owner.issue_types.append(found)
        return found

    def label(self, repository: Repository, name: str) -> Label:
        """Return the label of that name, whatever its case; one that is new comes to be, as GitHub does it."""
        if (key := name.lower()) not in repository.labels:
            repository.labels[key] = Label(self.next_id("Label"), name)
        return repository.labels[key]

    def named(self, owner: str, name: str) -> Repository | None:
        """Return the repository that has or had this name."""
        found = self.names.get(f"{owner}/{name}".lower())
        return None if found is None else self.repositories.get(found)

    def add_issue(self, repository: Repository, **facts: Any) -> Issue:
        """Store a new issue under the next number of the repository."""
        now = self.clock()
        usual = {"body": None, "user": None, "created_at": now, "updated_at": now, "number": repository.next_number}
        facts = usual | facts
        issue = Issue(id=self.next_id("Issue"), **facts)
        repository.issues[issue.number] = issue
        self.changed(issue)
        return issue

    def record(self, issue: Issue, event: str, actor: User | None, **details: Any) -> None:
        """Add an event to the history of an issue."""
        issue.events.append(Event(self.next_id("Event"), event, actor, self.clock(), details))

    def touch(self, issue: Issue) -> None:
        """Note that an issue has just changed."""
        issue.updated_at = self.clock()
        self.changed(issue)

    def changed(self, issue: Issue | None = None) -> None:
        """Count a change; the search gets to know of an issue's change after its lag."""
        self.changes += 1
        if issue is not None and (self.search_lag or issue.indexed):
            picture = copy(issue)
            picture.comments = [copy(comment) for comment in issue.comments]
            issue.indexed.append((self.clock() + self.search_lag, picture))

    def searchable(self, issue: Issue, now: datetime) -> Issue | None:
        """Return an issue as the search sees it at that moment: not at all, an older picture, or as it is."""
        if not issue.indexed:
            return issue
        return next((picture for due, picture in reversed(issue.indexed) if due <= now), None)

    def lag(self, seconds: float) -> None:
        """Let the search see changes only later; what is there already stays visible."""
        self.search_lag = timedelta(seconds=seconds)
        for repository in self.repositories.values():
            for issue in repository.issues.values():
                issue.indexed = issue.indexed or [(self.clock(), copy(issue))]

    def issues(self) -> Iterator[tuple[Repository, Issue]]:
        for repository in self.repositories.values():
            for issue in repository.issues.values():
                yield repository, issue

    def home(self, issue: Issue) -> Repository:
        """Return the repository that an issue belongs to."""
        return next(place for place, found in self.issues() if found is issue)

    def thread(self, repository: Repository, number: int) -> tuple[Issue, Thread, Comment] | None:
        """Return a review comment by its id, with its thread and its pull request."""
        for issue in repository.issues.values():
            for thread in issue.threads:
                for comment in thread.comments:
                    if comment.id == number:
                        return issue, thread, comment
        return None

    def comment(self, repository: Repository, number: int) -> tuple[Issue, Comment] | None:
        """Return a comment by its id, and the issue that it belongs to."""
        for issue in repository.issues.values():
            for comment in issue.comments:
                if comment.id == number:
                    return issue, comment
        return None
