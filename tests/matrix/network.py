"""Faults 1 to 6: the connection, the server behind it, and answers that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..fakes.github import faults
from ..fakes.github.faults import Moment
from ..fakes.github.wire import Answer
from .natures import Fine, Lost, Unsent
from .variants import Scene, Variant, gives, needs_content

TOO_LARGE = 11 * 1024 * 1024


def variants() -> Iterator[Variant]:
    """Yield the rows. A read has no "after storing": where it is hit does not matter."""
    yield Variant(1, "stored, then closed", gives(faults.closed(stored=True)), Lost(True), hits=("write",))
    yield Variant(1, "stored, then reset", gives(faults.reset(stored=True)), Lost(True), hits=("write",))
    yield Variant(2, "closed before storing", gives(faults.closed()), Lost(False))
    yield Variant(2, "reset before storing", gives(faults.reset()), Lost(False))
    yield Variant(2, "reset before the body was read", gives(faults.unread()), Lost(False))
    yield Variant(3, "connection refused", _refuse, Unsent())
    yield Variant(3, "host unroutable", _elsewhere, Unsent(), hits=("read",), server="unroutable", again=False)
    yield Variant(3, "host unknown", _elsewhere, Unsent(), hits=("read",), server="unresolvable", again=False)
    yield Variant(4, "no answer, not stored", gives(faults.hang()), Lost(False), server="impatient")
    yield Variant(4, "no answer, stored", gives(faults.hang(True)), Lost(True), hits=("write",), server="impatient")
    yield Variant(4, "half an answer", gives(faults.stalled()), Lost(True), apart=needs_content, server="impatient")
    yield from _server_errors()
    yield from _unreadable()


def _server_errors() -> Iterator[Variant]:
    for status, body in ((500, "json"), (502, "html"), (503, "empty")):
        before = faults.server_error(status, body)
        yield Variant(5, f"{status} {body} before storing", gives(before), Lost(False))
        after = faults.server_error(status, body, stored=True)
        yield Variant(5, f"{status} {body} after storing", gives(after), Lost(True), hits=("write",))
    waits = faults.server_error(504, retry_after="30")
    yield Variant(5, "504 with retry-after", gives(waits), Lost(False))


def _unreadable() -> Iterator[Variant]:
    for title, fault in (
        ("JSON cut off", faults.broken_json()),
        ("body shorter than announced", faults.cut()),
        ("reset within the body", faults.cut(reset=True)),
        ("a page in place of JSON", faults.html_body()),
        ("no body", faults.empty()),
        ("JSON null", faults.replaced("null")),
        ("a list of numbers", faults.replaced("[1, 2]")),
        ("JSON nested too deeply", faults.replaced("[" * 100_000 + "]" * 100_000)),
        ("a number JSON does not have", faults.replaced('{"id": NaN}')),
        ("11 MiB", faults.enormous(TOO_LARGE)),
    ):
        yield Variant(6, title, gives(fault), Lost(True), apart=needs_content)
    yield Variant(6, "no HTTP", gives(faults.not_http(stored=True)), Lost(True))
    yield Variant(6, "JSON called text", gives(faults.wrong_type()), Fine(), apart=needs_content)


def _refuse(scene: Scene) -> None:
    """Accept no connection for the request; those before it are answered, and the last one closes its connection."""
    github = scene.world.github
    first = scene.column.read
    if scene.hit.name == first:
        github.refuse()
        return
    assert first is not None

    def last(answer: Answer, moment: Moment) -> Answer:
        return replace(answer, headers={**answer.headers, "connection": "close"})

    closing = replace(faults.meanwhile(action=github.close_door), answer=last)
    scene.inject(closing, scene.world.contract.operation(first))


def _elsewhere(scene: Scene) -> None:
    """The server that is asked has another address."""
