"""A document with mistakes in its shape → what can be judged of it all the same: the entries that have none.

So that one run tells the mistakes of every phase. Entries are left out whole, since half of one would be mistaken for
what its author meant; what the rest says about them is not held against it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pydantic import ValidationError

from pactwright.check.locate import locate
from pactwright.check.shape import no_collection
from pactwright.load import Document, Path
from pactwright.spec import ContractSpec
from pactwright.values import JsonValue

_NAMED: Final = frozenset(
    {
        *("types", "errors", "tools", "resources", "resource_templates", "completions", "prompts", "modes"),
        *("guards", "fills", "views", "versions", "pagination", "upstreams", "ledgers"),
    }
)
"""Sections whose entries can be left out, because what refers to one can be told from what refers to nothing."""

_SERVER: Final[dict[str, JsonValue]] = {
    "name": "server",
    "title": "Server",
    "version": "1",
    "namespace": "com.example.server",
    "summary": "Server",
    "does": ["serve"],
    "does_not": ["rest"],
    "revisions": ["2025-11-25"],
    "transports": ["stdio"],
}
"""What stands for parts of the server that have mistakes; none of it is judged."""

# Leaving out an entry can bring to light that what is left of a list of alternatives fits none of them.
_ROUNDS: Final = 5


def salvaged(document: Document) -> ContractSpec | None:
    """Return the contract without the entries that have mistakes; None when the rest would mean something else."""
    data: dict[str, JsonValue] | None = document.data
    for _ in range(_ROUNDS):
        if data is None:
            return None
        try:
            with no_collection():
                return ContractSpec.model_validate(data)
        except ValidationError as failure:
            found = [locate(ContractSpec, error["loc"]).path for error in failure.errors(include_url=False)]
            data = _without(data, found)
    return None


def _without(data: dict[str, JsonValue], mistakes: Iterable[Path]) -> dict[str, JsonValue] | None:
    rest = dict(data)
    for path in mistakes:
        match path:
            case ("server", "dialect", *_) | ("server",):
                return None  # whether a rule applies can depend on it
            case ("server", str(key), *_):
                rest["server"] = _server(rest["server"], key)
            case (str(section), str(name), *_) if section in _NAMED:
                entries = rest.get(section)
                if not isinstance(entries, dict):
                    return None
                rest[section] = {key: value for key, value in entries.items() if key != name}
            case ("allow", *_):
                rest.pop("allow", None)
            case (str(key),) if key in rest and key not in ContractSpec.model_fields:
                rest.pop(key)
            case _:
                return None
    return rest


def _server(server: JsonValue, faulty: str) -> JsonValue:
    if not isinstance(server, dict):
        return server
    rest = {key: value for key, value in server.items() if key != faulty}
    return {**rest, faulty: _SERVER[faulty]} if faulty in _SERVER else rest
