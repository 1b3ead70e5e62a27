"""Dialects: what goes together, what would hide something, and which are for servers that are already there."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule, warning
from pactwright.model.contract import Contract

# What each dialect says of every error beside its data.
_SAID = {
    "flat": frozenset({"error", "message", "repair"}),
    "coded": frozenset({"code", "message", "path", "retryable", "recovery"}),
}


@rule("legacy-dialect", warning)
def legacy_dialect(contract: Contract) -> Iterator[Finding]:
    """The contract speaks a dialect that is meant for servers whose clients already rely on it.

    Why: the house dialect gives agents more. Structured results have a published schema that clients check; errors say
    whether to try again, when, and which call mends them. `flat`, `coded` and `text` errors and `text_json` results
    exist so that a server which is already in use can be described as it is; then allow this finding with that reason.

    Bad:

        server: {dialect: {errors: flat}}

    Good:

        server: {dialect: {errors: house}}
    """
    dialect = contract.server.dialect
    if dialect.errors != "house":
        yield _legacy(contract, "errors", dialect.errors, "house")
    if dialect.results != "structured":
        yield _legacy(contract, "results", dialect.results, "structured")


def _legacy(contract: Contract, key: str, given: str, better: str) -> Finding:
    return Finding(
        contract.server.span,
        f"`{key}: {given}` tells agents less than `{key}: {better}`",
        f"leave `{key}` out, or allow this with the reason why clients need it",
        ("server", "dialect", key),
    )


@rule("texts-without-dialect", error)
def texts_without_dialect(contract: Contract) -> Iterator[Finding]:
    """Sentences for errors and `errors: text` are not there together.

    Why: with `errors: text` every error is one of these sentences; in every other dialect nothing would ever say them.

    Bad:

        server: {dialect: {errors: text}}

    Good:

        server:
          dialect:
            errors: text
            texts:
              failed: "${call.tool} failed: ${error.message}"
              unanswered: "${call.tool}: no answer to ${upstream.operation}: look before trying again."
              answered: "${call.tool}: ${upstream.operation} got ${upstream.status}: look before trying again."
              completed: "Already done: ${error.completed.join('; ')}."
    """
    dialect = contract.server.dialect
    if dialect.errors == "text" and dialect.texts is None:
        yield Finding(
            contract.server.span,
            "`errors: text` has no sentences",
            "write them under `texts:`: failed, unanswered, answered, completed",
            ("server", "dialect", "errors"),
        )
    if dialect.errors != "text" and dialect.texts is not None:
        yield Finding(
            contract.server.span,
            f"`texts` are never said with `errors: {dialect.errors}`",
            "leave them out, or write `errors: text`",
            ("server", "dialect", "texts"),
            at_key=True,
        )


@rule("data-hides-error", error)
def data_hides_error(contract: Contract) -> Iterator[Finding]:
    """Data of an error has the name of something that its dialect says of every error.

    Why: `flat` and `coded` errors put the data beside the code and the message. Under the same name one would hide the
    other.

    Bad:

        server: {dialect: {errors: flat}}
        errors: {refused: {params: {message: {enum: [full, closed]}}, …}}

    Good:

        server: {dialect: {errors: flat}}
        errors: {refused: {params: {state: {enum: [full, closed]}}, …}}
    """
    said = _SAID.get(contract.server.dialect.errors, frozenset())
    for item in contract.errors:
        for part in item.params.properties if item.params is not None else ():
            if part.name in said:
                yield Finding(
                    part.span,
                    f"`{part.name}` of `{item.code}` would hide what every error says under that name",
                    "give it another name",
                    ("errors", item.code, "params", part.name),
                    at_key=True,
                )


RULES = (legacy_dialect, texts_without_dialect, data_hides_error)
