"""The error catalogue, and the conditions that the server detects by itself.

An error is a fact for an agent: what happened, whether trying again can help, and what to call next. Its data
(`params`) is given where it is raised; its texts may use that data, the arguments and what the upstream answered.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, Tag

from pactwright.spec.base import CheckedSpec, Spec
from pactwright.spec.scalars import Code, Name, Seq, Template, Text, WireName, chosen_by
from pactwright.spec.schemas import PropertyMap

Condition = Literal[
    "invalid_arguments",
    "cursor_invalid",
    "key_reused",
    "cursor_expired",
    "version_mismatch",
    "credential_missing",
    "auth_failed",
    "scope_missing",
    "rate_limited",
    "not_sent",
    "failed_read",
    "overloaded",
    "timeout",
    "upstream_refused",
    "outcome_unknown",
    "not_found",
    "declined",
    "internal",
]


class AnsweredSpec(Spec):
    """The error that answers a condition, with data beside what the server supplies by itself.

    ```yaml
    conditions:
      scope_missing: {code: no_scope, with: {scope: "${params.required[0]}"}}
    ```
    """

    code: Code = Field(description="The error.")
    with_: dict[Name, Template] | None = Field(
        None,
        alias="with",
        description="The data of the error, by parameter; over `params` (what the server supplies) and `upstream`.",
    )


def kind_of_answer(value: object) -> str | None:
    """Tell apart the ways in which an answer to a condition is written."""
    return "code" if isinstance(value, str) else "answer" if isinstance(value, dict) else None


Answered = Annotated[
    Annotated[Code, Tag("code")] | Annotated[AnsweredSpec, Tag("answer")],
    chosen_by(kind_of_answer, "an error code, or a mapping with `code` and `with`"),
]
"""What the server detects by itself; `conditions` names the code that answers each."""


class DetailsSpec(CheckedSpec):
    """What an error blames."""

    at_most_one: ClassVar[tuple[tuple[str, ...], ...]] = (("field", "fields"),)

    field: Text | None = Field(None, description="The argument that is to blame.")
    fields: Seq[Text] | None = Field(None, description="The arguments that are to blame together.")
    value: Template = Field(None, description="The value that is to blame, when it is safe to repeat.")
    reason: Text | None = Field(None, description="Why.")


class RepairSpec(Spec):
    """The way out of an error: what to do next, and the call that does it."""

    next_step: Name | None = Field(None, description="A word for what to do.", examples=["unlock_then_retry"])
    tool: WireName | None = Field(None, description="The tool to call.")
    arguments: dict[Text, Template] | None = Field(None, description="The arguments to call it with.")
    alternative: Text | None = Field(None, description="What to do when that does not suit.")


class ErrorSpec(Spec):
    """An entry of the error catalogue.

    ```yaml
    errors:
      issue_locked:
        temporary: false
        inline: true
        params: {lock_reason: {type: string, optional: no reason was given}}
        message: The conversation of issue ${args.issue_number} is locked.
        details: {field: issue_number, value: "${args.issue_number}", reason: The conversation is locked.}
        repair:
          next_step: unlock_then_retry
          tool: github_set_issue_lock
          arguments: {owner: "${args.owner}", repo: "${args.repo}", issue_number: "${args.issue_number}", locked: false}
          alternative: Tell the user that the conversation is locked.
    ```
    """

    temporary: bool = Field(description="Whether the same call can succeed later.")
    common: bool = Field(False, description="Whether every tool can answer it, without listing it.")
    message: Text = Field(description="What happened, for the agent. It may use `params`, `args` and `upstream`.")
    params: PropertyMap | None = Field(None, description="The data that is given where the error is raised.")
    details: DetailsSpec | None = Field(None, description="What is to blame.")
    repair: RepairSpec | None = Field(None, description="The way out.")
    says: Text | None = Field(
        None,
        description="The line of the catalogue that is published. Without it: the message without its expressions.",
    )
    inline: bool = Field(
        False, description="Whether tools name the error in their own description, because its repair matters."
    )
    reserved: Text | None = Field(None, description="Why the error is listed although nothing here raises it.")
