"""Merges included files into a contract, by top-level key: named things side by side, lists of `allow` end to end.

The same name twice is an error that shows both places.
"""

from __future__ import annotations

from pactwright.diagnostics import Diagnostics, Related
from pactwright.load.document import Entry, Parsed, Place
from pactwright.source import Span
from pactwright.values import JsonValue

INCLUDE = "include"
_SUPPRESSIONS = "allow"
_CONTRACT_ONLY = frozenset({"pactwright", "server", "config_files"})


def listed(contract: Parsed, diagnostics: Diagnostics) -> list[tuple[str, Span]]:
    """Return the paths a contract includes, each with its place."""
    entry = contract.place.entries.get(INCLUDE)
    if entry is None:
        return []
    value = contract.data[INCLUDE]
    hint = "write include: [types.yaml]"
    if not isinstance(value, list):
        span = entry.file.span(entry.start, entry.end)
        diagnostics.error("include-not-a-list", f"`{INCLUDE}` is not a list of paths", span, hint=hint)
        return []
    paths: list[tuple[str, Span]] = []
    for index, item in enumerate(value):
        place = entry.place.entries[index].place
        span = place.file.span(place.start, place.end)
        if isinstance(item, str):
            paths.append((item, span))
        else:
            diagnostics.error("include-not-a-list", "a path is text", span, hint=hint)
    return paths


def merge(contract: Parsed, included: list[Parsed], diagnostics: Diagnostics) -> Parsed:
    """Return the contract with everything its includes add. Entries of the contract come first."""
    data = dict(contract.data)
    entries = dict(contract.place.entries)
    for addition in included:
        for key, value in addition.data.items():
            entry = addition.place.entries[key]
            if not _may_be_included(key, value, entry, diagnostics):
                continue
            match data.get(key), value:
                case None, _:
                    data[key], entries[key] = value, entry
                case dict() as first, dict() as second:
                    data[key] = first | {name: item for name, item in second.items() if name not in first}
                    entries[key] = _join_names(key, entries[key], entry, diagnostics)
                case list() as first, list() as second:
                    data[key] = first + second
                    entries[key] = _join_lists(entries[key], entry)
                case _:
                    pass  # the contract has another kind of value here, which the shape check refuses
    return Parsed(data, contract.place._replace(entries=entries))


def _may_be_included(key: str, value: JsonValue, entry: Entry, diagnostics: Diagnostics) -> bool:
    span = entry.file.span(entry.start, entry.end)
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


def _join_names(key: str, first: Entry, second: Entry, diagnostics: Diagnostics) -> Entry:
    joined = dict(first.place.entries)
    for name, entry in second.place.entries.items():
        earlier = joined.setdefault(name, entry)
        if earlier is not entry:
            diagnostics.error(
                "name-in-two-files",
                f"`{name}` stands under `{key}` in two files",
                entry.file.span(entry.start, entry.end),
                hint="keep one of them, or rename one",
                related=(Related("first written here", earlier.file.span(earlier.start, earlier.end)),),
            )
    return _with_entries(first, joined)


def _join_lists(first: Entry, second: Entry) -> Entry:
    items = [*first.place.entries.values(), *second.place.entries.values()]
    return _with_entries(first, dict(enumerate(items)))


def _with_entries(entry: Entry, entries: dict[str | int, Entry]) -> Entry:
    place: Place = entry.place._replace(entries=entries)
    return entry._replace(place=place)
