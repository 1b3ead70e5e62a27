"""The types that the fake knows, put together: add a row to one of the tables, or a table, for more."""

from __future__ import annotations

from operator import attrgetter

from ..model import Role, User
from ..rest.context import Context
from ..store import node_id
from . import discussions, issue_changes, issues, project_changes, projects, reviews
from .issues import USER, actor, issues_of, numbered
from .nodes import thing_of
from .types import PAGE_INFO, Arguments, Member, Thing, Unresolved, connection, one, plain


def viewer(_root: None, _arguments: Arguments, context: Context) -> Thing:
    return Thing("User", context.user)


def repository(_root: None, arguments: Arguments, context: Context) -> Thing:
    owner, name = arguments["owner"], arguments["name"]
    found = context.store.named(owner, name)
    if found is None or context.role(found) == Role.NONE:
        raise Unresolved("NOT_FOUND", f"Could not resolve to a Repository with the name '{owner}/{name}'.")
    return Thing("Repository", found)


def node(_root: None, arguments: Arguments, context: Context) -> Thing:
    return thing_of(arguments["id"], context)


def account(type_: str, article: str) -> Member:
    """Return the root field that finds an account of one type by its login: to one, the other does not exist."""

    def resolve(_root: None, arguments: Arguments, context: Context) -> Thing:
        found = context.store.users.get(arguments["login"].lower())
        if found is None or found.type != type_:
            message = f"Could not resolve to {article} {type_} with the login of '{arguments['login']}'."
            raise Unresolved("NOT_FOUND", message)
        return Thing(type_, found)

    return Member(resolve, type_, {"login": "String!"})


def issue_types(organization: User, _arguments: Arguments, _context: Context) -> list[Thing]:
    return [Thing("IssueType", type_) for type_ in organization.issue_types if type_.enabled]


ISSUES = {"states": "[IssueState!]", "labels": "[String!]", "orderBy": "IssueOrder"}
TYPES: dict[str, dict[str, Member]] = {
    **issues.TYPES,
    **issue_changes.TYPES,
    **projects.TYPES,
    **project_changes.TYPES,
    **discussions.TYPES,
    **reviews.TYPES,
    "Query": {
        "viewer": Member(viewer, "User"),
        "repository": Member(repository, "Repository", {"owner": "String!", "name": "String!"}),
        "node": Member(node, "Node", {"id": "ID!"}),
        "organization": account("Organization", "an"),
        "user": account("User", "a"),
    },
    "Mutation": issue_changes.MUTATIONS | project_changes.MUTATIONS | discussions.MUTATIONS | reviews.MUTATIONS,
    "User": USER | projects.OWNER,
    "Bot": USER,
    "Organization": USER | projects.OWNER | {"issueTypes": connection("IssueTypeConnection", issue_types)},
    "Repository": {
        "id": plain(lambda place: node_id("Repository", place.id)),
        "databaseId": plain(attrgetter("id")),
        "name": plain(attrgetter("name")),
        "nameWithOwner": plain(attrgetter("full_name")),
        "isPrivate": plain(attrgetter("private")),
        "isArchived": plain(attrgetter("archived")),
        "hasIssuesEnabled": plain(attrgetter("has_issues")),
        "owner": one("RepositoryOwner", lambda place: actor(place.owner)),
        "issue": Member(numbered(pull=False), "Issue", {"number": "Int!"}),
        "pullRequest": Member(numbered(pull=True), "PullRequest", {"number": "Int!"}),
        "issues": connection("IssueConnection", issues_of, ISSUES),
        "labels": connection(
            "LabelConnection", lambda place, *_: [Thing("Label", label) for label in place.labels.values()]
        ),
    }
    | discussions.REPOSITORY,
    "Issue": issues.ISSUE | projects.CONTENT,
    "PullRequest": issues.SHARED | projects.CONTENT | reviews.PULL,
    "PageInfo": PAGE_INFO,
}

# --- what a selection or a fragment may name in place of one type

VALUES = {name for name in TYPES if name.startswith("ProjectV2ItemField") and name.endswith("Value")}
FIELDS = {"ProjectV2Field", "ProjectV2SingleSelectField", "ProjectV2IterationField"}
BARE = {"ProjectV2ItemFieldLabelValue", "ProjectV2ItemFieldRepositoryValue"}
UNIONS: dict[str, set[str]] = {
    "ProjectV2ItemContent": {"DraftIssue", "Issue", "PullRequest"},
    "ProjectV2ItemFieldValue": VALUES,
    "ProjectV2FieldConfiguration": FIELDS,
}
INTERFACES: dict[str, tuple[set[str], tuple[str, ...]]] = {
    "Node": ({name for name, members in TYPES.items() if "id" in members}, ("id",)),
    "Actor": ({"Bot", "Organization", "User"}, ("login", "url")),
    "RepositoryOwner": ({"Organization", "User"}, ("id", "login", "url")),
    "ProjectV2Owner": ({"Organization", "User"}, ("id", "projectV2", "projectsV2")),
    "ProjectV2FieldCommon": (FIELDS, ("id", "databaseId", "name", "dataType")),
    "ProjectV2ItemFieldValueCommon": (VALUES - BARE, ("id", "field", "createdAt", "updatedAt")),
}
"""By name: the types that implement each, and the fields that it has."""

POSSIBLE = {
    **{name: frozenset(types) for name, types in UNIONS.items()},
    **{name: frozenset(types) for name, (types, _) in INTERFACES.items()},
}
TYPES |= {name: {} for name in UNIONS}
# The type of the thing itself resolves a field: any of them tells of which type that is.
TYPES |= {name: {field: TYPES[min(types)][field] for field in fields} for name, (types, fields) in INTERFACES.items()}
