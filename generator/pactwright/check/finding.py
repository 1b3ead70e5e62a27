"""A finding about the shape of a document, before its place is looked up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pactwright.check.locate import Located
from pactwright.load import Path
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """An error of pydantic, with the place it belongs to.

    Attributes:
        kind: Pydantic's name for it, or ours.
        text: Its message.
        value: The value it is about; of a missing key, the mapping.
        context: What the message was made from.
    """

    kind: str
    text: str
    value: object
    context: Mapping[str, object]
    place: Located


@dataclass(frozen=True, slots=True)
class Finding:
    """What the author is told, at the key or the value of a path; `related` are remarks on other keys."""

    rule: str
    message: str
    path: Path
    at_key: bool = False
    hint: str | None = None
    related: tuple[tuple[str, Path], ...] = field(default=())
