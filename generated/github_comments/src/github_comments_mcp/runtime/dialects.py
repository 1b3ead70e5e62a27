"""How a failed call reads: the dialects of errors.

Every failure is one envelope. The house dialect shows it as it is; the others shape what a model reads as servers that
are already there do, and carry the envelope in the result's `_meta` for programs. One function per dialect, from an
error to what its result holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .calls import Call
from .carriers import coded, dialect_name, error_key, flat
from .contract import Contract
from .envelope import ToolError, envelope, told
from .results import plain

Wire = dict[str, Any]


class Texts:
    """The sentences of errors that are one text each. Generated code fills them in."""

    def failed(self, call: Call, error: ToolError) -> str:
        """A failure."""
        raise NotImplementedError

    def unanswered(self, call: Call, error: ToolError) -> str:
        """A write whose answer never came, so that its outcome is unknown."""
        raise NotImplementedError

    def answered(self, call: Call, error: ToolError) -> str:
        """A write that was answered in a way that leaves its outcome unknown."""
        raise NotImplementedError

    def completed(self, call: Call, error: ToolError) -> str:
        """What had already taken effect when the call failed."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Failure:
    """What the result of a failed call holds."""

    text: str
    structured: Wire | None = None
    meta: Wire | None = None


Dialect = Callable[[ToolError, Call, str], Failure]
"""From an error, the call that it ended, and the server's fingerprint."""


def dialect_of(contract: Contract, texts: Texts) -> Dialect:
    """The error dialect of a contract."""
    names: Mapping[str, Callable[[ToolError, Call, Wire], str]] = {
        "flat": lambda error, call, data: _json(flat(data), indent),
        "coded": lambda error, call, data: _json(coded(data), indent),
        "text": lambda error, call, data: sentences(error, call, texts),
    }
    indent = int(contract.dialect.get("json_indent", 0))
    word = names.get(dialect_name(contract.data))
    key = error_key(contract.data)

    def house(error: ToolError, call: Call, fingerprint: str) -> Failure:
        data, _ = plain(envelope(error, request_id=call.request_id, fingerprint=fingerprint))
        return Failure(plain(told(error))[0], structured=data)

    def other(error: ToolError, call: Call, fingerprint: str) -> Failure:
        assert word is not None
        data, _ = plain(envelope(error, request_id=call.request_id, fingerprint=fingerprint))
        return Failure(plain(word(error, call, data))[0], meta={key: data})

    return house if word is None else other


def sentences(error: ToolError, call: Call, texts: Texts) -> str:
    """The sentence of the contract for this kind of failure, what the tool adds to it, and what had been done."""
    if not error.unknown:
        parts = [texts.failed(call, error)]
    elif error.upstream.get("status") is None:
        parts = [texts.unanswered(call, error), error.adds]
    else:
        parts = [texts.answered(call, error), error.adds]
    if error.completed:
        parts.append(texts.completed(call, error))
    return _one_after_the_other(part for part in parts if part)


def _one_after_the_other(sentences: Iterable[str]) -> str:
    """Sentences as one text: one that ends in foreign words may lack its full stop, which only the last can spare."""
    text = ""
    for sentence in sentences:
        apart = " " if text.endswith((".", "!", "?")) else ". "
        text = f"{text}{apart}{sentence}" if text else sentence
    return text


def _json(value: Wire, indent: int) -> str:
    return plain(value, indent=indent)[1]
