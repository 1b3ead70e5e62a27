"""What arguments may hold: scalars, enumerations and input objects, and why a value does not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from .document import Variable

Path = tuple[str | int, ...]
INT = 2**31


def _is_date(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(date.fromisoformat(value[:10]))
    except ValueError:
        return False


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -INT <= value < INT


SCALARS: Mapping[str, Callable[[object], bool]] = {
    "ID": lambda value: isinstance(value, str) or _is_int(value),
    "String": lambda value: isinstance(value, str),
    "URI": lambda value: isinstance(value, str),
    "Int": _is_int,
    "Float": _is_number,
    "Boolean": lambda value: isinstance(value, bool),
    "Date": _is_date,
}
ENUMS: Mapping[str, tuple[str, ...]] = {
    "IssueState": ("CLOSED", "OPEN"),
    "DiscussionState": ("CLOSED", "OPEN"),
    "OrderDirection": ("ASC", "DESC"),
    "IssueOrderField": ("COMMENTS", "CREATED_AT", "UPDATED_AT"),
    "DiscussionOrderField": ("CREATED_AT", "UPDATED_AT"),
}
OBJECTS: Mapping[str, Mapping[str, str]] = {
    "AddCommentInput": {"subjectId": "ID!", "body": "String!", "clientMutationId": "String"},
    "AddProjectV2ItemByIdInput": {"projectId": "ID!", "contentId": "ID!", "clientMutationId": "String"},
    "AddSubIssueInput": {
        "issueId": "ID!",
        "subIssueId": "ID",
        "replaceParent": "Boolean",
        "clientMutationId": "String",
    },
    "CreateDiscussionInput": {
        "repositoryId": "ID!",
        "categoryId": "ID!",
        "title": "String!",
        "body": "String!",
        "clientMutationId": "String",
    },
    "CreateIssueInput": {
        "repositoryId": "ID!",
        "title": "String!",
        "body": "String",
        "labelIds": "[ID!]",
        "assigneeIds": "[ID!]",
        "milestoneId": "ID",
        "issueTypeId": "ID",
        "clientMutationId": "String",
    },
    "DiscussionOrder": {"field": "DiscussionOrderField!", "direction": "OrderDirection!"},
    "IssueOrder": {"field": "IssueOrderField!", "direction": "OrderDirection!"},
    "ProjectV2FieldValue": {
        "text": "String",
        "number": "Float",
        "date": "Date",
        "singleSelectOptionId": "String",
        "iterationId": "String",
    },
    "ResolveReviewThreadInput": {"threadId": "ID!", "clientMutationId": "String"},
    "UnresolveReviewThreadInput": {"threadId": "ID!", "clientMutationId": "String"},
    "UpdateProjectV2ItemFieldValueInput": {
        "projectId": "ID!",
        "itemId": "ID!",
        "fieldId": "ID!",
        "value": "ProjectV2FieldValue!",
        "clientMutationId": "String",
    },
}


def is_input(type_: str) -> bool:
    """Tell whether a type, however wrapped, is one that arguments may have."""
    name = type_.strip("[]!")
    return name in SCALARS or name in ENUMS or name in OBJECTS


def fits(declared: str, wanted: str, has_default: bool) -> bool:
    """Tell whether a variable of one type may stand where another is wanted; a default makes up for null."""
    if wanted.endswith("!"):
        return fits(declared.removesuffix("!"), wanted[:-1], False) and (declared.endswith("!") or has_default)
    declared = declared.removesuffix("!")
    if wanted.startswith("[") and declared.startswith("["):
        return fits(declared[1:-1], wanted[1:-1], False)
    return declared == wanted


def problems(type_: str, value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield what is wrong with a value, in GitHub's words, and where in it; variables inside it are not looked at."""
    if isinstance(value, Variable):
        return
    if value is None:
        if type_.endswith("!"):
            yield path, "Expected value to not be null"
        return
    type_ = type_.removesuffix("!")
    if type_.startswith("["):
        # A single value stands for a list of one.
        items = value if isinstance(value, list) else [value]
        for place, item in enumerate(items):
            yield from problems(type_[1:-1], item, (*path, place))
    elif type_ in OBJECTS:
        yield from _problems_of_object(type_, value, path)
    elif type_ in ENUMS:
        if value not in ENUMS[type_]:
            yield path, f"Expected {_shown(value)} to be one of: {', '.join(ENUMS[type_])}"
    elif not SCALARS[type_](value):
        yield path, f"Could not coerce value {_shown(value)} to {type_}"


def _problems_of_object(type_: str, value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if not isinstance(value, dict):
        yield path, f"Expected {_shown(value)} to be a key-value object responding to `to_h` or `to_unsafe_h`."
        return
    for name in value.keys() - OBJECTS[type_].keys():
        yield (*path, name), f"Field is not defined on {type_}"
    for name, wanted in OBJECTS[type_].items():
        yield from problems(wanted, value.get(name), (*path, name))


def variables_in(type_: str, value: Any) -> Iterator[tuple[Variable, str]]:
    """Yield the variables that stand in a value, each with the type that is wanted there."""
    if isinstance(value, Variable):
        yield value, type_
        return
    inner = type_.removesuffix("!")
    if isinstance(value, list):
        for item in value:
            yield from variables_in(inner[1:-1] if inner.startswith("[") else inner, item)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from variables_in(OBJECTS.get(inner, {}).get(name, "String"), item)


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
