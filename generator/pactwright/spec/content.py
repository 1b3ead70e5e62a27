"""Content blocks: what tools without a structured result, resources and prompts are made of."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, Tag

from pactwright.spec.base import CheckedSpec, Spec
from pactwright.spec.scalars import Seq, Text, by_key


class BlockAnnotationsSpec(Spec):
    """For whom a block is, and how much it matters."""

    audience: Seq[Literal["user", "assistant"]] | None = Field(None, description="For whom the block is.")
    priority: Annotated[float, Field(ge=0, le=1)] | None = Field(None, description="How much it matters, from 0 to 1.")
    last_modified: Text | None = Field(None, description="When what it shows was last changed (RFC 3339).")


class BlockCommon(Spec):
    """What blocks of all kinds have."""

    annotations: BlockAnnotationsSpec | None = Field(
        None, description="For whom the block is, and how much it matters."
    )


class TextBlockSpec(BlockCommon):
    """Text."""

    text: Text = Field(description="The text.")


class ImageBlockSpec(BlockCommon):
    """A picture."""

    image: Text = Field(description="The picture, in base64.")
    mime_type: Text = Field(description="The media type.", examples=["image/png"])


class AudioBlockSpec(BlockCommon):
    """Sound."""

    audio: Text = Field(description="The sound, in base64.")
    mime_type: Text = Field(description="The media type.", examples=["audio/wav"])


class EmbeddedSpec(CheckedSpec):
    """A resource that is put in whole."""

    at_most_one: ClassVar[tuple[tuple[str, ...], ...]] = (("text", "blob"),)

    uri: Text = Field(description="The resource's address.")
    mime_type: Text | None = Field(None, description="The media type.")
    text: Text | None = Field(None, description="What is in it, as text.")
    blob: Text | None = Field(None, description="What is in it, in base64.")


class ResourceBlockSpec(BlockCommon):
    """A resource that is put in whole."""

    resource: EmbeddedSpec = Field(description="The resource.")


class LinkedSpec(Spec):
    """A resource that is only named."""

    uri: Text = Field(description="The resource's address.")
    name: Text = Field(description="Its name.")
    title: Text | None = Field(None, description="Its name, for people.")
    description: Text | None = Field(None, description="What is in it.")
    mime_type: Text | None = Field(None, description="The media type.")


class LinkBlockSpec(BlockCommon):
    """A link to a resource."""

    link: LinkedSpec = Field(description="The resource.")


Block = Annotated[
    Annotated[TextBlockSpec, Tag("text")]
    | Annotated[ImageBlockSpec, Tag("image")]
    | Annotated[AudioBlockSpec, Tag("audio")]
    | Annotated[ResourceBlockSpec, Tag("resource")]
    | Annotated[LinkBlockSpec, Tag("link")],
    by_key("text", "image", "audio", "resource", "link"),
]
