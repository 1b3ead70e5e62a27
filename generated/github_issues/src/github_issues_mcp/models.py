# Code generated from specs/github_issues/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of github-issues-mcp."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

IssueState: TypeAlias = Literal["open", "closed"]


StateReason: TypeAlias = Literal["completed", "not_planned", "reopened"]


class Issue(TypedDict):
    issue_number: int
    title: str
    state: IssueState
    state_reason: NotRequired[StateReason]
    locked: bool
    lock_reason: NotRequired[str]
    author: NotRequired[str]
    labels: list[str]
    assignees: list[str]
    created_at: str
    updated_at: str
    body: str
    body_truncated: NotRequired[bool]
    version: str
    """Opaque optimistic-concurrency token for this issue's current content. Pass to github_update_issue as expected_version."""
    url: str


class Comment(TypedDict):
    comment_id: int
    author: str
    created_at: str
    updated_at: NotRequired[str]
    body: str
    body_truncated: NotRequired[bool]


class FoundIssue(TypedDict):
    number: int
    title: str
    state: IssueState
    labels: list[str]
    assignees: list[str]
    updated_at: str
    is_pull_request: NotRequired[bool]
    body_preview: NotRequired[str]
    author: NotRequired[str]
    comment_count: NotRequired[int]
    created_at: NotRequired[str]
    url: NotRequired[str]
    version: NotRequired[str]


class IndexEntryAnnotations(TypedDict):
    lastModified: str


class IndexEntry(TypedDict):
    uri: str
    name: str
    title: str
    description: str
    """The beginning of the body, on one line."""
    size: int
    """Bytes of the body."""
    annotations: IndexEntryAnnotations


Permission: TypeAlias = Literal["issues:read", "issues:write"]


class GithubUser(TypedDict):
    login: str
    type: str


class GithubLabel(TypedDict):
    name: str


class GithubIssue(TypedDict):
    number: int
    title: str
    state: IssueState
    state_reason: NotRequired[str | None]
    locked: bool
    active_lock_reason: NotRequired[str | None]
    user: GithubUser | None
    labels: list[Any]
    assignees: NotRequired[list[GithubUser] | None]
    comments: int
    created_at: str
    updated_at: str
    body: NotRequired[str | None]
    html_url: str
    repository_url: str
    pull_request: NotRequired[dict[str, Any]]


class GithubComment(TypedDict):
    id: int
    user: GithubUser | None
    body: NotRequired[str | None]
    created_at: str
    updated_at: str
    html_url: str


class InvalidFieldParams(TypedDict):
    fields: NotRequired[list[str]]
    reason: str


IssueNotFoundParamsReason: TypeAlias = Literal[
    "No such issue number in this repository.", "The number is a pull request, not an issue.", "The issue was deleted."
]


class IssueNotFoundParams(TypedDict):
    reason: IssueNotFoundParamsReason


class RepoNotFoundParams(TypedDict):
    operation: NotRequired[str]
    status: NotRequired[int]
    cause: NotRequired[str]


LabelNotFoundParamsField: TypeAlias = Literal["labels", "add_labels"]


class LabelNotFoundParams(TypedDict):
    field: LabelNotFoundParamsField
    positions: list[int]
    """Positions of the unknown labels in the argument, counted from 0."""
    allowed: list[str]
    """Labels of the repository, 100 at most."""


IssueLockedParamsLockReason: TypeAlias = Literal["off-topic", "too heated", "resolved", "spam"]


class IssueLockedParams(TypedDict):
    lock_reason: NotRequired[IssueLockedParamsLockReason]
    locked_at: NotRequired[str]


class VersionConflictParams(TypedDict):
    current: str


class CursorExpiredParams(TypedDict):
    fields: list[str]
    reason: str


class RateLimitedParams(TypedDict):
    retry_after_ms: int
    remaining: NotRequired[int]


class InvalidCredentialParams(TypedDict):
    operation: NotRequired[str]
    status: NotRequired[int]
    cause: NotRequired[str]


class InsufficientScopeParams(TypedDict):
    required_scopes: list[Permission]


class UpstreamUnavailableParams(TypedDict):
    operation: NotRequired[str]
    status: NotRequired[int]
    cause: NotRequired[str]


class OutcomeUnknownParams(TypedDict):
    operation: NotRequired[str]
    status: NotRequired[int]
    cause: NotRequired[str]
    completed: NotRequired[list[str]]


class GithubSearchIssuesAnswer(TypedDict):
    total_count: int
    incomplete_results: bool
    items: list[GithubIssue]


