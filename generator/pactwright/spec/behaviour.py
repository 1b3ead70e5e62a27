"""How a tool behaves over several calls: pages of other tools, repeated calls, preconditions, and unknown outcomes."""

from typing import Annotated, Literal

from pydantic import Field, Tag

from pactwright.spec.base import Spec
from pactwright.spec.scalars import Duration, Expression, Filled, Name, Seq, Template, Text, WireName, by_key, by_kind
from pactwright.spec.steps import StepSpec


class PageNamesSpec(Spec):
    """The names of the page properties in a result that holds more than the page."""

    has_more: Text = Field(
        description="The property that says whether there are more rows.", examples=["comments_has_more"]
    )
    next_cursor: Text = Field(description="The property that holds the cursor.", examples=["comments_cursor"])


class FirstPageSpec(Spec):
    """Page one of another tool's list, inside this tool's result.

    ```yaml
    # tools.get_issue
    first_page:
      pagination: comments
      tool: list_comments
      when: ${args.include_comments}
      names: {has_more: comments_has_more, next_cursor: comments_cursor}
    ```
    """

    pagination: Name = Field(description="The way of paging.")
    tool: WireName = Field(description="The tool that continues the list.")
    when: Expression | None = Field(None, description="The condition under which the page is there.")
    names: PageNamesSpec = Field(description="The names of the page properties.")


Find = Annotated[
    Annotated[Literal["handler"], Tag("handler")] | Annotated[Filled[StepSpec], Tag("steps")],
    by_kind(text="handler", listed="steps"),
]


class IdempotencySpec(Spec):
    """Repeated calls with one key take effect once.

    ```yaml
    # tools.add_comment
    idempotency:
      key: idempotency_key
      window: 24h
      scope: [owner, repo, issue_number]
      find:
        - {call: list_comments, first: "${it.body == args.body}", as: comment}
    ```
    """

    key: Text = Field(description="The argument that holds the key.")
    window: Duration = Field(description="How long a key is remembered.")
    scope: Seq[Text] = Field(description="The arguments within which a key is unique.")
    find: Find | None = Field(
        None,
        description="How the server looks for what an earlier call with an unknown outcome did: steps, of which the "
        "last bears the name of the write and takes its place, or `handler`.",
    )


class PreconditionSpec(Spec):
    """The write happens only while the version that the caller read is current.

    ```yaml
    # tools.update_issue
    precondition: {argument: expected_version, version: issue, of: before}
    ```
    """

    argument: Text = Field(description="The argument that holds the version token.")
    version: Name = Field(description="The entry of `versions` that makes tokens of this kind.")
    of: Name = Field(description="The step that reads the current state, or `handler`.")


class LookSpec(Spec):
    """A call that only reads and shows whether a write took effect.

    ```yaml
    # tools.add_comment
    if_unknown:
      tool: list_comments
      arguments: {owner: "${args.owner}", repo: "${args.repo}", updated_after: "${call.started_at}"}
    ```
    """

    tool: WireName = Field(description="The tool to call.")
    arguments: dict[Text, Template] = Field(description="The arguments to call it with.")
    next_step: Name | None = Field(None, description="A word for what to do.", examples=["look_before_retrying"])
    alternative: Text | None = Field(None, description="What to do when that does not suit.")
    says: Text | None = Field(None, description="A sentence that is added to the error.")


class NothingToLookAtSpec(Spec):
    """Why no tool can show whether the write took effect."""

    none: Text = Field(description="The reason.")
    says: Text | None = Field(None, description="A sentence that is added to the error.")


IfUnknown = Annotated[
    Annotated[LookSpec, Tag("tool")] | Annotated[NothingToLookAtSpec, Tag("none")], by_key("tool", "none")
]


class LinkSpec(Spec):
    """A resource that results point to."""

    uri: Text = Field(description="Its address, made from the arguments and the result.")
    name: Text = Field(description="Its name.")


class ClientSpec(Spec):
    """What the client must be able to do."""

    requires: Filled[Text] = Field(description="The capabilities it must have announced.", examples=[["elicitation"]])


class DeprecationSpec(Spec):
    """A tool on its way out. It stays listed and callable until it is removed."""

    since: Text = Field(description="The version or date since which it is deprecated.")
    removal_after: Text = Field(description="The version or date after which it may be removed.")
    replaced_by: WireName = Field(description="The tool to use instead.")
    migration: Text = Field(description="How to move to that tool.")


class LifecycleSpec(Spec):
    """How settled a tool is."""

    stability: Literal["stable", "preview", "experimental"] = Field("stable", description="How settled the tool is.")
    deprecated: DeprecationSpec | None = Field(None, description="Marks the tool as one that will be removed.")
