"""How issues change, and the events that tell of it. Nothing here asks who may do so."""

from __future__ import annotations

from collections.abc import Iterable

from ..model import Issue, Milestone, Repository, User
from ..planning import IssueType
from ..store import Store

TITLE, BODY, LABEL = 256, 65536, 50
"""How long these texts may be."""


class Change:
    """Changes that one request makes to one issue; `done` stores them, and does nothing where all stayed as it was."""

    def __init__(self, store: Store, repository: Repository, issue: Issue, actor: User) -> None:
        self.store, self.repository, self.issue, self.actor = store, repository, issue, actor
        self._changed = False

    def done(self) -> None:
        if self._changed:
            self.store.touch(self.issue)

    def _record(self, event: str, **details: object) -> None:
        self._changed = True
        self.store.record(self.issue, event, self.actor, **details)

    def title(self, text: str) -> None:
        if text != self.issue.title:
            self._record("renamed", rename={"from": self.issue.title, "to": text})
            self.issue.title = text

    def body(self, text: str | None) -> None:
        # GitHub keeps no event of edits of the text.
        if text != self.issue.body:
            self.issue.body, self._changed = text, True

    def close(self, reason: str | None) -> None:
        """Close the issue, or give another reason for what is closed; GitHub's default reason is `completed`."""
        issue = self.issue
        reason = None if issue.is_pull else reason or (issue.state_reason if issue.state == "closed" else "completed")
        if issue.state == "closed" and issue.state_reason == reason:
            return
        self._record("closed", state_reason=reason)
        issue.state, issue.state_reason = "closed", reason
        issue.closed_at, issue.closed_by = self.store.clock(), self.actor

    def reopen(self) -> None:
        issue = self.issue
        if issue.state == "open":
            return
        self._record("reopened")
        issue.state, issue.state_reason = "open", None if issue.is_pull else "reopened"
        issue.closed_at = issue.closed_by = None

    def labels(self, names: Iterable[str]) -> None:
        """Replace the labels; names that the repository does not have become new labels, as on GitHub."""
        wanted = {name.lower(): self.store.label(self.repository, name) for name in names}
        before = {label.name.lower(): label for label in self.issue.labels}
        for key, label in before.items():
            if key not in wanted:
                self._record("unlabeled", label={"name": label.name, "color": label.color})
        for key, label in wanted.items():
            if key not in before:
                self._record("labeled", label={"name": label.name, "color": label.color})
        self.issue.labels = tuple(wanted.values())

    def assignees(self, logins: Iterable[str]) -> None:
        """Replace who is assigned; who may be is asked before."""
        wanted = {login.lower(): self.store.user(login) for login in logins}
        before = {user.login.lower(): user for user in self.issue.assignees}
        for key, user in before.items():
            if key not in wanted:
                self._record("unassigned", assignee=user, assigner=self.actor)
        for key, user in wanted.items():
            if key not in before:
                self._record("assigned", assignee=user, assigner=self.actor)
        self.issue.assignees = tuple(wanted.values())

    def milestone(self, milestone: Milestone | None) -> None:
        before = self.issue.milestone
        if milestone is before:
            return
        if before is not None:
            self._record("demilestoned", milestone={"title": before.title})
        if milestone is not None:
            self._record("milestoned", milestone={"title": milestone.title})
        self.issue.milestone = milestone

    def type(self, type_: IssueType | None) -> None:
        if type_ is not self.issue.type:
            self._record("issue_type_removed" if type_ is None else "issue_type_added")
            self.issue.type = type_

    def parent(self, parent: Issue | None) -> None:
        """Make the issue a sub-issue of another one, or of none; it has one parent at most."""
        before = self.issue.parent
        if parent is before:
            return
        if before is not None:
            before.children = [child for child in before.children if child is not self.issue]
            self._record("parent_issue_removed")
        if parent is not None:
            parent.children.append(self.issue)
            self._record("parent_issue_added")
        self.issue.parent = parent

    def lock(self, reason: str | None) -> None:
        if not self.issue.locked or self.issue.lock_reason != reason:
            self._record("locked", lock_reason=reason)
            self.issue.locked, self.issue.lock_reason = True, reason

    def unlock(self) -> None:
        if self.issue.locked:
            self._record("unlocked")
            self.issue.locked, self.issue.lock_reason = False, None