class GithubListIssueEventsAnswerItem(TypedDict):
    event: str
    created_at: str


class GithubGetMeAnswer(TypedDict):
    login: str


class GithubListVisibleReposAnswerItem(TypedDict):
    name: str
    owner: GithubUser


GithubFindIssuesArgsState: TypeAlias = Literal["open", "closed", "all"]


GithubFindIssuesArgsDetail: TypeAlias = Literal["summary", "full"]


class GithubFindIssuesArgs(TypedDict):
    owner: str
    """Repository owner login (user or organization), e.g. "acme". Not the full "owner/repo" slug."""
    repo: str
    """Repository name without the owner, e.g. "widgets"."""
    query: NotRequired[str]
    """Free-text search over issue titles, bodies, and comments."""
    state: GithubFindIssuesArgsState
    """Issue state filter."""
    labels: NotRequired[list[str]]
    """Return only issues carrying ALL of these label names (AND semantics)."""
    assignee: NotRequired[str]
    """Assignee login."""
    creator: NotRequired[str]
    """Issue author login."""
    updated_after: NotRequired[str]
    """RFC3339 UTC instant; only issues updated at or after it."""
    include_pull_requests: bool
    """Also return pull requests, which GitHub models as issues."""
    detail: GithubFindIssuesArgsDetail
    """"summary" returns number/title/state/labels/assignees/updated_at per issue; "full" adds body_preview, author, comment_count, created_at, url, version. Same shape, denser fields — prefer "summary" unless the task needs the extra fields."""
    cursor: NotRequired[str]
    """Opaque continuation token from a previous response's next_cursor."""


class GithubFindIssuesResult(TypedDict):
    issues: list[FoundIssue]
    has_more: bool
    """House pagination convention, not protocol: true means there is another page."""
    next_cursor: NotRequired[str]
    """Opaque token of the next page."""
    truncated: NotRequired[bool]
    """True means that the cap of 500 results cuts some off."""
    truncation_hint: NotRequired[str]
    """How to see the rest."""
    estimated_total: NotRequired[int]
    """An estimate of how many results there are in all."""


GithubGetIssueArgsDetail: TypeAlias = Literal["summary", "full"]


class GithubGetIssueArgs(TypedDict):
    owner: str
    """Repository owner login (user or organization), e.g. "acme". Not the full "owner/repo" slug."""
    repo: str
    """Repository name without the owner, e.g. "widgets"."""
    issue_number: int
    """The issue's number within the repository (the N in #N and in /issues/N URLs). Not the global GitHub node id."""
    include_comments: bool
    """Include the first 20 comments. Set false for a cheaper metadata-only read."""
    detail: GithubGetIssueArgsDetail
    """"summary" caps body and comment bodies at 2000 chars each with a body_truncated flag; "full" returns complete text."""


class GithubGetIssueResult(TypedDict):
    issue: Issue
    comments: NotRequired[list[Comment]]
    comments_has_more: NotRequired[bool]
    """House pagination convention, not protocol: true means there is another page."""
    comments_cursor: NotRequired[str]
    """Pass to github_list_comments as cursor to continue."""


GithubListCommentsArgsDetail: TypeAlias = Literal["summary", "full"]


class GithubListCommentsArgs(TypedDict):
    owner: str
    """Repository owner login (user or organization), e.g. "acme". Not the full "owner/repo" slug."""
    repo: str
    """Repository name without the owner, e.g. "widgets"."""
    issue_number: int
    """The issue's number within the repository (the N in #N and in /issues/N URLs). Not the global GitHub node id."""
    updated_after: NotRequired[str]
    """Only comments created or edited at/after this RFC3339 UTC instant."""
    detail: GithubListCommentsArgsDetail
    """"summary" caps each comment body at 2000 chars; "full" returns complete text."""
    cursor: NotRequired[str]
    """Opaque continuation token from comments_cursor or a previous response's next_cursor."""


class GithubListCommentsResult(TypedDict):
    comments: list[Comment]
    has_more: bool
    """House pagination convention, not protocol: true means there is another page."""
    next_cursor: NotRequired[str]
    """Opaque token of the next page."""


class GithubCreateIssueArgs(TypedDict):
    owner: str
    """Repository owner login (user or organization), e.g. "acme". Not the full "owner/repo" slug."""
    repo: str
    """Repository name without the owner, e.g. "widgets"."""
    title: str
    """Issue title."""
    body: NotRequired[str]
    """Issue body, GitHub-flavored Markdown."""
    labels: NotRequired[list[str]]
    """Label names to apply at creation; each must already exist in the repository."""
    assignees: NotRequired[list[str]]
    """Logins to assign; each must have repository access."""
    idempotency_key: NotRequired[str]
    """Optional client-supplied key; repeat calls with the same key within 24 hours (scoped per repository) return the originally created issue instead of creating a duplicate."""


