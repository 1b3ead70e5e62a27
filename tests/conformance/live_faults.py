"""Faults to put into a generated server: one line of its code changed, and the check that has to notice."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """In `file`, `wrong` stands where `right` belongs."""

    noticed_by: str
    file: str
    right: str
    wrong: str


TOOLS, UPSTREAMS = "tools.py", "upstreams.py"

FAULTS = {
    # What is asked, and what is made of the answers.
    "another-path": Fault("live.success", UPSTREAMS, '/loans"', '/loan"'),
    "a-parameter-left-out": Fault("live.success", UPSTREAMS, '"note": note, ', ""),
    "null-for-absent": Fault("live.success", TOOLS, 'args.get("note", ABSENT)', 'args.get("note")'),
    "a-constant-left-out": Fault("live.success", UPSTREAMS, ', "kind": "loan"', ""),
    "a-raw-segment": Fault("live.success", UPSTREAMS, "/books/{segment(book)}", "/books/{book}"),
    "the-wrong-value": Fault("live.success", TOOLS, "14 if args", "15 if args"),
    "a-list-as-text": Fault("live.success", UPSTREAMS, '["title", "id"]', '"title,id"'),
    "no-header": Fault("live.success", UPSTREAMS, '"x-client": "library"', '"x-other": "library"'),
    "a-step-always-done": Fault("live.success", TOOLS, 'if args["tell"]:', "if True:"),
    "a-step-too-early": Fault(
        "live.success",
        TOOLS,
        'blocked = await Desk(call).blocked(reader=args["reader"])',
        "blocked = False",
    ),
    "another-result": Fault("live.success", TOOLS, '"told": args["tell"]}', '"told": not args["tell"]}'),
    "another-credential": Fault("live.success", UPSTREAMS, '"x-desk-token"', '"x-desk"'),
    # Rejections.
    "no-rejection": Fault("live.rejected", TOOLS, 'if book["lent"]:', 'if book["lent"] and False:'),
    "another-rejection": Fault(
        "live.rejected", TOOLS, 'call.error("already_lent", {})', 'call.error("too_many_books", {"most": 1})'
    ),
    "a-rejection-swallowed": Fault("live.rejected", TOOLS, 'if card["lost"]:', 'if card["lost"] and False:'),
    # Tables.
    "a-row-lost": Fault("live.refused", UPSTREAMS, "if answer.status == 409:", "if answer.status == 499:"),
    "the-probe-turned": Fault("live.refused", UPSTREAMS, '"book_not_found" if there', '"reader_not_found" if there'),
    "a-condition-turned": Fault("live.refused", UPSTREAMS, '"limit" in answer', '"limit" not in answer'),
    "other-data": Fault("live.refused", UPSTREAMS, '{"most": 5}', '{"most": 6}'),
    "other-words": Fault("live.refused", UPSTREAMS, "The desk says: ", "The desk said: "),
    "the-step-table-ignored": Fault("live.refused", TOOLS, "if answer.status == 410:", "if answer.status == 499:"),
    "a-service-that-is-down-blamed": Fault(
        "live.refused", "runtime/judging.py", "{404, 410, 451}", "{404, 410, 451, 500}"
    ),
    "temporary-turned": Fault("live.refused", "contract.json", '"temporary": false', '"temporary": true'),
    # Rate limits.
    "limits-ignored": Fault("live.limited", UPSTREAMS, "statuses=(429, 403)", "statuses=(420,)"),
    "another-default": Fault("live.limited", UPSTREAMS, "default_ms=20000", "default_ms=20001"),
    "another-header": Fault("live.limited", UPSTREAMS, 'after="retry-after"', 'after="x-after"'),
    "seconds-as-milliseconds": Fault(
        "live.limited", "runtime/rate_limits.py", "math.ceil(wait * 1000)", "math.ceil(wait)"
    ),
    "reset-as-a-span": Fault("live.limited", "runtime/rate_limits.py", "reset - now", "reset"),
    # Answers that do not come.
    "unknown-as-failed": Fault(
        "live.lost", "runtime/asking.py", 'condition("outcome_unknown"', 'condition("failed_read"'
    ),
    "a-write-called-a-read": Fault("live.lost", UPSTREAMS, "reads=False", "reads=True"),
    "no-second-try": Fault("live.lost", UPSTREAMS, "read_retries = 1", "read_retries = 0"),
    "a-best-effort-that-counts": Fault(
        "live.lost", TOOLS, "except ToolError:\n            pass", "except ToolError:\n            raise"
    ),
    "earlier-writes-kept-quiet": Fault(
        "live.refused", "runtime/calling.py", "failure.completed = list(call.completed)", "pass"
    ),
    "another-done": Fault("live.lost", TOOLS, "was made.", "is made."),
    "promises-not-kept": Fault(
        "live.lost",
        "runtime/asking.py",
        "keeps(self.name, request.operation, answer.body)",
        "keeps(self.name, request.operation, answer.body) or True",
    ),
    "a-repair-of-others": Fault("live.lost", TOOLS, '"reader": call.args["reader"], "since"', '"reader": "!", "since"'),
    "a-repair-that-writes": Fault("live.lost", TOOLS, 'tool="list_loans"', 'tool="lend_book"'),
    # Requests that do not leave.
    "refused-as-unknown": Fault(
        "live.gone",
        "runtime/asking.py",
        'condition("not_sent", self.call, **known)',
        'condition("outcome_unknown", self.call, **known)',
    ),
    # Pages.
    "an-offset-forgotten": Fault("live.pages", "runtime/pages.py", "page.rows[offset:]", "page.rows"),
    "the-last-page-lost": Fault("live.pages", UPSTREAMS, "len(answer.body) >= 8", "len(answer.body) > 8"),
    "no-total": Fault(
        "live.pages",
        "runtime/lists.py",
        'result["estimated_total"]',
        'result.setdefault("x", 0) if False else call.config; _ = {}; _["y"]',
    ),
    "pages-not-filled": Fault(
        "live.pages-short", "runtime/pages.py", "if place is None or len(rows) == wanted:", "if True:"
    ),
    "a-cap-too-far": Fault("live.pages-cap", "runtime/lists.py", 'cap=block.get("cap")', "cap=None"),
    "no-hint": Fault("live.pages-cap", "runtime/lists.py", 'if "hint" in block:', 'if "hints" in block:'),
    # Cursors.
    "any-cursor": Fault(
        "live.cursors-tampered",
        "runtime/lists.py",
        "except CursorInvalid as invalid:",
        "except CursorInvalid as invalid:\n            return Position()",
    ),
    "unbound-cursors": Fault(
        "live.cursors-elsewhere", "runtime/lists.py", 'for name in block["cursor"]["binds"] if', "for name in () if"
    ),
    "eternal-cursors": Fault(
        "live.cursors-aged", "runtime/lists.py", 'ttl_ms=block["cursor"]["ttl_ms"]', "ttl_ms=10**12"
    ),
    "short-lived-cursors": Fault(
        "live.cursors-aged", "runtime/lists.py", 'ttl_ms=block["cursor"]["ttl_ms"]', "ttl_ms=1000"
    ),
    # Keys.
    "keys-ignored": Fault("live.keys-repeated", "runtime/calling.py", 'once["key"] not in call.args', "True"),
    "any-arguments": Fault("live.keys-reused", "runtime/once.py", "if name != key}", "if False}"),
    "one-scope-for-all": Fault(
        "live.keys-elsewhere", "runtime/once.py", 'for name in spec["scope"] if', "for name in () if"
    ),
    "written-twice": Fault("live.keys-lost", "runtime/once.py", "return await find(call.args, call)", "return None"),
    "another-search": Fault("live.keys-lost", TOOLS, ", since=call.first_started_at", ""),
    "not-found-again": Fault(
        "live.keys-found", TOOLS, 'if it["book"] == args["book"]', 'if it["book"] != args["book"]'
    ),
    "keys-kept": Fault(
        "live.keys-freed",
        "runtime/idempotency.py",
        "self._store.doubt if unknown else self._store.free",
        "self._store.doubt",
    ),
    "short-windows": Fault(
        "live.keys-aged", "runtime/once.py", 'window_ms=spec["window_ms"]', 'window_ms=spec["window_ms"] // 2'
    ),
    "long-windows": Fault(
        "live.keys-aged", "runtime/once.py", 'window_ms=spec["window_ms"]', 'window_ms=spec["window_ms"] * 2'
    ),
    # Without a credential, and handlers.
    "asking-anyway": Fault("live.credential", "runtime/credentials.py", "raise MissingCredential", "return {}"),
    "handlers-lost-to-nobody": Fault(
        "live.handlers-gone",
        "runtime/asking.py",
        'condition("not_sent", self.call, **known)',
        'condition("outcome_unknown", self.call, **known)',
    ),
    "a-code-nobody-declared": Fault(
        "live.handlers-500", "runtime/asking.py", '"failed_read", self.call', '"internal", self.call'
    ),
    "lost-for-nobody": Fault(
        "live.handlers-closed", "runtime/asking.py", '"failed_read", self.call', '"internal", self.call'
    ),
    "a-class-of-another": Fault("live.handlers-401", UPSTREAMS, '"invalid_field",', '"cursor_expired",'),
    "a-row-of-another": Fault(
        "live.handlers-403", UPSTREAMS, '"invalid_credential", answer', '"cursor_expired", answer'
    ),
    "not-there-for-another": Fault(
        "live.handlers-404", UPSTREAMS, '"reader_not_found", answer', '"cursor_expired", answer'
    ),
    "nonsense-passed-on": Fault(
        "live.handlers-nonsense",
        "runtime/asking.py",
        "keeps(self.name, request.operation, answer.body)",
        "keeps(self.name, request.operation, answer.body) or True",
    ),
    "no-code-without-connection": Fault(
        "live.resources-gone", "runtime/asking.py", 'condition("not_sent"', 'condition("internal"'
    ),
    "no-code-for-failures": Fault(
        "live.resources-500", "runtime/asking.py", '"failed_read", self.call', '"internal", self.call'
    ),
    "a-code-of-tools": Fault("live.resources-404", UPSTREAMS, '"reader_not_found", answer', '"cursor_expired", answer'),
    # The log.
    "nothing-logged": Fault("live.log", "runtime/asking.py", '"warning", event', '"debug", event'),
    "another-level": Fault("live.log", "runtime/asking.py", '"warning", event', '"error", event'),
    "arguments-logged": Fault(
        "live.log",
        "runtime/asking.py",
        "request_id=self.call.request_id, **known",
        "request_id=str(self.call.args), **known",
    ),
    # Ledgers.
    "booked-unseen": Fault("live.booked", TOOLS, 'await call.book("loans"', 'await call.book("lost"'),
    "reads-booked": Fault(
        "live.booked", "runtime/asking.py", "in SUCCESS and not request.reads", "in SUCCESS and request.reads"
    ),
    "another-undo": Fault("live.rolled-back", "ledgers.py", "give_back(", "notify(text='', "),
    "removed-before-it-is-undone": Fault(
        "live.rolled-back", "runtime/rollback.py", 'return _Outcome("left"', 'return _Outcome("undone"'
    ),
    "never-removed": Fault(
        "live.rolled-back", "runtime/rollback.py", "await process.state.books.strike(ledger, entry)", "pass"
    ),
}
