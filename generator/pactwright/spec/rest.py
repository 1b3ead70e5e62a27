"""The rest of a contract: resources, completions, prompts, start-up modes and ledgers.

The capability summary, the instructions, the error catalogue and the fingerprint are derived from all that is declared.
Everything declared must be reachable, and everything reachable declared.
"""

from typing import Annotated, Literal

from pydantic import Field, Tag

from pactwright.spec.base import Spec
from pactwright.spec.content import Block
from pactwright.spec.scalars import (
    FLAG,
    Duration,
    Expression,
    Filled,
    Name,
    OperationRef,
    Positive,
    Template,
    Text,
    by_key,
)


class ValuesCompletionSpec(Spec):
    """Completes from a list."""

    values: Filled[Text] = Field(description="The values.")


class CallCompletionSpec(Spec):
    """Completes from a list of the upstream.

    ```yaml
    completions:
      owners: {call: list_repos, pages: 3, value: "${it.owner.login}", cache: 30s}
      states: {values: [open, closed]}
    ```
    """

    call: OperationRef = Field(description="The operation that lists.")
    pages: Positive = Field(1, description="How many pages are read.")
    keep: Expression | None = Field(None, description="The rows that count, over `it` and the arguments chosen so far.")
    value: Expression = Field(description="The value of a row, over `it`.")
    cache: Duration | None = Field(None, description="How long the rows are kept.")


CompletionSpec = Annotated[
    Annotated[ValuesCompletionSpec, Tag("values")] | Annotated[CallCompletionSpec, Tag("call")],
    by_key("values", "call"),
]


class PromptArgumentSpec(Spec):
    """A text argument of a prompt."""

    description: Text = Field(description="What it means.")
    required: bool = Field(description="Whether it must be given.")
    complete: Name | None = Field(None, description="The entry of `completions` that completes it.")


class MessageSpec(Spec):
    """A message of a prompt."""

    role: Literal["user", "assistant"] = Field(description="Who says it.")
    content: Filled[Block] = Field(description="What is said.")


class PromptSpec(Spec):
    """A prompt that users pick in their client.

    ```yaml
    prompts:
      triage:
        title: Triage issues
        description: Sort the open issues of a repository.
        input:
          repo: {description: The repository., required: true}
        messages:
          - role: user
            content: [{text: "Sort the open issues of ${args.repo} by urgency."}]
    ```
    """

    title: Text = Field(description="The name shown to people.")
    description: Text | None = Field(None, description="What the prompt is for.")
    input_: dict[Name, PromptArgumentSpec] = Field(
        default_factory=dict, alias="input", description="The arguments, by name; all are texts."
    )
    messages: Filled[MessageSpec] = Field(description="The messages.")


class OmittingModeSpec(Spec):
    """A start-up switch that leaves out tools with certain effects.

    ```yaml
    modes:
      offline: {flag: --offline, omits: [network], says: Only tools that need no network.}
      read_only: {flag: --read-only, keeps: read_only_hint, says: Only tools that change nothing.}
    ```
    """

    flag: Annotated[str, Field(pattern=FLAG)] = Field(
        description="The flag of the command line.", examples=["--read-only"]
    )
    omits: Filled[Literal["network", "local_write", "process"]] = Field(
        description="Tools with these effects are left out."
    )
    says: Text = Field(description="What the mode means, for people and agents.")


class KeepingModeSpec(Spec):
    """A start-up switch that leaves out tools that are not read-only."""

    flag: Annotated[str, Field(pattern=FLAG)] = Field(
        description="The flag of the command line.", examples=["--read-only"]
    )
    keeps: Literal["read_only_hint"] = Field(description="Only tools with `readOnlyHint` are kept.")
    says: Text = Field(description="What the mode means, for people and agents.")


ModeSpec = Annotated[
    Annotated[OmittingModeSpec, Tag("omits")] | Annotated[KeepingModeSpec, Tag("keeps")], by_key("omits", "keeps")
]


class UndoSpec(Spec):
    """The request that undoes a booked write."""

    call: OperationRef = Field(description="The operation.")
    with_: dict[Name, Template] | None = Field(
        None, alias="with", description="Its parameters, over `entry`; for credentials, they are its `args`."
    )


class LedgerSpec(Spec):
    """Writes that are booked so that an operator can undo them, with the command `--rollback`.

    ```yaml
    ledgers:
      comments: {undo: {call: delete_comment, with: {comment_id: "${entry.id}"}}}
    ```
    """

    undo: UndoSpec = Field(description="How a booked write is undone.")
