"""An error as a model reads it, in the dialect of the contract."""

from __future__ import annotations

from pactwright.emit.markdown import json_block, quotation
from pactwright.model.contract import Contract
from pactwright.model.expression import Template
from pactwright.model.reach import unknown_code
from pactwright.model.server import ErrorTexts
from pactwright.runtime.carriers import coded, flat
from pactwright.spelling import Roots, text
from pactwright.values import JsonValue

HOW_TO_READ = {
    "house": "Branch on the code, never on the message. Repeat the same call only when an error is temporary, and "
    "wait for\n`retry_after_ms` when it is given. Where there is a repair, make that call as it stands.",
    "flat": "The text of a failed call is JSON: `error` is the code, `message` says what happened, and what else is "
    "known\nstands beside them.",
    "coded": "The text of a failed call is JSON: `code` and `message` say what happened, `path` names the argument, "
    "`retryable` says\nwhether the same call may succeed later, and `recovery` is a call that mends it.",
    "text": "The text of a failed call says what happened.",
}
_BESIDE = "\n\nPrograms find the whole envelope, with the code and what to do, in the result's `_meta` under `{key}`."


def how_to_read(contract: Contract) -> str:
    """Return what to know about all errors."""
    dialect = contract.server.dialect.errors
    beside = "" if dialect == "house" else _BESIDE.format(key=f"{contract.server.namespace}/error")
    return HOW_TO_READ[dialect] + beside


def sentences(contract: Contract) -> tuple[tuple[str, str], ...]:
    """Return the sentences of a dialect of texts, each with when it is said."""
    texts = contract.server.dialect.texts
    if texts is None:
        return ()
    return (
        ("A failure", quotation(text(texts.failed))),
        ("A write whose answer never came", quotation(text(texts.unanswered))),
        ("A write that was answered in a way that leaves its outcome unknown", quotation(text(texts.answered))),
        ("What had taken effect before, after one of these", quotation(text(texts.completed))),
    )


def told(envelope: dict[str, JsonValue], owner: str, adds: Template | None, known: Roots, contract: Contract) -> str:
    """Return a failure of `owner` as a finished block; `adds` is what it says beside an unknown outcome."""
    dialect = contract.server.dialect
    if dialect.errors == "flat":
        return json_block(flat(envelope))
    if dialect.errors == "coded":
        return json_block(coded(envelope))
    if dialect.texts is not None:
        return quotation(_sentence(dialect.texts, envelope, owner, adds, known, contract))
    return json_block(envelope)


def _sentence(
    texts: ErrorTexts,
    envelope: dict[str, JsonValue],
    owner: str,
    adds: Template | None,
    known: Roots,
    contract: Contract,
) -> str:
    roots = {**known, "error": envelope, "call": {"tool": owner}, "upstream": known.get("params", {})}
    if envelope["code"] != unknown_code(contract):
        return text(texts.failed, roots)
    said = text(texts.unanswered if "status" not in roots["upstream"] else texts.answered, roots)
    return said if adds is None else f"{said} {text(adds, roots)}"
