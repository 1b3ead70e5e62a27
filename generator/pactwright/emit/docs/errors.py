"""`docs/errors.md`: the catalogue of codes, each with what it means, what comes with it and the way out.

Which tool answers with which code stands in one table at the end, so that a new tool is one new line there.
"""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.emit.docs.fields import ResultRow, result_rows
from pactwright.emit.docs.links import Links
from pactwright.emit.docs.repairs import repair_value
from pactwright.emit.docs.telling import how_to_read, sentences
from pactwright.emit.markdown import code, code_cell, inline, json_block, prose, quotation
from pactwright.emit.notice import markdown_notice
from pactwright.emit.output import OutputFile
from pactwright.emit.render import render
from pactwright.model.contract import Contract, Resource
from pactwright.model.errors import Details, ErrorType
from pactwright.model.reach import codes_of
from pactwright.model.tools import Tool
from pactwright.records import dataclass
from pactwright.spelling import text

# LANGUAGE, conditions: what the server itself detects, in words.
CONDITIONS = {
    "invalid_arguments": "arguments break the published schema or a rule between them",
    "cursor_invalid": "a cursor is not from this server, or not for these arguments",
    "key_reused": "an idempotency key comes back with other arguments",
    "cursor_expired": "a cursor is too old",
    "version_mismatch": "what is to be changed was changed since it was read",
    "credential_missing": "a credential that the call needs is not configured",
    "auth_failed": "the service behind refuses the configured credential",
    "scope_missing": "the configured credential lacks a permission",
    "rate_limited": "the service behind asks to slow down",
    "not_sent": "a request could not be sent, so nothing happened",
    "failed_read": "a read got no usable answer",
    "overloaded": "too many calls are in flight",
    "timeout": "the call outran its time",
    "upstream_refused": "the service behind refuses with a status that the contract does not name",
    "outcome_unknown": "a write got no usable answer, so whether it took effect is unknown",
    "not_found": "no resource has this URI",
    "declined": "the user declined what the server asked",
    "internal": "the server fails, or a result breaks its own schema",
}


@dataclass(frozen=True, slots=True)
class ErrorView:
    """One code; everything is finished Markdown."""

    code: str
    says: str
    message: str
    facts: tuple[str, ...]
    data: tuple[ResultRow, ...]
    repair: str


@dataclass(frozen=True, slots=True)
class RaisedRow:
    """A tool or resource and the codes it can answer with."""

    owner: str
    codes: str


@dataclass(frozen=True, slots=True)
class ErrorsView:
    """The whole page."""

    notice: str
    reading: str
    sentences: tuple[tuple[str, str], ...]
    errors: tuple[ErrorView, ...]
    raised: tuple[RaisedRow, ...]


def errors_page(contract: Contract) -> OutputFile:
    """Return the error catalogue."""
    view = ErrorsView(
        notice=markdown_notice(contract),
        reading=how_to_read(contract),
        sentences=sentences(contract),
        errors=tuple(_error(error, contract) for error in contract.errors),
        raised=tuple(_raised(contract)),
    )
    return OutputFile("docs/errors.md", render("package/docs/errors.md.jinja", view=view))


def _error(error: ErrorType, contract: Contract) -> ErrorView:
    return ErrorView(
        code=code(error.code),
        says=prose(error.says),
        message=quotation(text(error.message)),
        facts=tuple(_facts(error, contract)),
        data=() if error.params is None else result_rows(error.params),
        repair="" if error.repair is None else json_block(repair_value(error.repair, {})),
    )


def _facts(error: ErrorType, contract: Contract) -> list[str]:
    facts = ["Temporary: yes, the same call may succeed later." if error.temporary else "Temporary: no."]
    if error.common:
        facts.append("Any tool may answer with it.")
    answered = [CONDITIONS[name] for name, mapped in contract.conditions.items() if mapped == error.code]
    if answered:
        facts.append(f"The server answers with it when {'; when '.join(answered)}.")
    if error.details is not None:
        facts.extend(_blames(error.details))
    if error.reserved is not None:
        facts.append(f"Nothing raises it: {inline(error.reserved)}")
    return facts


def _blames(details: Details) -> list[str]:
    facts = []
    named = [details.field] if details.field is not None else list(details.fields)
    if named:
        facts.append(f"It blames {', '.join(code(text(item)) for item in named)}.")
    if details.value is not None:
        facts.append(f"It repeats the value {code(text(details.value))}.")
    if details.reason is not None:
        facts.append(f"Its reason: {inline(text(details.reason))}")
    return facts


def _raised(contract: Contract) -> Iterator[RaisedRow]:
    links = Links.seen_from(contract, tools="tools/", docs="")
    owners: list[tuple[str, Tool | Resource]] = [(links.tool(tool.name), tool) for tool in contract.tools]
    owners += [(code_cell(item.uri), item) for item in (*contract.resources, *contract.resource_templates)]
    for shown, owner in owners:
        yield RaisedRow(shown, ", ".join(map(links.error, codes_of(owner, contract))))
