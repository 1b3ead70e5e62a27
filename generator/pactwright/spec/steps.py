"""Steps: the requests a tool makes, in order. The first failure ends the call.

There is no other branching and no loop: logic that needs them is a handler.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, Tag

from pactwright.spec.base import CheckedSpec, Spec
from pactwright.spec.fails import Fails, RaiseSpec
from pactwright.spec.scalars import (
    Code,
    Expression,
    Filled,
    Name,
    OperationRef,
    Positive,
    Template,
    Text,
    by_key,
    by_kind,
)
from pactwright.spec.schemas import PropertyMap


class RejectSpec(RaiseSpec):
    """A refusal after what was read."""

    if_: Expression = Field(alias="if", description="The condition under which the call is refused.")


Reject = Annotated[
    Annotated[RejectSpec, Tag("one")] | Annotated[Filled[RejectSpec], Tag("several")],
    by_kind(mapping="one", listed="several"),
]


class CollectSpec(Spec):
    """Reads all pages of a list, up to a bound."""

    max_: Positive = Field(alias="max", description="The greatest number of rows.")
    more: Code = Field(
        description="What happens when there are more: `truncate` keeps those that fit, an error code refuses the call."
    )
    keep: Expression | None = Field(None, description="The rows that are kept, over `it`. Without it: all.")


class BooksSpec(Spec):
    """Books a write in a ledger, once it was answered with success.

    ```yaml
    # tools.add_comment
    steps:
      - call: create_comment
        as: comment
        books: {ledger: comments, entry: {comment_id: "${comment.id}"}}
    ```
    """

    ledger: Name = Field(description="The ledger.")
    entry: dict[Name, Template] = Field(
        min_length=1, description="What is booked: all that the undo and its credentials need. It is kept encrypted."
    )


class CallStepSpec(CheckedSpec):
    """Makes a request.

    ```yaml
    # tools.add_comment
    steps:
      - call: get_issue
        as: issue
        reject: {if: "${issue.locked}", code: issue_locked}
      - {call: create_comment, as: comment}
    ```
    """

    at_most_one: ClassVar[tuple[tuple[str, ...], ...]] = (("page", "collect", "first", "each"),)

    call: OperationRef = Field(description="The operation.")
    with_: dict[Name, Template] | None = Field(
        None, alias="with", description="Its parameters. Those not given come from the arguments of the same name."
    )
    as_: Name | None = Field(
        None, alias="as", description="The name under which later steps and the result see its value."
    )
    when: Expression | None = Field(None, description="The condition under which the request is made.")
    fails: Fails = Field(default_factory=dict, description="What a failure of this request becomes, by status.")
    best_effort: bool = Field(False, description="Whether the call goes on without the value when this read fails.")
    reject: Reject | None = Field(None, description="Refusals after the answer.")
    page: Literal[True] | None = Field(None, description="Makes the request the source of the tool's pages.")
    collect: CollectSpec | None = Field(
        None, description="Reads all pages, up to a bound; the value is the list of rows."
    )
    first: Expression | None = Field(
        None, description="Reads on to the first row for which this holds; the value is that row."
    )
    each: Expression | None = Field(
        None, description="Makes one read per element of an argument; the value is the list of answers, in order."
    )
    done: Text | None = Field(None, description="How an error of a later step says that this write took effect.")
    books: BooksSpec | None = Field(None, description="Books the write in a ledger.")


class RejectStepSpec(Spec):
    """Refuses the call between requests."""

    reject: Reject = Field(description="The refusals.")


class LetStepSpec(Spec):
    """Names computed values."""

    let: dict[Name, Template] = Field(min_length=1, description="The values, by name.")


class AskFormSpec(Spec):
    """A question to the user, with a form for the answer."""

    message: Text = Field(description="The question.")
    form: PropertyMap = Field(description="The fields of the answer.")


class AskStepSpec(Spec):
    """Asks the user through the client (elicitation). No possible write may come before it.

    ```yaml
    # tools.add_comment
    steps:
      - ask:
          sure: {message: "Post to a locked conversation?", form: {post: {type: boolean}}}
        as: answers
        declined: not_confirmed
      - {call: create_comment, as: comment}
    ```
    """

    ask: dict[Name, AskFormSpec] = Field(min_length=1, description="The questions, by name.")
    as_: Name = Field(alias="as", description="The name under which later steps and the result see the answers.")
    declined: Code | None = Field(
        None, description="The error when the user declines. Without it: what `declined` answers."
    )


class ProgressSpec(Spec):
    """How far the call has come."""

    at: Expression = Field(description="What is done so far, as a number.")
    of: Expression | None = Field(None, description="What there is in all, as a number.")
    message: Text | None = Field(None, description="What is going on.")


class ProgressStepSpec(Spec):
    """Reports progress to a caller that asked for it."""

    progress: ProgressSpec = Field(description="How far the call has come.")


StepSpec = Annotated[
    Annotated[CallStepSpec, Tag("call")]
    | Annotated[AskStepSpec, Tag("ask")]
    | Annotated[LetStepSpec, Tag("let")]
    | Annotated[ProgressStepSpec, Tag("progress")]
    | Annotated[RejectStepSpec, Tag("reject")],
    by_key("call", "ask", "let", "progress", "reject"),
]
