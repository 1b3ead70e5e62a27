"""Pages, version tokens and views: what several tools share so that they cannot differ."""

from pydantic import Field

from pactwright.spec.base import Spec
from pactwright.spec.scalars import Duration, Name, Positive, Seq, Template, Text


class CursorSpec(Spec):
    """The cursors of a way of paging."""

    ttl: Duration = Field(description="How long a cursor can be used.")
    binds: Seq[Text] = Field(description="The arguments that must be the same on every page.")


class PaginationSpec(Spec):
    """A way of paging that tools share.

    A tool with `pagination` gains the argument `cursor` and the properties `has_more`, `next_cursor`, `truncated` and
    `truncation_hint`, and `estimated_total` with `total`.

    ```yaml
    pagination:
      issues:
        items: issues
        page_size: 50
        cap: 500
        hint: narrow with state=, labels= or query=
        total: true
        cursor: {ttl: 15m, binds: [owner, repo, query, state, labels]}
    ```
    """

    items: Text = Field(description="The property of the result that holds the page's rows.")
    page_size: Positive = Field(description="How many rows a page has.")
    cap: Positive | None = Field(None, description="How many rows can be read in all. Without it: all there are.")
    hint: Text | None = Field(None, description="How to see the rows that the cap cuts off.")
    total: bool = Field(False, description="Whether the result estimates how many rows there are in all.")
    cursor: CursorSpec = Field(description="How long cursors live, and what they are bound to.")


class VersionSpec(Spec):
    """What of a thing its version token is made from, so that a change can be noticed.

    ```yaml
    versions:
      issue:
        prefix: "v:"
        map: {title: "${it.title}", body: "${it.body}", state: "${it.state}"}
    ```
    """

    prefix: str = Field("", description="What tokens begin with.")
    map: Template = Field(
        description="The values that count, over `it`. A token changes exactly when one of them does."
    )


class ViewSpec(Spec):
    """How an object of an upstream becomes a value of a type: one mapping, used by steps and handlers alike.

    ```yaml
    views:
      comment:
        type: Comment
        map: {comment_id: "${it.id}", author: "${coalesce(it.user.login, 'ghost')}", body: "${it.body}"}
    ```
    """

    type_: Name = Field(alias="type", description="The entry of `types` that the view gives.")
    map: dict[Text, Template] = Field(description="The value of each property, over `it` and `args`.")
