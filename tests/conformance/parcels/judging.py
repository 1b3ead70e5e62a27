"""What is wrong with the arguments of a call: the paths concerned and a reason without values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker, ValidationError

FORMATS = FormatChecker(formats=())

Problem = tuple[str, str]


@FORMATS.checks("date-time")
def _date_time(value: object) -> bool:
    return not isinstance(value, str) or re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", value) is not None


@FORMATS.checks("date")
def _date(value: object) -> bool:
    return not isinstance(value, str) or re.fullmatch(r"\d{4}-\d\d-\d\d", value) is not None


def problems(schema: dict[str, Any], arguments: Any) -> list[Problem]:
    """Return everything `schema` says against `arguments`."""
    validator = Draft202012Validator(schema, format_checker=FORMATS)
    return [problem for error in validator.iter_errors(arguments) for problem in _told(error, "")]


def _told(error: ValidationError, above: str) -> Iterator[Problem]:
    path = _path(above, error.absolute_path if not above else error.path)
    schema: Any = error.schema
    wanted: Any = error.validator_value
    given: Any = error.instance
    match error.validator:
        case "required":
            for name in wanted:
                if name not in given:
                    yield _path(path, [name]), "is required"
        case "additionalProperties":
            known = list(schema.get("properties", {}))
            for name in given:
                if name not in known:
                    yield _path(path, [name]), f"is not accepted; accepted: {', '.join(known) or 'nothing'}"
        case "oneOf":
            yield from _union(error, path)
        case keyword:
            yield path, f"breaks {keyword}"


def _union(error: ValidationError, path: str) -> Iterator[Problem]:
    branches: dict[int, list[ValidationError]] = {}
    for part in error.context or ():
        branches.setdefault(int(part.schema_path[0]), []).append(part)
    meant = [parts for parts in branches.values() if not any(part.validator == "const" for part in parts)]
    if len(meant) == 1:
        for part in meant[0]:
            inner = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in part.path)
            yield from ((f"{path}{inner}{rest}", reason) for rest, reason in _below(part))
    else:
        yield path, "fits no branch"


def _below(part: ValidationError) -> Iterator[Problem]:
    schema: Any = part.schema
    wanted: Any = part.validator_value
    given: Any = part.instance
    match part.validator:
        case "required":
            yield from ((f".{name}", "is required") for name in wanted if name not in given)
        case "additionalProperties":
            known = schema.get("properties", {})
            yield from ((f".{name}", "is not accepted") for name in given if name not in known)
        case keyword:
            yield "", f"breaks {keyword}"


def _path(above: str, steps: Any) -> str:
    text = above
    for step in steps:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text


def contradictions(arguments: dict[str, Any]) -> list[Problem]:
    """Return what parcels_send says against a combination of arguments."""
    found: list[Problem] = []
    if "tags" in arguments and {"add_tags", "drop_tags"} & arguments.keys():
        used = [name for name in ("tags", "add_tags", "drop_tags") if name in arguments]
        found += [(name, "excludes the others") for name in used]
    if set(arguments.get("add_tags", ())) & set(arguments.get("drop_tags", ())):
        found += [("add_tags", "must not share entries"), ("drop_tags", "must not share entries")]
    if "fragile" in arguments and "weight" not in arguments:
        found += [("fragile", "needs weight"), ("weight", "is needed")]
    if ("code" in arguments) != ("due" in arguments):
        found.append(("due" if "code" in arguments else "code", "goes with the other"))
    if len(str(arguments.get("note", "")).encode()) > 60:
        found.append(("note", "is longer than 60 bytes"))
    return found
