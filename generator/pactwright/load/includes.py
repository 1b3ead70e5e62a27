"""Merges included files into a contract, by top-level key: named things side by side, lists of `allow` end to end.

The same name twice is an error that shows both places.
"""

from __future__ import annotations

from collections.abc import Iterable

from pactwright.diagnostics import Diagnostics, Related
from pactwright.load.document import KeyMark, Origins, Parsed, Spot
from pactwright.source import Span
from pactwright.values import JsonValue

INCLUDE = "include"
_SUPPRESSIONS = "allow"
_CONTRACT_ONLY = frozenset({"pactwright", "server", "config_files"})


def listed(contract: Parsed, diagnostics: Diagnostics) -> list[tuple[str, Span]]:
    """Return the paths a contract includes, each with its place."""
    value = contract.data.get(INCLUDE)
    if INCLUDE not in contract.data:
        return []
    spot = contract.top.below(INCLUDE)
    hint = "write include: [types.yaml]"
    if not isinstance(value, list):
        diagnostics.error("include-not-a-list", f"`{INCLUDE}` is not a list of paths", spot.key, hint=hint)
        return []
    paths: list[tuple[str, Span]] = []
    for index, item in enumerate(value):
        span = spot.below(index).value
        if isinstance(item, str):
            paths.append((item, span))
        else:
            diagnostics.error("include-not-a-list", "a path is text", span, hint=hint)
    return paths


def merge(contract: Parsed, included: list[Parsed], diagnostics: Diagnostics) -> Parsed:
    """Return the contract with everything its includes add. Entries of the contract come first."""
    merged = _Merged(contract, diagnostics)
    for addition in included:
        for key, value in addition.data.items():
            if _may_be_included(key, value, addition.top.below(key).key, diagnostics):
                merged.add(key, addition)
    return merged.whole


class _Merged:
    """A contract, and what its includes have added so far."""

    def __init__(self, contract: Parsed, diagnostics: Diagnostics) -> None:
        start, end, below = contract.mark
        self._diagnostics = diagnostics
        self._data = dict(contract.data)
        self._marks: dict[str, KeyMark] = dict(below) if isinstance(below, dict) else {}
        self._origins: Origins = {}
        self.whole = Parsed(contract.file, self._data, (start, end, self._marks), self._origins)

    def add(self, key: str, addition: Parsed) -> None:
        """Add what a file has under `key`; what is of another kind than the contract's is left to the shape check."""
        spot = addition.top.below(key)
        match self._data.get(key), spot.data:
            case None, value:
                self._data[key] = value
                self._marks[key] = (spot.start, spot.end, spot.mark)
                self._origins[key] = (spot.file, {})
            case dict() as first, dict() as second:
                added = [name for name in second if self._is_new(name, key, spot)]
                self._data[key] = first | {name: second[name] for name in added}
                self._join(key, spot, added)
            case list() as first, list() as second:
                self._data[key] = first + second
                self._join(key, spot)
            case _:
                pass

    def _is_new(self, name: str, key: str, addition: Spot) -> bool:
        earlier = self.whole.top.below(key).below(name)
        if earlier.exists:
            self._diagnostics.error(
                "name-in-two-files",
                f"`{name}` stands under `{key}` in two files",
                addition.below(name).key,
                hint="keep one of them, or rename one",
                related=(Related("first written here", earlier.key),),
            )
        return not earlier.exists

    def _join(self, key: str, addition: Spot, names: Iterable[str] = ()) -> None:
        """Join the marks of an addition to those that are there, and note whose they are."""
        start, end, (first, last, known) = self._marks[key]
        _, origins = self._origins.setdefault(key, (self.whole.file, {}))
        match known, addition.mark[2]:
            case dict(), dict() as more:
                known = known | {name: more[name] for name in names}
                origins.update({name: (addition.file, {}) for name in names})
            case list(), list() as more:
                origins.update({len(known) + index: (addition.file, {}) for index in range(len(more))})
                known = known + more
        self._marks[key] = (start, end, (first, last, known))


def _may_be_included(key: str, value: JsonValue, span: Span, diagnostics: Diagnostics) -> bool:
    if key == INCLUDE:
        hint = "list the file in the contract"
        diagnostics.error("nested-include", "an included file cannot include others", span, hint=hint)
    elif key in _CONTRACT_ONLY:
        diagnostics.error(
            "contract-only-key", f"`{key}` may only stand in the contract", span, hint="move it to the contract"
        )
    elif isinstance(value, list) if key == _SUPPRESSIONS else isinstance(value, dict):
        return True
    else:
        wanted = "a list" if key == _SUPPRESSIONS else "a mapping of names"
        diagnostics.error(
            "included-value", f"`{key}` is not {wanted}", span, hint="only named things and `allow` can be included"
        )
    return False
