"""What a failed request becomes.

Failures are looked up by status, most specific first: the step's table, the operation's, the upstream's, then the
server's own conditions. Rate limits are recognised before that, and a server error on a possible write is always an
unknown outcome.
"""

from typing import Annotated

from pydantic import AfterValidator, Field, Tag
from pydantic_core import PydanticCustomError

from pactwright.spec.base import Spec
from pactwright.spec.scalars import Code, Expression, Filled, Name, OperationRef, Status, Template, Text, chosen_by


class RaiseSpec(Spec):
    """An error with its data, and perhaps a message of its own."""

    code: Code = Field(description="The error.")
    with_: dict[Name, Template] | None = Field(None, alias="with", description="The data of the error, by parameter.")
    message: Text | None = Field(None, description="A message that replaces the error's own.")


class FailRowSpec(RaiseSpec):
    """An error that is meant only when a condition holds."""

    if_: Expression = Field(alias="if", description="The condition, usually over `upstream`.")


class ProbeSpec(Spec):
    """Two errors, told apart by another request: does the thing above the missing one exist?"""

    probe: OperationRef = Field(description="The request that tells them apart.")
    found: Code = Field(description="The error when the request is answered.")
    missing: Code = Field(description="The error when it finds nothing either.")


def kind_of_row(value: object) -> str | None:
    """Tell apart what a list of failures holds."""
    match value:
        case str():
            return "code"
        case dict():
            return "row" if "if" in value else "raise"
        case _:
            return None


FailRow = Annotated[
    Annotated[Code, Tag("code")] | Annotated[FailRowSpec, Tag("row")] | Annotated[RaiseSpec, Tag("raise")],
    chosen_by(kind_of_row, "an error code or a mapping"),
]


def ended(rows: tuple[str | RaiseSpec, ...]) -> tuple[str | RaiseSpec, ...]:
    """Make sure that the last row, and no other, has no condition."""
    for index, row in enumerate(rows):
        conditional = isinstance(row, FailRowSpec)
        if conditional and index == len(rows) - 1:
            raise PydanticCustomError("bad-value", "the last failure of the list has a condition", {"index": index})
        if not conditional and index < len(rows) - 1:
            raise PydanticCustomError(
                "bad-value", "failures after one without a condition are never reached", {"index": index}
            )
    return rows


FailRows = Annotated[Filled[FailRow], AfterValidator(ended)]


def kind_of_fail(value: object) -> str | None:
    """Tell apart the ways in which a failure is written."""
    match value:
        case str():
            return "code"
        case list():
            return "rows"
        case dict():
            return "probe" if value.keys() & {"probe", "found", "missing"} else "raise"
        case _:
            return None


Fail = Annotated[
    Annotated[Code, Tag("code")]
    | Annotated[FailRows, Tag("rows")]
    | Annotated[ProbeSpec, Tag("probe")]
    | Annotated[RaiseSpec, Tag("raise")],
    chosen_by(kind_of_fail, "an error code, a mapping or a list"),
]

Fails = dict[Status, Fail]
