"""Answers to documents of GraphQL, as they travel and as they are meant.

One status stands for everything, so the body decides (requirements of GitHub's API, "GraphQL"): an error with a type is
a refusal, and so is one of the schema, since nothing was executed; any other error leaves a write unknown, and so does
a write that gave something beside its errors.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ..services import Operation
from ..values import Json, JsonObject
from .replies import Answered

_QUOTED = re.compile(r'"""(?:.|\n)*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*|\.\.\.\s*(?:on\s+)?\w*|@\w+')
_ROUND, _CURLY = re.compile(r"\([^()]*\)"), re.compile(r"\{[^{}]*\}")
_FIELD = re.compile(r"(\w+)(?:\s*:\s*\w+)?")


@dataclass(frozen=True, slots=True)
class Declined:
    """The document was refused: with the type of an error, or as none of the schema, where `kind` is empty."""

    kind: str


def wrapped(operation: Operation, data: Json) -> Json:
    """Return what an operation is about as it travels: under `data` in GraphQL, as it is otherwise."""
    return {"data": data} if operation.document else data


def meant(operation: Operation, answer: Answered) -> Answered | Declined | None:
    """Return a success with its data as the body, or its refusal; None when nobody can tell what was carried out."""
    if not operation.document:
        return answer
    data, errors = data_of(answer), errors_of(answer)
    if not errors:
        return replace(answer, body=data) if isinstance(data, dict) else None
    gave = isinstance(data, dict) and any(value is not None for value in data.values())
    if gave and not operation.reads:
        return None
    types = [error["type"] for error in errors if isinstance(error.get("type"), str)]
    if types:
        return Declined(types[0])
    coded = all("code" in (error.get("extensions") or {}) for error in errors)
    return Declined("") if coded else None


def data_of(answer: Answered) -> Json:
    """Return the data of an answer."""
    return answer.body.get("data") if isinstance(answer.body, dict) else None


def errors_of(answer: Answered) -> list[JsonObject]:
    """Return the errors that an answer lists."""
    listed = answer.body.get("errors") if isinstance(answer.body, dict) else None
    return [error for error in listed if isinstance(error, dict)] if isinstance(listed, list) else []


def words_of(answer: Answered) -> str:
    """Return what a service says for people."""
    said = answer.body.get("message", "") if isinstance(answer.body, dict) else ""
    told = dict.fromkeys(str(error.get("message", "")) for error in errors_of(answer))
    return ": ".join(part for part in (str(said), "; ".join(filter(None, told))) if part)


def fields_of(document: str) -> list[str]:
    """Return the names under which the data of a document's first operation lies."""
    text = _QUOTED.sub(" ", document)
    while text != (flat := _ROUND.sub(" ", text)):
        text = flat
    inner, depth = "", 0
    for sign in text[text.find("{") :]:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        inner += sign
        if depth == 0:
            break
    inner = inner[1:-1]
    while inner != (flat := _CURLY.sub(" ", inner)):
        inner = flat
    return _FIELD.findall(inner)
