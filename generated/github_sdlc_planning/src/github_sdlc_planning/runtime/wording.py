"""Schema violations in words: from the kinds of jsonschema-rs errors to published paths and reasons.

A reason names the argument and what the contract asks of it; it never shows what a caller sent. Members that do not
exist are the one exception, because naming them is the correction, and only when they look like names.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from jsonschema_rs import ValidationError
from jsonschema_rs import ValidationErrorKind as Kind

from .envelope import Violation

MAX_REPORTED = 20

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}\Z")

_FORMATS = {
    "date-time": "an RFC 3339 date-time such as 2026-07-29T14:03:00Z",
    "date": "a date such as 2026-07-29",
    "time": "an RFC 3339 time such as 14:03:00Z",
    "duration": "an ISO 8601 duration such as PT15M",
    "uri": "an absolute URI",
    "email": "an e-mail address",
    "uuid": "a UUID",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
}

Path = tuple[str | int, ...]


def violations(errors: Iterable[ValidationError], *, accepted: Mapping[str, Any], what: str) -> list[Violation]:
    """The violations `errors` stand for, at most `MAX_REPORTED`.

    `accepted` are the properties of the root schema, listed when an unknown one was given; `what` names the owner of
    these arguments.
    """
    found = (violation for error in errors for violation in _worded(error, accepted, what))
    return list(dict.fromkeys(islice(found, MAX_REPORTED)))


def path_text(path: Iterable[str | int]) -> str:
    """A published path: `labels[0].name`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def _worded(error: ValidationError, accepted: Mapping[str, Any], what: str) -> Iterator[Violation]:
    path: Path = tuple(error.instance_path)
    match error.kind:
        case Kind.Required(property=name):
            field = path_text((*path, name))
            yield Violation((field,), f"{field} is required.")
        case Kind.AdditionalProperties(unexpected=names) | Kind.UnevaluatedProperties(unexpected=names):
            for name in names:
                yield _unknown(path, name, accepted if not path else {}, what)
        case Kind.OneOfNotValid(context=context) | Kind.AnyOf(context=context):
            yield from _union(path, context, what)
        case Kind.PropertyNames():
            yield _at(path, "has a member whose name is not allowed.")
        case kind:
            yield _at(path, _reason(kind))


def _at(path: Path, predicate: str) -> Violation:
    field = path_text(path)
    return Violation((field,) if field else (), f"{field or 'The arguments object'} {predicate}")


def _unknown(path: Path, name: str, accepted: Mapping[str, Any], what: str) -> Violation:
    # Arguments are accepted by name: an unknown one is most often a misspelt one.
    known = _NAME.match(name) is not None
    owner = path_text(path) or what
    shown = f"{name} is not accepted by {owner}" if known else f"{owner} was given a member it does not accept"
    close = difflib.get_close_matches(name, accepted, n=1) if known else []
    hint = f" Did you mean {close[0]}?" if close else ""
    listed = f" Accepted: {', '.join(accepted)}." if accepted else "" if path else " It takes no arguments."
    field = path_text((*path, name)) if known else path_text(path)
    return Violation((field,) if field else (), f"{shown}.{hint}{listed}")


def _union(path: Path, context: list[list[ValidationError]], what: str) -> Iterator[Violation]:
    # A union is told apart by one constant: the branch whose constants hold is the one that was meant.
    meant = [branch for branch in context if not any(isinstance(error.kind, Kind.Constant) for error in branch)]
    if len(meant) == 1 and meant[0]:
        for error in meant[0]:
            yield from _worded(error, {}, what)
        return
    constants = [
        (path_text(error.instance_path), error.kind.expected_value)
        for branch in context
        for error in branch
        if isinstance(error.kind, Kind.Constant)
    ]
    names = dict.fromkeys(name for name, _ in constants)
    if len(names) == 1:
        field = next(iter(names))
        options = ", ".join(json.dumps(value, ensure_ascii=False) for _, value in constants)
        yield Violation((field,), f"{field} must be one of {options}.")
    else:
        yield _at(path, "fits none of the shapes it may have.")


def _reason(kind: Kind) -> str:
    match kind:
        case Kind.Type(types=types):
            return f"must be {_types(types)}."
        case Kind.Enum(options=options):
            return f"must be one of {', '.join(json.dumps(option, ensure_ascii=False) for option in options)}."
        case Kind.Constant(expected_value=value):
            return f"must be {json.dumps(value, ensure_ascii=False)}."
        case Kind.Format(format=name):
            return f"must be {_FORMATS.get(name, f'a valid {name}')}."
        case Kind.Pattern(pattern=pattern):
            return f"must match the pattern {pattern}"
        case Kind.BacktrackLimitExceeded() | Kind.RegexEngineFailure():
            return "could not be matched against its pattern in reasonable time."
        case Kind.OneOfMultipleValid():
            return "fits several of the shapes of which it may have one."
        case _:
            return _bound(kind)


def _bound(kind: Kind) -> str:
    match kind:
        case Kind.Minimum(limit=limit):
            return f"must be at least {limit}."
        case Kind.Maximum(limit=limit):
            return f"must be at most {limit}."
        case Kind.ExclusiveMinimum(limit=limit):
            return f"must be greater than {limit}."
        case Kind.ExclusiveMaximum(limit=limit):
            return f"must be less than {limit}."
        case Kind.MultipleOf(multiple_of=step):
            return f"must be a multiple of {step}."
        case Kind.MinLength(limit=limit):
            return "must not be empty." if limit == 1 else f"must have at least {limit} characters."
        case Kind.MaxLength(limit=limit):
            return f"must have at most {limit} characters."
        case Kind.MinItems(limit=limit):
            return "must not be empty." if limit == 1 else f"must have at least {limit} items."
        case Kind.MaxItems(limit=limit):
            return f"must have at most {limit} items."
        case Kind.MinProperties(limit=limit):
            return f"must have at least {limit} members."
        case Kind.MaxProperties(limit=limit):
            return f"must have at most {limit} members."
        case Kind.UniqueItems():
            return "must not hold an item twice."
        case Kind.Contains():
            return "lacks an item it must contain."
        case Kind.FalseSchema() | Kind.UnevaluatedItems() | Kind.AdditionalItems():
            return "is not allowed here."
        case _:
            return f"does not meet the constraint {kind.name}."


def _types(types: list[str]) -> str:
    named = [f"an {name}" if name[0] in "aio" else name if name == "null" else f"a {name}" for name in types]
    return " or ".join(sorted(named, key="null".__eq__))
