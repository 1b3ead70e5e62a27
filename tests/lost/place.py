"""A GitHub with an app, and repositories of accounts that the app is installed for."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from ..fakes.github import FakeGithub, real_time
from ..fakes.github.builders import IssueBuilder, RepositoryBuilder
from ..fakes.github.log import Entry
from ..fakes.github.model import Comment, Thread

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "generated" / "github_comments" / "src"
SLUG = "robot"
BOT = f"{SLUG}[bot]"
STRANGER = "grace"

REQUESTS = {
    "createComment": ("POST", r".*/issues/\d+/comments"),
    "replyToReviewComment": ("POST", r".*/pulls/\d+/comments/\d+/replies"),
    "getComment": ("GET", r".*/issues/comments/\d+"),
    "updateComment": ("PATCH", r".*/issues/comments/\d+"),
    "deleteComment": ("DELETE", r".*/issues/comments/\d+"),
    "listComments": ("GET", r".*/issues/\d+/comments"),
    "createIssue": ("POST", r"/repos/[^/]+/[^/]+/issues"),
    "closeIssue": ("PATCH", r".*/issues/\d+"),
    "getIssue": ("GET", r".*/issues/\d+"),
    "installation": ("GET", r".*/installation"),
    "token": ("POST", r"/app/installations/\d+/access_tokens"),
}
"""How each operation asks, by GitHub's documentation; the last two come before all others."""


@dataclass
class Home:
    """A repository: issue 1 with a comment of the app and one of somebody else, pull request 2 with a review thread."""

    repository: RepositoryBuilder
    issue: IssueBuilder
    pull: IssueBuilder
    thread: Thread
    own: Comment
    foreign: Comment
    before: dict[int, str | None]

    @property
    def place(self) -> dict[str, Any]:
        """The arguments that every tool takes."""
        owner, _, repo = self.repository.repository.full_name.partition("/")
        return {"owner": owner, "repo": repo}

    @property
    def numbered(self) -> dict[str, Any]:
        """The same with the number of the issue."""
        return {**self.place, "issue_number": self.issue.number}

    @property
    def posted(self) -> int:
        """The comment that was posted last."""
        return self.issue.issue.comments[-1].id

    def noted(self) -> None:
        """Let what is there now be what was there before."""
        self.before = {comment.id: comment.body for comment in self.issue.issue.comments}

    @property
    def stored(self) -> list[str]:
        """What has changed, in words, by a look at what GitHub stores."""
        now = {comment.id: comment.body for comment in self.issue.issue.comments}
        found = ["a comment" for number in now if number not in self.before]
        found += ["the comment is gone" for number in self.before if number not in now]
        found += ["the new text" for number, body in now.items() if body != self.before.get(number, body)]
        found += ["a reply"] * (len(self.thread.comments) - 1)
        found += ["an issue"] * (len(self.repository.repository.issues) - 2)
        found += ["closed"] if self.issue.issue.state == "closed" else []
        return found


class Place:
    """A GitHub with an app; each home in it has an account of its own, for which the app has no token yet.

    The app's key is never written to a file.
    """

    def __init__(self, github: FakeGithub) -> None:
        self.github = github
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        plain = serialization.NoEncryption()
        pem = serialization.Encoding.PEM
        self.private_key = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain).decode()
        public = key.public_key().public_bytes(pem, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
        self.app = github.app(SLUG, public, [], permissions={"pull_requests": "write"})
        self._numbers = itertools.count(1)

    def home(self) -> Home:
        """A repository that nobody has asked for yet."""
        account = f"acme-{next(self._numbers)}"
        with self.github.store.lock:
            self.app.installations[self.github.store.next_id("Installation")] = account
        repository = self.github.repository(f"{account}/widgets")
        issue = repository.issue("It breaks")
        own, foreign = issue.comment("Deployed.", user=BOT), issue.comment("I see it, too.", user=STRANGER)
        pull = repository.pull("A remedy")
        thread = pull.thread("Why is that?", user=STRANGER)
        home = Home(repository, issue, pull, thread, own, foreign, {})
        home.noted()
        return home

    def installation(self, home: Home) -> str:
        """The number of the installation that a home belongs to."""
        owner = home.place["owner"]
        return next(str(number) for number, account in self.app.installations.items() if account == owner)

    def environment(self, **settings: str | None) -> dict[str, str]:
        """What a server sees; a setting that is None is not there."""
        usual = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(SOURCE),
            "GITHUB_API_URL": self.github.url,
            "GITHUB_APP_ID": str(self.app.id),
            "GITHUB_APP_PRIVATE_KEY": self.private_key,
            "GITHUB_BOT_LOGIN": BOT,
        }
        return {name: value for name, value in {**usual, **settings}.items() if value is not None}

    @property
    def secrets(self) -> list[str]:
        """What must not be told: the key, line by line, and every token that was given out."""
        lines = [line for line in self.private_key.splitlines() if not line.startswith("-")]
        return [*lines, *self.github.store.tokens]

    @property
    def asked(self) -> list[str]:
        """The operations that GitHub was asked for, in order."""
        return [operation_of(entry) for entry in self.github.log]


def operation_of(entry: Entry) -> str:
    """The operation that a request is of; the request itself when there is none."""
    for name, (method, path) in REQUESTS.items():
        if entry.method == method and re.fullmatch(path, entry.route):
            return name
    return f"{entry.method} {entry.route}"


@contextmanager
def place() -> Iterator[Place]:
    """A GitHub that lives by the real time, as servers without switches for tests do."""
    with FakeGithub(real_time) as github:
        yield Place(github)
