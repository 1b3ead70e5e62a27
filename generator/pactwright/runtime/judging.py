"""What becomes of refusals: what tables of failures see of one, and how a probe is judged."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .calls import Call
from .envelope import ToolError
from .outcomes import Answer

NOT_THERE = frozenset({404, 410, 451})
# What is withheld (451) is still there, and may be shown again.
GONE = frozenset({404, 410})
# The type of such an error in GraphQL, as GitHub and others call it.
GONE_ERROR = "NOT_FOUND"


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that is no success, as tables of failures see it.

    Attributes:
        blamed: The arguments whose upstream fields the answer complains about.
        error: The type of a GraphQL error.
        errors: All errors of a GraphQL document.
        cause: Only there for symmetry with requests that got no answer.
    """

    operation: str
    status: int
    message: str
    headers: Mapping[str, str]
    body: Any
    blamed: tuple[str, ...] = ()
    error: str | None = None
    errors: Sequence[Any] = ()
    cause: str | None = None

    def facts(self) -> dict[str, Any]:
        """What errors may say of the request: the root `upstream` of their texts."""
        return {
            "operation": self.operation,
            "status": self.status,
            "message": self.message,
            "headers": self.headers,
            "body": self.body,
            **({"errors": list(self.errors)} if self.errors else {}),
        }

    def params(self) -> dict[str, Any]:
        """The data that a refused request gives to errors that declare it."""
        known: dict[str, Any] = {"operation": self.operation, "status": self.status}
        return {**known, "fields": list(self.blamed)} if self.blamed else known


Judge = Callable[[Refusal], Awaitable[ToolError | None]]


class UnknownOutcome(ToolError):
    """A write was sent and nobody knows whether it took effect.

    Unless a handler that caught it finds out and says so, the call is answered with it, whatever comes after.
    """

    @classmethod
    def of(cls, error: ToolError, operation: str, call: Call) -> UnknownOutcome:
        """`error`, worded by the contract, as the unknown outcome of `operation`."""
        doubt = cls(
            code=error.code,
            message=error.message,
            temporary=error.temporary,
            details=error.details,
            repair=error.repair,
            completed=error.completed,
        )
        doubt.unknown, doubt.says, doubt.upstream = True, error.says, error.upstream
        doubt.operation = operation
        doubt.call = call
        call.doubts.append(doubt)
        return doubt

    operation: str
    call: Call

    def settle(self, *, took_effect: bool) -> None:
        """Say what was found out; a write that took effect is listed as completed from now on."""
        if self in self.call.doubts:
            self.call.doubts.remove(self)
        if took_effect:
            self.call.completed.append(done(self.operation))


def done(operation: str) -> str:
    """How an error says that a write took effect, where the contract has no words of its own."""
    return f"{operation} took effect"


def refusal(answer: Answer, blames: Mapping[str, str], *, error: str | None = None) -> Refusal:
    """What an answer refuses; `blames` says which argument an upstream's field comes from.

    What tables see of an answer of GraphQL with an `error` is its data, as they do of one that is a success.
    """
    data = answer.body.get("data") if isinstance(answer.body, Mapping) else None
    return Refusal(
        operation=answer.operation,
        status=answer.status,
        message=answer.message,
        headers=answer.headers,
        body=answer.body if error is None else data,
        blamed=tuple(dict.fromkeys(_blamed(answer.body, blames))),
        error=error,
        errors=answer.errors,
    )


def _blamed(body: Any, blames: Mapping[str, str]) -> Iterator[str]:
    """Yield the arguments behind the fields that a validation error names (`errors[].field`, as GitHub words it)."""
    errors = body.get("errors") if isinstance(body, Mapping) else None
    for error in errors if isinstance(errors, list) else ():
        field = error.get("field") if isinstance(error, Mapping) else None
        if isinstance(field, str) and field in blames:
            yield blames[field]


class NothingThere(ToolError):
    """What a probe asked for, or an undo was for, does not exist, or may not be seen."""


async def missing(answer: Refusal) -> ToolError | None:
    """Judge the refusal of a probe: not found, gone and withheld mean that nothing is there."""
    return NothingThere(code="nothing_there", message="") if answer.status in NOT_THERE else None


async def gone(answer: Refusal) -> ToolError | None:
    """Judge the refusal of an undo: what is not there any more need not be undone."""
    is_gone = answer.status in GONE or answer.error == GONE_ERROR
    return NothingThere(code="nothing_there", message="") if is_gone else None


async def found(probe: Awaitable[Any]) -> bool:
    """Whether a request made with the judge `missing` finds something.

    Raises ToolError when it got no answer that tells.
    """
    try:
        await probe
    except NothingThere:
        return False
    return True
