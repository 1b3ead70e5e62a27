"""Examples: calls with what they are answered. They are published, checked, tested, and served by `--mock`."""

from typing import Annotated

from pydantic import Field, Tag

from pactwright.spec.base import Spec
from pactwright.spec.scalars import Code, Name, Template, Text, by_key


class GivenSpec(Spec):
    """What holds in an example besides its arguments."""

    config: dict[Name, Template] | None = Field(None, description="Settings, by name.")
    upstream: Template = Field(None, description="What the upstream answers, by operation.")
    answers: Template = Field(None, description="What the user answers to questions, by name.")


class ExampleCommon(Spec):
    """What examples of both kinds have."""

    title: Text = Field(description="What the example shows.")
    arguments: dict[Text, Template] = Field(default_factory=dict, description="The arguments of the call.")
    given: GivenSpec | None = Field(None, description="What holds besides the arguments.")


class ResultExampleSpec(ExampleCommon):
    """A call that succeeds."""

    result: Template = Field(description="The whole result.")


class ErrorExampleSpec(ExampleCommon):
    """A call that is answered with an error."""

    error: Code = Field(description="The error.")
    with_: dict[Name, Template] | None = Field(None, alias="with", description="The data of the error, by parameter.")


ExampleSpec = Annotated[
    Annotated[ResultExampleSpec, Tag("result")] | Annotated[ErrorExampleSpec, Tag("error")], by_key("result", "error")
]
