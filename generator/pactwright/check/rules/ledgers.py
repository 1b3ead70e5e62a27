"""Ledgers: what is booked must be a write, and what undoes it must be one, too."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule, warning
from pactwright.check.rules.owners import owners
from pactwright.model.contract import Contract
from pactwright.model.reach import bookings, steps_of
from pactwright.model.steps import CallStep

# Nothing is left to undo.
_GONE = frozenset({"404", "410"})


@rule("books-a-read", error)
def books_a_read(contract: Contract) -> Iterator[Finding]:
    """A step books a request in a ledger that only reads.

    Why: a ledger lists what took effect, so that it can be undone. Of a read there is nothing to undo, and a rollback
    would undo something that this server did not do.

    Bad:

        steps: [{call: get_note, as: note, books: {ledger: notes, entry: {id: "${note.id}"}}}]

    Good:

        steps: [{call: add_note, as: note, books: {ledger: notes, entry: {id: "${note.id}"}}}]
    """
    for _, owner in owners(contract):
        for step in steps_of(owner.answer):
            named = contract.operation(step.operation) if isinstance(step, CallStep) else None
            if named is not None and named[1].reads and isinstance(step, CallStep) and step.books is not None:
                yield Finding(
                    step.span,
                    f"`{named[1].name}` only reads, so there is nothing to book in `{step.books}`",
                    "book the step that writes",
                )


@rule("undo-only-reads", error)
def undo_only_reads(contract: Contract) -> Iterator[Finding]:
    """The operation that undoes what a ledger holds only reads.

    Why: nothing would be undone, and the entries would leave the ledger as if it were.

    Bad:

        ledgers: {notes: {undo: {call: get_note, with: {id: "${entry.id}"}}}}

    Good:

        ledgers: {notes: {undo: {call: delete_note, with: {id: "${entry.id}"}}}}
    """
    for ledger in contract.ledgers:
        named = contract.operation(ledger.operation)
        if named is not None and named[1].reads:
            yield Finding(
                ledger.span,
                f"`{named[1].name}` only reads, so it undoes nothing",
                "name the operation that undoes the write",
                ("ledgers", ledger.name, "undo", "call"),
            )


@rule("undo-has-answers", error)
def undo_has_answers(contract: Contract) -> Iterator[Finding]:
    """The operation that undoes what a ledger holds takes a refusal for an answer.

    Why: an entry leaves its ledger when its undo was answered. A status under `answers` would count as that, although
    nothing was undone. That the thing is gone already (404, 410) needs no words: it is seen anyway.

    Bad:

        delete_note: {request: "DELETE /notes/{id}", answers: {409: false}}

    Good:

        delete_note: {request: "DELETE /notes/{id}"}
    """
    for ledger in contract.ledgers:
        named = contract.operation(ledger.operation)
        taken = [] if named is None else [status for status, _ in named[1].answers if status not in _GONE]
        if named is not None and taken:
            listed = ", ".join(taken)
            yield Finding(
                ledger.span,
                f"`{named[1].name}` takes {listed} for an answer, so it would count as undone",
                "name an operation that takes no refusal for an answer",
                ("ledgers", ledger.name, "undo", "call"),
            )


@rule("ledger-without-bookings", warning)
def ledger_without_bookings(contract: Contract) -> Iterator[Finding]:
    """No step books in a ledger.

    Why: its rollback would never find anything, and whoever relies on it learns that when it is too late.

    Bad:

        ledgers: {notes: {undo: {call: delete_note, with: {id: "${entry.id}"}}}}
        tools: {add_note: {steps: [{call: add_note, as: note}], …}}

    Good:

        ledgers: {notes: {undo: {call: delete_note, with: {id: "${entry.id}"}}}}
        tools: {add_note: {steps: [{call: add_note, as: note, books: {ledger: notes, entry: {id: "${note.id}"}}}], …}}
    """
    for ledger in contract.ledgers:
        if not any(True for _, owner in owners(contract) for _ in bookings(owner, ledger.name)):
            yield Finding(
                ledger.span,
                f"nothing is booked in `{ledger.name}`",
                f"book writes there, `books: {{ledger: {ledger.name}, entry: …}}`, or remove it",
            )


RULES = (books_a_read, undo_only_reads, undo_has_answers, ledger_without_bookings)