class GithubCreateIssueResult(TypedDict):
    issue_number: int
    url: str
    version: str
    labels: list[str]
    """Labels as actually applied."""
    assignees: list[str]
    """Assignees as actually applied."""


class GithubUpdateIssueArgs(TypedDict):
    owner: str
    """Repository owner login (user or organization), e.g. "acme". Not the full "owner/repo" slug."""
    repo: str
    """Repository name without the owner, e.g. "widgets"."""
    issue_number: int
    """The issue's number within the repository (the N in #N and in /issues/N URLs). Not the global GitHub node id."""
    title: NotRequired[str]
    """New title."""
    body: NotRequired[str]
    """New body, replacing the old one entirely."""
    state: NotRequired[IssueState]
    state_reason: NotRequired[StateReason]
    """Reason accompanying a state change. Valid only alongside state; "reopened" only with state="open"."""
    assignees: NotRequired[list[str]]
    """Replaces the full assignee set."""
    labels: NotRequired[list[str]]
    """Replaces the full label set; mutually exclusive with add_labels/remove_labels."""
    add_labels: NotRequired[list[str]]
    """Labels to add, keeping existing ones; each must exist in the repository."""
    remove_labels: NotRequired[list[str]]
    """Labels to remove; removing a label the issue does not carry is a no-op, not an error."""
    expected_version: NotRequired[str]
    """Optimistic-concurrency token from a prior read. If the issue changed since, the call fails with version_conflict and no edit is applied."""


class GithubUpdateIssueResult(TypedDict):
    issue_number: int
    state: IssueState
    labels: list[str]
    assignees: list[str]
    version: str
    """The new version token after this edit."""
    url: str


class GithubAddCommentArgs(TypedDict):
    owner: str
    """Repository owner login (user or organization), e.g. "acme". Not the full "owner/repo" slug."""
    repo: str
    """Repository name without the owner, e.g. "widgets"."""
    issue_number: int
    """The issue's number within the repository (the N in #N and in /issues/N URLs). Not the global GitHub node id."""
    body: str
    """Comment body, GitHub-flavored Markdown."""
    idempotency_key: NotRequired[str]
    """Optional; repeat calls with the same key within 24 hours (scoped per issue) return the original comment instead of posting a duplicate."""


class GithubAddCommentResult(TypedDict):
    comment_id: int
    url: str
    created_at: str


GithubSetIssueLockArgsLockReason: TypeAlias = Literal["off-topic", "too heated", "resolved", "spam"]


class GithubSetIssueLockArgs(TypedDict):
    owner: str
    """Repository owner login (user or organization), e.g. "acme". Not the full "owner/repo" slug."""
    repo: str
    """Repository name without the owner, e.g. "widgets"."""
    issue_number: int
    """The issue's number within the repository (the N in #N and in /issues/N URLs). Not the global GitHub node id."""
    locked: bool
    """true locks the conversation; false unlocks it."""
    lock_reason: NotRequired[GithubSetIssueLockArgsLockReason]
    """Reason shown on the lock banner. Valid only when locked is true."""


class GithubSetIssueLockResult(TypedDict):
    issue_number: int
    locked: bool
    lock_reason: NotRequired[str]


class GithubGetCapabilitiesArgs(TypedDict):
    pass


IssueIndexArgsState: TypeAlias = Literal["open", "closed", "all"]


class IssueIndexArgs(TypedDict):
    owner: str
    """Repository owner login (user or organization), e.g. "acme". Not the full "owner/repo" slug."""
    repo: str
    """Repository name without the owner, e.g. "widgets"."""
    state: IssueIndexArgsState
    """Issue state filter."""
    labels: NotRequired[list[str]]
    """Only issues carrying all of these label names."""
    updated_after: NotRequired[str]
    """RFC3339 UTC instant; only issues updated at or after it."""


class IssueArgs(TypedDict):
    owner: str
    """Repository owner login (user or organization), e.g. "acme". Not the full "owner/repo" slug."""
    repo: str
    """Repository name without the owner, e.g. "widgets"."""
    issue_number: int
    """The issue's number within the repository (the N in #N and in /issues/N URLs). Not the global GitHub node id."""
