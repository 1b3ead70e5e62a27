"""Global ids: from the id of a thing to the thing, as far as a token may see it."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import Issue, Repository, Role
from ..planning import Project, ProjectField
from ..rest.context import Context
from ..store import kind_of, node_id
from .types import Thing, Unresolved

FIELD_TYPES = {"SINGLE_SELECT": "ProjectV2SingleSelectField", "ITERATION": "ProjectV2IterationField"}
PERMISSION = "organization_projects"


def missing(text: str | None) -> Unresolved:
    return Unresolved("NOT_FOUND", f"Could not resolve to a node with the global id of '{text}'.")


def issue_thing(repository: Repository, issue: Issue) -> Thing:
    return Thing(kind_of(issue), (repository, issue))


def field_thing(found: ProjectField) -> Thing:
    return Thing(FIELD_TYPES.get(found.kind, "ProjectV2Field"), found)


def role_in(context: Context, project: Project) -> Role:
    """Return what a token may do with a board; NONE means that GitHub hides it."""
    token = context.token
    if token.kind == "installation":
        return Role.PUSH
    if token.user == project.owner:
        return Role.ADMIN
    public = Role.READ if project.public else Role.NONE
    return max(public, project.collaborators.get(token.user.login.lower(), Role.NONE))


def visible_repositories(context: Context) -> Iterator[Repository]:
    for found in context.store.repositories.values():
        if context.role(found) > Role.NONE:
            yield found


def visible_projects(context: Context) -> Iterator[Project]:
    for found in context.store.projects.values():
        if role_in(context, found) > Role.NONE:
            yield found


def require_read(context: Context, project: Project) -> Project:
    """Return a board, unless the permissions of the token leave boards out; public ones may be read by all."""
    if not project.public and not context.permits(PERMISSION, "read"):
        raise context.not_permitted(PERMISSION, "read")
    return project


def thing_of(text: str | None, context: Context, *types: str) -> Thing:
    """Return the thing that has a global id; what is hidden, gone, or of none of the types that fit is not found."""
    for number, found in _things(context):
        if node_id(found.type, number) == text and (not types or found.type in types):
            board = found.value[0] if found.type == "ProjectV2Item" else found.value
            if isinstance(board, Project):
                require_read(context, board)
            return found
    raise missing(text)


def _things(context: Context) -> Iterator[tuple[int, Thing]]:
    """Yield everything that has a global id, with the number in it."""
    for user in context.store.users.values():
        yield user.id, Thing(user.type, user)
        for type_ in user.issue_types:
            yield type_.id, Thing("IssueType", type_)
    for repository in visible_repositories(context):
        yield from _things_in(repository)
    for project in visible_projects(context):
        yield from _things_on(project)


def _things_in(repository: Repository) -> Iterator[tuple[int, Thing]]:
    yield repository.id, Thing("Repository", repository)
    for label in repository.labels.values():
        yield label.id, Thing("Label", label)
    for milestone in repository.milestones.values():
        yield milestone.id, Thing("Milestone", (repository, milestone))
    for category in repository.categories:
        yield category.id, Thing("DiscussionCategory", category)
    for discussion in repository.discussions.values():
        yield discussion.id, Thing("Discussion", (repository, discussion))
    for issue in repository.issues.values():
        if issue.deleted or issue.transferred_to is not None:
            continue
        yield issue.id, issue_thing(repository, issue)
        for comment in issue.comments:
            yield comment.id, Thing("IssueComment", (repository, issue, comment))
        for thread in issue.threads:
            yield thread.id, Thing("PullRequestReviewThread", (repository, issue, thread))
            for comment in thread.comments:
                yield comment.id, Thing("PullRequestReviewComment", (repository, issue, thread, comment))


def _things_on(project: Project) -> Iterator[tuple[int, Thing]]:
    yield project.id, Thing("ProjectV2", project)
    for column in project.fields:
        yield column.id, field_thing(column)
    for item in project.items:
        yield item.id, Thing("ProjectV2Item", (project, item))
        if item.content is None:
            yield item.id, Thing("DraftIssue", item)
