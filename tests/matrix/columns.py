"""What a client can ask for: each column is a way to use a tool, with the requests it makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..fakes.github.builders import IssueBuilder, RepositoryBuilder
from .server import Reply, Server

CANARY = "canary-7d1f3a"
"""Stands in every free-form argument: it must come back in no error and no log line."""


@dataclass
class Place:
    """A repository of its own for each cell, with one issue in it."""

    repository: RepositoryBuilder
    issue: IssueBuilder

    @property
    def name(self) -> str:
        return self.repository.repository.full_name

    @property
    def names(self) -> dict[str, Any]:
        owner, repo = self.name.split("/")
        return {"owner": owner, "repo": repo}

    @property
    def number(self) -> dict[str, Any]:
        return {**self.names, "issue_number": self.issue.number}

    @property
    def text(self) -> str:
        """A text that nothing else in GitHub has."""
        return f"{CANARY} {self.name}"

    def created(self) -> int:
        """How many issues a cell has created."""
        return sum(issue.title == self.text for issue in self.repository.repository.issues.values())

    def commented(self) -> int:
        """How many comments a cell has posted."""
        return sum(comment.body == self.text for comment in self.issue.issue.comments)


Arguments = Callable[[Place], dict[str, Any]]


@dataclass(frozen=True)
class Column:
    """One way to use the server.

    Attributes:
        tool: The name of a tool or a resource template, or `completion`.
        read: The operation that its first request is.
        lists: The operation that reads a list, where that is not the first one.
        collects: Whether it reads that list to its end, rather than as many rows as it shows.
        write: The operation that changes something.
        done: How often the wanted change is there.
        absent: The code for a first request that finds nothing, where that is an answer.
    """

    title: str
    tool: str
    arguments: Arguments
    read: str | None = None
    lists: str | None = None
    collects: bool = False
    write: str | None = None
    done: Callable[[Place], int] | None = None
    absent: str | None = None
    prepare: Callable[[Place], object] = field(default=lambda place: None)

    def ask(self, server: Server, arguments: Mapping[str, Any]) -> Reply:
        """Ask for it."""
        if self.tool == "completion":
            reference = {"type": "ref/resource", "uri": INDEX}
            argument = {"name": "owner", "value": arguments["owner"]}
            return server.ask("completion/complete", ref=reference, argument=argument)
        if self.tool in RESOURCES:
            return server.ask("resources/read", uri=RESOURCES[self.tool](arguments))
        return server.call(self.tool, arguments)


INDEX = "github://repos/{owner}/{repo}/issues{?state,labels,updated_after}"


def _index_uri(arguments: Mapping[str, Any]) -> str:
    from urllib.parse import quote

    labels = "".join(f"?labels={quote(label, safe='')}" for label in arguments.get("labels", ()))
    return f"github://repos/{arguments['owner']}/{arguments['repo']}/issues{labels}"


RESOURCES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "issue_index": _index_uri,
    "issue": lambda given: f"github://repos/{given['owner']}/{given['repo']}/issues/{given['issue_number']}",
}


def _locked(place: Place) -> int:
    return int(place.issue.issue.locked)


def _lock(place: Place) -> None:
    with place.issue.changing() as change:
        change.lock(None)


COLUMNS = (
    Column(
        "find_issues",
        "github_find_issues",
        lambda place: {**place.names, "creator": "author", "detail": "full"},
        read="list_issues",
    ),
    Column(
        "find_issues by text",
        "github_find_issues",
        lambda place: {**place.names, "query": "happened"},
        read="search_issues",
    ),
    Column("get_issue", "github_get_issue", lambda place: place.number, read="get_issue", lists="list_issue_comments"),
    Column("list_comments", "github_list_comments", lambda place: place.number, read="list_issue_comments"),
    Column(
        "create_issue",
        "github_create_issue",
        lambda place: {
            **place.names,
            "title": place.text,
            "body": place.text,
            "labels": ["bug"],
            "idempotency_key": place.text,
        },
        read="get_label",
        write="create_issue",
        done=Place.created,
        absent="label_not_found",
    ),
    Column(
        "update_issue",
        "github_update_issue",
        lambda place: {**place.number, "title": place.text, "body": place.text},
        read="get_issue",
        write="update_issue",
        done=Place.created,
    ),
    Column(
        "add_comment",
        "github_add_comment",
        lambda place: {**place.number, "body": place.text, "idempotency_key": place.text},
        read="get_issue",
        write="create_comment",
        done=Place.commented,
    ),
    Column(
        "set_issue_lock",
        "github_set_issue_lock",
        lambda place: {**place.number, "locked": True, "lock_reason": "spam"},
        read="get_issue",
        write="lock_issue",
        done=_locked,
    ),
    Column(
        "set_issue_lock to unlock",
        "github_set_issue_lock",
        lambda place: {**place.number, "locked": False},
        read="get_issue",
        write="unlock_issue",
        done=lambda place: 1 - _locked(place),
        prepare=_lock,
    ),
    Column("get_capabilities", "github_get_capabilities", lambda place: {}),
    Column("resource: issues", "issue_index", lambda place: place.names, read="list_issues"),
    Column("resource: issue", "issue", lambda place: place.number, read="get_issue"),
    Column("completion", "completion", lambda place: place.names, read="list_visible_repos", collects=True),
)
