"""Pages: a list that goes on must be read where it goes on, and shown as a list."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule
from pactwright.load import Path
from pactwright.model.contract import Contract
from pactwright.model.expression import Entries, Literal, Template
from pactwright.model.steps import CallStep
from pactwright.model.tools import ContentAnswer, ResultAnswer, Tool


@rule("page-not-read", error)
def page_not_read(contract: Contract) -> Iterator[Finding]:
    """A tool that pages does not read its page in exactly one step, whatever else happens.

    Why: the cursor says where that one list goes on. Without a page there is nothing to continue, with two it is
    unknown which, and a page that is skipped or that may fail leaves nothing to tell. Only the first page of another
    tool's list may depend on a condition: its own `when`.

    Bad:

        pagination: issues
        steps: [{call: list_issues, as: issues, collect: {max: 100, more: truncate}}]

    Good:

        pagination: issues
        steps: [{call: list_issues, as: issues, page: true}]
    """
    for tool in contract.tools:
        pages = tool.pagination is not None or tool.first_page is not None
        if pages and isinstance(tool.answer, ResultAnswer | ContentAnswer):
            yield from _misread(tool, tool.answer)


def _misread(tool: Tool, answer: ResultAnswer | ContentAnswer) -> Iterator[Finding]:
    steps = [
        (("tools", tool.name, "steps", index), step)
        for index, step in enumerate(answer.steps)
        if isinstance(step, CallStep) and step.page
    ]
    if not steps:
        message = f"`{tool.name}` pages, but none of its steps reads a page"
        path: Path = ("tools", tool.name, "pagination" if tool.pagination is not None else "first_page")
        yield Finding(tool.span, message, "read the list in a step with `page: true`", path, at_key=True)
    for path, step in steps[1:]:
        message = f"`{tool.name}` reads a second page, and its cursor continues one list only"
        yield Finding(step.span, message, "read the other list with `collect`", (*path, "page"), at_key=True)
    for path, step in steps[:1]:
        if step.best_effort:
            message = "the page may not be passed over when it cannot be read"
            yield Finding(step.span, message, "leave it out", (*path, "best_effort"), at_key=True)
        if step.when is not None and (tool.first_page is None or tool.first_page.when is None):
            hint = "leave it out" if tool.first_page is None else "say the same under `when` of `first_page`"
            yield Finding(step.span, "the page may not be skipped", hint, (*path, "when"), at_key=True)


@rule("page-without-pagination", error)
def page_without_pagination(contract: Contract) -> Iterator[Finding]:
    """A step reads a page for a tool that does not page.

    Why: the result has nothing that says how the list goes on, so that all callers ever see is its first page.

    Bad:

        steps: [{call: list_labels, as: labels, page: true}]

    Good:

        steps: [{call: list_labels, as: labels, collect: {max: 100, more: truncate}}]
    """
    for tool in contract.tools:
        if (
            tool.pagination is None
            and tool.first_page is None
            and isinstance(tool.answer, ResultAnswer | ContentAnswer)
        ):
            for index, step in enumerate(tool.answer.steps):
                if isinstance(step, CallStep) and step.page:
                    message = f"`{tool.name}` does not page, so only the first page would ever be seen"
                    hint = "read the list with `collect`, or give the tool `pagination` or `first_page`"
                    path: Path = ("tools", tool.name, "steps", index, "page")
                    yield Finding(step.span, message, hint, path, at_key=True)


@rule("pagination-impossible", error)
def pagination_impossible(contract: Contract) -> Iterator[Finding]:
    """A way of paging can never do what it says.

    Why: a cursor that has expired when it is handed out gets nobody to the second page, and a page that is larger than
    the cap is never full. A repeated argument binds nothing more; most often another one was meant.

    Bad:

        pagination:
          issues: {items: issues, page_size: 50, cap: 20, cursor: {ttl: 0s, binds: [state, state]}}

    Good:

        pagination:
          issues: {items: issues, page_size: 50, cap: 500, cursor: {ttl: 15m, binds: [state, labels]}}
    """
    for pages in contract.pagination:
        place = ("pagination", pages.name)
        if pages.cap is not None and pages.cap < pages.page_size:
            message = f"the cap of {pages.cap} rows is less than one page of {pages.page_size}"
            yield Finding(pages.span, message, "raise `cap`, or lower `page_size`", (*place, "cap"))
        if pages.ttl_ms == 0:
            message = f"the cursors of `{pages.name}` have expired when they are handed out"
            yield Finding(
                pages.span, message, "give them the time that a reader needs: `15m`", (*place, "cursor", "ttl")
            )
        for index, name in enumerate(pages.binds):
            if name in pages.binds[:index]:
                message = f"the cursors of `{pages.name}` are bound to `{name}` already"
                yield Finding(pages.span, message, "name it once", (*place, "cursor", "binds", index))


@rule("page-result", error)
def page_result(contract: Contract) -> Iterator[Finding]:
    """The result of a tool that pages is more than the rows of the page.

    Why: the runtime fills pages from those of the upstream, splits them and counts them. It can do that with the rows
    and with nothing else, so `result` gives them under the name that the pagination has for them, and stops there.

    Bad:

        result: "${{'issues': issues}}"

    Good:

        result: {issues: "${issues}"}
    """
    for tool in contract.tools:
        items = next((item.items for item in contract.pagination if item.name == tool.pagination), None)
        if items is None or not isinstance(tool.answer, ResultAnswer):
            continue
        keys = _keys(tool.answer.result)
        if keys is None:
            message = f"the result of `{tool.name}` is not written key by key"
            hint = f"write `{items}:` and give it the rows of the page"
            yield Finding(tool.span, message, hint, ("tools", tool.name, "result"))
            continue
        for key in keys:
            if key != items and items in keys:
                message = f"`{key}` would be lost: a page shows `{items}` and how the list goes on"
                hint = "leave it out, or let another tool tell it"
                yield Finding(tool.span, message, hint, ("tools", tool.name, "result", key), at_key=True)


def _keys(result: Template) -> list[str] | None:
    match result:
        case Entries(items=items):
            return [key for key, _ in items]
        case Literal(value=dict() as values):
            return list(values)
        case _:
            return None


RULES = (page_not_read, page_without_pagination, pagination_impossible, page_result)
