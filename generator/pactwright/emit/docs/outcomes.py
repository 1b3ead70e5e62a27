"""What happens to a call beyond its answer: pages, repeated keys, versions, and writes whose outcome is unknown."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pactwright.emit.docs.wording import duration, listed, sentence
from pactwright.emit.markdown import code, inline
from pactwright.model.contract import Contract, Pagination
from pactwright.model.reach import bookings
from pactwright.model.tools import FirstPage, Idempotency, IfUnknown, Tool
from pactwright.spelling import spelled, text


def outcome_facts(tool: Tool, contract: Contract) -> Iterator[str]:
    """Yield a sentence for each construct that the tool uses."""
    block = next((item for item in contract.pagination if item.name == tool.pagination), None)
    if block is not None:
        yield from page_facts(block)
    if tool.first_page is not None:
        yield _first_page(tool.first_page)
    if tool.idempotency is not None:
        yield _idempotency(tool.idempotency)
    if tool.precondition is not None:
        yield (
            f"With {code(tool.precondition.argument)} it writes only while that version is still current; "
            "the check comes before the write and is not one step with it."
        )
    yield from _booked(tool, contract)
    if tool.if_unknown is not None:
        yield _unknown(tool.if_unknown)


def page_facts(block: Pagination) -> Iterator[str]:
    """Yield how a list continues and where it ends."""
    bound = f" and hold only for the same {listed(block.binds)}" if block.binds else ""
    yield (
        f"Pages of {block.page_size}: while {code('has_more')} is true, pass {code('next_cursor')} as "
        f"{code('cursor')}. Cursors live for {duration(block.ttl_ms)}{bound}."
    )
    if block.cap is not None:
        hint = "" if block.hint is None else f" {sentence(inline(block.hint))}"
        yield f"At most {block.cap} rows in all; {code('truncated')} is then true.{hint}"


def _idempotency(promise: Idempotency) -> str:
    scope = f" for the same {listed(promise.scope)}" if promise.scope else ""
    return (
        f"Repeated with the same {code(promise.key)} within {duration(promise.window_ms)}{scope}, it takes effect once "
        "and returns the first result; the same key with other arguments is refused."
    )


def _first_page(page: FirstPage) -> str:
    return (
        f"{code(page.items)} is the first page of {code(page.tool)}: while {code(page.has_more)} is true, "
        f"pass {code(page.next_cursor)} to it as {code('cursor')}."
    )


def _booked(tool: Tool, contract: Contract) -> Iterator[str]:
    """Yield what of a call can be rolled back."""
    for ledger in contract.ledgers:
        operations = dict.fromkeys(step.operation.rpartition(".")[2] for step, _ in bookings(tool, ledger.name))
        if operations:
            yield (
                f"What {listed(tuple(operations))} writes is booked in the ledger {code(ledger.name)} once it was "
                "answered with success, and whoever runs the server can undo it."
            )


def _unknown(unknown: IfUnknown) -> str:
    head = "When no usable answer comes back, nobody knows whether the write took effect, and the error says so."
    if unknown.says is not None:
        head += f" It adds: {sentence(inline(text(unknown.says)))}"
    if unknown.none is not None:
        return f"{head} Nothing can be called to find out: {sentence(inline(unknown.none))}"
    arguments = {} if unknown.arguments is None else spelled(unknown.arguments)
    look = f" Look with {code(unknown.tool or '')}, called with {code(json.dumps(arguments, ensure_ascii=False))}."
    other = "" if unknown.alternative is None else f" Otherwise: {sentence(inline(unknown.alternative))}"
    return f"{head}{look}{other}"
