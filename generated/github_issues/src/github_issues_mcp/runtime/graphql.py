"""Answers to GraphQL documents: one status for everything, so that what happened has to be read from the body.

The rules are those of the GraphQL specification (October 2021, section 7.1) and, where it leaves outcomes open, of
GitHub's API: an error with a type says that the document was refused; one of the schema says that nothing was executed;
any other one says that something went wrong on the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .connections import Request
from .outcomes import SUCCESS, Answer, failure

SCHEMA_ERROR = "SCHEMA"


class Declined(Exception):
    """The service understood the document and refused it; `kind` is the type of the first error that has one."""

    def __init__(self, answer: Answer, kind: str) -> None:
        super().__init__(kind)
        self.answer = answer
        self.kind = kind


def data_of(answer: Answer, request: Request) -> Answer:
    """`answer` with its `data` as the body; what is no success is returned as it is.

    Raises Declined, and the failure of the request when nobody can tell what was carried out.
    """
    if answer.status not in SUCCESS:
        return answer
    body = answer.body if isinstance(answer.body, Mapping) else {}
    errors = [error for error in body.get("errors") or () if isinstance(error, Mapping)]
    if errors:
        answer = replace(answer, errors=errors)
        kind = _kind(errors)
        # A write that gave something beside its errors may have been carried out, whatever they say.
        if kind is not None and (request.reads or not _gave_something(body)):
            raise Declined(answer, kind)
        raise failure(
            request.operation,
            "something went wrong while the service executed the document",
            reads=request.reads,
            status=answer.status,
            answer=answer,
        )
    data = body.get("data")
    if not isinstance(data, Mapping):
        raise failure(
            request.operation, "the answer holds no data", reads=request.reads, status=answer.status, answer=answer
        )
    return replace(answer, body=data)


def _gave_something(body: Mapping[str, Any]) -> bool:
    data = body.get("data")
    return isinstance(data, Mapping) and any(value is not None for value in data.values())


def _kind(errors: list[Mapping[str, Any]]) -> str | None:
    for error in errors:
        if isinstance(error.get("type"), str):
            return str(error["type"])
    # An error of the schema bears the code of the rule that the document breaks, and stops it before it is executed.
    coded = all(isinstance(error.get("extensions"), Mapping) and "code" in error["extensions"] for error in errors)
    return SCHEMA_ERROR if coded else None
