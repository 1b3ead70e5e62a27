"""What pagination adds to a tool: the cursor among its arguments, and the page's properties in its result.

The block is shared, so that tools cannot differ in how they page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pactwright.build.context import Context
from pactwright.build.expressions import condition
from pactwright.build.place import Place
from pactwright.build.slots import scope
from pactwright.build.wording import condition_words
from pactwright.expr.types import Slot
from pactwright.model.contract import Pagination
from pactwright.model.schema import (
    BooleanSchema,
    NumberSchema,
    ObjectSchema,
    Optional,
    Presence,
    PresentWhen,
    Property,
    Required,
    Schema,
    StringSchema,
)
from pactwright.model.tools import FirstPage
from pactwright.source import Span
from pactwright.spec.behaviour import FirstPageSpec
from pactwright.spec.errors import AnsweredSpec

HAS_MORE = "House pagination convention, not protocol: true means there is another page."
NEXT_CURSOR = "Opaque token of the next page."
TRUNCATED = "True means that the cap of {cap} results cuts some off."


def build_pagination(context: Context) -> tuple[Pagination, ...]:
    """Return the ways of paging."""
    return tuple(
        Pagination(
            name=name,
            items=spec.items,
            page_size=spec.page_size,
            cap=spec.cap,
            hint=spec.hint,
            total=spec.total,
            ttl_ms=spec.cursor.ttl.ms,
            binds=spec.cursor.binds,
            span=(context.root / "pagination" / name).key,
        )
        for name, spec in context.spec.pagination.items()
    )


def with_cursor(schema: ObjectSchema, pagination: Pagination, context: Context) -> ObjectSchema:
    """Return the arguments with `cursor` behind them."""
    sources = ["a previous response's next_cursor"]
    for tool in context.spec.tools.values():
        if tool.first_page is not None and tool.first_page.pagination == pagination.name:
            sources.insert(0, tool.first_page.names.next_cursor)
    meaning = (
        f"the first page. Cursors expire after {_told(pagination.ttl_ms)} "
        f"(error code {_expired_code(context)}: restart without a cursor)."
    )
    cursor = Property(
        name="cursor",
        schema=StringSchema(
            span=pagination.span, description=f"Opaque continuation token from {' or '.join(dict.fromkeys(sources))}."
        ),
        presence=Optional(meaning),
        span=pagination.span,
    )
    return _with(schema, [cursor], context)


def _expired_code(context: Context) -> str:
    answer = context.spec.conditions.get("cursor_expired", "cursor_expired")
    return answer.code if isinstance(answer, AnsweredSpec) else answer


def _told(milliseconds: int) -> str:
    for unit, size in (("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000), ("second", 1000)):
        if milliseconds >= size and milliseconds % size == 0:
            count = milliseconds // size
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return f"{milliseconds} milliseconds"


def with_page(schema: Schema, pagination: Pagination, context: Context) -> Schema:
    """Return the result with the page's properties behind its own."""
    if not isinstance(schema, ObjectSchema):
        return schema
    span = pagination.span
    added = [
        _flag("has_more", HAS_MORE, Required(), span),
        _text("next_cursor", NEXT_CURSOR, _when("has_more", "has_more is true", span), span),
    ]
    if pagination.cap is not None:
        added.append(_flag("truncated", TRUNCATED.format(cap=pagination.cap), Optional("nothing was cut off"), span))
        if pagination.hint is not None:
            added.append(
                _text(
                    "truncation_hint", "How to see the rest.", _when_there("truncated", "truncated is true", span), span
                )
            )
    if pagination.total:
        total = NumberSchema(span=span, integer=True, description="An estimate of how many results there are in all.")
        added.append(
            Property(name="estimated_total", schema=total, presence=Optional("the upstream does not tell"), span=span)
        )
    return _with(schema, added, context)


def _with(schema: ObjectSchema, added: Sequence[Property], context: Context) -> ObjectSchema:
    """Return an object with more properties; a property of its own that is called like one of them is reported."""
    names = {item.name for item in added}
    own = [item for item in schema.properties if item.name not in names]
    for item in schema.properties:
        if item.name in names:
            message = f"`{item.name}` is what paging adds"
            context.diagnostics.error("name-taken", message, item.span, hint="leave it out, or choose another name")
    return replace(schema, properties=(*own, *added))


def first_page(spec: FirstPageSpec, place: Place, args: Slot, context: Context) -> FirstPage | None:
    """Return what `first_page` says; its pagination and its tool must exist."""
    when = None if spec.when is None else condition(spec.when, place / "when", scope({"args": args}), context)
    pages = context.spec.pagination.get(spec.pagination)
    if pages is None:
        known = context.spec.pagination
        context.unknown("pagination", spec.pagination, known, (place / "pagination").value, declare="declare it")
        return None
    tool = context.spec.tools.get(spec.tool)
    if tool is None:
        context.unknown(
            "tool", spec.tool, context.spec.tools, (place / "tool").value, declare="declare it under `tools:`"
        )
        return None
    if tool.pagination != spec.pagination:
        context.diagnostics.error(
            "first-page-elsewhere",
            f"`{spec.tool}` does not page by `{spec.pagination}`, so it cannot continue this list",
            (place / "tool").value,
            hint=f"name a tool with `pagination: {spec.pagination}`",
        )
    return FirstPage(
        pagination=spec.pagination,
        tool=spec.tool,
        when=when,
        has_more=spec.names.has_more,
        next_cursor=spec.names.next_cursor,
        items=pages.items,
    )


def with_first_page(schema: Schema, spec: FirstPageSpec, place: Place, context: Context) -> Schema:
    """Return the result with the embedded page's two properties behind its own."""
    if not isinstance(schema, ObjectSchema):
        return schema
    span = place.value
    names = spec.names
    presence: Presence = Required()
    if spec.when is not None:
        says = condition_words("Present when", spec.when, place / "when", context)
        presence = PresentWhen(text=spec.when, says=says, span=(place / "when").value)
    cursor = f"Pass to {spec.tool} as cursor to continue."
    more = f"{names.has_more} is true"
    there = _when_there(names.has_more, more, span) if spec.when else _when(names.has_more, more, span)
    added = (_flag(names.has_more, HAS_MORE, presence, span), _text(names.next_cursor, cursor, there, span))
    return _with(schema, added, context)


def _flag(name: str, description: str, presence: Presence, span: Span) -> Property:
    return Property(name=name, schema=BooleanSchema(span=span, description=description), presence=presence, span=span)


def _text(name: str, description: str, presence: Presence, span: Span) -> Property:
    return Property(name=name, schema=StringSchema(span=span, description=description), presence=presence, span=span)


def _when(name: str, words: str, span: Span) -> Presence:
    return PresentWhen(text=f"${{this.{name}}}", says=f"Present when {words}.", span=span)


def _when_there(name: str, words: str, span: Span) -> Presence:
    return PresentWhen(text=f"${{has(this.{name}) && this.{name}}}", says=f"Present when {words}.", span=span)
