"""Effects: what calling a tool does to the world, from which its hints follow.

Reads need none of it: that a tool reads, that it reaches out and over which network follow from its requests.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field, Tag

from pactwright.spec.base import Spec
from pactwright.spec.scalars import BoolOrText, Name, by_kind

ELSEWHERE = {
    "kind": "whether a tool reads or writes follows from its requests",
    "read_only": "whether a tool reads or writes follows from its requests",
    "readOnlyHint": "hints follow from the effects and the requests",
}
OTHER_NAMES = {"destructiveHint": "destructive", "idempotentHint": "idempotent", "openWorldHint": "open_world"}


class EffectsPresetSpec(Spec):
    """Effects under a name, for many tools.

    ```yaml
    effects:
      local_note: {destructive: false, idempotent: true, local_write: true}
    ```
    """

    not_here: ClassVar[Mapping[str, str]] = ELSEWHERE
    other_names: ClassVar[Mapping[str, str]] = OTHER_NAMES

    destructive: bool | None = Field(None, description="Whether something can be lost that was there before.")
    idempotent: bool | None = Field(
        None, description="Whether a second call with the same arguments changes nothing more."
    )
    open_world: bool | None = Field(
        None, description="Whether the tool reaches beyond this server. Follows from its requests."
    )
    network: BoolOrText | None = Field(
        None, description="Whether the network is used, or a text that says when. Follows from the requests."
    )
    local_write: BoolOrText | None = Field(
        None, description="Whether something is written on this machine, or a text that says when."
    )
    process: BoolOrText | None = Field(
        None,
        description="Whether other programs are run on this machine, or a text that says which.",
        examples=["Git only"],
    )


class EffectsSpec(EffectsPresetSpec):
    """The effects of one tool."""

    like: Name | None = Field(None, description="The preset that holds where nothing else is said.")


Effects = Annotated[
    Annotated[Name, Tag("preset")] | Annotated[EffectsSpec, Tag("effects")], by_kind(text="preset", mapping="effects")
]
