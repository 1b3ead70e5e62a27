"""Tools: what agents call.

A tool is answered in exactly one way: by `result` after optional steps, by `content` after optional steps, by a
`handler` in Python, or by an `answer` that the compiler writes. The order of a call is fixed: schema, defaults and
fills, rules, guards, credential and scope, precondition and idempotency, then the steps or the handler.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field, Tag

from pactwright.spec.base import Spec
from pactwright.spec.behaviour import (
    ClientSpec,
    FirstPageSpec,
    IdempotencySpec,
    IfUnknown,
    LifecycleSpec,
    LinkSpec,
    PreconditionSpec,
)
from pactwright.spec.content import Block
from pactwright.spec.effects import Effects
from pactwright.spec.examples import ExampleSpec
from pactwright.spec.rules import RuleSpec
from pactwright.spec.scalars import Code, Filled, Name, OperationRef, Seq, Template, Text, by_key
from pactwright.spec.schemas import PropertiesOrSchema, PropertyMap
from pactwright.spec.steps import StepSpec


class HandlerSpec(Spec):
    """A function in `handlers.py`, which may make the listed requests and no others."""

    uses: Seq[OperationRef] = Field(
        description="The operations, as `operation` or `upstream.operation`. With none, the function is pure."
    )


class ToolCommon(Spec):
    """What all tools have, however they are answered."""

    not_here: ClassVar[Mapping[str, str]] = {
        "annotations": "hints follow from `effects`",
        "name": "the name is the key above",
    }
    other_names: ClassVar[Mapping[str, str]] = {
        "inputSchema": "input",
        "outputSchema": "output",
        "parameters": "input",
        "params": "input",
        "returns": "result",
        "example": "examples",
    }

    title: Text = Field(description="The name shown to people.")
    description: Text = Field(description="What the tool does, for agents.")
    when_to_use: Text | None = Field(
        None, description='When to use the tool and when not, for agents. It follows "When to use:" in the description.'
    )
    effects: Effects | None = Field(
        None, description="What a call does to the world, or the name of a preset. Reads need none of it."
    )
    input_: PropertiesOrSchema = Field(
        default_factory=lambda: PropertyMap({}),
        alias="input",
        description="The arguments, as properties or as a schema.",
    )
    rules: Seq[RuleSpec] = Field((), description="Rules between arguments.")
    fills: dict[Name, Literal["required", "optional"]] = Field(
        default_factory=dict,
        description="The fills that apply, by name; `required` refuses a call when nothing can be filled in.",
    )
    guards: Seq[Name] = Field((), description="The guards that apply, in order.")
    errors: Seq[Code] = Field(
        (),
        description="The errors the tool can answer besides the common ones. They must be those that can be reached.",
    )
    pagination: Name | None = Field(None, description="The way of paging, when the result is a page.")
    first_page: FirstPageSpec | None = Field(None, description="Puts page one of another tool's list into the result.")
    idempotency: IdempotencySpec | None = Field(None, description="Makes repeated calls with one key take effect once.")
    precondition: PreconditionSpec | None = Field(
        None, description="Lets the write happen only while the version that the caller read is current."
    )
    if_unknown: IfUnknown | None = Field(
        None, description="What to call when it is unknown whether a write took effect. Every writer says so."
    )
    links: Seq[LinkSpec] = Field((), description="Resources that results point to.")
    client: ClientSpec | None = Field(None, description="What the client must be able to do.")
    execution: Literal["task"] | None = Field(None, description="`task`: the tool may run as a task.")
    lifecycle: LifecycleSpec | None = Field(None, description="How settled the tool is.")
    examples: Seq[ExampleSpec] = Field(
        (), description="Calls with their results. They are published, checked, tested, and answered by `--mock`."
    )


class ResultToolSpec(ToolCommon):
    """A tool answered by a mapping of what its steps gave.

    ```yaml
    tools:
      github_get_issue:
        title: Get issue
        description: Read one issue.
        when_to_use: the number of the issue is known.
        input:
          owner: {type: string, description: The repository's owner.}
          repo: {type: string, description: The repository's name.}
          issue_number: {type: integer, minimum: 1, description: The issue's number.}
        output:
          title: {type: string}
          state: {type: string, enum: [open, closed]}
        errors: [issue_not_found]
        steps:
          - {call: get_issue, as: issue}
        result: {title: "${issue.title}", state: "${issue.state}"}
        examples:
          - title: An open issue
            arguments: {owner: acme, repo: widgets, issue_number: 7}
            result: {title: Crash on save, state: open}
          - {title: No such issue, arguments: {owner: acme, repo: widgets, issue_number: 9}, error: issue_not_found}
    ```
    """

    output: PropertiesOrSchema = Field(description="The result, as properties or as a schema.")
    steps: Seq[StepSpec] = Field((), description="The requests, in order.")
    result: Template = Field(description="The result, made from the arguments and what the steps gave.")


class ContentToolSpec(ToolCommon):
    """A tool answered by content blocks.

    ```yaml
    tools:
      get_chart:
        title: Chart
        description: A picture of open issues by week.
        steps:
          - {call: get_chart, as: chart}
        content:
          - {image: "${chart.png}", mime_type: image/png}
    ```
    """

    not_here: ClassVar[Mapping[str, str]] = {
        **ToolCommon.not_here,
        "output": "content blocks have no schema: leave `output` out, or answer with `result`",
    }

    steps: Seq[StepSpec] = Field((), description="The requests, in order.")
    content: Filled[Block] = Field(description="The content blocks.")


class HandlerToolSpec(ToolCommon):
    """A tool answered by a function in `handlers.py`.

    ```yaml
    tools:
      format_note:
        title: Format note
        description: Put a note into the agreed form.
        input: {text: {type: string, description: The note.}}
        output: {note: {type: string}}
        handler: {uses: []}
    ```
    """

    not_here: ClassVar[Mapping[str, str]] = {
        **ToolCommon.not_here,
        "steps": "a handler makes its requests itself: list them under `uses`",
    }

    output: PropertiesOrSchema = Field(description="The result, as properties or as a schema.")
    handler: HandlerSpec = Field(description="What the function may use.")


class AnswerToolSpec(ToolCommon):
    """A tool that the compiler answers.

    ```yaml
    tools:
      get_capabilities:
        title: Get capabilities
        description: Return what this server does and does not do, and its error catalogue.
        answer: capabilities
    ```
    """

    not_here: ClassVar[Mapping[str, str]] = {
        **ToolCommon.not_here,
        "output": "the compiler writes the schema of what it answers",
        "steps": "the compiler writes the answer",
    }

    answer: Literal["capabilities"] = Field(description="`capabilities`: the capability summary.")


ToolSpec = Annotated[
    Annotated[ResultToolSpec, Tag("result")]
    | Annotated[ContentToolSpec, Tag("content")]
    | Annotated[HandlerToolSpec, Tag("handler")]
    | Annotated[AnswerToolSpec, Tag("answer")],
    by_key("result", "content", "handler", "answer"),
]
