"""What the parts of `build` share: the document, the collector, and what has been built so far."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import field
from typing import TYPE_CHECKING

from pactwright.build.place import Place
from pactwright.diagnostics import Diagnostics
from pactwright.expr.types import Slot
from pactwright.model.schema import ObjectSchema, Schema
from pactwright.records import dataclass
from pactwright.source import Span
from pactwright.spec import ContractSpec

if TYPE_CHECKING:
    from pactwright.model.upstreams import Operation


_SECTIONS = {
    "code": "errors",
    "completion": "completions",
    "fill": "fills",
    "guard": "guards",
    "ledger": "ledgers",
    "pagination": "pagination",
    "preset": "effects",
    "tool": "tools",
    "type": "types",
    "version": "versions",
    "view": "views",
}


@dataclass(frozen=True, slots=True)
class Callable:
    """An operation and the slot of the value that it has in steps."""

    operation: Operation
    value: Slot
    row: Slot | None


@dataclass(frozen=True, slots=True)
class ViewUse:
    """One use of a view: the slots of the object seen through it and of the arguments at hand."""

    view: str
    it: Slot
    args: Slot


@dataclass(frozen=True, slots=True)
class VersionUse:
    """One use of a version: the slot of the object whose token is asked for."""

    version: str
    it: Slot


@dataclass(slots=True)
class Context:
    """One build.

    Attributes:
        building: Types whose schema is being built right now, to find types that contain themselves.
        built: Types by name; the conditions in them are not typed yet.
        params: The schema of each error's data.
        operations: What steps can call, by `operation` and by `upstream.operation`.
        view_uses: Where results and `let` values look through views.
        version_uses: Where expressions ask for version tokens.
        has_handlers: Whether there are handlers, which may use what nothing else does.
    """

    spec: ContractSpec
    root: Place
    diagnostics: Diagnostics
    building: set[str] = field(default_factory=set)
    built: dict[str, Schema] = field(default_factory=dict)
    params: dict[str, ObjectSchema | None] = field(default_factory=dict)
    operations: dict[str, Callable] = field(default_factory=dict)
    view_uses: list[ViewUse] = field(default_factory=list)
    version_uses: list[VersionUse] = field(default_factory=list)
    has_handlers: bool = False

    def unknown(self, kind: str, name: str, known: Iterable[str], span: Span, *, declare: str) -> None:
        """Report that no `kind` is called `name`, with the nearest known one as a suggestion.

        One that is there and could not be read has been reported where it stands.
        """
        if self.is_written(kind, name):
            return
        close = difflib.get_close_matches(name, list(known), n=1)
        hint = f"did you mean `{close[0]}`?" if close else declare
        self.diagnostics.error(f"unknown-{kind.replace(' ', '-')}", f"there is no {kind} `{name}`", span, hint=hint)

    def is_written(self, kind: str, name: str) -> bool:
        """Whether the document has an entry of that name, sound or not."""
        section = (self.root / _SECTIONS[kind]).data if kind in _SECTIONS else None
        if kind == "operation":
            place = self.root / "upstreams"
            upstreams = place.data if isinstance(place.data, dict) else {}
            parts = [(place / upstream / "operations").data for upstream in upstreams]
            return any(isinstance(part, dict) and name.rpartition(".")[2] in part for part in parts)
        return isinstance(section, dict) and name in section

    def check_code(self, code: str, span: Span) -> bool:
        """Report a code that the catalogue lacks; return whether it is there."""
        if code in self.spec.errors:
            return True
        self.unknown("code", code, self.spec.errors, span, declare="declare it under `errors:`")
        return False

    def callable(self, name: str, span: Span) -> Callable | None:
        """Return the operation called `name`, or report that there is none."""
        found = self.operations.get(name)
        if found is None:
            self.unknown("operation", name, self.operations, span, declare="declare it under `upstreams:`")
        return found
