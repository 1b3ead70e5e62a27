"""Rules between arguments, which are checked after each argument by itself."""

from typing import Annotated

from pydantic import Field, Tag

from pactwright.spec.base import Spec
from pactwright.spec.scalars import Code, Expression, Filled, Seq, Text, by_key, by_kind

ArgumentGroup = Annotated[
    Annotated[Text, Tag("argument")] | Annotated[Filled[Text], Tag("group")], by_kind(text="argument", listed="group")
]


class ExclusiveRuleSpec(Spec):
    """At most one of several arguments, or groups of arguments, may be given.

    ```yaml
    # tools.update_issue
    rules:
      - {exclusive: [labels, [add_labels, remove_labels]]}
      - {disjoint: [add_labels, remove_labels]}
      - {only_with: {state_reason: state}}
      - {only_when: {lock_reason: "${args.locked}"}}
      - require: ${args.state_reason != 'reopened' || args.state == 'open'}
        fields: [state_reason, state]
        says: state_reason "reopened" needs state="open".
    ```
    """

    exclusive: Seq[ArgumentGroup] = Field(min_length=2, description="The arguments, or groups of them.")


class TogetherRuleSpec(Spec):
    """All of these arguments are given, or none."""

    together: Seq[Text] = Field(min_length=2, description="The arguments.")


class AtLeastOneRuleSpec(Spec):
    """At least one of these arguments is given."""

    at_least_one: Seq[Text] = Field(min_length=2, description="The arguments.")


class DisjointRuleSpec(Spec):
    """Two lists share no element."""

    disjoint: Seq[Text] = Field(min_length=2, max_length=2, description="The two arguments.")


class OnlyWithRuleSpec(Spec):
    """An argument needs another beside it."""

    only_with: dict[Text, Text] = Field(min_length=1, description="The argument, and the one it needs.")


class OnlyWhenRuleSpec(Spec):
    """An argument may be given only when a condition holds."""

    only_when: dict[Text, Expression] = Field(min_length=1, description="The argument, and the condition.")


class RequireRuleSpec(Spec):
    """A condition over the arguments that must hold."""

    require: Expression = Field(description="The condition.")
    fields: Filled[Text] = Field(description="The arguments that are to blame when it does not.")
    says: Text = Field(description="What the caller is told.")
    code: Code | None = Field(None, description="The error. Without it: what `invalid_arguments` answers.")


RuleSpec = Annotated[
    Annotated[ExclusiveRuleSpec, Tag("exclusive")]
    | Annotated[TogetherRuleSpec, Tag("together")]
    | Annotated[AtLeastOneRuleSpec, Tag("at_least_one")]
    | Annotated[DisjointRuleSpec, Tag("disjoint")]
    | Annotated[OnlyWithRuleSpec, Tag("only_with")]
    | Annotated[OnlyWhenRuleSpec, Tag("only_when")]
    | Annotated[RequireRuleSpec, Tag("require")],
    by_key("exclusive", "together", "at_least_one", "disjoint", "only_with", "only_when", "require"),
]
