"""Resources and templates of resources: what clients read by address.

A resource is answered like a tool, by `result`, `content`, `handler` or `answer`, or from a tool's result
(`from_tool`).
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field, Tag

from pactwright.spec.base import Spec
from pactwright.spec.content import Block
from pactwright.spec.examples import ExampleSpec
from pactwright.spec.scalars import Code, Expression, Filled, Seq, Template, Text, WireName, by_key
from pactwright.spec.schemas import PropertiesOrSchema, PropertyMap
from pactwright.spec.steps import StepSpec
from pactwright.spec.tools import HandlerSpec


class FromToolSpec(Spec):
    """A part of another tool's result."""

    tool: WireName = Field(description="The tool.")
    arguments: dict[Text, Template] | None = Field(
        None, description="Its arguments. Those not given come from the variables of the same name."
    )
    gives: Expression = Field(description="The part, over `result`.")


class ResourceCommon(Spec):
    """What resources have, however they are answered."""

    not_here: ClassVar[Mapping[str, str]] = {
        "input": "a resource has no variables: put it under `resource_templates`",
        "name": "the name is the key above",
    }
    other_names: ClassVar[Mapping[str, str]] = {"mimeType": "mime_type", "uriTemplate": "uri"}

    uri: Text = Field(description="The address; with variables (RFC 6570) in a template.")
    title: Text = Field(description="The name shown to people.")
    description: Text | None = Field(None, description="What is in it.")
    mime_type: Text = Field(description="The media type.", examples=["application/json"])
    errors: Seq[Code] = Field((), description="The errors that reading can answer besides the common ones.")
    examples: Seq[ExampleSpec] = Field((), description="Readings with their results.")


class ResultResourceSpec(ResourceCommon):
    """A resource answered by a mapping of what its steps gave."""

    output: PropertiesOrSchema | None = Field(None, description="What is in it, as properties or as a schema.")
    steps: Seq[StepSpec] = Field((), description="The requests, in order.")
    result: Template = Field(description="What is in it, made from the variables and what the steps gave.")


class ContentResourceSpec(ResourceCommon):
    """A resource answered by content blocks."""

    steps: Seq[StepSpec] = Field((), description="The requests, in order.")
    content: Filled[Block] = Field(description="The content blocks.")


class HandlerResourceSpec(ResourceCommon):
    """A resource answered by a function in `handlers.py`."""

    output: PropertiesOrSchema | None = Field(None, description="What is in it, as properties or as a schema.")
    handler: HandlerSpec = Field(description="What the function may use.")


class AnswerResourceSpec(ResourceCommon):
    """A resource that the compiler answers.

    ```yaml
    resources:
      capabilities:
        uri: github://capabilities
        title: Capability summary
        mime_type: application/json
        answer: capabilities
    ```
    """

    answer: Literal["capabilities"] = Field(description="`capabilities`: the capability summary.")


class FromToolResourceSpec(ResourceCommon):
    """A resource that is a part of a tool's result."""

    from_tool: FromToolSpec = Field(description="The tool, and the part of its result.")


class ResultTemplateSpec(ResultResourceSpec):
    """A template answered by a mapping of what its steps gave."""

    input_: PropertyMap = Field(alias="input", description="The variables of the address.")


class ContentTemplateSpec(ContentResourceSpec):
    """A template answered by content blocks."""

    input_: PropertyMap = Field(alias="input", description="The variables of the address.")


class HandlerTemplateSpec(HandlerResourceSpec):
    """A template answered by a function in `handlers.py`."""

    input_: PropertyMap = Field(alias="input", description="The variables of the address.")


class FromToolTemplateSpec(FromToolResourceSpec):
    """A template that is a part of a tool's result.

    ```yaml
    resource_templates:
      issue:
        uri: github://repos/{owner}/{repo}/issues/{issue_number}
        title: Issue
        mime_type: application/json
        input:
          owner: {type: string, complete: owners}
          repo: {type: string}
          issue_number: {type: integer, minimum: 1}
        errors: [issue_not_found]
        from_tool: {tool: github_get_issue, arguments: {include_comments: false}, gives: "${result.issue}"}
    ```
    """

    input_: PropertyMap = Field(alias="input", description="The variables of the address.")


ResourceSpec = Annotated[
    Annotated[ResultResourceSpec, Tag("result")]
    | Annotated[ContentResourceSpec, Tag("content")]
    | Annotated[HandlerResourceSpec, Tag("handler")]
    | Annotated[AnswerResourceSpec, Tag("answer")]
    | Annotated[FromToolResourceSpec, Tag("from_tool")],
    by_key("result", "content", "handler", "answer", "from_tool"),
]

TemplateSpec = Annotated[
    Annotated[ResultTemplateSpec, Tag("result")]
    | Annotated[ContentTemplateSpec, Tag("content")]
    | Annotated[HandlerTemplateSpec, Tag("handler")]
    | Annotated[FromToolTemplateSpec, Tag("from_tool")],
    by_key("result", "content", "handler", "from_tool"),
]
